import type { Candidate, FileEdit, Impact, Refusal } from '../../model/patch.ts';
import { type Asked, type Attempt, attemptSite } from './attempt.ts';
import { toCandidate } from './candidate.ts';
import type { EditableCode } from './code-base.ts';
import { isPicked } from './pick.ts';
import type { EditSearch } from './search.ts';
import type { EditSite } from './site.ts';
import type { Goal } from './types.ts';

/** A chosen edit, the code after it, and everything that was considered. */
export interface SiteChoice<C extends EditableCode> {
  /** One place, or one for each of the goals that a joint edit reaches. */
  readonly sites: readonly EditSite[];
  readonly files: readonly FileEdit[];
  readonly code: C;
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
}

export type Chosen<C extends EditableCode> =
  | { readonly kind: 'chosen'; readonly choice: SiteChoice<C> }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly candidates: readonly Candidate[];
      /** Other goals that the same manual change would reach. */
      readonly together: readonly Goal[];
    };

/** Chooses one of the sites for a goal; `goals` are all goals. */
export type Choose<C extends EditableCode> = (
  code: C,
  goal: Goal,
  goals: readonly Goal[],
  sites: Iterable<EditSite>,
) => Chosen<C>;

/** Further candidates are not evaluated. The structural ones come first. */
const maxCandidates = 24;

/** How many more places are tried in search of one that fixes more than a narrow one. */
const maxWider = 6;

/**
 * Tries the sites in order and takes the first whose blast radius is exactly what the goals ask
 * for: it reaches `goal` and changes nothing that no goal wants changed. A narrow site is replaced
 * by a later one that reaches more goals, a shared site by one that is not shared, and an edit that
 * leaves alternatives which no longer differ by one without alternatives.
 */
export function chooseSite<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goal: Goal,
  goals: readonly Goal[],
  sites: Iterable<EditSite>,
  layered = false,
): Chosen<C> {
  const wanted: Asked = { asked: [goal], goals, layered };
  const { trials, winner: best } = tryOut(search, code, goal, wanted, sites);
  const { picks = [] } = search;
  const picked =
    picks.length === 0
      ? undefined
      : trials.find((trial) => {
          const candidate = toCandidate(goal, trial, best);
          return picks.some((pick) => isPicked(pick, candidate));
        });
  const winner = picked === undefined ? best : editable(picked);
  const candidates = trials.map((trial) => toCandidate(goal, trial, winner, picked !== undefined));
  if (winner !== undefined) {
    const { site, files, radius, code: after } = winner;
    return { kind: 'chosen', choice: { sites: [site], files, code: after, radius, candidates } };
  }
  if (picked !== undefined) {
    const { because } = toCandidate(goal, picked, winner);
    return { kind: 'refused', refusal: pickRefused(because), candidates, together: [] };
  }
  const last = trials.at(-1);
  const reached = last?.kind === 'exact' ? last.reached : [];
  const together = reached.filter((each) => each !== goal);
  const attempt = (site: EditSite): Attempt<C> => attemptSite(search, code, wanted, site);
  const refusal = search.base.refusal(code, goal, trials, attempt);
  return { kind: 'refused', refusal, candidates, together };
}

/** Undefined for a place that does not work or that only a person can edit. */
function editable<C extends EditableCode>(trial: Attempt<C>): Exact<C> | undefined {
  return trial.kind === 'exact' && trial.site.byHand === undefined ? trial : undefined;
}

function pickRefused(reason: string): Refusal {
  return { code: 'pick-refused', reason, suggestion: 'Pick another place, or none.' };
}

interface Tried<C extends EditableCode> {
  readonly trials: readonly Attempt<C>[];
  readonly winner?: Exact<C>;
}

/** Ends without a winner at a place that works but that only a person can edit. */
function tryOut<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goal: Goal,
  wanted: Asked,
  sites: Iterable<EditSite>,
): Tried<C> {
  const trials: Attempt<C>[] = [];
  const tried = new Set<string>();
  let winner: Exact<C> | undefined;
  let further = 0;
  let max = maxCandidates;
  let isSpare = false;
  for (const site of sites) {
    if (trials.length >= maxCandidates || further >= max) break;
    if (site.isLast === true && !isCalledFor(search, trials, winner)) continue;
    const trial: Attempt<C> = attemptSite(search, code, { ...wanted, isSpare }, site);
    if (isRepeated(trial, tried)) continue;
    trials.push(trial);
    if (winner !== undefined) further += 1;
    if (trial.kind !== 'exact') continue;
    if (winner !== undefined) {
      if (isBetter(trial, winner)) winner = trial;
      continue;
    }
    if (site.byHand !== undefined) break;
    winner = trial;
    const looksOn: boolean =
      site.isShared === true ||
      trial.repeats ||
      (site.narrow === true && mayBeWider(search, code, goal, wanted, winner));
    max = Math.max(search.alternatives, looksOn ? maxWider : 0);
    // Any further place may be one that a person picked, so it has to be compared fully.
    isSpare = !looksOn && (search.picks ?? []).length === 0;
  }
  return winner === undefined ? { trials } : { trials, winner };
}

type Exact<C extends EditableCode> = Attempt<C> & { readonly kind: 'exact' };

/** Exceptions are tried for values that others share, or when all alternatives are requested. */
function isCalledFor<C extends EditableCode>(
  { alternatives }: EditSearch<C>,
  trials: readonly Attempt<C>[],
  winner: Exact<C> | undefined,
): boolean {
  if (winner !== undefined) return alternatives > 0;
  return trials.some((trial) => trial.kind === 'inexact' && trial.stray().length > 0);
}

/**
 * True for a later place that fixes more than a narrow one, that is not shared while the winner is,
 * or that writes no alternatives where the winner leaves some that no longer differ.
 */
function isBetter<C extends EditableCode>(trial: Exact<C>, winner: Exact<C>): boolean {
  if (winner.repeats) return !trial.repeats && trial.site.isPlain === true;
  if (trial.site.blunt !== undefined) return false;
  const more = putRight(trial) - putRight(winner);
  if (more > 0) return winner.site.narrow === true;
  return more === 0 && winner.site.isShared === true && trial.site.isShared !== true;
}

function putRight<C extends EditableCode>({ reached, settledElsewhere }: Exact<C>): number {
  return reached.length + settledElsewhere;
}

/** Different places that lead to the same edit are one candidate. */
function isRepeated<C extends EditableCode>(trial: Attempt<C>, tried: Set<string>): boolean {
  if (trial.kind === 'refused') return false;
  const key = JSON.stringify(trial.files);
  if (tried.has(key)) return true;
  tried.add(key);
  return false;
}

/** True if an edit of another place may also reach further goals, here or in other stacks. */
function mayBeWider<C extends EditableCode>(
  { base, wantedElsewhere = [] }: EditSearch<C>,
  code: C,
  goal: Goal,
  { goals, layered = false }: Asked,
  winner: Exact<C>,
): boolean {
  if (layered && !winner.reached.includes(goal)) return true;
  if (wantedElsewhere.some((each) => base.maySettle(goal, each, true))) return true;
  const isReached = base.reached(code);
  return goals.some((each) => base.maySettle(goal, each, false) && !isReached(each));
}
