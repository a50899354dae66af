import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { splitArn } from '../catalog/arn.ts';
import type { CatalogAttributes, CreateSpec } from '../catalog/define.ts';
import {
  creates,
  creationEntry,
  deletes,
  ignores,
  jsonField,
  number,
  response,
  setMembers,
  tagging,
  textField,
  updates,
} from '../catalog/define.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  effect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { boolAt, objectsAt, requestAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

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

const updateSecret = updates({
  service,
  operations: [],
  type: secret,
  keys: secretRef,
  attributes,
});

const secretEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateSecret'],
    type: secret,
    keys: [{ arn: response('arn') }, { name: 'name' }],
    attributes: { name: 'name', ...attributes },
    tags: 'tags',
    defaults: { kms_key_id: 'alias/aws/secretsmanager' },
    importId: response('arn'),
  }),
  {
    service,
    operations: ['UpdateSecret'],
    types: [secret, version],
    effects: (event, estate) => {
      // The response names a version only if the call made one.
      const valued = ['secretString', 'secretBinary'].some(
        (name) => requestAt(event.request, name) !== undefined,
      );
      const changed = valued || requestAt(event.response, 'versionId') !== undefined;
      return [
        ...updateSecret.effects(event, estate),
        ...(changed ? [valueEffect(event, estate)] : []),
      ];
    },
  },
  {
    service,
    operations: ['PutSecretValue'],
    types: [version],
    effects: (event, estate) => [valueEffect(event, estate)],
  },
  deletes({ service, operations: ['DeleteSecret'], type: secret, keys: secretRef }),
  {
    service,
    operations: ['RestoreSecret'],
    types: [secret],
    effects: (event, estate) => {
      const ref = secretRef(event, estate);
      return estate.find(ref) === undefined ? [] : [createEffect(ref, {})];
    },
  },
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [secret],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: secretRef,
  }),
];

const policyRef = ofSecret(policy, 'secret_arn');

const putOwnPolicy = puts({
  service,
  operations: [],
  type: policy,
  keys: policyRef,
  attributes: {
    secret_arn: textField((event) => secretArn(event)),
    policy: jsonField('resourcePolicy'),
  },
  importId: (event) => secretArn(event),
  parent,
});

const putInlinePolicy = updates({
  service,
  operations: [],
  type: secret,
  keys: secretRef,
  attributes: { policy: jsonField('resourcePolicy') },
});

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
      (isInline(event, estate) ? putInlinePolicy : putOwnPolicy).effects(event, estate),
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
  service,
  operations: [],
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
  { service, operations: ['RotateSecret'], types: [rotation, version], effects: rotate },
  deletes({ service, operations: ['CancelRotateSecret'], type: rotation, keys: rotationRef }),
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
