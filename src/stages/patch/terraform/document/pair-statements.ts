import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../../model/json.ts';
import { normalizeStatement } from '../../../../model/policy-document.ts';

/** Which statement became which, by index, and those without a counterpart. */
export interface StatementPairing {
  readonly pairs: readonly (readonly [number, number])[];
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/**
 * Two statements with a smaller share of common content count as different, not as one that
 * changed.
 */
const alike = 0.5;

/** Pairs statements by their Sid, or otherwise by their common content. */
export function pairStatements(
  old: readonly JsonObject[],
  now: readonly JsonObject[],
): StatementPairing {
  const left = old.map(normalizeStatement);
  const right = now.map(normalizeStatement);
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const join = (from: number, to: number): void => {
    if (pairs.has(from) || taken.has(to)) return;
    pairs.set(from, to);
    taken.add(to);
  };
  pairEqual(left, right, taken, join);
  for (const [from, statement] of left.entries()) {
    const sid = sidOf(statement);
    if (sid === undefined || left.some((each, i) => i !== from && sidOf(each) === sid)) continue;
    const to = right.findIndex((each, index) => !taken.has(index) && sidOf(each) === sid);
    if (to >= 0) join(from, to);
  }
  const scores = left.flatMap((a, from) =>
    right.map((b, to) => [likeness(a, b), from, to] as const),
  );
  const best = scores.filter(([score]) => score >= alike).sort(([a], [b]) => b - a);
  for (const [, from, to] of best) join(from, to);
  return {
    pairs: [...pairs].sort(([a], [b]) => a - b),
    gone: [...old.keys()].filter((index) => !pairs.has(index)),
    come: [...now.keys()].filter((index) => !taken.has(index)),
  };
}

function pairEqual(
  left: readonly JsonObject[],
  right: readonly JsonObject[],
  taken: ReadonlySet<number>,
  join: (from: number, to: number) => void,
): void {
  const texts = right.map((statement) => canonicalJson(statement));
  for (const [from, statement] of left.entries()) {
    const text = canonicalJson(statement);
    const to = texts.findIndex((each, index) => !taken.has(index) && each === text);
    if (to >= 0) join(from, to);
  }
}

function sidOf(statement: JsonObject): string | undefined {
  const sid = own(statement, 'Sid');
  return typeof sid === 'string' && sid !== '' ? sid : undefined;
}

/** The share of atoms that two statements have in common. */
function likeness(a: JsonObject, b: JsonObject): number {
  const [one, other] = [sidOf(a), sidOf(b)];
  const renamed = one !== undefined && other !== undefined && one !== other;
  const left = new Set(atomsOf(a, ''));
  const right = new Set(atomsOf(b, ''));
  const common = [...left].filter((atom) => right.has(atom)).length;
  const share = common / Math.max(1, left.size + right.size - common);
  // A different Sid means a different statement, unless everything else is equal.
  if (renamed) return left.size === right.size && common === left.size ? 1 : 0;
  return share;
}

function* atomsOf(value: Json, path: string): Generator<string> {
  if (isJsonArray(value)) {
    for (const item of value) yield* atomsOf(item, path);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (path !== '' || name !== 'Sid') yield* atomsOf(item, `${path}/${name}`);
    }
  } else yield `${path}=${String(value)}`;
}
