import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import { recordProblem } from '../core/problems.ts';
import { azureFields } from './fields.ts';
import { azureOperation, isAzureReading } from './operation.ts';
import { firstText } from './parts.ts';
import { normalizeResourceId } from './resource.ts';
import { phaseOf } from './status.ts';
import { azureInstant } from './time.ts';
import type { AzureEntry, AzureFields, AzureShape } from './types.ts';

export type EntryResult =
  | { readonly kind: 'entry'; readonly entry: AzureEntry }
  | { readonly kind: 'drop'; readonly reason: 'read-only' | 'other-category' }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/** In old diagnostic records, the category is the kind of the operation. */
const categories: ReadonlySet<string> = new Set([
  'administrative',
  'autoscale',
  'write',
  'delete',
  'action',
]);

/**
 * One record as a step of a call, or the reason why it is not one. `digest` is that of its raw
 * text.
 */
export function readAzureEntry(
  record: JsonObject,
  shape: AzureShape,
  digest: string,
  place: Place,
): EntryResult {
  const fields = azureFields(record, shape);
  if (fields.category !== undefined && !categories.has(fields.category.toLowerCase())) {
    return { kind: 'drop', reason: 'other-category' };
  }
  const invalid = (code: string, message: string): EntryResult => ({
    kind: 'invalid',
    problem: recordProblem(place, code, message),
  });
  const resourceId = resourceIdOf(fields);
  if (resourceId === undefined) {
    return invalid('record-resource', wrong('resource id', fields.resourceId));
  }
  const operation = azureOperation(fields.operation ?? '', resourceId);
  if (operation === undefined) {
    return invalid('record-operation', wrong('operation name', fields.operation));
  }
  if (isAzureReading(operation.operation)) return { kind: 'drop', reason: 'read-only' };
  const phase = phaseOf(fields.status ?? '');
  if (phase === undefined) return invalid('record-status', wrong('status', fields.status));
  const instant = azureInstant(fields.time ?? '');
  if (instant === undefined) return invalid('record-time', wrong('time', fields.time));
  const status = fields.status ?? '';
  const entry = { fields, phase, status, instant, ...operation, resourceId, digest, place };
  return { kind: 'entry', entry };
}

/** Calls above the level of resources name their target only as the scope of the permission. */
function resourceIdOf({ resourceId, authorization }: AzureFields): string | undefined {
  const id = resourceId ?? firstText(authorization, 'scope');
  return id === undefined || id.length > 2000 ? undefined : normalizeResourceId(id);
}

function wrong(name: string, text: string | undefined): string {
  return text === undefined
    ? `The record has no ${name}.`
    : `The record has an impossible ${name}: ${text}.`;
}
