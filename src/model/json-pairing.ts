import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.ts';
import { type JsonComparison, ownValue, sameValue } from './json-compare.ts';

/** Pairs of old elements and new values. Elements without a partner are removed or added. */
export interface JsonPairing {
  /** For each new value, the index of the old element that it replaces, or -1. */
  readonly sources: readonly number[];
}

/** The value of an old element, or undefined if it is unknown. */
export type KnownPairs = Json | undefined;

/**
 * The cost of removing or adding one element. Rewriting is preferred if it costs less than both
 * together.
 */
const single = 0.6;
const never = 2 * single + 0.1;
const largestTable = 1_000_000;

/** Pairs elements in order, changing as little as possible. */
export function pairInOrder(
  old: readonly KnownPairs[],
  values: readonly Json[],
  comparison: JsonComparison,
): JsonPairing {
  const cost = (i: number, j: number): number => rewriteCost(old[i], values[j] ?? null, comparison);
  let head = 0;
  while (head < Math.min(old.length, values.length) && cost(head, head) === 0) head++;
  let tail = 0;
  const shorter = Math.min(old.length, values.length) - head;
  while (tail < shorter && cost(old.length - 1 - tail, values.length - 1 - tail) === 0) tail++;
  const rows = old.length - head - tail;
  const columns = values.length - head - tail;
  const middle =
    rows * columns > largestTable
      ? Array.from({ length: columns }, (_, j) => (j < rows ? j : -1))
      : cheapestPairs(rows, columns, (i, j) => cost(head + i, head + j));
  const sources = values.map((_, j) => {
    if (j < head) return j;
    if (j >= values.length - tail) return old.length - (values.length - j);
    const source = middle[j - head] ?? -1;
    return source < 0 ? -1 : head + source;
  });
  return { sources };
}

/** The pairs with the least edit distance, where rewriting is an edit, too. */
function cheapestPairs(
  rows: number,
  columns: number,
  cost: (i: number, j: number) => number,
): readonly number[] {
  const width = columns + 1;
  // One row and one column more than there are elements, for the position after the end.
  const table = new Float64Array((rows + 1) * width).fill(Infinity);
  const at = (i: number, j: number): number =>
    i > rows || j > columns ? Infinity : (table[i * width + j] ?? 0);
  for (let i = rows; i >= 0; i--) {
    for (let j = columns; j >= 0; j--) {
      const rewrite = i < rows && j < columns ? at(i + 1, j + 1) + cost(i, j) : Infinity;
      const change = Math.min(at(i + 1, j), at(i, j + 1)) + single;
      table[i * width + j] = i === rows && j === columns ? 0 : Math.min(rewrite, change);
    }
  }
  return trace(rows, columns, cost, at);
}

function trace(
  rows: number,
  columns: number,
  cost: (i: number, j: number) => number,
  at: (i: number, j: number) => number,
): readonly number[] {
  const pairs = new Array<number>(columns).fill(-1);
  let i = 0;
  let j = 0;
  while (i < rows || j < columns) {
    const here = at(i, j);
    if (i < rows && j < columns && at(i + 1, j + 1) + cost(i, j) <= here + 1e-9) {
      pairs[j] = i;
      i++;
      j++;
    } else if (i < rows && at(i + 1, j) + single <= here + 1e-9) i++;
    else j++;
  }
  return pairs;
}

/** Pairs elements in any order: equal ones first, then the most similar. */
export function pairInAnyOrder(
  old: readonly KnownPairs[],
  values: readonly Json[],
  comparison: JsonComparison,
): JsonPairing {
  const sources = new Array<number>(values.length).fill(-1);
  const free = new Set(old.keys());
  for (const limit of [0, single, 2 * single]) {
    for (const [j, value] of values.entries()) {
      if (sources[j] !== -1) continue;
      let best = -1;
      let bestCost = Infinity;
      for (const i of free) {
        const cost = rewriteCost(old[i], value, comparison);
        if (cost <= limit && cost < bestCost) [best, bestCost] = [i, cost];
      }
      sources[j] = best;
      if (best >= 0) free.delete(best);
    }
  }
  return { sources };
}

/** 0 for equal values; `never` if replacing the element is better than rewriting it. */
function rewriteCost(old: KnownPairs, value: Json, comparison: JsonComparison): number {
  // A computed value cannot be compared, so it is paired by position if nothing else fits.
  if (old === undefined) return 2 * single - 0.01;
  if (sameValue(old, value, comparison)) return 0;
  if (isJsonObject(old) && isJsonObject(value)) return objectCost(old, value, comparison);
  if (isJsonArray(old) && isJsonArray(value)) return 2 * single - 0.02;
  return never;
}

/** Attributes that identify elements of a list. */
const identities = ['sid', 'id', 'name', 'key', 'rule_number', 'priority', 'rule_name'];

function objectCost(old: JsonObject, value: JsonObject, comparison: JsonComparison): number {
  const keys = new Set([...Object.keys(old), ...Object.keys(value)]);
  let different = 0;
  for (const key of keys) {
    const before = ownValue(old, key, comparison) ?? null;
    const after = ownValue(value, key, comparison) ?? null;
    if (sameValue(before, after, comparison)) continue;
    different++;
    if (identities.includes(key.toLowerCase()) && before !== null && after !== null) return never;
  }
  const isKnown = identities.some((name) => [...keys].some((key) => key.toLowerCase() === name));
  return (different / keys.size) * (isKnown ? single : 2 * single);
}
