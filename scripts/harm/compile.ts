import type { WireMore, WireOrders, WireRule } from '../../src/providers/harm/table/format.ts';
import { isSecretPlace, takesFallback } from './check.ts';
import type { Fallbacks } from './fallbacks.ts';
import type { Correction } from './overlay.ts';
import type { Fact } from './read.ts';
import type { Wording } from './wording/types.ts';

/** The facts with their meanings in plain words. */
export function inPlainWords(facts: readonly Fact[], wording: Wording): readonly Fact[] {
  const plain = new Map(Object.entries(wording));
  return facts.map((fact) => ({ ...fact, meaning: plain.get(fact.meaning) ?? fact.meaning }));
}

/**
 * The facts with corrections and additions applied. Throws on a correction that corrects nothing.
 */
export function withOverlay(
  facts: readonly Fact[],
  corrections: readonly Correction[],
  additions: readonly Fact[],
): readonly Fact[] {
  const corrected = corrections.reduce(correct, facts);
  return [...corrected, ...additions];
}

function correct(facts: readonly Fact[], correction: Correction): readonly Fact[] {
  const { type, path, predicate, becomes } = correction;
  const hits = facts.filter((fact) => isAt(fact, correction));
  if (hits.length !== 1) {
    throw new Error(`${type} ${path} ${predicate}: ${hits.length} facts to correct, not one`);
  }
  return facts.flatMap((fact) => {
    if (!isAt(fact, correction)) return [fact];
    return becomes === undefined ? [] : [{ ...fact, ...becomes }];
  });
}

function isAt(fact: Fact, { type, path, predicate }: Correction): boolean {
  return fact.type === type && fact.path === path && fact.predicate === predicate;
}

/** The facts of a provider in their committed form: one per line, types and lines sorted. */
export function encodeFacts(facts: readonly Fact[], fallbacks: Fallbacks): string {
  const blocks = groupFacts(facts, ({ type }) => type).map(([type, rows]) => {
    const lines = rows.map((row) => JSON.stringify(wireRule(row, fallbacks))).sort();
    return `${JSON.stringify(type)}:[\n${lines.join(',\n')}\n]`;
  });
  return `{"format":1,"types":{\n${blocks.join(',\n')}\n}}\n`;
}

/** Groups facts by a key, sorted by the key. */
export function groupFacts(
  facts: readonly Fact[],
  by: (fact: Fact) => string,
): readonly (readonly [string, readonly Fact[]])[] {
  const names = [...new Set(facts.map(by))].sort();
  const groups = new Map(names.map((name): [string, Fact[]] => [name, []]));
  for (const fact of facts) groups.get(by(fact))?.push(fact);
  return [...groups];
}

function wireRule(fact: Fact, fallbacks: Fallbacks): WireRule {
  const { path, predicate, dimension, severity, meaning, sources } = fact;
  const fallback = fallbacks[`${fact.type} ${path}`];
  const more: WireMore = {
    ...(isSecretPlace(fact) && { secret: true }),
    ...(fallback !== undefined && takesFallback(predicate) && { fallback }),
  };
  const row = [path, predicate, dimension, severity, meaning, sources] as const;
  return Object.keys(more).length === 0 ? row : [...row, more];
}

/** Orders and sets in their committed form. */
export function encodeOrders({ orders, sets }: WireOrders): string {
  const lines = (tables: WireOrders['orders'] | WireOrders['sets']) =>
    Object.keys(tables)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${JSON.stringify(tables[name])}`)
      .join(',\n');
  return `{"format":1,"orders":{\n${lines(orders)}\n},"sets":{\n${lines(sets)}\n}}\n`;
}
