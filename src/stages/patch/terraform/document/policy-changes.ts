import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../../model/json.ts';
import {
  normalizeStatement,
  textIdentity,
  withoutBlankNames,
} from '../../../../model/policy-document.ts';
import { type DocumentChange, type DocumentPath, toList } from './change.ts';
import { pairStatements } from './pair-statements.ts';

/** The differences between two policies, statement by statement and member by member. */
export function policyChanges(from: JsonObject, to: JsonObject): readonly DocumentChange[] {
  const before = withoutBlankNames(from);
  const after = withoutBlankNames(to);
  const old = statementsOf(before);
  const now = statementsOf(after);
  const { pairs, gone, come } = pairStatements(old, now);
  const changes = [...elementChanges(without(before), without(after))];
  for (const [index, other] of pairs) {
    changes.push(...statementChanges(['Statement', index], old[index] ?? {}, now[other] ?? {}));
  }
  for (const index of come) {
    changes.push({ kind: 'add', path: ['Statement'], element: now[index] ?? {} });
  }
  for (const index of gone.toReversed()) {
    changes.push({ kind: 'remove', path: ['Statement'], index });
  }
  return changes;
}

function statementsOf(policy: JsonObject): readonly JsonObject[] {
  return toList(policy['Statement']).filter(isJsonObject);
}

function without(policy: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(policy).filter(([name]) => name !== 'Statement'));
}

const lists = new Set(['Action', 'NotAction', 'Resource', 'NotResource']);
const principals = new Set(['Principal', 'NotPrincipal']);

function* statementChanges(
  path: DocumentPath,
  old: JsonObject,
  now: JsonObject,
): Generator<DocumentChange> {
  const [left, right] = [normalizeStatement(old), normalizeStatement(now)];
  for (const name of namesOf(old, now)) {
    const at = [...path, name];
    const [before, after] = [own(old, name), own(now, name)];
    if (same(own(left, name), own(right, name))) continue;
    if (lists.has(name)) yield* textChanges(at, before, after);
    else if (isExchange(before, after)) yield* elementChange(at, before, after);
    else if (principals.has(name)) yield* nestedChanges(at, before, after, textChanges);
    else if (name === 'Condition') {
      yield* nestedChanges(at, before, after, (inner, one, other) =>
        nestedChanges(inner, one, other, textChanges),
      );
    } else yield* elementChange(at, before, after);
  }
}

/**
 * True if a single entry was replaced by one with another name: `{ Service = ... }` by `{ AWS = ...
 * }`.
 */
function isExchange(before: Json | undefined, after: Json | undefined): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  const [[from, old] = [], ...others] = Object.entries(before);
  const [[to, now] = [], ...further] = Object.entries(after);
  if (others.length + further.length > 0) return false;
  return from !== to || isExchange(old, now);
}

type Differ = (
  path: DocumentPath,
  before: Json | undefined,
  after: Json | undefined,
) => Iterable<DocumentChange>;

/** Objects are compared entry by entry; one that would be left empty is removed entirely. */
function* nestedChanges(
  path: DocumentPath,
  before: Json | undefined,
  after: Json | undefined,
  differ: Differ,
): Generator<DocumentChange> {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    yield* elementChange(path, before, after);
    return;
  }
  // Additions come before removals, since an empty object differs from an absent one.
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
    yield* differ([...path, name], own(before, name), own(after, name));
  }
}

function* textChanges(
  path: DocumentPath,
  before: Json | undefined,
  after: Json | undefined,
): Generator<DocumentChange> {
  if (before === undefined || after === undefined || !isTexts(before) || !isTexts(after)) {
    yield* elementChange(path, before, after);
    return;
  }
  const element = String(path.at(-1));
  const old = byIdentity(element, before);
  const now = byIdentity(element, after);
  const add = [...now].flatMap(([id, text]) => (old.has(id) ? [] : [text]));
  const remove = [...old].flatMap(([id, text]) => (now.has(id) ? [] : [text]));
  if (add.length + remove.length > 0) yield { kind: 'members', path, add, remove };
}

function byIdentity(element: string, value: Json): ReadonlyMap<string, string> {
  return new Map(toList(value).map((text) => [textIdentity(element, String(text)), String(text)]));
}

function isTexts(value: Json): boolean {
  return toList(value).every((item) => typeof item !== 'object');
}

function* elementChanges(before: JsonObject, after: JsonObject): Generator<DocumentChange> {
  for (const name of namesOf(before, after)) {
    yield* elementChange([name], own(before, name), own(after, name));
  }
}

function* elementChange(
  path: DocumentPath,
  before: Json | undefined,
  after: Json | undefined,
): Generator<DocumentChange> {
  if (same(before, after)) return;
  if (after === undefined) yield { kind: 'drop', path };
  else yield { kind: 'set', path, value: after };
}

function namesOf(a: JsonObject, b: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
