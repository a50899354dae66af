import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { splitArn } from '../catalog/arn.ts';
import { redactedEffect, refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';

export const secretsManager = 'secretsmanager.amazonaws.com';
export const secretType = 'aws_secretsmanager_secret';
export const secretVersionType = 'aws_secretsmanager_secret_version';

/**
 * The ARN from the request or the response. It ends in random letters, so it cannot be built from
 * the name.
 */
export function secretArn({ request, response }: AuditEvent): string | undefined {
  const given = textAt(request, 'secretId');
  if (given !== undefined && splitArn(given) !== undefined) return given;
  return textAt(response, 'arn');
}

export function secretRef(event: AuditEvent, estate: Estate): ResourceRef {
  const arn = secretArn(event);
  if (arn !== undefined) return refTo(secretType, { arn }, { id: arn });
  const name = requireText(event.request, 'secretId');
  return localRef(event, estate, secretType, { name });
}

/**
 * Names a resource by the secret that its `attribute` holds: by ARN, as the provider stores it, or
 * as the request gives it.
 */
export function refOfSecret(type: string, attribute: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const managed = textAt(estate.find(secretRef(event, estate))?.attributes, 'arn');
    const given = textAt(event.request, 'secretId');
    const values = new Set([managed, secretArn(event), given]);
    return refTo(type, ...[...values].map((value) => ({ [attribute]: value })));
  };
}

export const secretParent = { type: secretType, keys: secretRef };
const versionRef = refOfSecret(secretVersionType, 'secret_id');

/** The log never has the value of a secret. */
export function secretValueEffect(event: AuditEvent, estate: Estate): DraftEffect {
  const binary = requestAt(event.request, 'secretBinary') !== undefined;
  const path = [binary ? 'secret_binary' : 'secret_string'];
  return redactedEffect(versionRef(event, estate), path);
}
