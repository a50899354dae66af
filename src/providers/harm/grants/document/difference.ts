import { groupBy } from '../../../../model/group.ts';
import { conditionHolds } from './condition.ts';
import { type GrantContext, representativeContexts } from './context.ts';
import type { GrantCaller } from './principal.ts';
import {
  inMask,
  type RequestMask,
  type Requests,
  representativeRequests,
  requestMask,
  type Witness,
} from './requests.ts';
import type { GrantStatement } from './statement.ts';

/** Requests that no statement distinguishes, with the change of what is allowed for them. */
export interface Cell {
  readonly callers: readonly GrantCaller[];
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly change: CellChange;
}

/** The change for the requests of a cell. Masks refer to `GrantDifference.statements`. */
export interface CellChange {
  /** Statements of the new document that allow something which was not allowed before. */
  readonly gainedBy: RequestMask;
  /** Like `gainedBy`, if an old statement already allowed it, but a denial prevented it. */
  readonly freedBy: RequestMask;
  /** True if it was allowed before in some context. */
  readonly allowedBefore: boolean;
  /** Denials of the old document that applied where no new one does. */
  readonly undenied: RequestMask;
  /** Denials of the new document that cover these requests if their conditions match. */
  readonly deniedBy: RequestMask;
}

export interface GrantDifference {
  readonly statements: readonly GrantStatement[];
  readonly gained: readonly Cell[];
  readonly lost: readonly Cell[];
  /** False if the documents were too large to compare every combination. */
  readonly complete: boolean;
}

interface Side {
  readonly allow: RequestMask;
  readonly deny: RequestMask;
}

/** The requests that one document allows and the other does not. */
export function compareGrants(
  before: readonly GrantStatement[],
  after: readonly GrantStatement[],
  notable: readonly string[] = [],
): GrantDifference {
  const byKey = new Map([...before, ...after].map((one) => [one.key, one] as const));
  const statements = [...byKey.values()];
  const [old, fresh] = [sideOf(statements, before), sideOf(statements, after)];
  const changed = (old.allow | old.deny) ^ (fresh.allow | fresh.deny);
  if (changed === 0n) return { statements, gained: [], lost: [], complete: true };
  const requests = representativeRequests(statements, notable);
  const judge = judgeOf(statements, old, fresh);
  const cells = cellsOf(requests, changed, judge);
  const gained = cells.flatMap(({ gain, ...cell }) =>
    hasStatements(gain) ? { ...cell, change: gain } : [],
  );
  const lost = cells.flatMap(({ loss, ...cell }) =>
    hasStatements(loss) ? { ...cell, change: loss } : [],
  );
  const complete = requests.complete && cells.every((one) => one.complete);
  return { statements, gained, lost, complete };
}

function hasStatements({ gainedBy, freedBy, undenied }: CellChange): boolean {
  return (gainedBy | freedBy | undenied) !== 0n;
}

function sideOf(statements: readonly GrantStatement[], side: readonly GrantStatement[]): Side {
  const keys = new Set(side.map(({ key }) => key));
  return {
    allow: requestMask(statements, ({ key, effect }) => effect === 'allow' && keys.has(key)),
    deny: requestMask(statements, ({ key, effect }) => effect === 'deny' && keys.has(key)),
  };
}

interface Outcome {
  readonly gain: CellChange;
  readonly loss: CellChange;
  readonly complete: boolean;
}

type Judge = (relevant: RequestMask, caller: GrantCaller) => Outcome;

interface JudgedCell extends Outcome {
  readonly callers: readonly GrantCaller[];
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/**
 * Groups members with the same statements, and judges only cells that a changed statement covers.
 */
function cellsOf(requests: Requests, changed: RequestMask, judge: Judge): readonly JudgedCell[] {
  const actions = [...classes(requests.actions, changed)];
  const resources = [...classes(requests.resources, changed)];
  const cells: JudgedCell[] = [];
  for (const { value: caller, mask: ofCaller } of requests.callers) {
    for (const [ofAction, names] of actions) {
      const both = ofCaller & ofAction;
      if ((both & changed) === 0n) continue;
      for (const [ofResource, targets] of resources) {
        const relevant = both & ofResource;
        if ((relevant & changed) === 0n) continue;
        const outcome = judge(relevant, caller);
        cells.push({ callers: [caller], actions: names, resources: targets, ...outcome });
      }
    }
  }
  return cells;
}

function classes(
  witnesses: readonly Witness<string>[],
  changed: RequestMask,
): ReadonlyMap<RequestMask, readonly string[]> {
  const touched = witnesses.filter(({ mask }) => (mask & changed) !== 0n);
  const groups = groupBy(touched, ({ mask }) => mask);
  return new Map([...groups].map(([mask, group]) => [mask, group.map(({ value }) => value)]));
}

function judgeOf(statements: readonly GrantStatement[], old: Side, fresh: Side): Judge {
  const known = new Map<string, Outcome>();
  return (relevant, caller) => {
    const key = `${relevant} ${caller.account ?? ''}`;
    const found = known.get(key) ?? judged(statements, old, fresh, relevant, caller);
    known.set(key, found);
    return found;
  };
}

function judged(
  statements: readonly GrantStatement[],
  old: Side,
  fresh: Side,
  relevant: RequestMask,
  caller: GrantCaller,
): Outcome {
  const clauses = statements.flatMap((one, index) => (inMask(relevant, index) ? one.clauses : []));
  const { contexts, complete } = representativeContexts(clauses, caller);
  const holding = new Set(contexts.map((context) => holdingIn(statements, relevant, context)));
  const masks = [...holding];
  const gain = { ...changeOf(masks, old, fresh), deniedBy: relevant & fresh.deny };
  const loss = { ...changeOf(masks, fresh, old), deniedBy: relevant & old.deny };
  return { gain, loss, complete };
}

function holdingIn(
  statements: readonly GrantStatement[],
  relevant: RequestMask,
  context: GrantContext,
): RequestMask {
  const met = requestMask(statements, ({ clauses }) =>
    clauses.every((clause) => conditionHolds(clause, context.get(clause.key))),
  );
  return met & relevant;
}

function changeOf(
  contexts: readonly RequestMask[],
  old: Side,
  fresh: Side,
): Omit<CellChange, 'deniedBy'> {
  let [gainedBy, freedBy, undenied] = [0n, 0n, 0n];
  let allowedBefore = false;
  for (const held of contexts) {
    const was = (held & old.allow) !== 0n && (held & old.deny) === 0n;
    const is = (held & fresh.allow) !== 0n && (held & fresh.deny) === 0n;
    allowedBefore ||= was;
    if ((held & fresh.deny) === 0n) undenied |= held & old.deny;
    if (!is || was) continue;
    if ((held & old.allow) === 0n) gainedBy |= held & fresh.allow;
    else freedBy |= held & fresh.allow;
  }
  return { gainedBy, freedBy, allowedBefore, undenied };
}
