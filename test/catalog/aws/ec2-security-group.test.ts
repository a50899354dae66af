import { describe, expect, it } from 'vitest';
import { securityGroupEntries } from '../../../src/catalog/aws/ec2-security-group-rules.ts';
import type { Estate } from '../../../src/catalog/types.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { auditEvent, changesOf, estateOf } from '../event.ts';

const sshRequest = {
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
const sshResponse = {
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
const sshAtom = {
  protocol: 'tcp',
  from_port: 22,
  to_port: 22,
  cidr_blocks: ['203.0.113.9/32'],
};

const group = { address: 'aws_security_group.web', attributes: { id: 'sg-1', name: 'web' } };
const inline = estateOf({ ...group, declares: ['ingress', 'egress'] });
const singleRule = (attributes: JsonObject) => ({
  address: 'aws_vpc_security_group_ingress_rule.a',
  attributes: { security_group_id: 'sg-1', ...attributes },
});
const ssh = { ip_protocol: 'tcp', from_port: 22, to_port: 22, cidr_ipv4: '203.0.113.9/32' };
const single = estateOf(group, singleRule({ id: 'sgr-1', ...ssh }));
const legacyRule = (attributes: JsonObject) => ({
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
const legacy = estateOf(group, legacyRule({ cidr_blocks: ['203.0.113.9/32', '10.0.0.0/8'] }));

function run(operation: string, request: JsonObject, estate?: Estate, response: JsonObject = {}) {
  return changesOf(securityGroupEntries, auditEvent({ operation, request, response }), estate);
}

const set = (path: readonly (string | number)[], value: unknown) => ({
  kind: 'set',
  path,
  value: { kind: 'known', value },
});
const hidden = (path: readonly string[]) => ({ kind: 'set', path, value: { kind: 'omitted' } });
const web = 'aws_security_group sg-1';

describe('AuthorizeSecurityGroupIngress', () => {
  it('adds an atom where the group has its rules inline', () => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, inline, sshResponse)).toEqual([
      [web, { kind: 'add', path: ['ingress'], element: { ...sshAtom, description: 'Alice' } }],
    ]);
  });

  it.each([
    ['rule resources of its own', single],
    ['no rules at all', estateOf(group)],
    ['nobody who manages it', estateOf()],
  ])('creates a rule resource where the group has %s', (_, estate) => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, estate, sshResponse)).toEqual([
      [
        'aws_vpc_security_group_ingress_rule sgr-9',
        {
          kind: 'create',
          attributes: { security_group_id: 'sg-1', ...ssh, description: 'Alice' },
          importId: 'sgr-9',
          parent: { type: 'aws_security_group', keys: [{ id: 'sg-1' }] },
        },
      ],
    ]);
  });

  it('creates the older rule resource where the group has such', () => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, legacy, sshResponse)).toEqual([
      [
        'aws_security_group_rule sgr-9',
        {
          kind: 'create',
          attributes: {
            type: 'ingress',
            security_group_id: 'sg-1',
            ...sshAtom,
            description: 'Alice',
          },
          importId: 'sg-1_ingress_tcp_22_22_203.0.113.9/32',
          parent: { type: 'aws_security_group', keys: [{ id: 'sg-1' }] },
        },
      ],
    ]);
  });

  it('always writes into the default security group, which owns its rules', () => {
    const estate = estateOf({ ...group, address: 'aws_default_security_group.this' });

    expect(run('AuthorizeSecurityGroupIngress', sshRequest, estate)).toEqual([
      [
        'aws_default_security_group sg-1',
        { kind: 'add', path: ['ingress'], element: { ...sshAtom, description: 'Alice' } },
      ],
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'flat parameters and bits behind the prefix',
      { cidrIp: '203.0.113.77/24', ipProtocol: 'tcp', fromPort: 22, toPort: 22, ipPermissions: {} },
      { ...sshAtom, cidr_blocks: ['203.0.113.0/24'] },
    ],
    [
      'numbers as strings, a numbered protocol, IPv6',
      {
        ipPermissions: {
          items: [
            {
              ipProtocol: '6',
              fromPort: '22',
              toPort: '22',
              ipv6Ranges: { items: [{ cidrIpv6: '2001:DB8:0:0::1/64' }] },
            },
          ],
        },
      },
      { protocol: 'tcp', from_port: 22, to_port: 22, ipv6_cidr_blocks: ['2001:db8::/64'] },
    ],
    [
      'all protocols',
      {
        ipPermissions: {
          items: [
            {
              ipProtocol: '-1',
              fromPort: -1,
              toPort: -1,
              prefixListIds: { items: [{ prefixListId: 'pl-1' }] },
            },
          ],
        },
      },
      { protocol: '-1', from_port: 0, to_port: 0, prefix_list_ids: ['pl-1'] },
    ],
    [
      'ping',
      {
        ipPermissions: [
          { ipProtocol: 'icmp', fromPort: 8, toPort: -1, ipRanges: [{ cidrIp: '10.0.0.0/8' }] },
        ],
      },
      { protocol: 'icmp', from_port: 8, to_port: -1, cidr_blocks: ['10.0.0.0/8'] },
    ],
    [
      'the group itself',
      {
        ipPermissions: {
          items: [
            {
              ipProtocol: '-1',
              groups: { items: [{ groupId: 'sg-1', userId: '111122223333' }] },
            },
          ],
        },
      },
      { protocol: '-1', from_port: 0, to_port: 0, self: true },
    ],
    [
      'a group of another account',
      {
        ipPermissions: {
          items: [
            {
              ipProtocol: '-1',
              groups: { items: [{ groupId: 'sg-2', userId: '999988887777' }] },
            },
          ],
        },
      },
      { protocol: '-1', from_port: 0, to_port: 0, security_groups: ['999988887777/sg-2'] },
    ],
  ])('reads %s', (_, request, atom) => {
    const element = { ...atom, description: '' };

    expect(run('AuthorizeSecurityGroupIngress', { groupId: 'sg-1', ...request }, inline)).toEqual([
      [web, { kind: 'add', path: ['ingress'], element }],
    ]);
  });

  it('leaves the ports of a rule resource unset where the protocol has none', () => {
    const request = {
      groupId: 'sg-1',
      ipPermissions: {
        items: [{ ipProtocol: '-1', groups: { items: [{ groupId: 'sg-2' }] } }],
      },
    };

    expect(run('AuthorizeSecurityGroupEgress', request)).toEqual([
      [
        'aws_vpc_security_group_egress_rule sg-1 -1 sg-2',
        {
          kind: 'create',
          attributes: {
            security_group_id: 'sg-1',
            ip_protocol: '-1',
            referenced_security_group_id: 'sg-2',
          },
          parent: { type: 'aws_security_group', keys: [{ id: 'sg-1' }] },
        },
      ],
    ]);
  });

  it('finds a group that the request names by name', () => {
    const { groupId: _, ...request } = sshRequest;

    expect(run('AuthorizeSecurityGroupIngress', { ...request, groupName: 'web' }, inline)).toEqual([
      ['aws_security_group web', { kind: 'add', path: ['ingress'], element: expect.anything() }],
    ]);
  });

  it.each([
    [{ ...sshRequest, groupId: undefined }, /names the aws_security_group/],
    [{ groupId: 'sg-1', ipPermissions: ['x'] }, /ipPermissions has a member/],
    [{ groupId: 'sg-1', ipPermissions: [{ ipRanges: [{ cidrIp: 'x' }] }] }, /no ipProtocol/],
  ])('refuses %j', (request, message) => {
    const clean = JSON.parse(JSON.stringify(request)) as JsonObject;

    expect(run('AuthorizeSecurityGroupIngress', clean, inline)).toMatch(message);
  });
});

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

describe('ModifySecurityGroupRules', () => {
  const request = {
    ModifySecurityGroupRulesRequest: {
      GroupId: 'sg-1',
      SecurityGroupRule: {
        SecurityGroupRuleId: 'sgr-1',
        tag: 1,
        SecurityGroupRule: {
          IpProtocol: 'tcp',
          FromPort: 443,
          ToPort: 443,
          CidrIpv4: '203.0.113.9/32',
          Description: 'Web',
        },
      },
    },
  };
  const changed = [
    set(['ip_protocol'], 'tcp'),
    set(['from_port'], 443),
    set(['to_port'], 443),
    set(['description'], 'Web'),
    set(['cidr_ipv4'], '203.0.113.9/32'),
  ];

  it('sets everything on the rule resource', () => {
    const v6 = estateOf(
      group,
      singleRule({ id: 'sgr-1', ...ssh, cidr_ipv4: '', cidr_ipv6: '::/0' }),
    );
    const name = 'aws_vpc_security_group_ingress_rule sgr-1';

    expect(run('ModifySecurityGroupRules', request, single)).toEqual(
      changed.map((change) => [name, change]),
    );
    expect(run('ModifySecurityGroupRules', request, v6)).toEqual(
      [...changed, set(['cidr_ipv6'], null)].map((change) => [name, change]),
    );
  });

  it('sets everything on an older rule resource', () => {
    const estate = estateOf(
      group,
      legacyRule({ ipv6_cidr_blocks: ['::/0'], security_group_rule_id: 'sgr-1' }),
    );

    expect(run('ModifySecurityGroupRules', request, estate)).toEqual(
      [
        set(['protocol'], 'tcp'),
        set(['from_port'], 443),
        set(['to_port'], 443),
        set(['description'], 'Web'),
        set(['cidr_blocks'], ['203.0.113.9/32']),
        set(['ipv6_cidr_blocks'], null),
      ].map((change) => ['aws_security_group_rule sgrule-1', change]),
    );
  });

  const block = { ...sshAtom, description: 'Web' };
  const inlineWith = (...ingress: readonly JsonObject[]) =>
    estateOf({ ...group, attributes: { id: 'sg-1', ingress, egress: [] }, declares: ['ingress'] });

  it('exchanges the one block that differs in a single aspect', () => {
    const other = { ...block, from_port: 80, to_port: 80, cidr_blocks: ['10.0.0.0/8'] };

    expect(run('ModifySecurityGroupRules', request, inlineWith(block, other))).toEqual([
      [web, { kind: 'remove', path: ['ingress'], element: block }],
      [
        web,
        { kind: 'add', path: ['ingress'], element: { ...block, from_port: 443, to_port: 443 } },
      ],
    ]);
  });

  it.each([
    ['two such blocks', inlineWith(block, { ...block, from_port: 80, to_port: 80 })],
    ['no such block', inlineWith({ ...block, description: '', cidr_blocks: ['10.0.0.0/8'] })],
  ])('does not guess where there are %s', (_, estate) => {
    expect(run('ModifySecurityGroupRules', request, estate)).toEqual([[web, hidden(['ingress'])]]);
  });
});

describe('UpdateSecurityGroupRuleDescriptionsIngress', () => {
  const operation = 'UpdateSecurityGroupRuleDescriptionsIngress';

  it('exchanges the atom, or sets the attribute', () => {
    expect(run(operation, sshRequest, inline)).toEqual([
      [web, { kind: 'remove', path: ['ingress'], element: sshAtom }],
      [web, { kind: 'add', path: ['ingress'], element: { ...sshAtom, description: 'Alice' } }],
    ]);
    expect(run(operation, sshRequest, single)).toEqual([
      ['aws_vpc_security_group_ingress_rule sgr-1', set(['description'], 'Alice')],
    ]);
    expect(run(operation, sshRequest, legacy)).toEqual([
      ['aws_security_group_rule sgrule-1', set(['description'], 'Alice')],
    ]);
  });

  it('goes by rule id', () => {
    const request = {
      groupId: 'sg-1',
      securityGroupRuleDescriptions: { items: [{ securityGroupRuleId: 'sgr-1' }] },
    };

    expect(run(operation, request, single)).toEqual([
      ['aws_vpc_security_group_ingress_rule sgr-1', set(['description'], null)],
    ]);
  });
});

describe('the group itself', () => {
  it('is created and deleted', () => {
    const request = {
      groupName: 'web',
      groupDescription: 'Web tier',
      vpcId: 'vpc-1',
      tagSpecificationSet: {
        items: [{ resourceType: 'security-group', tags: [{ key: 'Team', value: 'core' }] }],
      },
    };
    const attributes = {
      name: 'web',
      description: 'Web tier',
      vpc_id: 'vpc-1',
      tags: { Team: 'core' },
    };

    expect(run('CreateSecurityGroup', request, undefined, { groupId: 'sg-7' })).toEqual([
      ['aws_security_group sg-7', { kind: 'create', attributes, importId: 'sg-7' }],
    ]);
    expect(run('DeleteSecurityGroup', { groupId: 'sg-7' })).toEqual([
      ['aws_security_group sg-7', { kind: 'delete' }],
    ]);
  });
});
