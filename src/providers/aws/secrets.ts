import type { Json } from '../../model/json.ts';
import { createEffect } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { items, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, response, textField, via } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
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
import { secretRotationEntries } from './secret-rotation.ts';

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

const secretEntries: readonly CatalogEntry[] = [
  ...aws({
    service: secretsManager,
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
  }),
];

const policyRef = refOfSecret(policy, 'secret_arn');

const policyEntries: readonly CatalogEntry[] = aws({
  service: secretsManager,
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
});

export const secretsEntries: readonly CatalogEntry[] = [
  ...secretEntries,
  ...policyEntries,
  ...secretRotationEntries,
  // From `CancelSecretVersionDelete` on, these are events of the service itself, steps of deletion
  // and rotation.
  ignores(secretsManager, [
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
  ]),
];
