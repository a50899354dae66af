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
  set,
  single,
  singleRule,
  ssh,
  sshAtom,
  sshRequest,
  web,
} from './security-group.ts';

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
