import type { Json } from '../../../model/json.ts';
import type { FactName } from '../../arbitration/facts.ts';
import { factKind } from '../vocabulary.ts';

/** Facts that may be unknown. */
const optional: ReadonlySet<string> = new Set<FactName>([
  'approval.by',
  'approval.carries',
  'approval.gap',
  'approval.role',
  'approval.ticket',
  'change.bounds',
  'change.direction',
  'change.floor',
  'change.new',
  'change.old',
  'context.environment',
  'cost.currency',
  'cost.direction',
  'cost.factor',
  'cost.monthly_change',
  'harm.dimension',
  'intent.ticket',
]);

/** Values in ordinary situations, which are assumed first. They make the fewest rules match. */
const firstValues: Readonly<Partial<Record<string, Json>>> = {
  'actor.trusted': true,
  'actor.recorded': true,
  'change.confirmed': true,
  'change.known': true,
  'context.production': true,
  'intent.purpose': 'change',
  'change.kind': 'modify',
  'change.owner': 'nobody',
  'change.coverage': 'mapped',
  'harm.direction': 'none',
  'context.incident': 'none',
};

const severities = [0, 1, 2, 3, 4, 5];

/**
 * One value of a fact from each class that comparisons with these literals distinguish, the usual
 * one first. Includes undefined if the fact may be unknown.
 */
export function actorClassValues(
  fact: string,
  literals: readonly (string | number)[],
): readonly (Json | undefined)[] {
  const unknown = optional.has(fact) ? [undefined] : [];
  return [...unknown, ...defaultFirst(fact, knownClasses(fact, literals))];
}

function defaultFirst(fact: string, values: readonly Json[]): readonly Json[] {
  const first = firstValues[fact];
  return first === undefined ? values : [first, ...values.filter((value) => value !== first)];
}

function knownClasses(fact: string, literals: readonly (string | number)[]): readonly Json[] {
  const kind = factKind(fact);
  switch (kind?.type) {
    case 'flag':
      return [false, true];
    case 'text':
      return kind.values ?? textClasses(fact, literals);
    case 'number':
      return numberClasses(fact, literals);
    // For these, only tests of whether they are known count as plain, so one value is enough.
    case 'list':
      return [[]];
    default:
      return [0];
  }
}

function textClasses(fact: string, literals: readonly (string | number)[]): readonly string[] {
  const strings = [...new Set(literals.filter((one) => typeof one === 'string'))].sort();
  const base =
    fact === 'context.now' ? '2026-03-11T10:00:00Z' : `some-${fact.replace(/^.*\./, '')}`;
  let other = base;
  while (strings.includes(other)) other = `${other}-`;
  return [other, ...strings];
}

/** A factor is never negative; an amount of money may be. */
function amountClasses(fact: string, literals: readonly (string | number)[]): readonly number[] {
  const lowest = fact === 'cost.factor' ? 0 : Number.NEGATIVE_INFINITY;
  const numbers = literals.filter((one) => typeof one === 'number' && one >= lowest).map(Number);
  const limits = [...new Set([0, ...numbers])].sort((a, b) => a - b);
  const between = limits.flatMap((limit, index) => [
    limit,
    (limit + (limits[index + 1] ?? limit + 2)) / 2,
  ]);
  return lowest === 0 ? between : [...between, (limits[0] ?? 0) - 1];
}

/** Severities are whole numbers up to 5, and the confidence is between 0 and 1. */
function numberClasses(fact: string, literals: readonly (string | number)[]): readonly number[] {
  if (fact === 'approval.carries') return severities.slice(1);
  if (fact.startsWith('cost.')) return amountClasses(fact, literals);
  if (fact !== 'intent.confidence') return severities;
  const numbers = literals.filter((one) => typeof one === 'number' && one >= 0 && one <= 1);
  const limits = [...new Set([0, 1, ...numbers.map(Number)])].sort((a, b) => a - b);
  return limits.flatMap((limit, index) => {
    const next = limits[index + 1];
    return next === undefined ? [limit] : [limit, (limit + next) / 2];
  });
}
