import type { Clients } from './clients.ts';

const document = '{"Version":"2012-10-17"}';
const filled = { Key: 'a', Value: 'b' };

/** Calls that the oracles have a real record of. */
export const requests: readonly (readonly [string, (aws: Clients) => Promise<unknown>])[] = [
  [
    'AuthorizeSecurityGroupIngress',
    ({ ec2 }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: 'sg-1',
        CidrIp: '0.0.0.0/0',
        IpProtocol: 'tcp',
        FromPort: 22,
        ToPort: 22,
      }),
  ],
  [
    'CreateSecurityGroup',
    ({ ec2 }) => ec2.createSecurityGroup({ GroupName: 'a', Description: 'b', VpcId: 'vpc-1' }),
  ],
  ['CreateTags', ({ ec2 }) => ec2.createTags({ Resources: ['i-1'], Tags: [filled] })],
  ['StopInstances', ({ ec2 }) => ec2.stopInstances({ InstanceIds: ['i-1'], Force: false })],
  ['StartInstances', ({ ec2 }) => ec2.startInstances({ InstanceIds: ['i-1'] })],
  ['TerminateInstances', ({ ec2 }) => ec2.terminateInstances({ InstanceIds: ['i-1'] })],
  [
    'ModifyInstanceAttribute',
    ({ ec2 }) =>
      ec2.modifyInstanceAttribute({ InstanceId: 'i-1', UserData: { Value: new Uint8Array() } }),
  ],
  [
    'ReplaceNetworkAclEntry',
    ({ ec2 }) =>
      ec2.replaceNetworkAclEntry({
        NetworkAclId: 'acl-1',
        RuleNumber: 20,
        Egress: false,
        RuleAction: 'allow',
        Protocol: '-1',
        CidrBlock: '0.0.0.0/0',
      }),
  ],
  [
    'DeleteNetworkAclEntry',
    ({ ec2 }) =>
      ec2.deleteNetworkAclEntry({ NetworkAclId: 'acl-1', RuleNumber: 40, Egress: false }),
  ],
  ['DeleteFlowLogs', ({ ec2 }) => ec2.deleteFlowLogs({ FlowLogIds: ['fl-1'] })],
  ['EnableSerialConsoleAccess', ({ ec2 }) => ec2.enableSerialConsoleAccess({})],
  [
    'PutBucketVersioning',
    ({ s3 }) =>
      s3.putBucketVersioning({ Bucket: 'b', VersioningConfiguration: { Status: 'Suspended' } }),
  ],
  [
    'PutBucketLifecycle',
    ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: 'b',
        LifecycleConfiguration: {
          Rules: [{ ID: 'x', Status: 'Enabled', Filter: { Prefix: '*' }, Expiration: { Days: 1 } }],
        },
      }),
  ],
  ['AttachRolePolicy', ({ iam }) => iam.attachRolePolicy({ RoleName: 'r', PolicyArn: 'arn' })],
  ['AttachUserPolicy', ({ iam }) => iam.attachUserPolicy({ UserName: 'u', PolicyArn: 'arn' })],
  ['CreateUser', ({ iam }) => iam.createUser({ UserName: 'u', Tags: [filled] })],
  [
    'CreateRole',
    ({ iam }) =>
      iam.createRole({
        RoleName: 'r',
        AssumeRolePolicyDocument: document,
        PermissionsBoundary: 'arn',
      }),
  ],
  [
    'UpdateAssumeRolePolicy',
    ({ iam }) => iam.updateAssumeRolePolicy({ RoleName: 'r', PolicyDocument: document }),
  ],
  [
    'CreatePolicyVersion',
    ({ iam }) =>
      iam.createPolicyVersion({ PolicyArn: 'arn', PolicyDocument: document, SetAsDefault: true }),
  ],
  [
    'TagResource',
    ({ kms }) => kms.tagResource({ KeyId: 'k', Tags: [{ TagKey: 'a', TagValue: 'b' }] }),
  ],
  ['CreateAlias', ({ kms }) => kms.createAlias({ AliasName: 'alias/a', TargetKeyId: 'k' })],
  ['UpdateAlias', ({ kms }) => kms.updateAlias({ AliasName: 'alias/a', TargetKeyId: 'k' })],
  ['UpdateKeyDescription', ({ kms }) => kms.updateKeyDescription({ KeyId: 'k', Description: 'd' })],
  [
    'PutKeyPolicy',
    ({ kms }) =>
      kms.putKeyPolicy({
        KeyId: 'k',
        PolicyName: 'default',
        Policy: document,
        BypassPolicyLockoutSafetyCheck: false,
      }),
  ],
  ['EnableKeyRotation', ({ kms }) => kms.enableKeyRotation({ KeyId: 'k' })],
  [
    'UpdateFunctionConfiguration20150331v2',
    ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'f',
        Timeout: 10,
        Environment: { Variables: { SECRET: 'x' } },
      }),
  ],
  [
    'AddPermission20150331v2',
    ({ lambda }) =>
      lambda.addPermission({
        FunctionName: 'f',
        Action: 'lambda:InvokeFunction',
        Principal: '*',
        StatementId: 's',
      }),
  ],
  [
    'ModifyDBInstance',
    ({ rds }) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: 'd',
        ApplyImmediately: true,
        MasterUserPassword: 'x',
        AllowMajorVersionUpgrade: false,
        DeletionProtection: true,
      }),
  ],
  [
    'ChangeResourceRecordSets',
    ({ route53 }) =>
      route53.changeResourceRecordSets({
        HostedZoneId: 'Z',
        ChangeBatch: {
          Comment: 'c',
          Changes: [
            {
              Action: 'CREATE',
              ResourceRecordSet: {
                Name: 'a',
                Type: 'A',
                TTL: 300,
                ResourceRecords: [{ Value: '192.0.2.1' }],
              },
            },
          ],
        },
      }),
  ],
  [
    'PutMetricAlarm',
    ({ cloudwatch }) =>
      cloudwatch.putMetricAlarm({
        AlarmName: 'a',
        Threshold: 70,
        Period: 60,
        MetricName: 'm',
        Dimensions: [{ Name: 'n', Value: 'v' }],
        EvaluationPeriods: 1,
        ActionsEnabled: true,
        ComparisonOperator: 'GreaterThanThreshold',
        Namespace: 'n',
        AlarmActions: ['arn'],
        Statistic: 'Average',
      }),
  ],
  ['DeleteAlarms', ({ cloudwatch }) => cloudwatch.deleteAlarms({ AlarmNames: ['a'] })],
  ['CreateCluster', ({ ecs }) => ecs.createCluster({ clusterName: 'c' })],
  ['DeleteLogGroup', ({ logs }) => logs.deleteLogGroup({ logGroupName: 'l' })],
];

/** Such calls with the output that AWS returned. */
export const responses: readonly (readonly [string, (aws: Clients) => Promise<unknown>, object])[] =
  [
    [
      'CreateSecurityGroup',
      ({ ec2 }) => ec2.createSecurityGroup({ GroupName: 'a', Description: 'b' }),
      { GroupId: 'sg-1', Return: true },
    ],
    [
      'EnableSerialConsoleAccess',
      ({ ec2 }) => ec2.enableSerialConsoleAccess({}),
      { SerialConsoleAccessEnabled: true },
    ],
    [
      'StartInstances',
      ({ ec2 }) => ec2.startInstances({ InstanceIds: ['i-1'] }),
      {
        StartingInstances: [
          {
            InstanceId: 'i-1',
            CurrentState: { Code: 0, Name: 'pending' },
            PreviousState: { Code: 80, Name: 'stopped' },
          },
        ],
      },
    ],
    [
      'PutBucketVersioning',
      ({ s3 }) => s3.putBucketVersioning({ Bucket: 'b', VersioningConfiguration: {} }),
      {},
    ],
    [
      'CreateUser',
      ({ iam }) => iam.createUser({ UserName: 'u' }),
      {
        User: {
          Arn: 'a',
          CreateDate: new Date(0),
          Path: '/',
          UserId: 'A',
          UserName: 'u',
          Tags: [filled],
        },
      },
    ],
    [
      'AttachRolePolicy',
      ({ iam }) => iam.attachRolePolicy({ RoleName: 'r', PolicyArn: 'arn' }),
      {},
    ],
    [
      'UpdateKeyDescription',
      ({ kms }) => kms.updateKeyDescription({ KeyId: 'k', Description: 'd' }),
      {},
    ],
    [
      'CreatePolicyVersion',
      ({ iam }) => iam.createPolicyVersion({ PolicyArn: 'arn', PolicyDocument: document }),
      { PolicyVersion: { VersionId: 'v2', IsDefaultVersion: true, CreateDate: new Date(0) } },
    ],
    [
      'ChangeResourceRecordSets',
      ({ route53 }) =>
        route53.changeResourceRecordSets({ HostedZoneId: 'Z', ChangeBatch: { Changes: [] } }),
      {
        ChangeInfo: { Id: '/change/C', Status: 'PENDING', SubmittedAt: new Date(0), Comment: 'c' },
      },
    ],
  ];
