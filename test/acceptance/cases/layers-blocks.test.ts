import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const layers = useProject('layers');

const main = 'module.firewall.aws_security_group.this';
const operations = 'module.firewall.aws_security_group.operations';
const zone = (name: string) => `module.firewall.aws_security_group.zone["${name}"]`;

function tcp(port: number, cidr: string, description?: string) {
  const range = {
    CidrIp: cidr,
    ...(description === undefined ? {} : { Description: description }),
  };
  return [{ IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [range] }];
}

runCases(layers, 'dynamic blocks', [
  {
    name: 'rule opened: an entry of the map, under the name it has',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(main),
        IpPermissions: tcp(9100, '10.80.9.0/24', 'metrics'),
      }),
    expect: {
      kind: 'codified',
      at: [main],
      regroups: [main],
      in: ['locals.tf'],
      writes: ['metrics = { port = 9100, cidrs = ["10.80.9.0/24"] }'],
    },
  },
  {
    name: 'source joined to a rule: the list of its entry',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(main),
        IpPermissions: tcp(22, '192.0.2.0/24', 'ssh'),
      }),
    expect: {
      kind: 'codified',
      at: [main],
      regroups: [main],
      in: ['locals.tf'],
      writes: ['ssh = { port = 22, cidrs = ["10.80.0.0/16", "192.0.2.0/24"] } # from inside'],
    },
  },
  {
    name: 'rule closed: its entry goes',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(main),
        IpPermissions: tcp(8080, '198.51.100.0/24', 'drop'),
      }),
    expect: {
      kind: 'codified',
      at: [main],
      regroups: [main],
      in: ['locals.tf'],
      drops: ['drop = { port = 8080, cidrs = ["198.51.100.0/24"] }'],
    },
  },
  {
    name: 'port exchanged in a set',
    by: 'cli human',
    act: async ({ ec2, text }) => {
      const GroupId = text(main);
      await ec2.revokeSecurityGroupEgress({ GroupId, IpPermissions: tcp(5432, '0.0.0.0/0') });
      await ec2.authorizeSecurityGroupEgress({ GroupId, IpPermissions: tcp(6379, '0.0.0.0/0') });
    },
    expect: {
      kind: 'codified',
      at: [main],
      regroups: [main],
      in: ['main.tf'],
      writes: ['egress_ports = ["443", "6379"]'],
    },
  },
  {
    name: 'block behind a switch: the switch',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(operations),
        IpPermissions: tcp(9000, '10.80.0.0/16', 'maintenance'),
      }),
    expect: {
      kind: 'codified',
      at: [operations],
      in: ['variables.tf'],
      writes: ['default = true'],
    },
  },
  {
    name: 'block behind an optional value: nothing',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(operations),
        IpPermissions: tcp(22, '198.51.100.0/28', 'bastion'),
      }),
    expect: {
      kind: 'codified',
      at: [operations],
      in: ['variables.tf'],
      writes: ['default = null'],
      drops: ['default = "198.51.100.0/28"'],
    },
  },
  {
    name: 'rule of one instance of a shared resource',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(zone('a')),
        IpPermissions: tcp(8443, '10.80.2.0/24', 'trial'),
      }),
    expect: {
      kind: 'codified',
      at: [zone('a')],
      in: ['modules/firewall/main.tf'],
      writes: ['dynamic "ingress" {', 'for_each = each.key == "a" ? [1] : []', 'from_port = 8443'],
    },
  },
]);

runCases(layers, 'a block that one instance lost', [
  {
    name: 'rule taken from one instance of a shared resource',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(zone('b')),
        IpPermissions: tcp(8000, '10.80.1.0/24'),
      }),
    expect: {
      kind: 'codified',
      at: [zone('b')],
      in: ['modules/firewall/main.tf'],
      writes: ['for_each = each.key == "b" ? [] : [1]'],
    },
  },
]);
