import type { Json } from '../../../model/json.ts';
import type { Atom, LintCondition, Supposed } from './condition.ts';
import {
  anyOutcome,
  breaks,
  chosen,
  fails,
  holdsIn,
  intersectOutcomes,
  isSettledOutcome,
  type LintOutcomes,
  negated,
  uniteOutcomes,
} from './outcomes.ts';

/** The situation to search for. */
export interface LintQuestion {
  readonly hold: readonly LintCondition[];
  readonly holdNot: readonly LintCondition[];
  /** Conditions that always hold, so no assumption may contradict them. */
  readonly laws: readonly LintCondition[];
  /** The possible values of a fact, in the order in which they are tried. */
  readonly valuesOf: (fact: string) => readonly (Json | undefined)[];
  /**
   * `proof`: conditions that are not plain may have any result. If `valuesOf` contains a value for
   * each class that the plain conditions distinguish, finding nothing proves that no such situation
   * exists. `witness`: every condition is evaluated.
   */
  readonly mode: 'proof' | 'witness';
  /** Maximum number of steps. */
  readonly steps: number;
}

export type FoundSituation =
  | { readonly kind: 'found'; readonly facts: Supposed }
  | { readonly kind: 'none' }
  | { readonly kind: 'gave-up' };

/**
 * Backtracking search: assumes one fact after the other and turns back as soon as the situation
 * becomes impossible.
 */
export function search(question: LintQuestion): FoundSituation {
  const supposed = new Map<string, Json | undefined>();
  const free = new Map<string, LintOutcomes>();
  const remembered = new Map<Atom, Map<Json | undefined, LintOutcomes>>();
  const isFree = (atom: Atom) => question.mode === 'proof' && !atom.isPlain;
  let left = question.steps;

  const evaluated = (atom: Atom): LintOutcomes => {
    const [only] = atom.facts;
    if (only === undefined || atom.facts.length > 1) return atom.evaluate(supposed);
    const known = remembered.get(atom) ?? new Map<Json | undefined, LintOutcomes>();
    remembered.set(atom, known);
    const value = supposed.get(only);
    const result = known.get(value) ?? atom.evaluate(supposed);
    known.set(value, result);
    return result;
  };
  const outcomes = (condition: LintCondition): LintOutcomes => {
    if (condition.kind !== 'atom') return joined(condition.kind, condition.parts.map(outcomes));
    if (isFree(condition)) return free.get(condition.key) ?? anyOutcome;
    return condition.facts.every((name) => supposed.has(name)) ? evaluated(condition) : anyOutcome;
  };
  /** An atom that an undecided condition still depends on. */
  const next = (condition: LintCondition): Atom | undefined => {
    if (condition.kind === 'atom') return condition;
    const part = relevant(condition).find((one) => !isSettledOutcome(outcomes(one)));
    return part === undefined ? undefined : next(part);
  };
  const relevant = ({ kind, parts }: Exclude<LintCondition, Atom>): readonly LintCondition[] => {
    const [condition] = parts;
    if (kind !== 'choice' || condition === undefined) return parts;
    const may = outcomes(condition);
    return isSettledOutcome(may)
      ? parts.slice(may === holdsIn ? 1 : 2, may === holdsIn ? 2 : 3)
      : [condition];
  };
  /** The first condition whose wanted result is still undecided. */
  const openGoal = (): LintCondition | 'settled' | 'impossible' => {
    let goal: LintCondition | undefined;
    for (const one of question.hold) {
      const may = outcomes(one);
      if ((may & holdsIn) === 0) return 'impossible';
      if (may !== holdsIn) goal ??= one;
    }
    for (const one of question.holdNot) {
      const may = outcomes(one);
      if (may === holdsIn) return 'impossible';
      if ((may & holdsIn) !== 0) goal ??= one;
    }
    const isAgainst = question.laws.some((law) => (outcomes(law) & holdsIn) === 0);
    return isAgainst ? 'impossible' : (goal ?? 'settled');
  };
  const go = (): FoundSituation['kind'] => {
    left -= 1;
    if (left < 0) return 'gave-up';
    const goal = openGoal();
    if (goal === 'impossible') return 'none';
    if (goal === 'settled') return 'found';
    const atom = next(goal);
    if (atom === undefined) return 'none';
    if (isFree(atom)) return tryEach(free, atom.key, [fails, holdsIn, breaks]);
    const fact = atom.facts.find((name) => !supposed.has(name));
    return fact === undefined ? 'none' : tryEach(supposed, fact, question.valuesOf(fact));
  };
  const tryEach = <T>(
    into: Map<string, T>,
    key: string,
    values: readonly T[],
  ): FoundSituation['kind'] => {
    for (const value of values) {
      into.set(key, value);
      const found = go();
      if (found !== 'none') return found;
    }
    into.delete(key);
    return 'none';
  };

  const kind = go();
  return kind === 'found' ? { kind, facts: supposed } : { kind };
}

function joined(
  kind: Exclude<LintCondition['kind'], 'atom'>,
  parts: readonly LintOutcomes[],
): LintOutcomes {
  const [first = anyOutcome, second = anyOutcome, third = anyOutcome] = parts;
  switch (kind) {
    case 'all':
      return parts.reduce(intersectOutcomes, holdsIn);
    case 'any':
      return parts.reduce(uniteOutcomes, fails);
    case 'not':
      return negated(first);
    case 'choice':
      return chosen(first, second, third);
  }
}
