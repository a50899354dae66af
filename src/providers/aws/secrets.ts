import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { type CreateSpec, creationEntry } from '../catalog/creation.ts';
import { createEffect } from '../catalog/effects.ts';
import { boolAt, items, requestAt, requireText, textAt } from '../catalog/request.ts';
import {
  type CatalogAttributes,
  jsonField,
  number,
  response,
  setMembers,
  textField,
  via,
} from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { updateEffects } from '../catalog/update.ts';
import { aws } from './aws.ts';
import {
  refOfSecret,
  secretArn,
  secretParent,
  secretRef,
  secretsManager,
  secretType,
  secretValueEffect,
  secretVersionType,
} from './secret-ref.ts';

const rotation = 'aws_secretsmanager_secret_rotation';
const rotationRef = refOfSecret(rotation, 'secret_id');

const rotationSpec: CreateSpec = {
  type: rotation,
  keys: rotationRef,
  attributes: {
    rotation_lambda_arn: 'rotationLambdaArn',
    'rotation_rules.0.automatically_after_days': number('rotationRules.automaticallyAfterDays'),
    'rotation_rules.0.duration': 'rotationRules.duration',
    'rotation_rules.0.schedule_expression': 'rotationRules.scheduleExpression',
  },
  importId: (event) => secretArn(event),
  parent: secretParent,
};

/** A rotation changes the value, now or later. Rules in the request change as well. */
function rotate(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { request } = event;
  const later = boolAt(request, 'rotateImmediately') === false;
  const value = later ? [] : [secretValueEffect(event, estate)];
  const ruled = ['rotationLambdaArn', 'rotationRules'].some(
    (name) => requestAt(request, name) !== undefined,
  );
  if (!ruled) return value;
  const ref = rotationRef(event, estate);
  if (estate.find(ref) !== undefined) {
    return [...setMembers(event, ref, rotationSpec.attributes), ...value];
  }
  const secretId = secretArn(event);
  const constants = secretId === undefined ? {} : { secret_id: secretId };
  return [...creationEntry(event, estate, { ...rotationSpec, constants }, ref), ...value];
}

const policy = 'aws_secretsmanager_secret_policy';

const attributes: CatalogAttributes = { description: 'description', kms_key_id: 'kmsKeyId' };

function replicas(value: Json): Json {
  return items(value).map((item) => {
    const key = textAt(item, 'kmsKeyId');
    return {
      region: requireText(item, 'region'),
      ...(key === undefined ? {} : { kms_key_id: key }),
    };
  });
}

const regions = (value: Json): Json => items(value).map((region) => ({ region: String(region) }));

const policyRef = refOfSecret(policy, 'secret_arn');

export const secretsEntries: readonly CatalogEntry[] = aws(secretsManager, [
  {
    type: secretType,
    identity: secretRef,
    created: [{ arn: response('arn') }, { name: 'name' }],
    fields: { name: 'name', ...attributes },
    tags: 'tags',
    defaults: { kms_key_id: 'alias/aws/secretsmanager' },
    importId: response('arn'),
    calls: {
      CreateSecret: 'create',
      DeleteSecret: 'delete',
      UpdateSecret: {
        special: (event, estate) => {
          // The response names a version only if the call created one.
          const valued = ['secretString', 'secretBinary'].some(
            (name) => requestAt(event.request, name) !== undefined,
          );
          const changed = valued || requestAt(event.response, 'versionId') !== undefined;
          return [
            ...updateEffects(event, secretRef(event, estate), { keys: secretRef, attributes }),
            ...(changed ? [secretValueEffect(event, estate)] : []),
          ];
        },
        also: [secretVersionType],
      },
      PutSecretValue: {
        special: (event, estate) => [secretValueEffect(event, estate)],
        also: [secretVersionType],
      },
      ReplicateSecretToRegions: { add: { replica: via('addReplicaRegions', replicas) } },
      RemoveRegionsFromReplication: { remove: { replica: via('removeReplicaRegions', regions) } },
      RestoreSecret: {
        special: (event, estate) => {
          const ref = secretRef(event, estate);
          return estate.find(ref) === undefined ? [] : [createEffect(ref, {})];
        },
      },
      TagResource: { tag: 'tags' },
      UntagResource: { untag: 'tagKeys' },
    },
  },
  {
    type: policy,
    identity: policyRef,
    fields: {
      secret_arn: textField((event) => secretArn(event)),
      policy: jsonField('resourcePolicy'),
    },
    importId: (event) => secretArn(event),
    parent: secretParent,
    within: {
      type: secretType,
      identity: secretRef,
      argument: 'policy',
      fields: { policy: jsonField('resourcePolicy') },
      gone: null,
    },
    neverEmpty: true,
    calls: { PutResourcePolicy: 'put', DeleteResourcePolicy: 'delete' },
  },
  // From `CancelSecretVersionDelete` on, these are events of the service itself, steps of deletion
  // and rotation.
  {
    ignores: [
      'GetRandomPassword',
      'StopReplicationToReplica',
      'UpdateSecretVersionStage',
      'ValidateResourcePolicy',
      'CancelSecretVersionDelete',
      'EndSecretVersionDelete',
      'RotationAbandoned',
      'RotationFailed',
      'RotationStarted',
      'RotationSucceeded',
      'SecretVersionDeletion',
      'StartSecretVersionDelete',
      'TestRotationFailed',
      'TestRotationStarted',
      'TestRotationSucceeded',
    ],
  },

  {
    type: rotation,
    identity: rotationRef,
    calls: {
      CancelRotateSecret: 'delete',
      RotateSecret: { special: rotate, also: [secretVersionType] },
    },
  },
]);
