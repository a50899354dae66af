import type { AuditEvent } from '../../model/event.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import type { PutSpec } from '../catalog/replace.ts';
import { putEffects } from '../catalog/replace.ts';
import { objectsAt, requestAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, response, textField } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
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
          // The response names a version only if the call made one.
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
  {
    service: secretsManager,
    operations: ['PutSecretValue'],
    types: [secretVersionType],
    effects: (event, estate) => [secretValueEffect(event, estate)],
  },
];

const policyRef = refOfSecret(policy, 'secret_arn');

const ownPolicy: PutSpec = {
  type: policy,
  keys: policyRef,
  attributes: {
    secret_arn: textField((event) => secretArn(event)),
    policy: jsonField('resourcePolicy'),
  },
  importId: (event) => secretArn(event),
  parent: secretParent,
};

const inlinePolicy = { keys: secretRef, attributes: { policy: jsonField('resourcePolicy') } };

/** The secret's own `policy` attribute, unless a resource of its own holds it. */
function isInline(event: AuditEvent, estate: Estate): boolean {
  if (estate.find(policyRef(event, estate)) !== undefined) return false;
  return estate.find(secretRef(event, estate))?.declares('policy') === true;
}

const policyEntries: readonly CatalogEntry[] = [
  {
    service: secretsManager,
    operations: ['PutResourcePolicy'],
    types: [secretType, policy],
    effects: (event, estate) =>
      isInline(event, estate)
        ? updateEffects(event, secretRef(event, estate), inlinePolicy)
        : putEffects(event, estate, ownPolicy, policyRef(event, estate)),
  },
  {
    service: secretsManager,
    operations: ['DeleteResourcePolicy'],
    types: [secretType, policy],
    effects: (event, estate) =>
      isInline(event, estate)
        ? [setEffect(secretRef(event, estate), ['policy'], null)]
        : [deleteEffect(policyRef(event, estate))],
  },
];

const replicaEntries: readonly CatalogEntry[] = [
  {
    service: secretsManager,
    operations: ['ReplicateSecretToRegions'],
    types: [secretType],
    effects: (event, estate) => {
      const ref = secretRef(event, estate);
      return objectsAt(event.request, 'addReplicaRegions').map((item) => {
        const key = textAt(item, 'kmsKeyId');
        return addEffect(ref, ['replica'], {
          region: requireText(item, 'region'),
          ...(key === undefined ? {} : { kms_key_id: key }),
        });
      });
    },
  },
  {
    service: secretsManager,
    operations: ['RemoveRegionsFromReplication'],
    types: [secretType],
    effects: (event, estate) => {
      const ref = secretRef(event, estate);
      return textsAt(event.request, 'removeReplicaRegions').map((region) =>
        removeEffect(ref, ['replica'], { region }),
      );
    },
  },
];

export const secretsEntries: readonly CatalogEntry[] = [
  ...secretEntries,
  ...policyEntries,
  ...secretRotationEntries,
  ...replicaEntries,
  // The last of these are steps of deletion and rotation that the service logs by itself.
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
