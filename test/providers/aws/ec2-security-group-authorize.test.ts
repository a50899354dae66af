import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { estateOf } from '../catalog/event.ts';
import {
  group,
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
  sshResponse,
  web,
} from './security-group.ts';

describe('AuthorizeSecurityGroupIngress', () => {
  it('adds an atom where the group has its rules inline', () => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, inline, sshResponse)).toEqual([
      [web, { kind: 'add', path: ['ingress'], element: { ...sshAtom, description: 'Alice' } }],
    ]);
  });

  it.each([
    ['other rule resources', estateOf(group, singleRule({ id: 'sgr-1', ...ssh, to_port: 23 }))],
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

  it('makes a managed rule again, under its new id', () => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, single, sshResponse)).toMatchObject([
      ['aws_vpc_security_group_ingress_rule sgr-1', { kind: 'create', importId: 'sgr-9' }],
    ]);
  });

  it('gives a managed rule of the older kind a peer again', () => {
    expect(run('AuthorizeSecurityGroupIngress', sshRequest, legacy, sshResponse)).toEqual([
      [
        'aws_security_group_rule sgrule-1',
        { kind: 'add', path: ['cidr_blocks'], element: '203.0.113.9/32' },
      ],
      ['aws_security_group_rule sgrule-1', set(['description'], 'Alice')],
    ]);
  });

  it('creates the older kind of rule resource where the group uses it', () => {
    const others = estateOf(group, legacyRule({ cidr_blocks: ['10.0.0.0/8'] }));

    expect(run('AuthorizeSecurityGroupIngress', sshRequest, others, sshResponse)).toEqual([
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

  it('keeps the tags of the rule, from the response or the request', () => {
    const tagSpecificationSet = {
      items: [{ resourceType: 'security-group-rule', tags: [{ key: 'Team', value: 'core' }] }],
    };
    const changes = run('AuthorizeSecurityGroupIngress', { ...sshRequest, tagSpecificationSet });

    expect(changes).toMatchObject([
      [expect.anything(), { attributes: { tags: { Team: 'core' } } }],
    ]);
  });
});
