import type { Case } from './types.ts';

const ingress = (port: number, cidr: string) => ({
  type: 'ingress',
  protocol: 'tcp',
  from_port: port,
  to_port: port,
  cidr_blocks: [cidr],
});
const listener = (port: number, protocol: string) => ({
  instance_port: 8080,
  instance_protocol: 'http',
  lb_port: port,
  lb_protocol: protocol,
});
const entry = (rule_no: number, action: string, cidr_block: string) => ({
  rule_no,
  action,
  cidr_block,
  protocol: 'tcp',
  from_port: 22,
  to_port: 22,
});

export const otherAwsNetwork: readonly Case[] = [
  [
    'SSH for all',
    'aws_security_group_rule',
    undefined,
    ingress(22, '0.0.0.0/0'),
    'security weakens',
  ],
  [
    'RDP for all by IPv6',
    'aws_security_group_rule',
    undefined,
    {
      type: 'ingress',
      protocol: 'tcp',
      from_port: 3000,
      to_port: 4000,
      ipv6_cidr_blocks: ['::/0'],
    },
    'security weakens',
  ],
  [
    'database from the office to all',
    'aws_security_group_rule',
    ingress(3306, '198.51.100.0/24'),
    ingress(3306, '0.0.0.0/0'),
    'security weakens',
  ],
  [
    'database from all to one network',
    'aws_security_group_rule',
    ingress(3306, '0.0.0.0/0'),
    ingress(3306, '10.0.0.0/16'),
    'security strengthens',
  ],
  [
    'rule gets a description',
    'aws_security_group_rule',
    { ...ingress(443, '10.0.0.0/8'), description: 'in' },
    { ...ingress(443, '10.0.0.0/8'), description: 'web' },
    'harmless',
  ],
  [
    'default group lets all in',
    'aws_default_security_group',
    { ingress: [] },
    { ingress: [{ protocol: '-1', from_port: 0, to_port: 0, cidr_blocks: ['0.0.0.0/0'] }] },
    'security weakens',
  ],
  [
    'network ACL lets SSH in',
    'aws_network_acl',
    { ingress: [entry(100, 'deny', '0.0.0.0/0')] },
    { ingress: [entry(100, 'allow', '0.0.0.0/0')] },
    'security weakens',
  ],
  [
    'network ACL shuts SSH',
    'aws_network_acl',
    { ingress: [entry(100, 'allow', '0.0.0.0/0')] },
    { ingress: [] },
    'security strengthens',
  ],
  [
    'classic balancer in clear',
    'aws_elb',
    { listener: [listener(443, 'https')] },
    { listener: [listener(443, 'http')] },
    'security weakens',
  ],
  [
    'classic balancer without log',
    'aws_elb',
    { access_logs: [{ bucket: 'b', enabled: true }] },
    { access_logs: [] },
    'observability weakens',
  ],
];
