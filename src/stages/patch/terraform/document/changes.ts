import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  own,
} from '../../../../model/json.ts';
import { isPolicyDocument } from '../../../../model/policy-document.ts';
import type { DocumentChange, DocumentPath } from './change.ts';
import { policyChanges } from './policy-changes.ts';

/** The differences between two documents; empty if they mean the same. */
export function documentChanges(before: Json, after: Json): readonly DocumentChange[] {
  if (isPolicyDocument(before) && isPolicyDocument(after)) return policyChanges(before, after);
  const changes = [...jsonChanges(before, after)];
  const isWhole = changes.some(({ path }) => path.length === 0);
  return isWhole ? [] : changes;
}

/** Splits a change of several members into one change for each member. */
export function singleChanges(change: DocumentChange): readonly DocumentChange[] {
  if (change.kind !== 'members' || change.add.length + change.remove.length < 2) return [];
  const { kind, path } = change;
  return [
    ...change.add.map((text) => ({ kind, path, add: [text], remove: [] })),
    ...change.remove.map((text) => ({ kind, path, add: [], remove: [text] })),
  ];
}

/**
 * The differences between two documents, entry by entry. Lists of different lengths are replaced
 * entirely.
 */
function* jsonChanges(
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
