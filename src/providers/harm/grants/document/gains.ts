import { groupBy } from '../../../../model/group.ts';
import { type ConditionClause, turned } from './condition.ts';
import type { Cell, GrantDifference } from './difference.ts';
import { isGlob, matchesGlob } from './glob.ts';
import { callerTerm, outsider, type PrincipalSet, termIncludes } from './principal.ts';
import { inMask } from './requests.ts';
import type { GrantStatement, NameSet } from './statement.ts';

/** What a statement newly allows, in the statement's own terms as far as they are affected. */
export interface Gain {
  readonly statement: GrantStatement;
  /**
   * `widened`: it was allowed before under narrower conditions. `freed`: a denial prevented it
   * before.
   */
  readonly origin: 'new' | 'widened' | 'freed';
  readonly principals: readonly string[];
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** The names of affected actions, among those that are notable or named. */
  readonly names: readonly string[];
  /** The conditions of the denials, if these were the only thing that prevented it. */
  readonly also: readonly string[];
  /**
   * For remaining denials of everyone with exceptions: the clauses that the excepted requests
   * match.
   */
  readonly limits: readonly ConditionClause[];
  /** Like `limits`, for the denials that were removed. */
  readonly lifted: readonly ConditionClause[];
}

/** A denial that no longer applies to something that it named. */
export interface Undenial {
  readonly statement: GrantStatement;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly string[];
  /** True if the same document allows what was denied. */
  readonly allowed: boolean;
}

/** The gains in the cells of one direction, by statement. */
export function grantGains(
  statements: readonly GrantStatement[],
  cells: readonly Cell[],
): readonly Gain[] {
  return statements.flatMap((statement, index) => {
    const fresh = cells.filter(({ change }) => inMask(change.gainedBy, index));
    const isNew = ({ change }: Cell) => !change.allowedBefore;
    const freed = cells.filter(
      (cell) => inMask(cell.change.freedBy, index) && !inMask(cell.change.gainedBy, index),
    );
    return [
      ...blocks(statements, statement, 'new', fresh.filter(isNew)),
      ...blocks(
        statements,
        statement,
        'widened',
        fresh.filter((cell) => !isNew(cell)),
      ),
      ...freedBlocks(statements, statement, freed.filter(isNew)),
      ...freedBlocks(
        statements,
        statement,
        freed.filter((cell) => !isNew(cell)),
        true,
      ),
    ];
  });
}

/** Gains with the conditions of the denials, if the rest was allowed before. */
function freedBlocks(
  statements: readonly GrantStatement[],
  statement: GrantStatement,
  cells: readonly Cell[],
  partly = false,
): readonly Gain[] {
  const denials = deniedIn(statements, cells);
  const also = partly ? denials.flatMap(describeConditions) : [];
  return blocks(statements, statement, 'freed', cells, denials).map((gain) => ({
    ...gain,
    also,
    lifted: denials.flatMap(limitOf),
  }));
}

function deniedIn(
  statements: readonly GrantStatement[],
  cells: readonly Cell[],
): readonly GrantStatement[] {
  return statements.filter((_, index) =>
    cells.some(({ change }) => inMask(change.undenied, index)),
  );
}

/** Groups principals that gain the same into one gain. */
function blocks(
  statements: readonly GrantStatement[],
  statement: GrantStatement,
  origin: Gain['origin'],
  cells: readonly Cell[],
  denials: readonly GrantStatement[] = [],
): readonly Gain[] {
  const { kind } = statement.principals;
  const perTerm = termsIn(statement.principals, cells).flatMap((term) => {
    const own = cells.filter(({ callers }) =>
      callers.some((caller) => kind === 'self' || termIncludes(term, caller)),
    );
    if (own.length === 0) return [];
    return [{ term, limits: limitsOf(statements, own), ...namedIn(statement, own, denials) }];
  });
  const groups = groupBy(perTerm, ({ actions, resources, limits }) =>
    JSON.stringify([actions, resources, limits]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { term: _, ...rest } = first;
    return [
      {
        statement,
        origin,
        principals: group.map(({ term }) => term),
        also: [],
        lifted: [],
        ...rest,
      },
    ];
  });
}

/** The terms of a statement, or the remaining callers if denials exclude outsiders. */
function termsIn({ kind, terms }: PrincipalSet, cells: readonly Cell[]): readonly string[] {
  if (kind === 'self') return ['self'];
  const narrow = terms.filter((term) => term !== '*');
  if (kind === 'only' && narrow.length === terms.length) return terms;
  const callers = cells.flatMap((cell) => cell.callers);
  if (callers.some(({ term }) => term === outsider.term)) return ['*'];
  return [...new Set(callers.map(callerTerm))].sort();
}

/** The clauses left by denials of everyone else, if these cover all of the cells. */
function limitsOf(
  statements: readonly GrantStatement[],
  cells: readonly Cell[],
): readonly ConditionClause[] {
  return statements.flatMap((statement, index) =>
    cells.every(({ change }) => inMask(change.deniedBy, index)) ? limitOf(statement) : [],
  );
}

function limitOf({ clauses }: GrantStatement): readonly ConditionClause[] {
  const [clause, ...more] = clauses;
  return clause === undefined || more.length > 0 ? [] : turned(clause);
}

function namedIn(
  { actions, resources }: GrantStatement,
  cells: readonly Cell[],
  denials: readonly GrantStatement[] = [],
): Pick<Gain, 'actions' | 'resources' | 'names'> {
  const names = [...new Set(cells.flatMap((cell) => cell.actions))].sort();
  return {
    actions: patternsFor(
      actions,
      denials.map((one) => one.actions),
      names,
    ),
    resources: patternsFor(
      resources,
      denials.map((one) => one.resources),
      cells.flatMap((cell) => cell.resources),
    ),
    names,
  };
}

/**
 * The patterns of the set that match the witnesses. If denials were removed, the narrowest of
 * theirs and the set's.
 */
function patternsFor(
  set: NameSet,
  denials: readonly NameSet[],
  witnesses: readonly string[],
): readonly string[] {
  const all = [set, ...denials].flatMap(({ kind, patterns }) =>
    kind === 'only' ? patterns : ['*'],
  );
  const used = witnesses.flatMap((name) => {
    const about = all.filter((one) => matchesGlob(one, name));
    if (denials.length === 0) return about;
    return about.filter((one) => !about.some((other) => covers(one, other)));
  });
  const unique = [...new Set(used)].sort();
  // Leaves out patterns that are within another one.
  return unique.filter((one) => !unique.some((other) => covers(other, one)));
}

/** True if `pattern` is wider than `other`. */
function covers(pattern: string, other: string): boolean {
  return pattern !== other && isGlob(pattern) && matchesGlob(pattern, other);
}

/** The denials that no longer apply in the cells of one direction. */
export function liftedDenials(
  { statements }: GrantDifference,
  cells: readonly Cell[],
): readonly Undenial[] {
  return statements.flatMap((statement, index) => {
    const own = cells.filter(({ change }) => inMask(change.undenied, index));
    if (own.length === 0) return [];
    const allowed = own.some(({ change }) => (change.freedBy | change.gainedBy) !== 0n);
    return [{ statement, allowed, ...namedIn(statement, own) }];
  });
}

/** Further conditions of the statement, and the exceptions from its patterns. */
export function describeConditions({
  actions,
  resources,
  principals,
  clauses,
}: GrantStatement): readonly string[] {
  const except = [
    actions.kind === 'except' ? [`action not ${actions.patterns.join(', ')}`] : [],
    resources.kind === 'except' ? [`resource not ${resources.patterns.join(', ')}`] : [],
    principals.kind === 'except' ? [`principal not ${principals.terms.join(', ')}`] : [],
  ].flat();
  return [...clauses.map(({ text }) => text), ...except].sort();
}
