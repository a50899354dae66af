import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';

const modules = useProject('modules');

// As a resource, the rule would appear wherever the module is used; the list belongs to one use.
runCase(
  modules,
  {
    name: 'network added to a list that makes rules',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('module.api.aws_security_group.this'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 8443,
            ToPort: 8443,
            IpRanges: [{ CidrIp: '192.0.2.0/24', Description: 'Clients' }],
          },
        ],
        // The tags that the provider would set.
        TagSpecifications: [
          {
            ResourceType: 'security-group-rule',
            Tags: [
              { Key: 'Project', Value: 'payments' },
              { Key: 'ManagedBy', Value: 'terraform' },
            ],
          },
        ],
      }),
    expect: {
      kind: 'adopted',
      imports: 1,
      at: ['module.api.aws_vpc_security_group_ingress_rule.clients["192.0.2.0/24"]'],
      in: ['terraform.tfvars', 'main.tf'],
      writes: [
        '"192.0.2.0/24",',
        'to = module.api.aws_vpc_security_group_ingress_rule.clients["192.0.2.0/24"]',
      ],
      unseen: true,
    },
  },
  { args: ['--adopt', 'related', '--verify', 'plan'] },
);
