import type { FileEdit, Impact } from '../../../model/patch.ts';
import { ok } from '../../../model/result.ts';
import { type Attempt, attemptSite } from '../attempt.ts';
import { candidateOf } from '../candidate.ts';
import type { SiteChoice } from '../choose.ts';
import type { EditableCode } from '../code-base.ts';
import type { EditSearch } from '../search.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import { combineEdits } from './combine.ts';

/** How a goal was reached. */
export interface ReferenceChain {
  /** The kinds of places that were tried, in order; the last one was right. */
  readonly kinds: readonly string[];
  /** That one speaks for this use alone of what others share. */
  readonly isNarrow: boolean;
}

/** The way to a choice that other goals may be reached by; undefined for one that is its own. */
export function triedKinds<C extends EditableCode>({
  sites,
  candidates,
}: SiteChoice<C>): ReferenceChain | undefined {
  const [site, ...more] = sites;
  const last = candidates.findIndex(({ chosen }) => chosen);
  if (site === undefined || more.length > 0 || last < 0) return undefined;
  const kinds = candidates.slice(0, last + 1).map(({ kind }) => kind);
  return { kinds, isNarrow: site.narrow === true };
}

export interface JointRequest {
  /** What the edit should reach. */
  readonly asked: readonly Goal[];
  /** All that is wanted of the code. */
  readonly goals: readonly Goal[];
  /** The same, with what an edit may do besides. */
  readonly welcome: readonly Goal[];
}

/**
 * Reaches many goals in one edit, each in the way that was right for the one before: one by one,
 * every one of hundreds of rules would cost an evaluation of all. The edit is proved as a whole, as
 * that of one goal is. Undefined where it is not exact, or where less than half of them fit together.
 */
export function reachTogether<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  { asked, goals, welcome }: JointRequest,
  way: ReferenceChain,
): SiteChoice<C> | undefined {
  const parts = asked.flatMap((goal) => partOf(search, code, goal, goals, way) ?? []);
  const combined = combineEdits(search.base.joint(code), code.tree, parts.toSorted(byRank));
  const [first] = combined?.joined ?? [];
  if (combined === undefined || first === undefined) return undefined;
  const { joined, fitting, files } = combined;
  if (fitting * 2 < asked.length) return undefined;
  const site: EditSite = { ...first.site, edit: () => ok(files) };
  const all = joined.map(({ goal }) => goal);
  const trial = attemptSite(search, code, { asked: all, goals: welcome }, site);
  if (trial.kind !== 'exact') return undefined;
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

/** The place of a goal at the end of the way, where its way begins with the same kinds of places. */
function partOf<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goal: Goal,
  goals: readonly Goal[],
  way: ReferenceChain,
): Part | undefined {
  const seen = new Set<string>();
  let tried = 0;
  for (const site of search.base.sites(code, goal, goals)) {
    const edited = site.edit();
    const key = edited.ok ? JSON.stringify(edited.value) : undefined;
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    if (site.kind !== way.kinds[tried]) return undefined;
    tried += 1;
    if (tried < way.kinds.length) continue;
    const isAlike = (site.narrow === true) === way.isNarrow && site.byHand === undefined;
    return edited.ok && isAlike ? { goal, site, files: edited.value } : undefined;
  }
  return undefined;
}

/** Entries of maps in order stand by their keys, all else by the order of the goals. */
function byRank({ site: a }: Part, { site: b }: Part): number {
  if (a.rank === undefined || b.rank === undefined)
    return Number(a.rank !== undefined) - Number(b.rank !== undefined);
  return a.rank < b.rank ? -1 : Number(a.rank > b.rank);
}

/** What each of the goals gets of the one edit. */
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
    return candidateOf(goal, own, own);
  });
}
