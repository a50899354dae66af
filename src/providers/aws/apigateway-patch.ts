import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { own } from '../../model/json.ts';
import { dottedPath } from '../../model/path.ts';
import type { Converter } from '../catalog/convert.ts';
import { setEffect, setLogged, unknownChange } from '../catalog/effects.ts';
import { member, objectsAt, requireText, scalar } from '../catalog/request.ts';
import type { DraftEffect } from '../catalog/types.ts';

/** Path of a patch operation -> dotted path in the state, and its converter. */
export type Patchable = Readonly<Record<string, readonly [string, Converter]>>;

/**
 * The effects of the patch operations in a call to API Gateway. An operation on an unknown path may
 * have changed anything.
 * Source: https://docs.aws.amazon.com/apigateway/latest/api/patch-operations.html
 */
export function patchEffects(
  { request }: AuditEvent,
  resource: ResourceRef,
  table: Patchable,
): readonly DraftEffect[] {
  return objectsAt(request, 'patchOperations').map((operation) => {
    const path = requireText(operation, 'path');
    const variable = /^\/variables\/(.+)$/.exec(path)?.[1];
    const known = own(table, path);
    const [attribute, as]: readonly [readonly (string | number)[], Converter] | [] =
      known === undefined ? [] : [dottedPath(known[0]) as readonly (string | number)[], known[1]];
    const at = variable === undefined ? attribute : ['variables', unescaped(variable)];
    if (at === undefined) return unknownChange(resource);
    const value = member(operation, 'value');
    if (requireText(operation, 'op') === 'remove' || value === undefined) {
      return setEffect(resource, at, null);
    }
    return setLogged(resource, at, value, as ?? ((raw) => String(scalar(raw) ?? '')));
  });
}

/** A JSON Pointer writes a slash as `~1` and a tilde as `~0`. */
function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
