import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { estateOf } from '../catalog/event.ts';
import {
  group,
  hidden,
  inline,
  legacy,
  legacyRule,
  run,
  single,
  sshAtom,
  sshRequest,
  web,
} from './security-group.ts';

describe('RevokeSecurityGroupIngress', () => {
  it('removes the atom, whatever its description', () => {
    expect(run('RevokeSecurityGroupIngress', sshRequest, inline)).toEqual([
      [web, { kind: 'remove', path: ['ingress'], element: sshAtom }],
    ]);
  });

  it('deletes the rule resource with this traffic', () => {
    expect(run('RevokeSecurityGroupIngress', sshRequest, single)).toEqual([
      ['aws_vpc_security_group_ingress_rule sgr-1', { kind: 'delete' }],
    ]);
  });

  it('names an unmanaged rule by its content, as its creation did', () => {
    const translate = (operation: string, response: JsonObject) =>
      run(operation, sshRequest, estateOf(group), response);

    expect(translate('RevokeSecurityGroupIngress', {})).toEqual([
      ['aws_vpc_security_group_ingress_rule sg-1 tcp 22 22 203.0.113.9/32', { kind: 'delete' }],
    ]);
  });

  it('takes one CIDR out of an older rule resource that has several', () => {
    expect(run('RevokeSecurityGroupIngress', sshRequest, legacy)).toEqual([
      [
        'aws_security_group_rule sgrule-1',
        { kind: 'remove', path: ['cidr_blocks'], element: '203.0.113.9/32' },
      ],
    ]);
  });

  it('deletes an older rule resource with its last CIDR', () => {
    const estate = estateOf(group, legacyRule({ cidr_blocks: ['203.0.113.9/32'], self: false }));

    expect(run('RevokeSecurityGroupIngress', sshRequest, estate)).toEqual([
      ['aws_security_group_rule sgrule-1', { kind: 'delete' }],
    ]);
  });

  const byId = { groupId: 'sg-1', securityGroupRuleIds: { items: ['sgr-1'] } };
  const revoked = {
    revokedSecurityGroupRuleSet: {
      items: [
        {
          securityGroupRuleId: 'sgr-1',
          groupId: 'sg-1',
          ipProtocol: 'tcp',
          fromPort: 22,
          toPort: 22,
          cidrIpv4: '203.0.113.9/32',
        },
      ],
    },
  };

  it('goes by rule id', () => {
    const objects = { groupId: 'sg-1', securityGroupRuleIds: [{ securityGroupRuleId: 'sgr-1' }] };
    const expected = [['aws_vpc_security_group_ingress_rule sgr-1', { kind: 'delete' }]];

    expect(run('RevokeSecurityGroupIngress', byId, single)).toEqual(expected);
    expect(run('RevokeSecurityGroupIngress', objects, single)).toEqual(expected);
  });

  it('knows the content of a rule that was revoked by id from the response only', () => {
    expect(run('RevokeSecurityGroupIngress', byId, inline, revoked)).toEqual([
      [web, { kind: 'remove', path: ['ingress'], element: sshAtom }],
    ]);
    expect(run('RevokeSecurityGroupIngress', byId, inline)).toEqual([[web, hidden(['ingress'])]]);
  });

  it('leaves out what EC2 did not find', () => {
    const response = {
      unknownIpPermissionSet: {
        items: [
          { ipProtocol: 'tcp', fromPort: 22, toPort: 22, ipRanges: [{ cidrIp: '203.0.113.9/32' }] },
        ],
      },
    };
    const permission = { ipProtocol: '-1', ipRanges: { items: [{ cidrIp: '10.0.0.0/8' }] } };
    const request = {
      groupId: 'sg-1',
      ipPermissions: { items: [...sshRequest.ipPermissions.items, permission] },
    };

    expect(run('RevokeSecurityGroupIngress', request, inline, response)).toEqual([
      [
        web,
        {
          kind: 'remove',
          path: ['ingress'],
          element: { protocol: '-1', from_port: 0, to_port: 0, cidr_blocks: ['10.0.0.0/8'] },
        },
      ],
    ]);
  });
});
