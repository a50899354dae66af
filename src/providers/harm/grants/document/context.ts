import { parseRange } from '../../../../model/address-range.ts';
import { groupBy } from '../../../../model/group.ts';
import { formatIpAddress } from '../../../../model/ip-address.ts';
import { compareKeys } from '../../../../model/text.ts';
import { type ConditionClause, conditionMoment } from './condition.ts';
import { globWitnesses, isGlob } from './glob.ts';
import type { GrantCaller } from './principal.ts';

/** The value of each condition key in a request, undefined for a key that the request lacks. */
export type GrantContext = ReadonlyMap<string, string | undefined>;

export interface Contexts {
  readonly contexts: readonly GrantContext[];
  /** False if there are too many contexts to compare all of them. */
  readonly complete: boolean;
}

/** No real document has more combinations of conditions than this. */
const maxContexts = 4000;

/** Contexts that represent all others, as far as these clauses can distinguish them. */
export function representativeContexts(
  clauses: readonly ConditionClause[],
  caller: GrantCaller,
): Contexts {
  const byKey = groupBy(clauses, ({ key }) => key);
  let contexts: readonly GrantContext[] = [new Map()];
  let complete = true;
  for (const [key, group] of [...byKey].sort(compareKeys)) {
    const found = valuesOf(key, group, caller);
    complete &&= found.complete;
    if (contexts.length * found.values.length > maxContexts) return { contexts, complete: false };
    contexts = contexts.flatMap((one) =>
      found.values.map((value) => new Map([...one, [key, value]])),
    );
  }
  return { contexts, complete };
}

interface Values {
  readonly values: readonly (string | undefined)[];
  readonly complete: boolean;
}

function valuesOf(key: string, clauses: readonly ConditionClause[], caller: GrantCaller): Values {
  if (key === 'aws:principalaccount' && caller.account !== undefined) {
    return { values: [caller.account], complete: true };
  }
  const texts = clauses.filter(
    ({ operator }) => !/^(?:numeric|date|ip|notip|null|bool)/.test(operator),
  );
  const patterns = texts.flatMap(({ operator, values }) =>
    /like|^arn/.test(operator) ? values : values.map(escaped),
  );
  // Keys that are compared as numbers, dates, addresses or booleans have no other text as value.
  const { texts: found, complete } =
    texts.length === 0 ? { texts: [], complete: true } : globWitnesses(patterns);
  const literal = texts.flatMap(({ values }) => values.filter((one) => !isGlob(one)));
  const others = clauses.flatMap((clause) => clause.values.flatMap((one) => near(clause, one)));
  const all = [...new Set([...found, ...literal, ...others])];
  return { values: [undefined, ...(all.length === 0 ? ['present'] : all)], complete };
}

/**
 * To `StringEquals` a wildcard is a literal character, so such a text must not be read as a
 * pattern.
 */
function escaped(text: string): string {
  return isGlob(text) ? '' : text;
}

/** Values on both sides of each limit of an order or a network. */
function near({ operator }: ConditionClause, value: string): readonly string[] {
  if (/ip/.test(operator) && !operator.startsWith('string')) return addressesNear(value);
  if (operator === 'bool') return ['true', 'false'];
  if (operator.startsWith('numeric')) {
    const number = Number(value);
    return [number - 0.5, number, number + 0.5].map(String);
  }
  if (!operator.startsWith('date')) return operator === 'null' ? [] : [value];
  const moment = conditionMoment(operator, value);
  if (Number.isNaN(moment)) return [];
  return [moment - 1, moment, moment + 1].map((one) => new Date(one).toISOString());
}

function addressesNear(value: string): readonly string[] {
  const range = parseRange(value);
  if (range === undefined) return [value];
  // One address of each family, so that a network in one family does not count as all addresses.
  const max = (1n << BigInt(range.bits)) - 1n;
  const near = [range.first - 1n, range.first, range.last, range.last + 1n]
    .filter((one) => one >= 0n && one <= max)
    .map((one) => formatIpAddress(one, range.bits));
  return [...near, '0.0.0.0', '::'];
}
