import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const flat = useProject('flat');

runCases(flat, 'network', [
  {
    name: 'VPC attribute set in the console',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifyVpcAttribute({ VpcId: text('aws_vpc.main'), EnableDnsHostnames: { Value: true } }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc.main'],
      in: ['network.tf'],
      writes: ['enable_dns_hostnames = true # the legacy resolver'],
    },
  },
  {
    name: 'tags of a VPC added and removed',
    by: 'cli human',
    act: async ({ ec2, text }) => {
      const Resources = [text('aws_vpc.main')];
      await ec2.createTags({ Resources, Tags: [{ Key: 'CostCenter', Value: '4711' }] });
      await ec2.deleteTags({ Resources, Tags: [{ Key: 'Environment' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_vpc.main'],
      in: ['network.tf'],
      writes: ['CostCenter = "4711"'],
      drops: ['Environment = "production"'],
    },
  },
  {
    name: 'subnet attribute that stands in the code',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifySubnetAttribute({
        SubnetId: text('aws_subnet.public_a'),
        MapPublicIpOnLaunch: { Value: true },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_subnet.public_a'],
      in: ['network.tf'],
      writes: ['map_public_ip_on_launch = true'],
    },
  },
  {
    name: 'subnet attribute that the code never set, and a tag',
    by: 'cli human',
    act: async ({ ec2, text }) => {
      const SubnetId = text('aws_subnet.public_b');
      await ec2.modifySubnetAttribute({ SubnetId, MapPublicIpOnLaunch: { Value: true } });
      await ec2.createTags({ Resources: [SubnetId], Tags: [{ Key: 'Tier', Value: 'edge' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_subnet.public_b'],
      in: ['network.tf'],
      writes: ['map_public_ip_on_launch = true', 'Tier = "edge"'],
    },
  },
  {
    name: 'rule added to inline rules at night',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('aws_security_group.web'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 22,
            ToPort: 22,
            IpRanges: [{ CidrIp: '203.0.113.9/32', Description: 'debugging OPS-812' }],
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_security_group.web'],
      in: ['security.tf'],
      writes: ['"203.0.113.9/32"', 'description = "debugging OPS-812"'],
    },
  },
  {
    name: 'source of a rule resource widened',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifySecurityGroupRules({
        GroupId: text('aws_security_group.db'),
        SecurityGroupRules: [
          {
            SecurityGroupRuleId: text('aws_vpc_security_group_ingress_rule.db_from_bastion'),
            SecurityGroupRule: {
              IpProtocol: 'tcp',
              FromPort: 5432,
              ToPort: 5432,
              CidrIpv4: '10.20.9.0/27',
              Description: 'PostgreSQL from the bastion',
            },
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc_security_group_ingress_rule.db_from_bastion'],
      in: ['security.tf'],
      writes: ['cidr_ipv4 = "10.20.9.0/27"'],
    },
  },
  {
    name: 'description of an old style rule resource',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.updateSecurityGroupRuleDescriptionsIngress({
        GroupId: text('aws_security_group.cache'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 6379,
            ToPort: 6379,
            IpRanges: [{ CidrIp: '10.20.0.0/16', Description: 'cache clients' }],
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_security_group_rule.cache_in'],
      in: ['security.tf'],
      writes: ['description = "cache clients"'],
    },
  },
]);

runCases(
  flat,
  'rules that come and go',
  [
    {
      name: 'one source of an inline rule closed',
      by: 'security bot',
      act: ({ ec2, text }) =>
        ec2.revokeSecurityGroupIngress({
          GroupId: text('aws_security_group.web'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 80,
              ToPort: 80,
              IpRanges: [{ CidrIp: '203.0.113.0/24', Description: 'HTTP from offices' }],
            },
          ],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_security_group.web'],
        in: ['security.tf'],
        drops: ['"203.0.113.0/24"'],
        loses: ['# Utrecht'],
      },
    },
    {
      name: 'rule added beside rule resources',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.authorizeSecurityGroupIngress({
          GroupId: text('aws_security_group.db'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 5432,
              ToPort: 5432,
              IpRanges: [{ CidrIp: '10.20.8.0/24', Description: 'reporting' }],
            },
          ],
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_security_group.db'],
        in: ['security.tf', 'imports.tf'],
        writes: ['cidr_ipv4 = "10.20.8.0/24"', 'security_group_id = aws_security_group.db.id'],
      },
    },
    {
      name: 'rule resource revoked',
      by: 'cli human',
      act: ({ ec2, text }) =>
        ec2.revokeSecurityGroupIngress({
          GroupId: text('aws_security_group.cache'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 6379,
              ToPort: 6379,
              IpRanges: [{ CidrIp: '10.20.0.0/16', Description: 'redis from the vpc' }],
            },
          ],
        }),
      expect: {
        kind: 'removed',
        at: ['aws_security_group_rule.cache_in'],
        in: ['security.tf'],
        drops: ['resource "aws_security_group_rule" "cache_in" {'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
