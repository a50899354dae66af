import type { AuditEvent } from '../../model/event.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { boolAt, requestAt } from '../catalog/request.ts';
import { number, setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  refOfSecret,
  secretArn,
  secretParent,
  secretsManager,
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

export const secretRotationEntries: readonly CatalogEntry[] = [
  ...aws({
    service: secretsManager,
    type: rotation,
    identity: rotationRef,
    fields: {},
    calls: {
      CancelRotateSecret: 'delete',
      RotateSecret: { special: rotate, also: [secretVersionType] },
    },
  }),
];
