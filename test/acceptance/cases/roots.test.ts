import { useProject } from '../harness/project.ts';
import { type RootCase, runRootCases } from '../harness/roots.ts';
import { putAlarm } from './alarm.ts';

const keep = (logGroupName: string, retentionInDays: number): Pick<RootCase, 'by' | 'act'> => ({
  by: 'console human',
  act: ({ logs }) => logs.putRetentionPolicy({ logGroupName, retentionInDays }),
});

runRootCases(
  useProject('roots-envs'),
  { root: 'envs/prod' },
  [
    {
      name: 'a literal of the module that all have becomes an input',
      ...keep('/prod/app', 60),
      in: ['modules/service/main.tf', 'modules/service/variables.tf', 'envs/prod/main.tf'],
      writes: [
        'retention_in_days = var.app_retention_in_days',
        'default = 30',
        'app_retention_in_days = 60',
      ],
    },
    {
      name: 'a default is passed by in the call',
      ...keep('/prod/audit', 731),
      in: ['envs/prod/main.tf'],
      writes: ['audit_days = 731'],
    },
    {
      name: 'what only this root gets changes in the module',
      ...keep('/prod/access', 120),
      in: ['modules/service/main.tf'],
      writes: ['var.environment == "prod" ? 120 : 7'],
    },
    {
      name: 'an argument of the call, and an entry that no other root picks',
      by: 'on call',
      act: ({ cloudwatch }) =>
        putAlarm(cloudwatch, 'prod-errors', { Threshold: 25, EvaluationPeriods: 3 }),
      in: ['envs/prod/main.tf', 'modules/service/main.tf'],
      writes: ['threshold = 25', 'gold = 3'],
    },
    {
      name: 'a rule more that no other root gets',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.authorizeSecurityGroupIngress({
          GroupId: text('module.service.aws_security_group.front'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 8443,
              ToPort: 8443,
              IpRanges: [{ CidrIp: '10.9.0.0/16', Description: 'partner' }],
            },
          ],
        }),
      in: ['modules/service/main.tf', 'modules/service/variables.tf', 'envs/prod/main.tf'],
      writes: ['for_each = var.additional_ingress', 'default = []', 'from_port = 8443'],
    },
    {
      name: 'a rule less that all others keep',
      by: 'on call',
      act: ({ ec2, text }) =>
        ec2.revokeSecurityGroupIngress({
          GroupId: text('module.service.aws_security_group.back'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 9100,
              ToPort: 9100,
              IpRanges: [{ CidrIp: '10.1.0.0/16', Description: 'metrics' }],
            },
          ],
        }),
      in: ['modules/service/main.tf', 'modules/service/variables.tf', 'envs/prod/main.tf'],
      writes: [
        'for_each = var.enable_ingress_metrics ? [1] : []',
        'enable_ingress_metrics = false',
      ],
    },
    {
      name: 'one instance of several, in its entry',
      ...keep('/prod/feeds/refunds', 180),
      in: ['envs/prod/main.tf'],
      writes: [
        'refunds = { team = "pay", retention_in_days = 180 }',
        'lookup(each.value, "retention_in_days", 30)',
      ],
    },
  ],
  ['envs/prod', 'envs/staging', 'envs/dev'],
);

runRootCases(
  useProject('roots-links'),
  { root: 'live/blue' },
  [
    {
      name: 'a literal of a linked module that others have, too, becomes an input',
      ...keep('/links/blue/jobs', 5),
      in: ['modules/service/main.tf', 'live/blue/main.tf'],
      writes: ['retention_in_days = var.jobs_retention_in_days', 'jobs_retention_in_days = 5'],
    },
    {
      name: 'what no other root has changes in the linked module',
      ...keep('/links/blue/traces', 1),
      in: ['modules/service/main.tf'],
      writes: ['retention_in_days = 1'],
    },
    {
      name: 'a default is passed by in the call of a linked module',
      ...keep('/links/blue/app', 30),
      in: ['live/blue/main.tf'],
      writes: ['days = 30'],
    },
    {
      name: 'the input of a file that two roots link',
      ...keep('/links/blue/archive', 180),
      in: ['live/blue/terraform.tfvars'],
      writes: ['archive_days = 180'],
    },
  ],
  ['live/blue', 'live/green', 'tools'],
);

runRootCases(
  useProject('roots-stacks'),
  { root: 'app', workspace: 'prod', varFile: 'prod.tfvars' },
  [
    {
      name: 'an entry of the variable file of this environment',
      ...keep('/stacks/prod/app', 90),
      in: ['app/prod.tfvars'],
      writes: ['app_days = 90'],
    },
    {
      name: 'a default that the environments share',
      ...keep('/stacks/prod/batch', 30),
      in: ['app/prod.tfvars'],
      writes: ['batch_days = 30'],
    },
    {
      name: 'a literal that the environments share',
      ...keep('/stacks/prod/web', 60),
      in: ['app/main.tf', 'app/prod.tfvars'],
      writes: ['= var.', '= 60'],
    },
    {
      name: 'a literal of a module that the environments share',
      ...keep('/stacks/prod/service', 14),
      in: ['app/main.tf', 'app/prod.tfvars', 'modules/service/main.tf'],
      writes: ['= 14'],
    },
    {
      name: 'a branch for the workspace',
      ...keep('/stacks/prod/mail', 120),
      in: ['app/main.tf'],
      writes: ['terraform.workspace == "prod" ? 120 : 3'],
    },
  ],
  ['app (dev)', 'app (prod)'],
);
