import { globWitnesses, isGlob, matchesGlob } from './glob.ts';
import { distinguishableCallers, type GrantCaller, includesCaller } from './principal.ts';
import type { GrantStatement, NameSet } from './statement.ts';

/** A set of statements, with a bit for each position. */
export type RequestMask = bigint;

/** A value of one dimension, with the statements that cover it. */
export interface Witness<T> {
  readonly value: T;
  readonly mask: RequestMask;
}

/** Values for each dimension of a request that represent all others. */
export interface Requests {
  readonly callers: readonly Witness<GrantCaller>[];
  readonly actions: readonly Witness<string>[];
  readonly resources: readonly Witness<string>[];
  readonly complete: boolean;
}

/** `notable` actions are included by name, even if only a wildcard covers them. */
export function representativeRequests(
  statements: readonly GrantStatement[],
  notable: readonly string[],
): Requests {
  const callers = distinguishableCallers(
    statements.map(({ principals }) => principals),
    statements.flatMap(accountsInConditions),
  );
  const actions = namesOf(statements, ({ actions: set }) => set, notable);
  const resources = namesOf(statements, ({ resources: set }) => set, []);
  return {
    callers: callers.map((value) => ({
      value,
      mask: requestMask(statements, ({ principals }) => includesCaller(principals, value)),
    })),
    actions: actions.witnesses,
    resources: resources.witnesses,
    complete: actions.complete && resources.complete,
  };
}

function namesOf(
  statements: readonly GrantStatement[],
  setOf: (statement: GrantStatement) => NameSet,
  notable: readonly string[],
): { witnesses: readonly Witness<string>[]; complete: boolean } {
  const sets = statements.map(setOf);
  const patterns = sets.flatMap(({ patterns: own, except = [] }) => [...own, ...except]);
  const wide = [...new Set(patterns.filter(isGlob))];
  const named = notable.filter(
    (one) =>
      wide.some((pattern) => matchesGlob(pattern, one)) ||
      sets.some(({ kind }) => kind === 'except'),
  );
  const { texts, complete } = globWitnesses(patterns);
  const witnesses = [...new Set([...texts, ...named])].map((value) => ({
    value,
    mask: requestMask(statements, (one) => includesName(setOf(one), value)),
  }));
  return { witnesses: witnesses.filter(({ mask }) => mask !== 0n), complete };
}

function includesName({ kind, patterns, except = [] }: NameSet, name: string): boolean {
  if (except.some((pattern) => matchesGlob(pattern, name))) return false;
  return patterns.some((pattern) => matchesGlob(pattern, name)) === (kind === 'only');
}

/** The statements for which a test is true. */
export function requestMask(
  statements: readonly GrantStatement[],
  test: (statement: GrantStatement) => boolean,
): RequestMask {
  return statements.reduce(
    (mask, one, index) => (test(one) ? mask | (1n << BigInt(index)) : mask),
    0n,
  );
}

export function inMask(mask: RequestMask, index: number): boolean {
  return (mask & (1n << BigInt(index))) !== 0n;
}

function accountsInConditions({ clauses }: GrantStatement): readonly string[] {
  return clauses
    .filter(({ key }) => key === 'aws:principalaccount')
    .flatMap(({ values }) => values.filter((value) => /^\d{12}$/.test(value)));
}
