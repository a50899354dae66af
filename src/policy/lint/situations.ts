import type { FactName, Facts } from '../../arbitration/facts.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import { factKind } from '../vocabulary.ts';

/** Beyond this many combinations a rule is not judged. */
const mostSituations = 20_000;

/** Facts that need not be known. */
const optional: ReadonlySet<string> = new Set([
  'change.bounds',
  'change.direction',
  'context.environment',
  'approval.by',
  'approval.carries',
  'approval.gap',
  'approval.role',
  'approval.ticket',
  'harm.dimension',
  'intent.ticket',
]);

/**
 * Every combination of what some facts can be, as far as the guards can tell values apart; the
 * other facts are left out. Undefined when there are too many.
 */
export function situations(
  names: readonly FactName[],
  rules: readonly GuardedRule[],
): readonly Facts[] | undefined {
  // Lists and values of any type have no end of possibilities.
  if (names.some((name) => ['list', 'value'].includes(factKind(name)?.type ?? '')))
    return undefined;
  const choices = names.map((name) => ({ name, values: valuesOf(name, rules) }));
  const count = choices.reduce((product, { values }) => product * values.length, 1);
  if (count > mostSituations) return undefined;
  let all: readonly Readonly<Record<string, unknown>>[] = [{}];
  for (const { name, values } of choices) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  }
  return all as unknown as readonly Facts[];
}

/** A value for each class that the guards can tell apart. */
function valuesOf(
  name: FactName,
  rules: readonly GuardedRule[],
): readonly (string | number | boolean | undefined)[] {
  const kind = factKind(name);
  const unknown = optional.has(name) ? [undefined] : [];
  switch (kind?.type) {
    case 'flag':
      return [true, false];
    case 'text':
      return [...(kind.values ?? [...wordsIn(rules), 'something else']), ...unknown];
    case 'number':
      return numbersAround(rules);
    default:
      return unknown;
  }
}

/** Texts that the guards compare with. */
function wordsIn(rules: readonly GuardedRule[]): readonly string[] {
  const quoted = /"([^"\\]*)"|'([^'\\]*)'/g;
  const texts = rules.flatMap(({ guard }) => [...(guard?.text ?? '').matchAll(quoted)]);
  return [...new Set(texts.map((match) => match[1] ?? match[2] ?? ''))].sort();
}

/** The numbers in the guards, and one between and beyond each. */
function numbersAround(rules: readonly GuardedRule[]): readonly number[] {
  const found = rules.flatMap(({ guard }) => [...(guard?.text ?? '').matchAll(/\d+(?:\.\d+)?/g)]);
  const limits = [...new Set([0, 1, ...found.map(([text]) => Number(text))])].sort((a, b) => a - b);
  return limits.flatMap((limit, index) => {
    const next = limits[index + 1];
    return next === undefined ? [limit] : [limit, (limit + next) / 2];
  });
}
