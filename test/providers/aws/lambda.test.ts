import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'lambda.amazonaws.com');
const arn = 'arn:aws:lambda:eu-central-1:111122223333:function:resize';
const name = `aws_lambda_function ${arn}`;
const functionName = 'resize';
const parent = { type: 'aws_lambda_function', keys: [{ arn }, { function_name: 'resize' }] };
const managed = (account = '111122223333'): FakeResource => ({
  address: 'aws_lambda_function.resize',
  attributes: { function_name: 'resize', arn: arn.replace('111122223333', account) },
});

describe('UpdateFunctionConfiguration', () => {
  it.each<[JsonObject, readonly Change[]]>([
    [{ timeout: 10, memorySize: 256 }, sets({ memory_size: 256, timeout: 10 })],
    [
      { handler: 'main.run', runtime: 'python3.13', role: 'arn:r', description: '' },
      sets({ description: '', handler: 'main.run', runtime: 'python3.13', role: 'arn:r' }),
    ],
    [{ layers: ['arn:b:1', 'arn:a:2'] }, sets({ layers: ['arn:b:1', 'arn:a:2'] })],
    [{ layers: [] }, sets({ layers: [] })],
    [{ kMSKeyArn: '' }, sets({ kms_key_arn: null })],
    [{ tracingConfig: { mode: 'Active' } }, sets({ 'tracing_config.0.mode': 'Active' })],
    [{ ephemeralStorage: { size: 1024 } }, sets({ 'ephemeral_storage.0.size': 1024 })],
    [
      { vpcConfig: { subnetIds: ['s-2', 's-1'], securityGroupIds: ['sg-1'] } },
      sets({
        'vpc_config.0.security_group_ids': ['sg-1'],
        'vpc_config.0.subnet_ids': ['s-1', 's-2'],
      }),
    ],
    [{ vpcConfig: { subnetIds: [], securityGroupIds: [] } }, sets({ vpc_config: [] })],
    [
      { deadLetterConfig: { targetArn: 'arn:q' } },
      sets({ 'dead_letter_config.0.target_arn': 'arn:q' }),
    ],
    [{ deadLetterConfig: { targetArn: '' } }, sets({ dead_letter_config: [] })],
    [{ deadLetterConfig: {} }, sets({ dead_letter_config: [] })],
    [
      { fileSystemConfigs: [{ arn: 'arn:fs', localMountPath: '/mnt/a' }] },
      sets({
        'file_system_config.0.arn': 'arn:fs',
        'file_system_config.0.local_mount_path': '/mnt/a',
      }),
    ],
    [{ fileSystemConfigs: [] }, sets({ file_system_config: [] })],
    [
      { snapStart: { applyOn: 'PublishedVersions' } },
      sets({ 'snap_start.0.apply_on': 'PublishedVersions' }),
    ],
    [{ snapStart: { applyOn: 'None' } }, sets({ snap_start: [] })],
    [
      { loggingConfig: { logFormat: 'JSON', applicationLogLevel: 'WARN' } },
      sets({
        'logging_config.0.application_log_level': 'WARN',
        'logging_config.0.log_format': 'JSON',
      }),
    ],
    [
      { timeout: 10, environment: {} },
      [...sets({ timeout: 10 }), hidden('environment.0.variables', 'redacted')],
    ],
    [{ environment: { variables: { A: '***' } } }, [hidden('environment.0.variables', 'redacted')]],
    [{ environment: { variables: { A: '1' } } }, sets({ 'environment.0.variables': { A: '1' } })],
  ])('%j', (request, changes) => {
    expect(translate('UpdateFunctionConfiguration', { functionName, ...request })).toEqual({
      [name]: changes,
    });
  });

  it.each([functionName, '111122223333:function:resize', arn, `${arn}:live`, `${functionName}:7`])(
    'names the function as %s',
    (given) => {
      const request = { functionName: given, timeout: 10 };

      expect(translate('UpdateFunctionConfiguration', request, {}, estateOf(managed()))).toEqual({
        [name]: sets({ timeout: 10 }),
      });
    },
  );

  it.each<[JsonObject, JsonObject, boolean]>([
    [{ timeout: 10 }, { environment: [] }, false],
    [{ timeout: 10 }, { environment: [{ variables: { A: '1' } }] }, true],
    [{}, { environment: [] }, true],
    [{ revisionId: 'r' }, { environment: [] }, true],
  ])('of %j, with %j before, changes the environment: %s', (request, attributes, changed) => {
    const before = managed();
    const estate = estateOf({ ...before, attributes: { ...before.attributes, ...attributes } });
    const given = { functionName, environment: {}, ...request };
    const found = translate('UpdateFunctionConfiguration', given, {}, estate);
    const rest = request['timeout'] === undefined ? [] : sets({ timeout: 10 });

    expect(Object.values(found).flat()).toEqual([
      ...rest,
      ...(changed ? [hidden('environment.0.variables', 'redacted')] : []),
    ]);
  });

  it('leaves the function of that name in another account alone', () => {
    const estate = estateOf(managed('999999999999'));

    expect(
      translate('UpdateFunctionConfiguration', { functionName, timeout: 1 }, {}, estate),
    ).toEqual({ [`aws_lambda_function resize ${arn}`]: sets({ timeout: 1 }) });
  });
});

describe('a function', () => {
  it('is created with what differs from the defaults', () => {
    const request = {
      functionName,
      runtime: 'python3.13',
      role: 'arn:r',
      handler: 'main.run',
      memorySize: 128,
      timeout: 3,
      packageType: 'Zip',
      architectures: ['x86_64'],
      publish: false,
      code: { s3Bucket: 'b', s3Key: 'k' },
      tracingConfig: { mode: 'PassThrough' },
      environment: {},
      tags: { a: 'b' },
    };

    expect(translate('CreateFunction', request)).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            function_name: 'resize',
            handler: 'main.run',
            runtime: 'python3.13',
            role: 'arn:r',
            s3_bucket: 'b',
            s3_key: 'k',
            tags: { a: 'b' },
          },
          importId: 'resize',
        },
        hidden('environment.0.variables', 'redacted'),
      ],
    });
  });

  it.each<[string, JsonObject, readonly Change[] | undefined]>([
    ['UpdateFunctionCode', { dryRun: false, publish: true }, [hidden('code_sha256', 'omitted')]],
    ['UpdateFunctionCode', { dryRun: true, s3Key: 'k' }, undefined],
    [
      'UpdateFunctionCode',
      { dryRun: false, s3Bucket: 'b', s3Key: 'k' },
      sets({ s3_bucket: 'b', s3_key: 'k' }),
    ],
    ['UpdateFunctionCode', { imageUri: 'x:2' }, sets({ image_uri: 'x:2' })],
    [
      'PutFunctionConcurrency',
      { reservedConcurrentExecutions: 5 },
      sets({ reserved_concurrent_executions: 5 }),
    ],
    ['DeleteFunctionConcurrency', {}, sets({ reserved_concurrent_executions: -1 })],
    ['DeleteFunctionCodeSigningConfig', {}, sets({ code_signing_config_arn: null })],
    ['DeleteFunction', {}, [{ kind: 'delete' }]],
    ['DeleteFunction', { qualifier: '3' }, undefined],
    ['PublishVersion', {}, undefined],
  ])('%s %j', (operation, request, changes) => {
    expect(translate(operation, { functionName, ...request })).toEqual(
      changes === undefined ? {} : { [name]: changes },
    );
  });

  describe('its code', () => {
    const [old, fresh] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`) as [string, string];
    const place = { s3_bucket: 'b', s3_key: 'k', image_uri: 'x:1' };
    const having = (attributes: JsonObject) =>
      estateOf({ ...managed(), attributes: { ...managed().attributes, ...place, ...attributes } });

    it.each<[string, JsonObject, JsonObject, readonly Change[]]>([
      ['uploaded', {}, { code_sha256: old }, sets({ code_sha256: fresh })],
      ['the same again', {}, { code_sha256: fresh }, sets({ code_sha256: fresh })],
      ['of an older provider', {}, { source_code_hash: old }, sets({ source_code_hash: fresh })],
      [
        'beside a hash of another kind',
        {},
        { source_code_hash: 'v7' },
        sets({ code_sha256: fresh }),
      ],
      ['of which the state has no hash', {}, {}, sets({ code_sha256: fresh })],
      [
        'from another place',
        { s3Bucket: 'b', s3Key: 'k2' },
        {},
        sets({ s3_bucket: 'b', s3_key: 'k2' }),
      ],
      [
        'put at the same place',
        { s3Bucket: 'b', s3Key: 'k' },
        { code_sha256: old },
        [...sets({ s3_bucket: 'b', s3_key: 'k' }), ...sets({ code_sha256: fresh })],
      ],
      [
        'pushed under the same tag',
        { imageUri: 'x:1' },
        { code_sha256: old },
        [...sets({ image_uri: 'x:1' }), ...sets({ code_sha256: fresh })],
      ],
    ])('%s', (_, request, attributes, want) => {
      const response = { codeSha256: fresh };
      const given = { functionName, dryRun: false, ...request };
      const found = translate('UpdateFunctionCode', given, response, having(attributes));
      expect(found).toEqual({ [name]: want });
    });
  });

  it('is tagged by its ARN', () => {
    expect(translate('TagResource', { resource: arn, tags: { a: 'b' } })).toEqual({
      [name]: sets({ 'tags.a': 'b' }),
    });
    expect(translate('UntagResource', { resource: arn, tagKeys: ['a'] })).toEqual({
      [name]: sets({ 'tags.a': null }),
    });
  });
});

describe('a permission', () => {
  const request = {
    functionName,
    statementId: 'backdoor',
    action: 'lambda:InvokeFunction',
    principal: '*',
  };
  const own = 'aws_lambda_permission backdoor resize';

  it.each([
    [{}, own, 'resize/backdoor'],
    [{ qualifier: 'live' }, 'aws_lambda_permission backdoor live resize', 'resize:live/backdoor'],
  ])('is added %j', (more, resource, importId) => {
    expect(translate('AddPermission', { ...request, ...more }, {}, estateOf(managed()))).toEqual({
      [resource]: [
        {
          kind: 'create',
          attributes: {
            statement_id: 'backdoor',
            action: 'lambda:InvokeFunction',
            function_name: 'resize',
            principal: '*',
            ...more,
          },
          importId,
          parent,
        },
      ],
    });
  });

  it('keeps the name of its function as the code has it', () => {
    const permission = {
      address: 'aws_lambda_permission.p',
      attributes: { function_name: arn, statement_id: 'backdoor' },
    };

    expect(translate('AddPermission', request, {}, estateOf(managed(), permission))).toMatchObject({
      [own]: [{ attributes: { function_name: arn } }],
    });
  });

  it('is removed', () => {
    expect(translate('RemovePermission', { functionName, statementId: 'backdoor' })).toEqual({
      [own]: [{ kind: 'delete' }],
    });
  });

  it('of a function elsewhere is left alone', () => {
    const permission = {
      address: 'aws_lambda_permission.p',
      attributes: { function_name: 'resize', statement_id: 'backdoor' },
    };
    const estate = estateOf(managed('999999999999'), permission);

    expect(translate('RemovePermission', request, {}, estate)).toEqual({
      [`aws_lambda_permission backdoor ${arn}`]: [{ kind: 'delete' }],
    });
  });
});

describe('other parts of a function', () => {
  it.each<[string, JsonObject, JsonObject, string, JsonObject]>([
    [
      'CreateAlias',
      {
        name: 'live',
        functionVersion: '3',
        routingConfig: { additionalVersionWeights: { '4': 0.1 } },
      },
      {},
      'aws_lambda_alias live resize',
      {
        attributes: {
          name: 'live',
          function_name: 'resize',
          function_version: '3',
          routing_config: [{ additional_version_weights: { '4': 0.1 } }],
        },
        importId: 'resize/live',
      },
    ],
    [
      'CreateFunctionUrlConfig',
      { authType: 'NONE', cors: { allowOrigins: ['*'] }, invokeMode: 'BUFFERED' },
      {},
      'aws_lambda_function_url resize',
      {
        attributes: {
          function_name: 'resize',
          authorization_type: 'NONE',
          cors: [{ allow_origins: ['*'] }],
        },
        importId: 'resize',
      },
    ],
    [
      'CreateEventSourceMapping',
      {
        eventSourceArn: 'arn:q',
        batchSize: 5,
        enabled: true,
        filterCriteria: { filters: [{ pattern: '{}' }] },
      },
      { uUID: 'u-1' },
      'aws_lambda_event_source_mapping u-1',
      {
        attributes: {
          event_source_arn: 'arn:q',
          function_name: 'resize',
          batch_size: 5,
          filter_criteria: [{ filter: [{ pattern: '{}' }] }],
        },
        importId: 'u-1',
      },
    ],
    [
      'PutProvisionedConcurrencyConfig',
      { qualifier: 'live', provisionedConcurrentExecutions: 2 },
      {},
      'aws_lambda_provisioned_concurrency_config live resize',
      {
        attributes: {
          function_name: 'resize',
          qualifier: 'live',
          provisioned_concurrent_executions: 2,
        },
        importId: 'resize:live',
      },
    ],
  ])('%s', (operation, request, response, resource, created) => {
    expect(translate(operation, { functionName, ...request }, response)).toEqual({
      [resource]: [{ kind: 'create', parent, ...created }],
    });
  });

  it('replaces how failed calls are handled', () => {
    const config = {
      address: 'aws_lambda_function_event_invoke_config.c',
      attributes: { function_name: arn, maximum_event_age_in_seconds: 60 },
    };

    expect(
      translate(
        'PutFunctionEventInvokeConfig',
        { functionName, maximumRetryAttempts: 0 },
        {},
        estateOf(config),
      ),
    ).toEqual({
      'aws_lambda_function_event_invoke_config resize': sets({
        maximum_retry_attempts: 0,
        maximum_event_age_in_seconds: null,
        destination_config: [],
      }),
    });
  });

  it.each([
    ['resize', arn, sets({ batch_size: 5 })],
    [arn, 'resize', sets({ batch_size: 5 })],
    ['resize', 'other', sets({ batch_size: 5, function_name: 'other' })],
  ])('updates a mapping of %s that is called one of %s', (before, given, changes) => {
    const mapping = {
      address: 'aws_lambda_event_source_mapping.m',
      attributes: { uuid: 'u-1', function_name: before },
    };
    const request = { uUID: 'u-1', functionName: given, batchSize: 5 };

    expect(translate('UpdateEventSourceMapping', request, {}, estateOf(mapping))).toEqual({
      'aws_lambda_event_source_mapping u-1': changes,
    });
  });

  it('deletes a version of a layer', () => {
    const layer = 'arn:aws:lambda:eu-central-1:111122223333:layer:tools:3';

    expect(translate('DeleteLayerVersion', { layerName: 'tools', versionNumber: 3 })).toEqual({
      [`aws_lambda_layer_version ${layer}`]: [{ kind: 'delete' }],
    });
  });
});
