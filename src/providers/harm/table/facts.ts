import { own } from '../../../model/json.ts';
import type { WireFacts, WireOrders, WireRule } from './format.ts';
import { harmKind, isTerraformKind, rulesOfKind, spelledForTerraform } from './kinds.ts';
import { parseNames, parsePredicate } from './parse.ts';
import type { HarmRule } from './rule.ts';
import type { HarmFacts } from './types.ts';

/** Loads the facts; the results are cached by the reader. */
export interface FactSource {
  readonly facts: (provider: string) => WireFacts;
  readonly orders: () => WireOrders;
}

/** Providers with facts, by the prefix of their types. */
const providers: readonly string[] = ['aws', 'azurerm', 'google'];

/** Facts that are loaded and compiled lazily, as types are requested. */
export function readFacts(source: FactSource): HarmFacts {
  const facts = once(source.facts);
  const compiled = once((type: string) => compileType(type, (provider) => facts(provider).types));
  const tables = once((_: 'all') => readTables(source.orders()));
  return {
    rules: compiled,
    order: (name) => tables('all').orders.get(name),
    set: (name) => tables('all').sets.get(name),
  };
}

type RulesOf = (provider: string) => WireFacts['types'];

function compileType(type: string, rulesOf: RulesOf): readonly HarmRule[] {
  const provider = type.slice(0, Math.max(type.indexOf('_'), 0));
  if (providers.includes(provider)) {
    const types = rulesOf(provider);
    return [...rulesUnder(types, '*'), ...rulesUnder(types, type)].map(compileRule);
  }
  const kind = harmKind(type);
  if (kind === undefined) return [];
  const rules = rulesOfKind(kind, (each) =>
    rulesUnder(rulesOf('kubernetes'), each).map(compileRule),
  );
  return isTerraformKind(type) ? rules.map(spelledForTerraform) : rules;
}

function rulesUnder(types: WireFacts['types'], type: string): readonly WireRule[] {
  return own(types, type) ?? [];
}

/** Converts a fact to the form in which it is evaluated. Throws on an unknown predicate. */
function compileRule(wire: WireRule): HarmRule {
  const [path, predicate, dimension, severity, meaning, sources, more] = wire;
  return {
    path: parseNames(path),
    ...parsePredicate(predicate),
    dimension,
    severity,
    meaning,
    sources: sources.split(','),
    secret: more?.secret === true,
    ...(more?.fallback !== undefined && { fallback: more.fallback }),
  };
}

function readTables({ orders, sets }: WireOrders) {
  return {
    orders: mapped(orders, (order) => mapped(order, (rank) => rank)),
    sets: mapped(sets, (members) => new Set(members.map((member) => member.toLowerCase()))),
  };
}

function mapped<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Map<string, B> {
  return new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), map(value)]));
}

function once<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
