import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

describe('SSM parameters', () => {
  const translate = translator(awsEntries, 'ssm.amazonaws.com');
  const arn = 'arn:aws:ssm:eu-central-1:111122223333:parameter/app/flags';
  const name = `aws_ssm_parameter ${arn}`;
  const value = 'HIDDEN_DUE_TO_SECURITY_REASONS';
  const put = { name: '/app/flags', value, type: 'String', overwrite: true };
  const parameter = (...declares: string[]): FakeResource => ({
    address: 'aws_ssm_parameter.flags',
    attributes: { name: '/app/flags', arn },
    declares,
  });

  it('are made without their value', () => {
    const more = { description: 'd', tier: 'Standard', tags: [{ key: 'a', value: 'b' }] };

    expect(translate('PutParameter', { ...put, ...more })).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            name: '/app/flags',
            type: 'String',
            description: 'd',
            tags: { a: 'b' },
          },
          importId: '/app/flags',
        },
        hidden('value', 'redacted'),
      ],
    });
  });

  it.each<[readonly string[], JsonObject, readonly Change[]]>([
    [[], {}, [...sets({ type: 'String' }), hidden('value', 'redacted')]],
    [['insecure_value'], {}, [...sets({ type: 'String' }), hidden('insecure_value', 'redacted')]],
    [
      [],
      { description: 'd', tier: 'Advanced', keyId: 'alias/k', allowedPattern: '.*' },
      [
        ...sets({
          allowed_pattern: '.*',
          description: 'd',
          key_id: 'alias/k',
          tier: 'Advanced',
          type: 'String',
        }),
        hidden('value', 'redacted'),
      ],
    ],
  ])('declared with %j change by %j', (declares, more, changes) => {
    const estate = estateOf(parameter(...declares));

    expect(translate('PutParameter', { ...put, ...more }, {}, estate)).toEqual({
      [name]: changes,
    });
  });

  it('have a value even where the log does not show one', () => {
    const request = { name: '/app/flags', overwrite: true };

    expect(translate('PutParameter', request, {}, estateOf(parameter()))).toEqual({
      [name]: [hidden('value', 'redacted')],
    });
  });

  it.each<[string, JsonObject, Readonly<Record<string, readonly Change[]>>]>([
    ['DeleteParameter', { name: '/app/flags' }, { [name]: [{ kind: 'delete' }] }],
    [
      'DeleteParameters',
      { names: ['/app/flags', 'plain'] },
      {
        [name]: [{ kind: 'delete' }],
        [name.replace('/app/flags', '/plain')]: [{ kind: 'delete' }],
      },
    ],
    [
      'AddTagsToResource',
      { resourceType: 'Parameter', resourceId: '/app/flags', tags: [{ key: 'a', value: 'b' }] },
      { [name]: sets({ 'tags.a': 'b' }) },
    ],
    [
      'RemoveTagsFromResource',
      { resourceType: 'MaintenanceWindow', resourceId: 'mw-1', tagKeys: ['a'] },
      { 'aws_ssm_maintenance_window mw-1': sets({ 'tags.a': null }) },
    ],
    ['AddTagsToResource', { resourceType: 'OpsItem', resourceId: 'o', tags: [] }, {}],
    ['LabelParameterVersion', { name: '/app/flags', labels: ['x'] }, {}],
    ['SendCommand', { documentName: 'AWS-RunShellScript' }, {}],
    [
      'UpdateMaintenanceWindow',
      { windowId: 'mw-1', enabled: false, cutoff: 1 },
      { 'aws_ssm_maintenance_window mw-1': sets({ cutoff: 1, enabled: false }) },
    ],
    [
      'UpdatePatchBaseline',
      { baselineId: 'pb-1', approvedPatches: ['KB2', 'KB1'] },
      { 'aws_ssm_patch_baseline pb-1': sets({ approved_patches: ['KB1', 'KB2'] }) },
    ],
    [
      'UpdateDocumentDefaultVersion',
      { name: 'doc', documentVersion: '2' },
      { 'aws_ssm_document doc': [hidden('content', 'omitted')] },
    ],
  ])('%s %j', (operation, request, expected) => {
    expect(translate(operation, request)).toEqual(expected);
  });
});

describe('secrets', () => {
  const translate = translator(awsEntries, 'secretsmanager.amazonaws.com');
  const arn = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:db-AbCdEf';
  const byName = 'aws_secretsmanager_secret db';
  const byArn = `aws_secretsmanager_secret ${arn}`;
  const version = `aws_secretsmanager_secret_version ${arn}`;
  const secret = (...declares: string[]): FakeResource => ({
    address: 'aws_secretsmanager_secret.db',
    attributes: { name: 'db', arn, id: arn },
    declares,
  });
  const estate = estateOf(secret());

  it.each<[string, JsonObject, JsonObject, Readonly<Record<string, readonly Change[]>>]>([
    [
      'PutSecretValue',
      { secretId: 'db', clientRequestToken: 't' },
      { arn },
      { [version]: [hidden('secret_string', 'redacted')] },
    ],
    [
      'UpdateSecret',
      { secretId: 'db', description: 'd' },
      {},
      { [byName]: sets({ description: 'd' }) },
    ],
    [
      'UpdateSecret',
      { secretId: arn, kmsKeyId: 'arn:k' },
      { versionId: 'v' },
      {
        [byArn]: sets({ kms_key_id: 'arn:k' }),
        [version]: [hidden('secret_string', 'redacted')],
      },
    ],
    [
      'TagResource',
      { secretId: 'db', tags: [{ key: 'a', value: 'b' }] },
      {},
      { [byName]: sets({ 'tags.a': 'b' }) },
    ],
    ['DeleteSecret', { secretId: 'db' }, { aRN: arn }, { [byArn]: [{ kind: 'delete' }] }],
    ['RestoreSecret', { secretId: arn }, {}, { [byArn]: [{ kind: 'create', attributes: {} }] }],
    ['RotateSecret', { secretId: arn }, {}, { [version]: [hidden('secret_string', 'redacted')] }],
    [
      'ReplicateSecretToRegions',
      { secretId: 'db', addReplicaRegions: [{ region: 'us-east-1' }] },
      {},
      { [byName]: [add('replica', { region: 'us-east-1' })] },
    ],
    [
      'RemoveRegionsFromReplication',
      { secretId: 'db', removeReplicaRegions: ['us-east-1'] },
      {},
      { [byName]: [remove('replica', { region: 'us-east-1' })] },
    ],
    ['UpdateSecretVersionStage', { secretId: 'db' }, {}, {}],
  ])('%s %j', (operation, request, response, expected) => {
    expect(translate(operation, request, response, estate)).toEqual(expected);
  });

  it('are created, but not by a restore', () => {
    const tags = [{ key: 'a', value: 'b' }];

    expect(translate('CreateSecret', { name: 'db', tags }, { arn })).toEqual({
      [byArn]: [{ kind: 'create', attributes: { name: 'db', tags: { a: 'b' } }, importId: arn }],
    });
    expect(translate('RestoreSecret', { secretId: arn })).toEqual({});
  });

  it('get rules for their rotation', () => {
    const request = {
      secretId: arn,
      rotationLambdaARN: 'arn:f',
      rotationRules: { automaticallyAfterDays: 30 },
      rotateImmediately: false,
    };
    const managed = {
      address: 'aws_secretsmanager_secret_rotation.db',
      attributes: { secret_id: arn },
    };
    const resource = `aws_secretsmanager_secret_rotation ${arn}`;

    expect(translate('RotateSecret', request)).toMatchObject({
      [resource]: [
        {
          attributes: {
            secret_id: arn,
            rotation_lambda_arn: 'arn:f',
            rotation_rules: [{ automatically_after_days: 30 }],
          },
          importId: arn,
        },
      ],
    });
    expect(translate('RotateSecret', request, {}, estateOf(secret(), managed))).toEqual({
      [resource]: sets({
        rotation_lambda_arn: 'arn:f',
        'rotation_rules.0.automatically_after_days': 30,
      }),
    });
    expect(translate('CancelRotateSecret', { secretId: arn })).toEqual({
      [resource]: [{ kind: 'delete' }],
    });
  });

  it('have their policy where the code has it', () => {
    const request = { secretId: 'db', resourcePolicy: '{}' };
    const own = {
      address: 'aws_secretsmanager_secret_policy.db',
      attributes: { secret_arn: arn },
    };
    const policy = `aws_secretsmanager_secret_policy ${arn}`;
    const put = (...resources: FakeResource[]) =>
      translate('PutResourcePolicy', request, { aRN: arn }, estateOf(...resources));
    const drop = (...resources: FakeResource[]) =>
      translate('DeleteResourcePolicy', request, { aRN: arn }, estateOf(...resources));

    expect(put(secret())).toMatchObject({ [policy]: [{ kind: 'create', importId: arn }] });
    expect(put(secret('policy'))).toEqual({ [byArn]: sets({ policy: '{}' }) });
    expect(put(secret('policy'), own)).toEqual({ [policy]: sets({ policy: '{}' }) });
    expect(drop(secret('policy'))).toEqual({ [byArn]: sets({ policy: null }) });
    expect(drop(secret(), own)).toEqual({ [policy]: [{ kind: 'delete' }] });
  });
});
