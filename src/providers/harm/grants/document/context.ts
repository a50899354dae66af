import { parseRange } from '../../../../model/address-range.ts';
import { groupBy } from '../../../../model/group.ts';
import { formatIpAddress } from '../../../../model/ip-address.ts';
import { type ConditionClause, conditionMoment } from './condition.ts';
import { isGlob, witnessesOf } from './glob.ts';
import type { GrantCaller } from './principal.ts';

/** What a request says of itself: a value for each key, undefined where it has none. */
export type GrantContext = ReadonlyMap<string, string | undefined>;

export interface Contexts {
  readonly contexts: readonly GrantContext[];
  /** False where there are more than anybody wants to look at. */
  readonly complete: boolean;
}

/** Documents with more combinations of conditions than this exist on paper only. */
const maxContexts = 4000;

/** Contexts that stand for all others as far as these clauses can show. */
export function contextsOf(clauses: readonly ConditionClause[], caller: GrantCaller): Contexts {
  const byKey = groupBy(clauses, ({ key }) => key);
  let contexts: readonly GrantContext[] = [new Map()];
  let complete = true;
  for (const [key, group] of [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
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
  // What is compared as a number, a date, an address or a truth is never any other text.
  const { texts: found, complete } =
    texts.length === 0 ? { texts: [], complete: true } : witnessesOf(patterns);
  const literal = texts.flatMap(({ values }) => values.filter((one) => !isGlob(one)));
  const others = clauses.flatMap((clause) => clause.values.flatMap((one) => near(clause, one)));
  const all = [...new Set([...found, ...literal, ...others])];
  return { values: [undefined, ...(all.length === 0 ? ['present'] : all)], complete };
}

/** A wildcard means itself to `StringEquals`; the text it is in is one that no pattern shows. */
function escaped(text: string): string {
  return isGlob(text) ? '' : text;
}

/** Values on both sides of every border that an order or a network has. */
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
  // Of each family one, so that a network of one is not taken for all addresses.
  const max = (1n << BigInt(range.bits)) - 1n;
  const near = [range.first - 1n, range.first, range.last, range.last + 1n]
    .filter((one) => one >= 0n && one <= max)
    .map((one) => formatIpAddress(one, range.bits));
  return [...near, '0.0.0.0', '::'];
}
