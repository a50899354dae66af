import { describe, expect, it } from 'vitest';
import { atomsOf, elementRule } from '../../../src/providers/catalog/elements.ts';

const https = { from_port: 443, to_port: 443, protocol: 'tcp', description: 'web' };

describe('atomsOf', () => {
  it('takes a security group rule apart', () => {
    const element = {
      ...https,
      cidr_blocks: ['10.0.0.0/8', '192.0.2.0/24'],
      ipv6_cidr_blocks: ['::/0'],
      prefix_list_ids: [],
      security_groups: ['sg-2'],
      self: true,
    };

    expect(atomsOf('aws_security_group', 'ingress', element)).toEqual([
      { ...https, cidr_blocks: ['10.0.0.0/8'] },
      { ...https, cidr_blocks: ['192.0.2.0/24'] },
      { ...https, ipv6_cidr_blocks: ['::/0'] },
      { ...https, security_groups: ['sg-2'] },
      { ...https, self: true },
    ]);
  });

  it('writes the empty description out, whether it was null or absent', () => {
    const rule = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['10.0.0.0/8'] };
    const atom = { ...rule, description: '' };

    expect(atomsOf('aws_security_group', 'egress', rule)).toEqual([atom]);
    expect(
      atomsOf('aws_security_group', 'egress', { ...rule, description: null, self: false }),
    ).toEqual([atom]);
  });

  it.each([
    ['aws_autoscaling_group', 'tag', { key: 'a', value: 'b', propagate_at_launch: true }],
    ['aws_security_group', 'tags', { a: ['b', 'c'] }],
    ['__proto__', 'constructor', 'x'],
  ])('leaves members of %s.%s whole', (type, block, element) => {
    expect(atomsOf(type, block, element)).toEqual([element]);
  });
});

describe('elementRule', () => {
  it('knows keyed members', () => {
    expect(elementRule('aws_autoscaling_group', 'tag')?.identity).toEqual(['key']);
    expect(elementRule('aws_instance', 'tags')).toBeUndefined();
  });
});
