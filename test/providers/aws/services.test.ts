import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { setAt, sets } from '../catalog/changes.ts';
import { auditEvent, changesOf } from '../catalog/event.ts';

const unknown: Change = { kind: 'set', path: [], value: { kind: 'omitted' } };
const add = (path: string, element: string): Change => ({ kind: 'add', path: [path], element });
const remove = (path: string, element: string): Change => ({
  kind: 'remove',
  path: [path],
  element,
});

type Row = readonly [operation: string, request: JsonObject, changes: readonly Change[]];

function changes(service: string, operation: string, request: JsonObject, response = {}) {
  return changesOf(
    awsEntries,
    auditEvent({ service: `${service}.amazonaws.com`, operation, request, response }),
  );
}

/** Tests the changes of calls that all name the same resource. */
function table(service: string, resource: string, named: JsonObject, rows: readonly Row[]): void {
  describe(resource, () => {
    it.each(rows)('%s %j', (operation, request, expected) => {
      expect(changes(service, operation, { ...named, ...request })).toEqual(
        expected.map((change) => [resource, change]),
      );
    });
  });
}

const arn = (service: string, rest: string) =>
  `arn:aws:${service}:eu-central-1:111122223333:${rest}`;

table('ecr', `aws_ecr_repository ${arn('ecr', 'repository/web')}`, { repositoryName: 'web' }, [
  [
    'PutImageTagMutability',
    { imageTagMutability: 'IMMUTABLE' },
    sets({ image_tag_mutability: 'IMMUTABLE' }),
  ],
  [
    'PutImageScanningConfiguration',
    { imageScanningConfiguration: { scanOnPush: true } },
    sets({ 'image_scanning_configuration.0.scan_on_push': true }),
  ],
  ['DeleteRepository', { force: true }, [{ kind: 'delete' }]],
  ['PutImage', { imageTag: '1' }, []],
]);

table('elasticfilesystem', 'aws_efs_file_system fs-1', { fileSystemId: 'fs-1' }, [
  [
    'UpdateFileSystem',
    { throughputMode: 'provisioned', provisionedThroughputInMibps: 64 },
    sets({ throughput_mode: 'provisioned', provisioned_throughput_in_mibps: 64 }),
  ],
  [
    'PutLifecycleConfiguration',
    {
      lifecyclePolicies: [
        { transitionToIA: 'AFTER_30_DAYS' },
        { transitionToArchive: 'AFTER_90_DAYS' },
      ],
    },
    [
      setAt(
        ['lifecycle_policy'],
        [{ transition_to_ia: 'AFTER_30_DAYS' }, { transition_to_archive: 'AFTER_90_DAYS' }],
      ),
    ],
  ],
  ['CreateTags', { tags: [{ key: 'a', value: 'b' }] }, sets({ 'tags.a': 'b' })],
  ['DeleteFileSystem', {}, [{ kind: 'delete' }]],
]);

table(
  'kinesis',
  `aws_kinesis_stream ${arn('kinesis', 'stream/clicks')}`,
  { streamName: 'clicks' },
  [
    ['IncreaseStreamRetentionPeriod', { retentionPeriodHours: 72 }, sets({ retention_period: 72 })],
    ['UpdateShardCount', { targetShardCount: 4 }, sets({ shard_count: 4 })],
    [
      'StartStreamEncryption',
      { encryptionType: 'KMS', keyId: 'alias/x' },
      sets({ encryption_type: 'KMS', kms_key_id: 'alias/x' }),
    ],
    ['StopStreamEncryption', {}, sets({ encryption_type: 'NONE', kms_key_id: null })],
    [
      'EnableEnhancedMonitoring',
      { shardLevelMetrics: ['IncomingBytes'] },
      [add('shard_level_metrics', 'IncomingBytes')],
    ],
    [
      'DisableEnhancedMonitoring',
      { shardLevelMetrics: ['IncomingBytes'] },
      [remove('shard_level_metrics', 'IncomingBytes')],
    ],
    [
      'DisableEnhancedMonitoring',
      { shardLevelMetrics: ['ALL'] },
      [
        'ALL',
        'IncomingBytes',
        'IncomingRecords',
        'IteratorAgeMilliseconds',
        'OutgoingBytes',
        'OutgoingRecords',
        'ReadProvisionedThroughputExceeded',
        'WriteProvisionedThroughputExceeded',
      ].map((metric) => remove('shard_level_metrics', metric)),
    ],
    ['AddTagsToStream', { tags: { a: 'b' } }, sets({ 'tags.a': 'b' })],
    ['DeleteStream', {}, [{ kind: 'delete' }]],
  ],
);

table('cognito-idp', 'aws_cognito_user_pool eu-1_x', { userPoolId: 'eu-1_x' }, [
  [
    'UpdateUserPool',
    {
      mfaConfiguration: 'ON',
      policies: { passwordPolicy: { minimumLength: 14, requireSymbols: false } },
    },
    sets({
      mfa_configuration: 'ON',
      'password_policy.0.minimum_length': 14,
      'password_policy.0.require_symbols': false,
    }),
  ],
  [
    'SetUserPoolMfaConfig',
    { mfaConfiguration: 'OPTIONAL' },
    sets({ mfa_configuration: 'OPTIONAL' }),
  ],
  ['DeleteUserPool', {}, [{ kind: 'delete' }]],
]);

table('scheduler', 'aws_scheduler_schedule default/nightly', { name: 'nightly' }, [
  [
    'UpdateSchedule',
    {
      scheduleExpression: 'rate(2 hours)',
      state: 'DISABLED',
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: 'arn:q', roleArn: 'arn:r' },
    },
    [
      ...sets({
        'flexible_time_window.0.mode': 'OFF',
        schedule_expression: 'rate(2 hours)',
        state: 'DISABLED',
        'target.0.arn': 'arn:q',
        'target.0.role_arn': 'arn:r',
        description: '',
        end_date: '',
        kms_key_arn: '',
        schedule_expression_timezone: 'UTC',
        start_date: '',
      }),
    ],
  ],
  ['DeleteSchedule', {}, [{ kind: 'delete' }]],
]);

table('backup', 'aws_backup_vault_policy vault', { backupVaultName: 'vault' }, [
  ['DeleteBackupVaultAccessPolicy', {}, [{ kind: 'delete' }]],
]);

table('codebuild', `aws_codebuild_project ${arn('codebuild', 'project/web')}`, { name: 'web' }, [
  [
    'UpdateProject',
    {
      timeoutInMinutes: 20,
      environment: {
        computeType: 'BUILD_GENERAL1_LARGE',
        environmentVariables: [{ name: 'A', value: '1' }],
      },
    },
    [
      ...sets({ build_timeout: 20, 'environment.0.compute_type': 'BUILD_GENERAL1_LARGE' }),
      setAt(
        ['environment', 0, 'environment_variable'],
        [{ name: 'A', value: '1', type: 'PLAINTEXT' }],
      ),
    ],
  ],
  ['StartBuild', { projectName: 'web' }, []],
]);

table(
  'elasticache',
  `aws_elasticache_cluster ${arn('elasticache', 'cluster:web')}`,
  { cacheClusterId: 'Web' },
  [
    [
      'ModifyCacheCluster',
      { numCacheNodes: 3, applyImmediately: true },
      sets({ num_cache_nodes: 3 }),
    ],
    ['DeleteCacheCluster', {}, [{ kind: 'delete' }]],
  ],
);

const trail = arn('cloudtrail', 'trail/audit');

table('cloudtrail', `aws_cloudtrail ${trail}`, { name: 'audit' }, [
  ['StopLogging', {}, sets({ enable_logging: false })],
  ['StopLogging', { name: trail }, sets({ enable_logging: false })],
  ['StartLogging', {}, sets({ enable_logging: true })],
  [
    'UpdateTrail',
    { isMultiRegionTrail: false, enableLogFileValidation: false, kmsKeyId: 'alias/audit' },
    sets({
      is_multi_region_trail: false,
      enable_log_file_validation: false,
      kms_key_id: 'alias/audit',
    }),
  ],
  ['DeleteTrail', {}, [{ kind: 'delete' }]],
  ['AddTags', { resourceId: trail, tagsList: [{ key: 'a', value: 'b' }] }, sets({ 'tags.a': 'b' })],
  ['RemoveTags', { resourceId: trail, tagsList: [{ key: 'a' }] }, sets({ 'tags.a': null })],
]);

describe('a trail', () => {
  it('keeps the ARN of its key, whatever the caller called it', () => {
    const key = arn('kms', 'key/0b1c');
    const request = { name: 'audit', kmsKeyId: 'alias/audit' };

    expect(changes('cloudtrail', 'UpdateTrail', request, { kmsKeyId: key })).toEqual([
      [`aws_cloudtrail ${trail}`, ...sets({ kms_key_id: key })],
    ]);
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    [
      'what every new trail has',
      {
        eventSelectors: [
          { readWriteType: 'All', includeManagementEvents: true, dataResources: [] },
        ],
      },
      { advanced_event_selector: [], event_selector: [] },
    ],
    [
      'less, which is how somebody hides',
      {
        eventSelectors: [
          {
            readWriteType: 'ReadOnly',
            includeManagementEvents: false,
            excludeManagementEventSources: [],
            dataResources: [{ type: 'AWS::S3::Object', values: [] }],
          },
        ],
      },
      {
        advanced_event_selector: [],
        event_selector: [
          {
            read_write_type: 'ReadOnly',
            include_management_events: false,
            data_resource: [{ type: 'AWS::S3::Object', values: [] }],
          },
        ],
      },
    ],
    [
      'selectors of the other kind',
      {
        advancedEventSelectors: [
          {
            name: 'Writes',
            fieldSelectors: [
              { field: 'eventCategory', equals: ['Management'] },
              { field: 'readOnly', equals: ['false'] },
            ],
          },
        ],
      },
      {
        advanced_event_selector: [
          {
            name: 'Writes',
            field_selector: [
              { field: 'eventCategory', equals: ['Management'] },
              { field: 'readOnly', equals: ['false'] },
            ],
          },
        ],
        event_selector: [],
      },
    ],
  ])('records %s', (_, request, expected) => {
    expect(changes('cloudtrail', 'PutEventSelectors', { trailName: 'audit', ...request })).toEqual(
      sets(expected).map((change) => [`aws_cloudtrail ${trail}`, change]),
    );
  });

  it('sets its insight selectors', () => {
    const request = { trailName: trail, insightSelectors: [{ insightType: 'ApiCallRateInsight' }] };

    expect(changes('cloudtrail', 'PutInsightSelectors', request)).toEqual([
      [
        `aws_cloudtrail ${trail}`,
        ...sets({ insight_selector: [{ insight_type: 'ApiCallRateInsight' }] }),
      ],
    ]);
  });

  it('records nothing before it is started', () => {
    const request = { name: 'audit', s3BucketName: 'logs', includeGlobalServiceEvents: true };

    expect(changes('cloudtrail', 'CreateTrail', request, { trailARN: trail })).toMatchObject([
      [
        `aws_cloudtrail ${trail}`,
        {
          kind: 'create',
          attributes: { name: 'audit', s3_bucket_name: 'logs', enable_logging: false },
          importId: trail,
        },
      ],
    ]);
  });
});

table('guardduty', 'aws_guardduty_detector d1', { detectorId: 'd1' }, [
  [
    'UpdateDetector',
    { enable: false, findingPublishingFrequency: 'ONE_HOUR' },
    sets({ enable: false, finding_publishing_frequency: 'ONE_HOUR' }),
  ],
]);

table('apigateway', 'aws_api_gateway_rest_api a1', { restApiId: 'a1' }, [
  [
    'UpdateRestApi',
    { patchOperations: [{ op: 'replace', path: '/description', value: 'x' }] },
    sets({ description: 'x' }),
  ],
  [
    'UpdateRestApi',
    { patchOperations: [{ op: 'add', path: '/binaryMediaTypes/a', value: '' }] },
    [unknown],
  ],
  ['DeleteRestApi', {}, [{ kind: 'delete' }]],
]);

table('apigateway', 'aws_api_gateway_stage a1 prod', { restApiId: 'a1', stageName: 'prod' }, [
  [
    'UpdateStage',
    {
      patchOperations: [
        { op: 'replace', path: '/tracingEnabled', value: 'true' },
        { op: 'replace', path: '/variables/colour~1main', value: 'red' },
        { op: 'remove', path: '/description' },
      ],
    },
    [
      ...sets({ xray_tracing_enabled: true }),
      setAt(['variables', 'colour/main'], 'red'),
      ...sets({ description: null }),
    ],
  ],
]);

table('apigateway', 'aws_apigatewayv2_stage h1 prod', { apiId: 'h1', stageName: 'prod' }, [
  ['UpdateStage', { autoDeploy: true }, sets({ auto_deploy: true })],
  ['DeleteStage', {}, [{ kind: 'delete' }]],
]);

describe('a created resource', () => {
  it.each([
    [
      'ecr',
      'CreateRepository',
      { repositoryName: 'web', imageTagMutability: 'MUTABLE' },
      {},
      { name: 'web' },
      'web',
    ],
    [
      'elasticfilesystem',
      'CreateFileSystem',
      { creationToken: 't', encrypted: true },
      { fileSystemId: 'fs-1' },
      { creation_token: 't', encrypted: true },
      'fs-1',
    ],
    [
      'cognito-idp',
      'CreateUserPoolClient',
      { userPoolId: 'p', clientName: 'web' },
      { userPoolClient: { clientId: 'c' } },
      { name: 'web', user_pool_id: 'p' },
      'p/c',
    ],
    [
      'glue',
      'CreateDatabase',
      { databaseInput: { name: 'events', description: 'x' } },
      {},
      { name: 'events', description: 'x' },
      '111122223333:events',
    ],
    [
      'apigateway',
      'CreateStage',
      { restApiId: 'a', stageName: 'prod', deploymentId: 'd' },
      {},
      { rest_api_id: 'a', stage_name: 'prod', deployment_id: 'd' },
      'a/prod',
    ],
    [
      'apigateway',
      'CreateApi',
      { name: 'web', protocolType: 'HTTP' },
      { apiId: 'h' },
      { protocol_type: 'HTTP', name: 'web' },
      'h',
    ],
  ])(
    '%s %s is imported by what the provider takes',
    (service, operation, request, response, attributes, importId) => {
      const [found] = changes(service, operation, request, response) as readonly [string, Change][];

      expect(found?.[1]).toMatchObject({ kind: 'create', attributes, importId });
    },
  );
});
