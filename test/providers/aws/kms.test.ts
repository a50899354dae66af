import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { auditEvent, changesOf, estateOf } from '../catalog/event.ts';

const service = 'kms.amazonaws.com';
const translate = translator(awsEntries, service);
const id = '1234abcd-12ab-34cd-56ef-1234567890ab';
const arnIn = (region: string) => `arn:aws:kms:${region}:111122223333:key/${id}`;
const arn = arnIn('eu-central-1');
const key = (type = 'aws_kms_key', region = 'eu-central-1'): FakeResource => ({
  address: `${type}.data`,
  attributes: { id, key_id: id, arn: arnIn(region) },
});
const alias: FakeResource = {
  address: 'aws_kms_alias.data',
  attributes: { name: 'alias/data', target_key_arn: arn, target_key_id: id },
};

describe('a key', () => {
  it.each<[string, JsonObject, readonly Change[]]>([
    ['EnableKeyRotation', {}, sets({ enable_key_rotation: true })],
    [
      'EnableKeyRotation',
      { rotationPeriodInDays: 180 },
      sets({ enable_key_rotation: true, rotation_period_in_days: 180 }),
    ],
    ['DisableKeyRotation', {}, sets({ enable_key_rotation: false })],
    ['EnableKey', {}, sets({ is_enabled: true })],
    ['DisableKey', {}, sets({ is_enabled: false })],
    ['PutKeyPolicy', { policyName: 'default', policy: '{"a":1}' }, sets({ policy: '{"a":1}' })],
    ['UpdateKeyDescription', { description: 'x' }, sets({ description: 'x' })],
    ['ScheduleKeyDeletion', { pendingWindowInDays: 20 }, [{ kind: 'delete' }]],
    ['TagResource', { tags: [{ tagKey: 'a', tagValue: 'b' }] }, sets({ 'tags.a': 'b' })],
    ['UntagResource', { tagKeys: ['a'] }, sets({ 'tags.a': null })],
  ])('%s %j', (operation, request, changes) => {
    expect(translate(operation, { keyId: id, ...request })).toEqual({
      [`aws_kms_key ${arn}`]: changes,
    });
  });

  it.each([
    ['id', id],
    ['ARN', arn],
    ['alias', 'alias/data'],
    ['ARN of an alias', 'arn:aws:kms:eu-central-1:111122223333:alias/data'],
  ])('is named by its %s', (_, keyId) => {
    expect(translate('DisableKey', { keyId }, {}, estateOf(key(), alias))).toEqual({
      [`aws_kms_key ${arn}`]: sets({ is_enabled: false }),
    });
  });

  it('stays unknown behind an alias that is not managed', () => {
    expect(translate('DisableKey', { keyId: 'alias/other' }, {}, estateOf(key(), alias))).toEqual({
      'aws_kms_key arn:aws:kms:eu-central-1:111122223333:alias/other': sets({ is_enabled: false }),
    });
  });

  it.each(['aws_kms_external_key', 'aws_kms_replica_key'])('may be of type %s', (type) => {
    const estate = estateOf(key(type));

    expect(translate('DisableKey', { keyId: id }, {}, estate)).toEqual({
      [`${type} ${arn}`]: sets({ enabled: false }),
    });
    expect(translate('EnableKeyRotation', { keyId: id }, {}, estate)).toEqual({});
  });

  it('is not the replica with the same id in another region', () => {
    const estate = estateOf(key('aws_kms_replica_key', 'us-east-1'));

    expect(translate('DisableKey', { keyId: id }, {}, estate)).toEqual({
      [`aws_kms_key ${arn}`]: sets({ is_enabled: false }),
    });
  });

  it.each([id, arn])('may have its policy in a resource of its own, by %s', (key_id) => {
    const policy = { address: 'aws_kms_key_policy.data', attributes: { key_id } };
    const request = { keyId: id, policyName: 'default', policy: '{}' };
    const found = translate('PutKeyPolicy', request, {}, estateOf(key(), policy));

    expect(Object.values(found)).toEqual([sets({ policy: '{}' })]);
    expect(Object.keys(found)[0]).toMatch(/^aws_kms_key_policy /);
  });

  it('returns disabled from its scheduled deletion', () => {
    const request = { keyId: id };

    expect(translate('CancelKeyDeletion', request, {}, estateOf(key()))).toEqual({
      [`aws_kms_key ${arn}`]: [{ kind: 'create', attributes: {} }, ...sets({ is_enabled: false })],
    });
    expect(translate('CancelKeyDeletion', request)).toEqual({
      [`aws_kms_key ${arn}`]: sets({ is_enabled: false }),
    });
  });

  it('is finally deleted by the service', () => {
    const event = auditEvent({ service, operation: 'DeleteKey', details: { keyId: id } });

    expect(changesOf(awsEntries, event)).toEqual([[`aws_kms_key ${arn}`, { kind: 'delete' }]]);
    const { details: _, ...bare } = event;
    const listed = auditEvent({ ...bare, resources: ['arn:aws:s3:::b', arn] });
    expect(changesOf(awsEntries, listed)).toEqual([[`aws_kms_key ${arn}`, { kind: 'delete' }]]);
    expect(translate('DeleteKey', {})).toEqual({});
  });
});

describe('CreateKey', () => {
  const response = { keyMetadata: { aWSAccountId: '111122223333', keyId: id, arn } };
  const common = {
    bypassPolicyLockoutSafetyCheck: false,
    customerMasterKeySpec: 'SYMMETRIC_DEFAULT',
    description: '',
    keySpec: 'SYMMETRIC_DEFAULT',
    keyUsage: 'ENCRYPT_DECRYPT',
    multiRegion: false,
    tags: [],
  };

  it.each<[JsonObject, string, JsonObject]>([
    [{ origin: 'AWS_KMS', policy: '{}' }, 'aws_kms_key', { policy: '{}' }],
    [
      { origin: 'AWS_KMS', multiRegion: true, description: 'x', keyUsage: 'SIGN_VERIFY' },
      'aws_kms_key',
      { description: 'x', key_usage: 'SIGN_VERIFY', multi_region: true },
    ],
    [
      { origin: 'AWS_KMS', tags: [{ tagKey: 'a', tagValue: 'b' }] },
      'aws_kms_key',
      { tags: { a: 'b' } },
    ],
    [
      { origin: 'AWS_CLOUDHSM', customKeyStoreId: 'cks-1' },
      'aws_kms_key',
      { custom_key_store_id: 'cks-1' },
    ],
    [{ origin: 'EXTERNAL' }, 'aws_kms_external_key', {}],
  ])('%j', (request, type, attributes) => {
    expect(translate('CreateKey', { ...common, ...request }, response)).toEqual({
      [`${type} ${arn}`]: [{ kind: 'create', attributes, importId: id }],
    });
  });
});

describe('an alias', () => {
  const name = 'aws_kms_alias arn:aws:kms:eu-central-1:111122223333:alias/data';

  it('is created for a key', () => {
    const request = { aliasName: 'alias/data', targetKeyId: id };

    expect(translate('CreateAlias', request, {}, estateOf(key()))).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: { name: 'alias/data', target_key_id: id },
          importId: 'alias/data',
          parent: { type: 'aws_kms_key', keys: [{ arn }, { id }] },
        },
      ],
    });
  });

  it.each([
    [id, 'other', 'other'],
    [id, arnIn('eu-central-1').replace(id, 'other'), 'other'],
    [arn, 'other', arn.replace(id, 'other')],
  ])('moves from %s to %s in the spelling of the code', (target_key_id, targetKeyId, value) => {
    const managed = { ...alias, attributes: { ...alias.attributes, target_key_id } };
    const request = { aliasName: 'alias/data', targetKeyId };

    expect(translate('UpdateAlias', request, {}, estateOf(managed))).toEqual({
      [name]: sets({ target_key_id: value }),
    });
  });
});

describe('a grant', () => {
  const request = { keyId: arn, operations: ['Encrypt'] };
  const person = 'arn:aws:iam::111122223333:role/app';

  it('is made for a principal, and revoked', () => {
    const given = { ...request, granteePrincipal: person };

    expect(translate('CreateGrant', given, { grantId: 'g' })).toMatchObject({
      'aws_kms_grant g': [
        {
          attributes: { key_id: arn, grantee_principal: person, operations: ['Encrypt'] },
          importId: `${arn}:g`,
        },
      ],
    });
    expect(translate('RevokeGrant', { keyId: id, grantId: 'g' })).toEqual({
      'aws_kms_grant g': [{ kind: 'delete' }],
    });
    expect(translate('RetireGrant', {})).toEqual({});
  });

  it.each([
    [{ ...request, granteePrincipal: '111122223333:aws:ec2-infrastructure:i-1' }, undefined],
    [{ ...request, granteePrincipal: 'rds.eu-central-1.amazonaws.com' }, undefined],
    [{ ...request, granteePrincipal: person }, 'dynamodb.amazonaws.com'],
  ])('is ignored between services', (given, invokedBy) => {
    const event = auditEvent({ service, operation: 'CreateGrant', request: given });
    const caller = invokedBy === undefined ? event.caller : { ...event.caller, invokedBy };

    expect(createCatalog(awsEntries).translate({ ...event, caller }, estateOf())).toMatchObject({
      kind: 'effects',
      effects: [],
    });
  });
});
