import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { splitArn } from '../catalog/arn.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  effect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { localRef } from '../catalog/naming.ts';
import type { PutSpec } from '../catalog/replace.ts';
import { putEffects } from '../catalog/replace.ts';
import { boolAt, objectsAt, requestAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, number, response, setMembers, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { updateEffects } from '../catalog/update.ts';
import { aws } from './aws.ts';

const service = 'secretsmanager.amazonaws.com';
const secret = 'aws_secretsmanager_secret';
const version = 'aws_secretsmanager_secret_version';
const policy = 'aws_secretsmanager_secret_policy';
const rotation = 'aws_secretsmanager_secret_rotation';

/** ARNs end in random letters, so a name alone does not give one; responses often do. */
function secretArn({ request, response }: AuditEvent): string | undefined {
  const given = textAt(request, 'secretId');
  if (given !== undefined && splitArn(given) !== undefined) return given;
  return textAt(response, 'arn');
}

function secretRef(event: AuditEvent, estate: Estate): ResourceRef {
  const arn = secretArn(event);
  if (arn !== undefined) return refTo(secret, { arn }, { id: arn });
  const name = requireText(event.request, 'secretId');
  return localRef(event, estate, secret, { name });
}

/** Something of a secret that names it by `attribute`: by ARN, as the provider stores it. */
function ofSecret(type: string, attribute: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const managed = textAt(estate.find(secretRef(event, estate))?.attributes, 'arn');
    const given = textAt(event.request, 'secretId');
    const values = new Set([managed, secretArn(event), given]);
    return refTo(type, ...[...values].map((value) => ({ [attribute]: value })));
  };
}

const parent = { type: secret, keys: secretRef };
const versionRef = ofSecret(version, 'secret_id');

/** Values of secrets are never in the log. */
function valueEffect(event: AuditEvent, estate: Estate): DraftEffect {
  const binary = requestAt(event.request, 'secretBinary') !== undefined;
  const path = [binary ? 'secret_binary' : 'secret_string'];
  return effect(versionRef(event, estate), { kind: 'set', path, value: { kind: 'redacted' } });
}

const attributes: CatalogAttributes = { description: 'description', kms_key_id: 'kmsKeyId' };

const secretEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: secret,
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
            ...(changed ? [valueEffect(event, estate)] : []),
          ];
        },
        also: [version],
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
    service,
    operations: ['PutSecretValue'],
    types: [version],
    effects: (event, estate) => [valueEffect(event, estate)],
  },
];

const policyRef = ofSecret(policy, 'secret_arn');

const ownPolicy: PutSpec = {
  type: policy,
  keys: policyRef,
  attributes: {
    secret_arn: textField((event) => secretArn(event)),
    policy: jsonField('resourcePolicy'),
  },
  importId: (event) => secretArn(event),
  parent,
};

const inlinePolicy = { keys: secretRef, attributes: { policy: jsonField('resourcePolicy') } };

/** The secret's own `policy` attribute, unless a resource of its own holds it. */
function isInline(event: AuditEvent, estate: Estate): boolean {
  if (estate.find(policyRef(event, estate)) !== undefined) return false;
  return estate.find(secretRef(event, estate))?.declares('policy') === true;
}

const policyEntries: readonly CatalogEntry[] = [
  {
    service,
    operations: ['PutResourcePolicy'],
    types: [secret, policy],
    effects: (event, estate) =>
      isInline(event, estate)
        ? updateEffects(event, secretRef(event, estate), inlinePolicy)
        : putEffects(event, estate, ownPolicy, policyRef(event, estate)),
  },
  {
    service,
    operations: ['DeleteResourcePolicy'],
    types: [secret, policy],
    effects: (event, estate) =>
      isInline(event, estate)
        ? [setEffect(secretRef(event, estate), ['policy'], null)]
        : [deleteEffect(policyRef(event, estate))],
  },
];

const rotationRef = ofSecret(rotation, 'secret_id');

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
  parent,
};

/** Rotating changes the value, now or later; rules in the request change as well. */
function rotate(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { request } = event;
  const later = boolAt(request, 'rotateImmediately') === false;
  const value = later ? [] : [valueEffect(event, estate)];
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

const rotationEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: rotation,
    identity: rotationRef,
    fields: {},
    calls: {
      CancelRotateSecret: 'delete',
      RotateSecret: { special: rotate, also: [version] },
    },
  }),
];

const replicaEntries: readonly CatalogEntry[] = [
  {
    service,
    operations: ['ReplicateSecretToRegions'],
    types: [secret],
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
    service,
    operations: ['RemoveRegionsFromReplication'],
    types: [secret],
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
  ...rotationEntries,
  ...replicaEntries,
  // The last of these are steps of deletion and rotation that the service logs by itself.
  ignores(service, [
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
