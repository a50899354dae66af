import type { Change } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { type AttributePath, dottedPath } from '../../../src/model/path.ts';
import type { CatalogEntry, Estate } from '../../../src/providers/catalog/types.ts';
import { auditEvent, changesOf } from './event.ts';

/** `sets({'a.0.b': 1})`: one `set` for each dotted path. */
export function sets(values: Readonly<Record<string, Json>>): readonly Change[] {
  return Object.entries(values).map(([path, value]) => setAt(dottedPath(path), value));
}

export function setAt(path: AttributePath, value: Json): Change {
  return { kind: 'set', path, value: { kind: 'known', value } };
}

export function hidden(path: string, kind: 'redacted' | 'omitted'): Change {
  return { kind: 'set', path: path === '' ? [] : dottedPath(path), value: { kind } };
}

export function add(path: string, element: Json): Change {
  return { kind: 'add', path: dottedPath(path), element };
}

export function remove(path: string, element: Json): Change {
  return { kind: 'remove', path: dottedPath(path), element };
}

/** The changes of a call by resource (`{'aws_vpc vpc-1': [...]}`), or why it failed. */
export function translator(entries: readonly CatalogEntry[], service: string) {
  return (
    operation: string,
    request: JsonObject,
    response: JsonObject = {},
    estate?: Estate,
  ): Readonly<Record<string, readonly Change[]>> | string => {
    const event = auditEvent({ service, operation, request, response });
    const changes = changesOf(entries, event, estate);
    if (typeof changes === 'string') return changes;
    const byResource: Record<string, Change[]> = {};
    for (const [resource, change] of changes) {
      const list = byResource[resource] ?? [];
      byResource[resource] = [...list, change];
    }
    return byResource;
  };
}
