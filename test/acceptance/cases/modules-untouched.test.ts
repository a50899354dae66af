import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';
import { policy } from './documents.ts';

const modules = useProject('modules');

runCase(modules, {
  name: "Terraform's own run, through modules",
  by: 'terraform',
  act: async ({ autoscaling, logs, sqs, text }) => {
    await autoscaling.updateAutoScalingGroup({
      AutoScalingGroupName: 'payments-live-api',
      MinSize: 0,
      MaxSize: 6,
    });
    await logs.putRetentionPolicy({ logGroupName: '/payments-live-worker', retentionInDays: 30 });
    await sqs.setQueueAttributes({
      QueueUrl: text('module.inbox.aws_sqs_queue.this'),
      Attributes: { VisibilityTimeout: '45' },
    });
  },
  expect: { kind: 'untouched', trace: ['iac'] },
});

runCase(modules, {
  name: 'fleet scaled out and in again',
  by: 'autoscaling',
  act: async ({ autoscaling, wait }) => {
    const AutoScalingGroupName = 'payments-live-worker';
    await autoscaling.setDesiredCapacity({ AutoScalingGroupName, DesiredCapacity: 1 });
    wait(1800);
    await autoscaling.setDesiredCapacity({ AutoScalingGroupName, DesiredCapacity: 0 });
  },
  expect: { kind: 'untouched', trace: ['reverted'] },
});

runCase(
  modules,
  {
    name: 'roles and functions of another team',
    by: 'github actions',
    act: async ({ iam, logs }) => {
      const RoleName = 'search-indexer';
      await iam.createRole({ RoleName, AssumeRolePolicyDocument: policy() });
      await iam.attachRolePolicy({
        RoleName,
        PolicyArn: 'arn:aws:iam::aws:policy/AmazonSQSFullAccess',
      });
      await logs.createLogGroup({ logGroupName: '/search/indexer' });
      await logs.putRetentionPolicy({ logGroupName: '/search/indexer', retentionInDays: 3 });
    },
    expect: { kind: 'untouched', trace: ['unmanaged'] },
  },
  { args: ['--adopt', 'none'] },
);

// Terraform would put the provider's tags on the rule, which is more than an import.
runCase(
  modules,
  {
    name: 'network added to a list that makes rules, without the tags of the others',
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
      }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  { args: ['--adopt', 'related'] },
);
