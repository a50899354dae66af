import type { Json } from '../../../../model/json.ts';
import { isPolicyDocument } from '../../../../model/policy-document.ts';
import type { DocumentChange } from './change.ts';
import { jsonChanges } from './json-changes.ts';
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
