import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const foreach = useProject('foreach');

function tcp(port: number, cidr: string, description?: string) {
  const range = {
    CidrIp: cidr,
    ...(description === undefined ? {} : { Description: description }),
  };
  return [{ IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [range] }];
}

runCases(foreach, 'rules, records and tags', [
  {
    name: 'rule added to a dynamic block',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('aws_security_group.this["edge"]'),
        IpPermissions: tcp(8443, '198.51.100.0/24', 'staging'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_security_group.this["edge"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['port = 8443', '"198.51.100.0/24"', '"staging"'],
    },
  },
  {
    name: 'source taken from a rule of a dynamic block',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text('aws_security_group.this["internal"]'),
        IpPermissions: tcp(9100, '10.60.2.0/24'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_security_group.this["internal"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['cidrs = ["10.60.1.0/24"] # node exporter'],
    },
  },
  {
    name: 'source of a rule made by for_each',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifySecurityGroupRules({
        GroupId: text('aws_security_group.gateway'),
        SecurityGroupRules: [
          {
            SecurityGroupRuleId: text('aws_vpc_security_group_ingress_rule.partner["initech"]'),
            SecurityGroupRule: {
              IpProtocol: 'tcp',
              FromPort: 8443,
              ToPort: 8443,
              CidrIpv4: '198.51.100.128/26',
              Description: 'initech',
            },
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc_security_group_ingress_rule.partner["initech"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['initech = "198.51.100.128/26" # until the end of the year'],
    },
  },
  {
    name: 'value added to a record',
    by: 'cli human',
    act: ({ route53, text }) =>
      route53.changeResourceRecordSets({
        HostedZoneId: text('aws_route53_zone.this', 'zone_id'),
        ChangeBatch: {
          Changes: [
            {
              Action: 'UPSERT',
              ResourceRecordSet: {
                Name: 'api.fleet.example.org',
                Type: 'A',
                TTL: 120,
                ResourceRecords: [
                  { Value: '192.0.2.20' },
                  { Value: '192.0.2.21' },
                  { Value: '192.0.2.22' },
                ],
              },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route53_record.this["api"]'],
      in: ['operations.auto.tfvars'],
      writes: ['ttl = 120', '"192.0.2.22"'],
    },
  },
  {
    name: 'tag on one of many that share a local',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_vpc.this')],
        Tags: [{ Key: 'Owner', Value: 'network' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc.this'],
      in: ['network.tf'],
      writes: ['Owner = "network"'],
    },
  },
  {
    name: 'tag on one of two counted instances',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_instance.runner[0]')],
        Tags: [{ Key: 'Patched', Value: 'yes' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_instance.runner[0]'],
      in: ['compute.tf'],
      writes: ['Patched'],
    },
  },
]);
