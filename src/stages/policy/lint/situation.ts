import type { Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import type { FactName, Facts } from '../../arbitration/facts.ts';
import { factMaps } from '../cel/guard.ts';
import { conditionClauses } from '../explain/condition.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import { candidatesFor } from './candidates.ts';
import {
  type Atom,
  atomsIn,
  type LintCondition,
  lintCondition,
  literalsIn,
  type Supposed,
} from './condition.ts';
import { actorClassValues } from './domains.ts';
import { laws } from './laws.ts';
import { search } from './search.ts';

/** Asks for a situation in which some rules match and others do not. */
export interface AskedFacts {
  readonly hold: readonly LookedFacts[];
  readonly holdNot: readonly LookedFacts[];
  /** Recorded situations. */
  readonly recorded: readonly Facts[];
}

/** A rule with its guard in the linter's form. Without a guard it always matches. */
export interface LookedFacts {
  readonly rule: GuardedRule;
  readonly condition: LintCondition;
}

const maxSteps = 5_000;

/** The rules with their guards parsed. */
export function looked(rules: readonly GuardedRule[]): readonly LookedFacts[] {
  return rules.map((rule) => ({ rule, condition: lintCondition(rule.guard?.text ?? 'true') }));
}

/**
 * Whether there is certainly no such situation, even if conditions that cannot be enumerated may
 * have any result. False if that is not so or takes too long to prove.
 */
export function isImpossible(asked: AskedFacts): boolean {
  const { hold, holdNot, recorded } = asked;
  if (recorded.some((facts) => isSo(asked, facts))) return false;
  const conditions = { hold: hold.map(conditionIn), holdNot: holdNot.map(conditionIn) };
  const plain = [...conditions.hold, ...conditions.holdNot]
    .flatMap(atomsIn)
    .filter(({ isPlain }) => isPlain);
  const valuesOf = remembered((fact) => {
    const about = plain.filter(({ facts }) => facts.some((name) => name === fact));
    return representatives(
      fact,
      actorClassValues(
        fact,
        about.flatMap(({ node }) => literalsIn(node)),
      ),
      about,
    );
  });
  const found = search({ ...conditions, laws: [], valuesOf, mode: 'proof', steps: maxSteps });
  return found.kind === 'none';
}

/** An example of such a situation, with the values of `fixed`; undefined if none was found. */
export function exampleSituation(
  asked: AskedFacts,
  fixed: Readonly<Partial<Record<FactName, Json>>> = {},
): Supposed | undefined {
  const real = asked.recorded.find(
    (facts) =>
      (Object.keys(fixed) as FactName[]).every((name) => facts[name] === fixed[name]) &&
      isSo(asked, facts),
  );
  return real === undefined ? madeUp(asked, fixed) : excerpt(real, asked, fixed);
}

/** The part of a recorded situation that the matching rules read. */
function excerpt(facts: Facts, { hold }: AskedFacts, fixed: object): Supposed {
  const names = hold.flatMap(({ rule }) => rule.guard?.facts ?? []);
  return new Map(
    [...(Object.keys(fixed) as FactName[]), ...names].map((name) => [name, facts[name]]),
  );
}

function isSo({ hold, holdNot }: AskedFacts, facts: Partial<Facts>): boolean {
  const maps = factMaps(facts);
  const holds = ({ rule }: LookedFacts) =>
    rule.guard === undefined || rule.guard.evaluate(maps).kind === 'holds';
  return hold.every(holds) && !holdNot.some(holds);
}

function madeUp(
  asked: AskedFacts,
  fixed: Readonly<Partial<Record<string, Json>>>,
): Supposed | undefined {
  const { hold, holdNot } = asked;
  // Given values are assumed first, so that the example mentions them.
  const given = Object.keys(fixed).map((name) => lintCondition(`${name} || !${name}`));
  const conditions = {
    hold: [...given, ...hold.map(conditionIn)],
    holdNot: holdNot.map(conditionIn),
  };
  const atoms = [...conditions.hold, ...conditions.holdNot, ...laws].flatMap(atomsIn);
  const valuesOf = remembered((fact) => {
    const value = fixed[fact];
    if (value !== undefined) return [value];
    const about = atoms.filter(({ facts }) => facts.some((name) => name === fact));
    return representatives(fact, candidatesFor(fact, atoms), about);
  });
  const found = search({ ...conditions, laws, valuesOf, mode: 'witness', steps: maxSteps });
  if (found.kind !== 'found') return undefined;
  return isSo(asked, Object.fromEntries(found.facts) as Partial<Facts>) ? found.facts : undefined;
}

/** One value from each group for which all conditions on the fact have the same results. */
function representatives(
  fact: string,
  values: readonly (Json | undefined)[],
  about: readonly Atom[],
): readonly (Json | undefined)[] {
  if (about.some(({ facts }) => facts.length > 1)) return values;
  const byOutcomes = new Map<string, Json | undefined>();
  for (const value of values) {
    const outcomes = about.map((atom) => atom.evaluate(new Map([[fact, value]]))).join('');
    if (!byOutcomes.has(outcomes)) byOutcomes.set(outcomes, value);
  }
  return [...byOutcomes.values()];
}

function conditionIn({ condition }: LookedFacts): LintCondition {
  return condition;
}

function remembered<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.get(name) ?? of(name);
    known.set(name, value);
    return value;
  };
}

/** A situation in words: "the actor is a cost tool, and the value is zero". */
export function situationText(facts: Supposed): string {
  const clauses = [...facts].flatMap(([name, value]) => factClauses(name as FactName, value));
  const all = [...new Set(clauses)];
  const last = all.pop() ?? 'always';
  return all.length === 0 ? last : `${all.join(', ')}, and ${last}`;
}

function factClauses(name: FactName, value: Json | undefined): readonly string[] {
  if (value === undefined) {
    return conditionClauses(`!has(${name})`) ?? [`${name} is not known`];
  }
  const text = JSON.stringify(value);
  const clauses = typeof value === 'object' ? undefined : conditionClauses(`${name} == ${text}`);
  return clauses ?? [`${name} is ${displayText(text, 120)}`];
}
