import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';
import { trust } from './documents.ts';

const flat = useProject('flat');

const ssh = {
  IpPermissions: [
    { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
  ],
};

runCase(flat, {
  name: 'reading only',
  by: 'console human',
  act: async ({ ec2, s3, iam }) => {
    await ec2.describeInstances({});
    await s3.getBucketPolicy({ Bucket: 'storefront-assets-prod' });
    await iam.listRoles({});
  },
  expect: { kind: 'untouched', trace: [] },
});

runCase(flat, {
  name: 'calls that were denied',
  by: 'unknown role',
  act: async ({ refused, text }) => {
    const GroupId = text('aws_security_group.web');
    await refused('UnauthorizedOperation').ec2.authorizeSecurityGroupIngress({ GroupId, ...ssh });
    const denied = refused('AccessDenied');
    await denied.s3.deleteBucketPolicy({ Bucket: 'storefront-assets-prod' });
    await denied.iam.updateAssumeRolePolicy({
      RoleName: 'storefront-web',
      PolicyDocument: trust('lambda.amazonaws.com'),
    });
  },
  expect: { kind: 'untouched', trace: ['failed'] },
});

runCase(flat, {
  name: 'dry run',
  by: 'cli human',
  act: ({ ec2, text }) =>
    ec2
      .authorizeSecurityGroupIngress({
        GroupId: text('aws_security_group.web'),
        ...ssh,
        DryRun: true,
      })
      .then(
        () => Promise.reject(new Error('the dry run ran')),
        () => undefined,
      ),
  expect: { kind: 'untouched', trace: ['failed'] },
});

runCase(flat, {
  name: 'change and change back, by two people',
  by: 'on call',
  act: async ({ as, cloudwatch, wait }) => {
    await putAlarm(cloudwatch, 'storefront-orders-age', { Threshold: 900 });
    wait(3600);
    await putAlarm(as('cli human').cloudwatch, 'storefront-orders-age', { Threshold: 300 });
  },
  expect: { kind: 'untouched', trace: ['reverted'] },
});

runCase(flat, {
  name: 'rule opened and closed, delivered twice and out of order',
  by: 'console human',
  act: async ({ ec2, text, wait, rewrite }) => {
    const GroupId = text('aws_security_group.web');
    await ec2.authorizeSecurityGroupIngress({ GroupId, ...ssh });
    wait(900);
    await ec2.revokeSecurityGroupIngress({ GroupId, ...ssh });
    rewrite((records) => [...records, ...records].reverse());
  },
  expect: { kind: 'untouched', trace: ['reverted', 'duplicate'] },
});

runCase(
  flat,
  {
    name: "other people's resources",
    by: 'console human',
    act: async ({ ec2, s3, sqs, text }) => {
      const { GroupId } = await ec2.createSecurityGroup({
        GroupName: 'sandbox',
        Description: 'Experiments',
        VpcId: text('aws_vpc.main'),
      });
      await ec2.authorizeSecurityGroupIngress({ GroupId, ...ssh });
      await s3.createBucket({ Bucket: 'alice-sandbox' });
      await s3.putBucketVersioning({
        Bucket: 'alice-sandbox',
        VersioningConfiguration: { Status: 'Enabled' },
      });
      await sqs.createQueue({ QueueName: 'alice-sandbox' });
    },
    expect: { kind: 'untouched', trace: ['unmanaged'] },
  },
  { args: ['--adopt', 'none'] },
);

runCase(flat, {
  name: "Terraform's own run",
  by: 'terraform',
  act: async ({ logs, s3, iam, ec2, text }) => {
    await logs.putRetentionPolicy({ logGroupName: '/storefront/checkout', retentionInDays: 30 });
    await s3.putBucketVersioning({
      Bucket: 'storefront-assets-prod',
      VersioningConfiguration: { Status: 'Enabled' },
    });
    await iam.updateAssumeRolePolicy({
      RoleName: 'storefront-web',
      PolicyDocument: trust('ec2.amazonaws.com'),
    });
    const Tags = [{ Key: 'Owner', Value: 'ops' }];
    await ec2.createTags({ Resources: [text('aws_instance.bastion')], Tags });
  },
  expect: { kind: 'untouched', trace: ['iac'] },
});

runCase(flat, {
  name: 'calls nobody knows',
  by: 'unknown role',
  act: async ({ sqs, text, rewrite }) => {
    await sqs.tagQueue({ QueueUrl: text('aws_sqs_queue.orders'), Tags: { Team: 'storefront' } });
    rewrite((records) =>
      records.map((record) => ({ ...record, eventName: 'ReticulateQueueSplines' })),
    );
  },
  expect: { kind: 'untouched', trace: ['unknown-operation'] },
});

runCase(flat, {
  name: 'value of a parameter',
  by: 'console human',
  act: ({ ssm }) =>
    ssm.putParameter({
      Name: '/storefront/payment-key',
      Type: 'SecureString',
      Value: 'live_1111111111111111',
      Overwrite: true,
    }),
  expect: { kind: 'untouched', trace: ['redacted'] },
});

runCase(flat, {
  name: 'environment of a function',
  by: 'cli human',
  act: ({ lambda }) =>
    lambda.updateFunctionConfiguration({
      FunctionName: 'storefront-resize',
      Environment: { Variables: { LOG_LEVEL: 'debug', MAX_EDGE: '2048' } },
    }),
  expect: { kind: 'untouched', trace: ['redacted'] },
});

runCase(flat, {
  name: 'password of a database',
  by: 'security bot',
  act: ({ rds }) =>
    rds.modifyDBInstance({
      DBInstanceIdentifier: 'storefront-orders',
      MasterUserPassword: 'rotated-by-the-vault',
      ApplyImmediately: true,
    }),
  expect: { kind: 'untouched', trace: ['redacted'] },
});

runCase(flat, {
  name: 'instance restarted',
  by: 'ssm agent',
  act: async ({ ec2, text, wait }) => {
    const InstanceIds = [text('aws_instance.bastion')];
    await ec2.stopInstances({ InstanceIds });
    wait(120);
    await ec2.startInstances({ InstanceIds });
  },
  expect: { kind: 'untouched', trace: ['no-effect'] },
});

runCase(flat, {
  name: 'value that is right already',
  by: 'deploy role by hand',
  act: ({ logs }) =>
    logs.putRetentionPolicy({ logGroupName: '/storefront/checkout', retentionInDays: 30 }),
  expect: { kind: 'untouched', trace: ['no-effect'] },
});

runCase(
  flat,
  {
    name: 'watching only',
    by: 'console human',
    act: ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/storefront/checkout', retentionInDays: 90 }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  { policy: 'observe' },
);
