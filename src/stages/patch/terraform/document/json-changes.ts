import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  own,
} from '../../../../model/json.ts';
import type { DocumentChange, DocumentPath } from './change.ts';

/**
 * The differences between two documents, entry by entry. Lists of different lengths are replaced
 * entirely.
 */
export function* jsonChanges(
  before: Json,
  after: Json,
  path: DocumentPath = [],
): Generator<DocumentChange> {
  if (canonicalJson(before) === canonicalJson(after)) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = [...path, name];
      const now = own(after, name);
      if (now === undefined) yield { kind: 'drop', path: at };
      else if (!Object.hasOwn(before, name)) yield { kind: 'set', path: at, value: now };
      else yield* jsonChanges(before[name] ?? null, now, at);
    }
    return;
  }
  if (isJsonArray(before) && isJsonArray(after) && before.length === after.length) {
    const objects = [...before, ...after].every(isJsonObject);
    if (objects) {
      for (const [index, item] of before.entries()) {
        yield* jsonChanges(item, after[index] ?? null, [...path, index]);
      }
      return;
    }
  }
  yield { kind: 'set', path, value: after };
}
