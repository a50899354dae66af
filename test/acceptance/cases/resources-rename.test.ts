import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const resources = useProject('resources');

runCases(resources, 'under another name', [
  {
    name: 'user of a set',
    by: 'console human',
    act: ({ iam }) => iam.updateUser({ UserName: 'metabase', NewUserName: 'metabase-bi' }),
    expect: {
      kind: 'adopted',
      imports: 1,
      at: ['aws_iam_user.reader["metabase-bi"]', 'aws_iam_user.reader["metabase"]'],
      in: ['variables.tf', 'iam.tf'],
      writes: [
        'default = ["grafana", "metabase-bi", "looker"]',
        'to = aws_iam_user.reader["metabase-bi"]',
        'id = "metabase-bi"',
      ],
    },
  },
  {
    name: 'group of a map',
    by: 'cli human',
    act: ({ iam }) => iam.updateGroup({ GroupName: 'treasury', NewGroupName: 'cash' }),
    expect: {
      kind: 'adopted',
      imports: 1,
      at: ['aws_iam_group.team["cash"]', 'aws_iam_group.team["treasury"]'],
      in: ['iam.tf'],
      writes: ['cash = "/teams/"', 'to = aws_iam_group.team["cash"]'],
      drops: ['treasury = "/teams/"'],
    },
  },
]);

runCases(
  resources,
  'proved by a plan',
  [
    {
      name: 'user under another name',
      by: 'on call',
      act: ({ iam }) => iam.updateUser({ UserName: 'grafana', NewUserName: 'grafana-cloud' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_iam_user.reader["grafana-cloud"]', 'aws_iam_user.reader["grafana"]'],
        in: ['variables.tf', 'iam.tf'],
        writes: ['"grafana-cloud"'],
      },
    },
    {
      name: 'log group as an entry',
      by: 'cli human',
      act: async ({ logs }) => {
        await logs.createLogGroup({ logGroupName: '/ledger/export' });
        await logs.putRetentionPolicy({ logGroupName: '/ledger/export', retentionInDays: 3 });
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_cloudwatch_log_group.this["export"]'],
        in: ['terraform.tfvars', 'operations.tf'],
        writes: ['export = 3'],
        unseen: true,
      },
    },
  ],
  { args: ['--adopt', 'all', '--verify', 'plan'] },
);
