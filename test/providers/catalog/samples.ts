import type { JsonObject } from '../../../src/model/json.ts';

export const bucketName = 'assets';

/** Well-formed requests with many members: service, operation, request. */
export const samples: readonly (readonly [string, string, JsonObject])[] = [
  [
    's3',
    'PutBucketLifecycleConfiguration',
    {
      bucketName,
      LifecycleConfiguration: {
        Rule: [
          {
            ID: 'a',
            Status: 'Enabled',
            Filter: { And: { Prefix: 'x', Tag: [{ Key: 'k', Value: 'v' }] } },
            Expiration: { Days: 1 },
            Transition: { Days: 2, StorageClass: 'GLACIER' },
          },
        ],
      },
    },
  ],
  [
    's3',
    'PutBucketNotificationConfiguration',
    {
      bucketName,
      NotificationConfiguration: {
        QueueConfiguration: {
          Id: 'q',
          Queue: 'arn:q',
          Event: ['s3:a'],
          Filter: { S3Key: { FilterRule: { Name: 'prefix', Value: 'a' } } },
        },
      },
    },
  ],
  [
    's3',
    'PutBucketAcl',
    {
      bucketName,
      AccessControlPolicy: {
        Owner: { ID: 'me' },
        AccessControlList: {
          Grant: [{ Permission: 'READ', Grantee: { 'xsi:type': 'CanonicalUser', ID: 'you' } }],
        },
      },
    },
  ],
  [
    's3',
    'PutBucketEncryption',
    {
      bucketName,
      ServerSideEncryptionConfiguration: {
        Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      },
    },
  ],
  [
    's3',
    'PutBucketTagging',
    { bucketName, Tagging: { TagSet: { Tag: [{ Key: 'a', Value: 1 }] } } },
  ],
  ['iam', 'PutRolePolicy', { roleName: 'web', policyName: 'p', policyDocument: '{}' }],
  ['iam', 'UpdateAccountPasswordPolicy', { minimumPasswordLength: 6, requireSymbols: true }],
  ['kms', 'TagResource', { keyId: 'k', tags: [{ tagKey: 'a', tagValue: 'b' }] }],
  [
    'lambda',
    'UpdateFunctionConfiguration',
    {
      functionName: 'f',
      memorySize: 128,
      layers: ['arn:l'],
      vpcConfig: { subnetIds: ['s'], securityGroupIds: ['g'] },
      fileSystemConfigs: [{ arn: 'arn:fs', localMountPath: '/mnt' }],
      environment: {},
    },
  ],
  [
    'ecs',
    'UpdateService',
    {
      cluster: 'main',
      service: 'web',
      desiredCount: 1,
      loadBalancers: [{ targetGroupArn: 'arn:t', containerName: 'c', containerPort: 80 }],
      deploymentConfiguration: { deploymentCircuitBreaker: { enable: true, rollback: true } },
      taskDefinition: 'web:1',
    },
  ],
  [
    'dynamodb',
    'UpdateTable',
    {
      tableName: 'orders',
      billingMode: 'PAY_PER_REQUEST',
      attributeDefinitions: [{ attributeName: 'a', attributeType: 'S' }],
      globalSecondaryIndexUpdates: [
        { create: { indexName: 'i', keySchema: [{ attributeName: 'a', keyType: 'HASH' }] } },
        { delete: { indexName: 'j' } },
      ],
      sSESpecification: { enabled: true },
    },
  ],
  [
    'monitoring',
    'PutMetricAlarm',
    {
      alarmName: 'cpu',
      threshold: 1,
      dimensions: [{ name: 'a', value: 'b' }],
      metrics: [{ id: 'm', metricStat: { stat: 'Sum', period: 60, metric: { metricName: 'x' } } }],
    },
  ],
  [
    'logs',
    'PutMetricFilter',
    {
      logGroupName: '/a',
      filterName: 'f',
      metricTransformations: [{ metricName: 'm', defaultValue: 0, dimensions: { a: '$.a' } }],
    },
  ],
  [
    'route53',
    'ChangeResourceRecordSets',
    {
      hostedZoneId: 'Z1',
      changeBatch: {
        changes: [
          {
            action: 'UPSERT',
            resourceRecordSet: {
              name: 'www.example.com.',
              type: 'A',
              tTL: 60,
              resourceRecords: [{ value: '192.0.2.1' }],
              geoLocation: { continentCode: 'EU' },
            },
          },
        ],
      },
    },
  ],
  ['ssm', 'PutParameter', { name: '/a', value: '****', type: 'String' }],
  [
    'events',
    'PutTargets',
    {
      rule: 'r',
      targets: [
        {
          id: '1',
          arn: 'arn:f',
          ecsParameters: { taskCount: 1, capacityProviderStrategy: [{ weight: 1 }] },
          inputTransformer: { inputPathsMap: { a: '$.b' }, inputTemplate: 'x' },
        },
      ],
    },
  ],
  ['sqs', 'SetQueueAttributes', { queueUrl: 'https://x/1/q', attributes: { DelaySeconds: '1' } }],
  [
    'secretsmanager',
    'ReplicateSecretToRegions',
    { secretId: 's', addReplicaRegions: [{ region: 'r' }] },
  ],
];
