import type { FileEdit, Impact } from '../../../model/patch.ts';
import { ok } from '../../../model/result.ts';
import { type Attempt, attemptSite } from '../attempt.ts';
import { candidateOf } from '../candidate.ts';
import type { SiteChoice } from '../choose.ts';
import type { Tools } from '../synthesis.ts';
import { createCoverage } from '../terraform/coverage.ts';
import { holdsDocument } from '../terraform/document/reach.ts';
import { sitesOf } from '../terraform/goal-sites.ts';
import type { Project, Site } from '../terraform/types.ts';
import { vendoredLast } from '../terraform/vendored.ts';
import type { Goal } from '../types.ts';
import { combineEdits } from './combine.ts';

/** The kinds of places that were tried for a goal, in order; the last one was right. */
export type ReferenceChain = readonly string[];

/** The way to a choice that other goals may be reached by; undefined for one that is its own. */
export function triedKinds({ sites, candidates }: SiteChoice): ReferenceChain | undefined {
  const [site, ...more] = sites;
  const last = candidates.findIndex(({ chosen }) => chosen);
  if (site === undefined || more.length > 0 || site.narrow === true || last < 0) return undefined;
  return candidates.slice(0, last + 1).map(({ kind }) => kind);
}

/** True for goals that may be reached in one edit with others. */
export function isJoinable(goal: Goal, { evaluation }: Project): boolean {
  if (goal.kind === 'element') return true;
  return goal.kind === 'value' && !holdsDocument(evaluation, goal);
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
export function reachTogether(
  tools: Tools,
  project: Project,
  { asked, goals, welcome }: JointRequest,
  way: ReferenceChain,
): SiteChoice | undefined {
  const parts = asked.flatMap((goal) => partOf(tools, project, goal, goals, way) ?? []);
  const combined = combineEdits(project.tree, parts.toSorted(byRank));
  const [first] = combined?.joined ?? [];
  if (combined === undefined || first === undefined) return undefined;
  const { joined, fitting, files } = combined;
  if (fitting * 2 < asked.length) return undefined;
  const site: Site = { ...first.site, edit: () => ok(files) };
  const all = joined.map(({ goal }) => goal);
  const trial = attemptSite(tools, project, all, welcome, site);
  if (trial.kind !== 'exact') return undefined;
  return {
    sites: joined.map((part) => part.site),
    files,
    project: trial.project,
    radius: trial.radius,
    candidates: candidatesOf(project, joined, trial),
  };
}

interface Part {
  readonly goal: Goal;
  readonly site: Site;
  readonly files: readonly FileEdit[];
}

/** The place of a goal at the end of the way, where its way begins with the same kinds of places. */
function partOf(
  tools: Tools,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  way: ReferenceChain,
): Part | undefined {
  const seen = new Set<string>();
  let tried = 0;
  for (const site of vendoredLast(sitesOf(tools, project, goal, goals))) {
    const edited = site.edit();
    const key = edited.ok ? JSON.stringify(edited.value) : undefined;
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    if (site.kind !== way[tried]) return undefined;
    tried += 1;
    if (tried < way.length) continue;
    const isOwn = site.narrow === true || site.byHand !== undefined;
    return edited.ok && !isOwn ? { goal, site, files: edited.value } : undefined;
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
function candidatesOf(
  project: Project,
  parts: readonly Part[],
  trial: Attempt & { readonly kind: 'exact' },
): SiteChoice['candidates'] {
  const goalOf = createCoverage(parts.map(({ goal }) => goal));
  const impacts = new Map<Goal, Impact[]>();
  for (const impact of trial.radius) {
    const goal = goalOf(impact);
    if (goal === undefined) continue;
    const known = impacts.get(goal);
    if (known === undefined) impacts.set(goal, [impact]);
    else known.push(impact);
  }
  return parts.map(({ goal, site, files }) => {
    const own: Attempt = { ...trial, site, files, radius: impacts.get(goal) ?? [] };
    return candidateOf(project, goal, own, own);
  });
}
