import { canonicalJson, type Json } from '../../model/json.ts';
import type { Candidate, FileEdit, Impact, Refusal } from '../../model/patch.ts';
import { type Attempt, attemptSite, type Judges } from './attempt.ts';
import { candidateOf } from './candidate.ts';
import { isPicked } from './pick.ts';
import { isReachedGoal } from './terraform/goal.ts';
import { refusalOf } from './terraform/refusal.ts';
import type { Project, Site } from './terraform/types.ts';
import { vendoredLast } from './terraform/vendored.ts';
import type { Goal } from './types.ts';

/** One edit that was chosen, the project behind it, and all that was considered. */
export interface SiteChoice {
  /** One place, or those of many goals that one edit reaches. */
  readonly sites: readonly Site[];
  readonly files: readonly FileEdit[];
  readonly project: Project;
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
}

export type Chosen =
  | { readonly kind: 'chosen'; readonly choice: SiteChoice }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly candidates: readonly Candidate[];
      /** Other goals that the same thing done by hand would reach. */
      readonly together: readonly Goal[];
    };

/** Candidates beyond this many are not evaluated: the structural ones come first. */
const maxCandidates = 24;

/** How far to look for a place that puts more right than a narrow one does. */
const maxWider = 6;

/**
 * Tries the sites in order and takes the first whose blast radius is exactly what the goals ask
 * for: it reaches `goal`, and changes nothing that no goal wants changed. A narrow site gives way
 * to one further on that reaches more of the goals.
 */
export function chooseSite(
  judges: Judges,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  sites: Iterable<Site>,
): Chosen {
  const { trials, winner: best } = tryOut(judges, project, goal, goals, sites);
  const { pick } = judges;
  const picked =
    pick === undefined
      ? undefined
      : trials.find((trial) => isPicked(pick, candidateOf(project, goal, trial, best)));
  const winner = picked === undefined ? best : editable(picked);
  const candidates = trials.map((trial) =>
    candidateOf(project, goal, trial, winner, picked !== undefined),
  );
  if (winner !== undefined) {
    const { site, files, radius, project: after } = winner;
    return { kind: 'chosen', choice: { sites: [site], files, project: after, radius, candidates } };
  }
  if (picked !== undefined) {
    const { because } = candidateOf(project, goal, picked, winner);
    return { kind: 'refused', refusal: pickRefused(because), candidates, together: [] };
  }
  const last = trials.at(-1);
  const reached = last?.kind === 'exact' ? last.reached : [];
  const together = reached.filter((each) => each !== goal);
  const refusal = refusalOf(judges, project, goal, goals, trials);
  return { kind: 'refused', refusal, candidates, together };
}

/** Undefined for a place that is not right, or that only a person can edit. */
function editable(trial: Attempt): Exact | undefined {
  return trial.kind === 'exact' && trial.site.byHand === undefined ? trial : undefined;
}

function pickRefused(reason: string): Refusal {
  return { code: 'pick-refused', reason, suggestion: 'Pick another place, or none.' };
}

interface Tried {
  readonly trials: readonly Attempt[];
  readonly winner?: Exact;
}

/** Ends without a winner at a place that is right and that only a person can edit. */
function tryOut(
  judges: Judges,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  sites: Iterable<Site>,
): Tried {
  const trials: Attempt[] = [];
  const tried = new Set<string>();
  let winner: Exact | undefined;
  let further = 0;
  let max = maxCandidates;
  for (const site of vendoredLast(sites)) {
    if (trials.length >= maxCandidates || further >= max) break;
    const trial = attemptSite(judges, project, [goal], goals, site);
    if (isRepeated(trial, tried)) continue;
    trials.push(trial);
    if (winner !== undefined) further += 1;
    if (trial.kind !== 'exact') continue;
    if (winner !== undefined) {
      if (isWider(trial, winner)) winner = trial;
      continue;
    }
    if (site.byHand !== undefined) break;
    winner = trial;
    const looksOn = site.narrow === true && hasSiblings(judges, project, goal, goals);
    max = Math.max(judges.alternatives, looksOn ? maxWider : 0);
  }
  return winner === undefined ? { trials } : { trials, winner };
}

type Exact = Attempt & { readonly kind: 'exact' };

/** A place behind a narrow one that puts more right, and does not cut the value off for that. */
function isWider(trial: Exact, winner: Exact): boolean {
  if (winner.site.narrow !== true || putRight(trial) <= putRight(winner)) return false;
  return trial.site.kind !== 'literal at the use' && trial.site.kind !== 'instance override';
}

function putRight({ reached, settledElsewhere }: Exact): number {
  return reached.length + settledElsewhere;
}

/** Different ways to the same edit are one candidate. */
function isRepeated(trial: Attempt, tried: Set<string>): boolean {
  if (trial.kind === 'refused') return false;
  const key = JSON.stringify(trial.files);
  if (tried.has(key)) return true;
  tried.add(key);
  return false;
}

/** True when another resource wants the same and does not have it yet, here or elsewhere. */
function hasSiblings(
  { same, wantedElsewhere = [] }: Judges,
  { evaluation }: Project,
  goal: Goal,
  goals: readonly Goal[],
): boolean {
  const wanted = wantedOf(goal);
  const isAlike = (each: Goal): boolean => each.kind === goal.kind && wantedOf(each) === wanted;
  return (
    wantedElsewhere.some(isAlike) ||
    goals.some(
      (each) =>
        each.address !== goal.address && isAlike(each) && !isReachedGoal(each, evaluation, same),
    )
  );
}

function wantedOf(goal: Goal): string {
  switch (goal.kind) {
    case 'value':
      return textOf(goal.value);
    case 'element':
      return `${goal.action} ${textOf(goal.element)}`;
    case 'create':
    case 'delete':
    case 'ignore':
    case 'unignore':
      return goal.kind;
  }
}

function textOf(value: Json): string {
  return canonicalJson(value);
}
