import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { toText } from '../catalog/convert.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { createEffect, refTo, setEffect, setLogged } from '../catalog/effects.ts';
import { catalogName } from '../catalog/identity.ts';
import { firstManaged, localRef } from '../catalog/naming.ts';
import { requestAt, required, requireText, textAt } from '../catalog/request.ts';
import { bool, jsonField, number, response, textField, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const kmsService = 'kms.amazonaws.com';
const key = 'aws_kms_key';
const external = 'aws_kms_external_key';
const replica = 'aws_kms_replica_key';
const keyTypes = [key, external, replica, 'aws_kms_replica_external_key'] as const;
const keyPolicy = 'aws_kms_key_policy';

/** The managed key that a key id, key ARN, alias name or alias ARN denotes. */
export function keyRef(event: AuditEvent, estate: Estate, keyId: string): ResourceRef {
  const target = behindAlias(event, estate, keyId);
  const refs = keyTypes.map((type) =>
    splitArn(target) === undefined
      ? localRef(event, estate, type, { id: target }, arnIn(event, 'kms', `key/${target}`))
      : refTo(type, { arn: target }),
  );
  return firstManaged(estate, refs[0] ?? refTo(key, { id: target }), ...refs.slice(1));
}

function behindAlias(event: AuditEvent, estate: Estate, keyId: string): string {
  const name = splitArn(keyId)?.resource ?? keyId;
  if (!name.startsWith('alias/')) return keyId;
  const arn = splitArn(keyId) === undefined ? arnIn(event, 'kms', name) : keyId;
  const alias = estate.find(localRef(event, estate, 'aws_kms_alias', { name }, arn));
  return textAt(alias?.attributes, 'target_key_arn') ?? arn;
}

export function requestedKey(event: AuditEvent, estate: Estate): ResourceRef {
  return keyRef(event, estate, requireText(event.request, 'keyId'));
}

/** The id without the ARN, as several attributes hold it. */
export function keyIdOf(keyId: string): string {
  return keyId.slice(keyId.lastIndexOf('/') + 1);
}

function enabledEffect(ref: ResourceRef, enabled: boolean): DraftEffect {
  return setEffect(ref, [ref.type === key ? 'is_enabled' : 'enabled'], enabled);
}

/** The policy of a key as a separate resource. */
function policyRef(event: AuditEvent, estate: Estate): ResourceRef {
  const keyId = requireText(event.request, 'keyId');
  const arn = textAt(estate.find(keyRef(event, estate, keyId))?.attributes, 'arn');
  const ids = new Set([keyId, keyIdOf(keyId), arn]);
  return refTo(keyPolicy, ...[...ids].map((key_id) => ({ key_id })));
}

function putPolicy(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const own = policyRef(event, estate);
  const policy = required(requestAt(event.request, 'policy'), 'policy');
  const holder = estate.find(own) === undefined ? requestedKey(event, estate) : own;
  return [setLogged(holder, ['policy'], policy, toText)];
}

/** Replicas follow the rotation of their primary key, so only `aws_kms_key` has that setting. */
function rotating(event: AuditEvent, estate: Estate): ResourceRef | undefined {
  const ref = requestedKey(event, estate);
  return ref.type === key ? ref : undefined;
}

const isRotated = (isOn: boolean) => ({
  set: {
    enable_key_rotation: bool(() => isOn),
    rotation_period_in_days: number('rotationPeriodInDays'),
  },
  by: rotating,
});

const keySpec: CreateSpec = {
  type: key,
  keys: [{ arn: response('keyMetadata.arn') }, { id: response('keyMetadata.keyId') }],
  attributes: {
    description: 'description',
    key_usage: 'keyUsage',
    customer_master_key_spec: via(
      ({ request }) => requestAt(request, 'keySpec') ?? requestAt(request, 'customerMasterKeySpec'),
      toText,
    ),
    multi_region: bool('multiRegion'),
    policy: jsonField('policy'),
    custom_key_store_id: 'customKeyStoreId',
    xks_key_id: 'xksKeyId',
  },
  tags: 'tags',
  defaults: {
    customer_master_key_spec: 'SYMMETRIC_DEFAULT',
    key_usage: 'ENCRYPT_DECRYPT',
    multi_region: false,
  },
  importId: response('keyMetadata.keyId'),
};

/** A key with imported material is a separate type with fewer attributes. */
const externalSpec: CreateSpec = {
  ...keySpec,
  type: external,
  attributes: {
    description: 'description',
    multi_region: bool('multiRegion'),
    policy: jsonField('policy'),
  },
};

const replicaSpec: CreateSpec = {
  ...keySpec,
  type: replica,
  keys: [{ arn: response('replicaKeyMetadata.arn') }, { id: response('replicaKeyMetadata.keyId') }],
  attributes: {
    description: 'description',
    policy: jsonField('policy'),
    primary_key_arn: textField((event) => {
      const keyId = requireText(event.request, 'keyId');
      return splitArn(keyId) === undefined ? arnIn(event, 'kms', `key/${keyId}`) : keyId;
    }),
  },
  importId: response('replicaKeyMetadata.keyId'),
};

function specOf(event: AuditEvent): CreateSpec {
  if (event.operation === 'ReplicateKey') return replicaSpec;
  return textAt(event.request, 'origin') === 'EXTERNAL' ? externalSpec : keySpec;
}

function listedKey({ resources = [] }: AuditEvent): string | undefined {
  return resources.find((arn) => splitArn(arn)?.service === 'kms');
}

/**
 * Terraform treats a key that is scheduled for deletion as deleted. A key whose deletion is
 * cancelled comes back disabled.
 */
function cancelDeletion(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = requestedKey(event, estate);
  const back = estate.find(ref) === undefined ? [] : [createEffect(ref, {})];
  return [...back, enabledEffect(ref, false)];
}

/**
 * A service event at the end of the waiting time. Some records have the key only in their list of
 * resources.
 */
function deletedKey(event: AuditEvent, estate: Estate): ResourceRef | undefined {
  const keyId =
    textAt(event.details, 'keyId') ?? textAt(event.request, 'keyId') ?? listedKey(event);
  return keyId === undefined ? undefined : keyRef(event, estate, keyId);
}

function create(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const spec = specOf(event);
  return creationEntry(event, estate, spec, catalogName(event, estate, spec));
}

const enabling = (isOn: boolean) => (event: AuditEvent, estate: Estate) => [
  enabledEffect(requestedKey(event, estate), isOn),
];

export const kmsKeyEntries = aws(kmsService, [
  {
    type: key,
    also: keyTypes,
    identity: requestedKey,
    fields: keySpec.attributes,
    defaults: { ...keySpec.defaults, enable_key_rotation: false },
    neverEmpty: true,
    calls: {
      CreateKey: { special: create },
      ReplicateKey: { special: create },
      EnableKey: { special: enabling(true) },
      DisableKey: { special: enabling(false) },
      EnableKeyRotation: isRotated(true),
      DisableKeyRotation: isRotated(false),
      UpdateKeyDescription: { set: { description: 'description' } },
      ScheduleKeyDeletion: 'delete',
      CancelKeyDeletion: { special: cancelDeletion },
      DeleteKey: { does: 'delete', by: deletedKey },
      TagResource: { tag: 'tags' },
      UntagResource: { untag: 'tagKeys' },
    },
  },
  {
    type: keyPolicy,
    also: keyTypes,
    identity: policyRef,
    calls: { PutKeyPolicy: { special: putPolicy } },
  },
]);
