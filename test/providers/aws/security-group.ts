import type { JsonObject } from '../../../src/model/json.ts';
import { securityGroupEntries } from '../../../src/providers/aws/ec2-security-group-rules.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { auditEvent, changesOf, estateOf } from '../catalog/event.ts';

export const sshRequest = {
  groupId: 'sg-1',
  ipPermissions: {
    items: [
      {
        ipProtocol: 'tcp',
        fromPort: 22,
        toPort: 22,
        groups: {},
        ipRanges: { items: [{ cidrIp: '203.0.113.9/32', description: 'Alice' }] },
        ipv6Ranges: {},
        prefixListIds: {},
      },
    ],
  },
};
export const sshResponse = {
  _return: true,
  securityGroupRuleSet: {
    items: [
      {
        groupOwnerId: '111122223333',
        groupId: 'sg-1',
        securityGroupRuleId: 'sgr-9',
        description: 'Alice',
        isEgress: false,
        ipProtocol: 'tcp',
        fromPort: 22,
        toPort: 22,
        cidrIpv4: '203.0.113.9/32',
      },
    ],
  },
};
export const sshAtom = {
  protocol: 'tcp',
  from_port: 22,
  to_port: 22,
  cidr_blocks: ['203.0.113.9/32'],
};

export const group = { address: 'aws_security_group.web', attributes: { id: 'sg-1', name: 'web' } };
export const inline = estateOf({ ...group, declares: ['ingress', 'egress'] });
export const singleRule = (attributes: JsonObject) => ({
  address: 'aws_vpc_security_group_ingress_rule.a',
  attributes: { security_group_id: 'sg-1', ...attributes },
});
export const ssh = { ip_protocol: 'tcp', from_port: 22, to_port: 22, cidr_ipv4: '203.0.113.9/32' };
export const single = estateOf(group, singleRule({ id: 'sgr-1', ...ssh }));
export const legacyRule = (attributes: JsonObject) => ({
  address: 'aws_security_group_rule.a',
  attributes: {
    id: 'sgrule-1',
    type: 'ingress',
    security_group_id: 'sg-1',
    protocol: 'tcp',
    from_port: 22,
    to_port: 22,
    ...attributes,
  },
});
export const legacy = estateOf(
  group,
  legacyRule({ cidr_blocks: ['203.0.113.9/32', '10.0.0.0/8'] }),
);

export function run(
  operation: string,
  request: JsonObject,
  estate?: Estate,
  response: JsonObject = {},
) {
  return changesOf(securityGroupEntries, auditEvent({ operation, request, response }), estate);
}

export const set = (path: readonly (string | number)[], value: unknown) => ({
  kind: 'set',
  path,
  value: { kind: 'known', value },
});
export const hidden = (path: readonly string[]) => ({
  kind: 'set',
  path,
  value: { kind: 'omitted' },
});
export const web = 'aws_security_group sg-1';
