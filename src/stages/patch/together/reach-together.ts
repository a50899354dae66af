import type { FileEdit, Impact } from '../../../model/patch.ts';
import { ok } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import { type Attempt, attemptSite } from '../attempt.ts';
import { toCandidate } from '../candidate.ts';
import type { SiteChoice } from '../choose.ts';
import type { EditableCode } from '../code-base.ts';
import type { EditSearch } from '../search.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import { combineEdits } from './combine.ts';

/** How a goal was reached. */
export interface FoundAfter {
  /** The kinds of places that were tried, in order; the last one succeeded. */
  readonly kinds: readonly string[];
  /** The place that succeeded affects only this use of a shared source. */
  readonly isNarrow: boolean;
}

/**
 * How a choice was found, which may work for other goals too; undefined for one that is specific to
 * its goal.
 */
export function foundAfter<C extends EditableCode>({
  sites,
  candidates,
}: SiteChoice<C>): FoundAfter | undefined {
  const [site, ...more] = sites;
  const last = candidates.findIndex(({ chosen }) => chosen);
  if (site === undefined || more.length > 0 || last < 0) return undefined;
  const kinds = candidates.slice(0, last + 1).map(({ kind }) => kind);
  return { kinds, isNarrow: site.narrow === true };
}

export interface JointRequest {
  /** The goals that the edit should reach. */
  readonly asked: readonly Goal[];
  /** All goals for the code. */
  readonly goals: readonly Goal[];
  /** All goals, including those that an edit may also reach. */
  readonly welcome: readonly Goal[];
}

/**
 * Reaches many goals in one edit, each at a place like the one that was right for the previous
 * goal. One by one, each of hundreds of rules would need an evaluation of all code. The joint edit
 * is verified like that of a single goal. Undefined if it is not exact, or if less than half of the
 * goals fit together.
 */
export function reachTogether<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  { asked, goals, welcome }: JointRequest,
  after: FoundAfter,
): SiteChoice<C> | undefined {
  const parts = asked.flatMap((goal) => partOf(search, code, goal, goals, after) ?? []);
  const combined = combineEdits(search.base.joint(code), code.tree, parts.toSorted(byRank));
  const [first] = combined?.joined ?? [];
  if (combined === undefined || first === undefined) return undefined;
  const { joined, fitting, files } = combined;
  if (fitting * 2 < asked.length) return undefined;
  const site: EditSite = { ...first.site, edit: () => ok(files) };
  const all = joined.map(({ goal }) => goal);
  const trial = attemptSite(search, code, { asked: all, goals: welcome }, site);
  if (trial.kind !== 'exact' || trial.repeats) return undefined;
  return {
    sites: joined.map((part) => part.site),
    files,
    code: trial.code,
    radius: trial.radius,
    candidates: candidatesOf(search, joined, trial),
  };
}

interface Part {
  readonly goal: Goal;
  readonly site: EditSite;
  readonly files: readonly FileEdit[];
}

/** The place for a goal that comes after the same kinds of places. */
function partOf<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goal: Goal,
  goals: readonly Goal[],
  after: FoundAfter,
): Part | undefined {
  const seen = new Set<string>();
  let tried = 0;
  for (const site of search.base.sites(code, goal, goals)) {
    const edited = site.edit();
    const key = edited.ok ? JSON.stringify(edited.value) : undefined;
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    if (site.kind !== after.kinds[tried]) return undefined;
    tried += 1;
    if (tried < after.kinds.length) continue;
    const isAlike = (site.narrow === true) === after.isNarrow && site.byHand === undefined;
    return edited.ok && isAlike ? { goal, site, files: edited.value } : undefined;
  }
  return undefined;
}

/** Entries of sorted maps are ordered by their keys, all others by the order of the goals. */
function byRank({ site: a }: Part, { site: b }: Part): number {
  if (a.rank === undefined || b.rank === undefined)
    return Number(a.rank !== undefined) - Number(b.rank !== undefined);
  return compareText(a.rank, b.rank);
}

/** The candidates for the report: the share that each goal has in the joint edit. */
function candidatesOf<C extends EditableCode>(
  { base }: EditSearch<C>,
  parts: readonly Part[],
  trial: Attempt<C> & { readonly kind: 'exact' },
): SiteChoice<C>['candidates'] {
  const goals = parts.map(({ goal }) => goal);
  const goalOf = base.covering(goals, trial.radius);
  const impacts = new Map<Goal, Impact[]>();
  for (const impact of trial.radius) {
    const goal = goalOf(impact);
    if (goal === undefined) continue;
    const known = impacts.get(goal);
    if (known === undefined) impacts.set(goal, [impact]);
    else known.push(impact);
  }
  return parts.map(({ goal, site, files }) => {
    const own: Attempt<C> = { ...trial, site, files, radius: impacts.get(goal) ?? [] };
    return toCandidate(goal, own, own);
  });
}
