import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { judgeNetwork } from '../../../../src/providers/harm/network/judge.ts';
import { type Judge, testCase } from '../grants/make.ts';
import { entry, everything, group, judged, opens, world } from './make.ts';

const inline = 'aws_security_group';
const single = 'aws_vpc_security_group_ingress_rule';
const office = '203.0.113.9/32';

/*
 * Principles of the severities: the port's severity if opened to the world, one less for a large
 * part of it, 3 or 2 for a few public addresses, 2 or 1 for private ones and groups; for egress 2
 * and 1.
 */
const worldwide: readonly (readonly [readonly [number, number] | number, number])[] = [
  ...[
    22, 23, 445, 1433, 2375, 2379, 3306, 3389, 5432, 5601, 5900, 6379, 6443, 9200, 10250, 11211,
    27017,
  ].map((port) => [port, 5] as const),
  ...[21, 25, 389, 3000, 8080, 8443, 9090, 9092].map((port) => [port, 4] as const),
  ...[4000, 12345, 53].map((port) => [port, 3] as const),
  ...[80, 443].map((port) => [port, 1] as const),
  [[0, 65_535], 5],
  [[1, 1024], 5],
  [[8080, 8085], 4],
  [[8000, 8100], 5],
  [[30_000, 32_767], 3],
  [[80, 443], 5],
];

describe('ports for the whole internet', () => {
  for (const [ports, severity] of worldwide) {
    const judge: Judge = (...sides) => judged(inline, ...sides);
    const [before, after] = [group(), group(opens(ports, world))];
    const name = `${[ports].flat().join('-')}: ${severity}`;
    testCase(judge, {
      name,
      before,
      after,
      weakens: severity,
      strengthens: 0,
      says: 'everyone (0.0.0.0/0)',
    });
  }
});

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const rows: readonly Row[] = [
  [
    'SSH',
    inline,
    group(opens(443, world)),
    group(opens(443, world), opens(22, world)),
    5,
    0,
    'SSH (22) is now open to everyone (0.0.0.0/0)',
  ],
  [
    'everything',
    inline,
    group(),
    group(opens(0, world, everything)),
    5,
    0,
    'Every port of every protocol is now open',
  ],
  [
    'IPv6 as well',
    inline,
    group(opens(22, world)),
    group(opens(22, [world, '::/0'])),
    5,
    0,
    '::/0',
  ],
  [
    'two halves of the internet',
    inline,
    group(),
    group(opens(22, ['0.0.0.0/1', '128.0.0.0/1'])),
    5,
    0,
  ],
  ['half of the internet', inline, group(), group(opens(22, '0.0.0.0/1')), 5, 0],
  ['a large network', inline, group(), group(opens(22, '54.0.0.0/8')), 4, 0],
  ['a small network', inline, group(), group(opens(22, '203.0.113.0/24')), 3, 0],
  [
    'one address',
    inline,
    group(),
    group(opens(22, office)),
    3,
    0,
    'SSH (22) is now open to 203.0.113.9/32',
  ],
  ['one address for a port of no fame', inline, group(), group(opens(4000, office)), 2, 0],
  ['one address for HTTPS', inline, group(), group(opens(443, office)), 1, 0],
  ['a private network', inline, group(), group(opens(22, '10.0.0.0/8')), 2, 0],
  [
    'a private network for a port of no fame',
    inline,
    group(),
    group(opens(4000, '172.16.0.0/12')),
    1,
    0,
  ],
  ['a private network of IPv6', inline, group(), group(opens(22, 'fd00::/8')), 2, 0],
  [
    'another group',
    inline,
    group(),
    group({ ...opens(5432, []), security_groups: ['sg-2'] }),
    2,
    0,
    'PostgreSQL (5432) is now open to sg-2',
  ],
  ['itself', inline, group(), group({ ...opens(0, [], everything), self: true }), 2, 0, 'itself'],
  ['a prefix list', inline, group(), group({ ...opens(443, []), prefix_list_ids: ['pl-1'] }), 1, 0],
  [
    'a group where everybody may already',
    inline,
    group(opens(443, world)),
    group(opens(443, world), { ...opens(443, []), security_groups: ['sg-2'] }),
    0,
    0,
  ],
  [
    'all UDP',
    inline,
    group(),
    group(opens([0, 65_535], world, { protocol: 'udp' })),
    5,
    0,
    'Every UDP port',
  ],
  ['ping', inline, group(), group(opens([8, 0], world, { protocol: 'icmp' })), 1, 0],
  [
    'a protocol by its number',
    inline,
    group(opens(22, office)),
    group(opens(22, office, { protocol: '6' })),
    0,
    0,
  ],
  [
    'networks merged',
    inline,
    group(opens(22, ['10.0.0.0/25', '10.0.0.128/25'])),
    group(opens(22, '10.0.0.0/24')),
    0,
    0,
  ],
  [
    'networks with bits behind the prefix',
    inline,
    group(opens(22, '10.0.0.7/24')),
    group(opens(22, '10.0.0.0/24')),
    0,
    0,
  ],
  [
    'rules merged',
    inline,
    group(opens(22, '10.0.0.0/8'), opens([23, 30], '10.0.0.0/8')),
    group(opens([22, 30], '10.0.0.0/8')),
    0,
    0,
  ],
  [
    'a rule split by networks',
    inline,
    group(opens(22, ['10.0.0.0/8', office])),
    group(opens(22, office), opens(22, '10.0.0.0/8')),
    0,
    0,
  ],
  [
    'a rule within another',
    inline,
    group(opens([0, 100], world)),
    group(opens([0, 100], world), opens(22, office)),
    0,
    0,
  ],
  [
    'another description',
    inline,
    group(opens(22, office, { description: 'a' })),
    group(opens(22, office, { description: 'b' })),
    0,
    0,
  ],
  [
    'the world narrowed to a private network',
    inline,
    group(opens(22, world)),
    group(opens(22, '10.0.0.0/8')),
    0,
    5,
    'all but 10.0.0.0/8',
  ],
  ['a port that moves', inline, group(opens(22, world)), group(opens(443, world)), 1, 5],
  [
    'all ports on the way out',
    inline,
    { egress: [] },
    { egress: [opens(0, world, everything)] },
    2,
    0,
    'on the way out',
  ],
  ['HTTPS on the way out', inline, { egress: [] }, { egress: [opens(443, world)] }, 1, 0],
  [
    'the default group',
    'aws_default_security_group',
    group(),
    group(opens(3389, world)),
    5,
    0,
    'RDP (3389)',
  ],
  ['a rule', 'aws_security_group_rule', undefined, { ...opens(22, world), type: 'ingress' }, 5, 0],
  [
    'a rule on the way out',
    'aws_security_group_rule',
    undefined,
    { ...opens(0, world, everything), type: 'egress' },
    2,
    0,
  ],
  [
    'a rule of one network',
    single,
    undefined,
    { cidr_ipv4: world, from_port: 3306, to_port: 3306, ip_protocol: 'tcp' },
    5,
    0,
  ],
  [
    'a rule of IPv6',
    single,
    undefined,
    { cidr_ipv6: '::/0', from_port: 22, to_port: 22, ip_protocol: 'tcp' },
    5,
    0,
    'everyone (::/0)',
  ],
  ['a rule of all', single, undefined, { cidr_ipv4: world, ip_protocol: '-1' }, 5, 0],
  [
    'a rule that widens',
    single,
    { cidr_ipv4: office, from_port: 22, to_port: 22, ip_protocol: 'tcp' },
    { cidr_ipv4: world, from_port: 22, to_port: 22, ip_protocol: 'tcp' },
    5,
    0,
  ],
  [
    'a rule of another group',
    single,
    undefined,
    { referenced_security_group_id: 'sg-2', from_port: 6379, to_port: 6379, ip_protocol: 'tcp' },
    2,
    0,
  ],
  [
    'an allowance of an ACL',
    'aws_network_acl',
    { ingress: [] },
    { ingress: [entry(100, 'allow', 22)] },
    3,
    0,
  ],
  [
    'a denial of an ACL gone',
    'aws_network_acl',
    { ingress: [entry(90, 'deny', 22), entry(100, 'allow', -1)] },
    { ingress: [entry(100, 'allow', -1)] },
    3,
    0,
    'which a rule denied before',
  ],
  [
    'a denial of an ACL that comes too late',
    'aws_network_acl',
    { ingress: [entry(100, 'allow', -1)] },
    { ingress: [entry(100, 'allow', -1), entry(200, 'deny', 22)] },
    0,
    0,
  ],
  [
    'a denial of an ACL that moves behind',
    'aws_network_acl',
    { ingress: [entry(90, 'deny', 22), entry(100, 'allow', -1)] },
    { ingress: [entry(190, 'deny', 22), entry(100, 'allow', -1)] },
    3,
    0,
  ],
  [
    'an entry of an ACL',
    'aws_network_acl_rule',
    undefined,
    {
      rule_number: 100,
      rule_action: 'allow',
      protocol: '6',
      from_port: 22,
      to_port: 22,
      cidr_block: world,
    },
    3,
    0,
  ],
  [
    'an entry of an ACL that denies, gone',
    'aws_network_acl_rule',
    {
      rule_number: 90,
      rule_action: 'deny',
      protocol: '6',
      from_port: 22,
      to_port: 22,
      cidr_block: world,
    },
    undefined,
    3,
    0,
  ],
  [
    'the control plane of a cluster',
    'aws_eks_cluster',
    { vpc_config: [{ public_access_cidrs: [office] }] },
    { vpc_config: [{ public_access_cidrs: [world] }] },
    4,
    0,
    'The Kubernetes API of this cluster is now open to everyone',
  ],
  [
    'a control plane that becomes public',
    'aws_eks_cluster',
    { vpc_config: [{ endpoint_public_access: false }] },
    { vpc_config: [{ endpoint_public_access: true }] },
    4,
    0,
  ],
  [
    'a control plane without a list is for everybody',
    'aws_eks_cluster',
    { vpc_config: [{}] },
    { vpc_config: [{ public_access_cidrs: [world] }] },
    0,
    0,
  ],
  [
    'ports of a small server',
    'aws_lightsail_instance_public_ports',
    { port_info: [] },
    { port_info: [{ protocol: 'tcp', from_port: 22, to_port: 22, cidrs: [world] }] },
    5,
    0,
  ],
];

describe('security groups, network ACLs and clusters of AWS', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }

  it('gives ports and networks as facts in one fixed form', () => {
    const { opened, closed } = judged(
      inline,
      group(opens(22, ['10.0.0.0/24', '10.0.1.0/24'])),
      group(opens([22, 23], '10.0.0.0/24')),
    );

    expect(opened).toEqual([
      { flow: 'in', protocol: 'tcp', from: 23, to: 23, peers: ['10.0.0.0/24'], target: '*' },
    ]);
    expect(closed).toEqual([
      { flow: 'in', protocol: 'tcp', from: 22, to: 22, peers: ['10.0.1.0/24'], target: '*' },
    ]);
  });

  it.each([
    ['masked', { ingress: '***' }, undefined],
    ['masked within', { ingress: [opens(22, world, { cidr_blocks: ['***'] })] }, undefined],
    ['not known yet', group(), ['ingress']],
    ['not known yet within', group(), ['ingress.cidr_blocks']],
  ])('%s: cannot tell', (_name, after, unknown = []) => {
    const change = { type: inline, before: group(), after, unknown };
    expect(judgeNetwork(change).harms).toEqual([
      expect.objectContaining({ doubt: 'cannot-tell', direction: 'weakens' }),
    ]);
  });

  it('says nothing about other types and other attributes', () => {
    expect(judged('aws_instance', group(), group(opens(22, world))).harms).toEqual([]);
    expect(judged(inline, { tags: { a: '1' } }, { tags: { a: '2' } }).harms).toEqual([]);
  });
});
