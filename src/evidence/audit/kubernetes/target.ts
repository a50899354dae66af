import type { JsonObject } from '../../../model/json.ts';
import { defined, fieldTextAt, objectAt } from '../core/fields.ts';
import type { AuditTarget } from './types.ts';

export type FoundTarget =
  | { readonly kind: 'target'; readonly target: AuditTarget }
  /** The request is not for an object of the API. */
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly message: string };

const apiName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const version = /^[a-zA-Z0-9_]{1,63}$/;
/** Names of roles and similar objects may have colons; no name has a slash. */
const objectName = /^[^\s/%\p{C}]{1,253}$/u;

/** The object of a record, with the name from the response if the server chose it. */
export function auditTargetOf(record: JsonObject): FoundTarget {
  const reference = objectAt(record, 'objectRef');
  const resource = fieldTextAt(reference, 'resource');
  if (resource === undefined) {
    return Object.keys(reference).length === 0
      ? { kind: 'none' }
      : { kind: 'bad', message: 'The record has an objectRef without a resource.' };
  }
  const created = fieldTextAt(objectAt(objectAt(record, 'responseObject'), 'metadata'), 'name');
  const subresource = fieldTextAt(reference, 'subresource');
  const isCreation = fieldTextAt(record, 'verb') === 'create' && subresource === undefined;
  const target: AuditTarget = defined({
    group: fieldTextAt(reference, 'apiGroup') ?? '',
    version: fieldTextAt(reference, 'apiVersion') ?? '',
    resource,
    subresource,
    namespace: fieldTextAt(reference, 'namespace'),
    name: fieldTextAt(reference, 'name') ?? (isCreation ? created : undefined),
  });
  const wrong = wrongPart(target);
  if (wrong === undefined) return { kind: 'target', target };
  return { kind: 'bad', message: `The record has an impossible ${wrong[0]}: ${wrong[1]}.` };
}

function wrongPart(target: AuditTarget): readonly [name: string, text: string] | undefined {
  const { group, version: api, resource, subresource, namespace, name } = target;
  const checks: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['API group', group === '' ? undefined : group, apiName],
    ['API version', api === '' ? undefined : api, version],
    ['resource', resource, apiName],
    // A connection through the API server has its path after the subresource.
    ['subresource', subresource?.split('/')[0], apiName],
    ['namespace', namespace, apiName],
    ['name', name, objectName],
  ];
  for (const [part, text, pattern] of checks) {
    if (text !== undefined && !pattern.test(text)) return [part, text];
  }
  return undefined;
}
