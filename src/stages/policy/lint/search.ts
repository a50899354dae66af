import type { Json } from '../../../model/json.ts';
import type { Atom, Condition, Supposed } from './condition.ts';
import {
  anyOutcome,
  bothOf,
  breaks,
  chosen,
  eitherOf,
  fails,
  holds,
  isSettled,
  negated,
  type Outcomes,
} from './outcomes.ts';

/** What a situation is looked for in which all this is so. */
export interface Question {
  readonly hold: readonly Condition[];
  readonly holdNot: readonly Condition[];
  /** What is always so: nothing may be supposed that contradicts it. */
  readonly laws: readonly Condition[];
  /** What a fact may be; in this order it is tried. */
  readonly valuesOf: (fact: string) => readonly (Json | undefined)[];
  /**
   * `proof`: of what is not plain nothing is known, so that no answer means that there is none,
   * if `valuesOf` has a value for each class that the plain parts tell apart. `witness`: it is tried.
   */
  readonly mode: 'proof' | 'witness';
  /** How many steps it may take. */
  readonly steps: number;
}

export type Found =
  | { readonly kind: 'found'; readonly facts: Supposed }
  | { readonly kind: 'none' }
  | { readonly kind: 'gave-up' };

/** Supposes one fact after the other, and turns back as soon as nothing can come of it. */
export function search(question: Question): Found {
  const supposed = new Map<string, Json | undefined>();
  const free = new Map<string, Outcomes>();
  const remembered = new Map<Atom, Map<Json | undefined, Outcomes>>();
  const isFree = (atom: Atom) => question.mode === 'proof' && !atom.isPlain;
  let left = question.steps;

  const evaluated = (atom: Atom): Outcomes => {
    const [only] = atom.facts;
    if (only === undefined || atom.facts.length > 1) return atom.evaluate(supposed);
    const known = remembered.get(atom) ?? new Map<Json | undefined, Outcomes>();
    remembered.set(atom, known);
    const value = supposed.get(only);
    const result = known.get(value) ?? atom.evaluate(supposed);
    known.set(value, result);
    return result;
  };
  const outcomes = (condition: Condition): Outcomes => {
    if (condition.kind !== 'atom') return joined(condition.kind, condition.parts.map(outcomes));
    if (isFree(condition)) return free.get(condition.key) ?? anyOutcome;
    return condition.facts.every((name) => supposed.has(name)) ? evaluated(condition) : anyOutcome;
  };
  /** A part on which it depends what becomes of a condition that is still open. */
  const next = (condition: Condition): Atom | undefined => {
    if (condition.kind === 'atom') return condition;
    const part = relevant(condition).find((one) => !isSettled(outcomes(one)));
    return part === undefined ? undefined : next(part);
  };
  const relevant = ({ kind, parts }: Exclude<Condition, Atom>): readonly Condition[] => {
    const [condition] = parts;
    if (kind !== 'choice' || condition === undefined) return parts;
    const may = outcomes(condition);
    return isSettled(may) ? parts.slice(may === holds ? 1 : 2, may === holds ? 2 : 3) : [condition];
  };
  /** The first condition of which it is still open whether it is as it should be. */
  const openGoal = (): Condition | 'settled' | 'impossible' => {
    let goal: Condition | undefined;
    for (const one of question.hold) {
      const may = outcomes(one);
      if ((may & holds) === 0) return 'impossible';
      if (may !== holds) goal ??= one;
    }
    for (const one of question.holdNot) {
      const may = outcomes(one);
      if (may === holds) return 'impossible';
      if ((may & holds) !== 0) goal ??= one;
    }
    const isAgainst = question.laws.some((law) => (outcomes(law) & holds) === 0);
    return isAgainst ? 'impossible' : (goal ?? 'settled');
  };
  const go = (): Found['kind'] => {
    left -= 1;
    if (left < 0) return 'gave-up';
    const goal = openGoal();
    if (goal === 'impossible') return 'none';
    if (goal === 'settled') return 'found';
    const atom = next(goal);
    if (atom === undefined) return 'none';
    if (isFree(atom)) return tryEach(free, atom.key, [fails, holds, breaks]);
    const fact = atom.facts.find((name) => !supposed.has(name));
    return fact === undefined ? 'none' : tryEach(supposed, fact, question.valuesOf(fact));
  };
  const tryEach = <T>(into: Map<string, T>, key: string, values: readonly T[]): Found['kind'] => {
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

function joined(kind: Exclude<Condition['kind'], 'atom'>, parts: readonly Outcomes[]): Outcomes {
  const [first = anyOutcome, second = anyOutcome, third = anyOutcome] = parts;
  switch (kind) {
    case 'all':
      return parts.reduce(bothOf, holds);
    case 'any':
      return parts.reduce(eitherOf, fails);
    case 'not':
      return negated(first);
    case 'choice':
      return chosen(first, second, third);
  }
}
