import type { Candidate } from '../../model/patch.ts';
import { pathKey } from '../../model/path.ts';
import { type Chosen, chooseSite, type SiteChoice } from './choose.ts';
import type { EditableCode, Route } from './code-base.ts';
import type { PickedPlace } from './pick.ts';
import type { EditSearch } from './search.ts';
import type { EditSite } from './site.ts';
import type { RefusedGoal } from './synthesis.ts';
import { createBatchSize } from './together/batch-size.ts';
import { foundAfter, reachTogether } from './together/reach-together.ts';
import type { Goal } from './types.ts';

/** How far the goals have been reached. */
export interface GoalAttempt<C extends EditableCode> {
  readonly code: C;
  /** The goals as they were reached: a created resource may have another address. */
  readonly goals: readonly Goal[];
  /** The current form of each goal, by its original form. */
  readonly standing: ReadonlyMap<Goal, Goal>;
  readonly choices: readonly SiteChoice<C>[];
  readonly candidates: readonly Candidate[];
  readonly refused?: RefusedGoal;
}

export function reachBeginning<C extends EditableCode>(code: C): GoalAttempt<C> {
  return { code, goals: [], standing: new Map(), choices: [], candidates: [] };
}

/** Continues where an earlier run ended, until all goals are reached or one is refused. */
export function reachAll<C extends EditableCode>(
  search: EditSearch<C>,
  before: GoalAttempt<C>,
  wanted: readonly Goal[],
  welcome: readonly Goal[],
): GoalAttempt<C> {
  const { base } = search;
  let { code } = before;
  const standing = new Map(welcome.map((goal) => [goal, before.standing.get(goal) ?? goal]));
  const choices = [...before.choices];
  const candidates = [...before.candidates];
  const goals = (): readonly Goal[] => wanted.map((goal) => standing.get(goal) ?? goal);
  let isDone = base.reached(code);
  const take = (...made: readonly SiteChoice<C>[]): void => {
    choices.push(...made);
    candidates.push(...made.flatMap((choice) => choice.candidates));
    code = made.at(-1)?.code ?? code;
    isDone = base.reached(code);
  };
  const batch = createBatchSize();
  const order = base.inOrder(wanted);
  for (const [index, goal] of order.entries()) {
    const now = standing.get(goal) ?? goal;
    if (isDone(now)) continue;
    const all = [...standing.values()];
    const stepwise = base.inSteps(code, goal, all, (...asked) => chooseSite(search, ...asked));
    if (stepwise?.kind === 'reached') {
      take(...stepwise.choices);
      continue;
    }
    const reached = stepwise ?? reach(search, code, now, goals(), all);
    if (reached.kind === 'refused') {
      const { kind: _, ...refused } = reached;
      return { code, goals: goals(), standing, choices, candidates, refused: { goal, ...refused } };
    }
    standing.set(goal, reached.goal);
    if (reached.goal.kind === 'create') {
      for (const [other, at] of standing) standing.set(other, relocated(at, reached.goal));
    }
    take(...reached.choices);
    const [choice, ...more] = reached.choices;
    if (choice === undefined || more.length > 0) continue;
    const after = isPickedIn(search.picks ?? [], choice) ? undefined : foundAfter(choice);
    // The narrow place was not replaced by one that fixes more, so only its collection is known to
    // need narrow edits.
    const scope = after?.isNarrow === true ? collectionOf(goal) : '';
    if (!batch.isDue(after && `${after.kinds.join()} ${scope}`) || after === undefined) continue;
    const next = order.slice(index + 1).map((other) => standing.get(other) ?? other);
    const open = next.filter(
      (other) =>
        other.kind === goal.kind &&
        !isDone(other) &&
        (scope === '' || collectionOf(other) === scope),
    );
    const asked = batch.share(open.filter(base.joint(code).allows));
    if (asked.length === 0) continue;
    const welcomed = [...standing.values()];
    const request = { asked, goals: goals(), welcome: welcomed };
    const together = reachTogether(search, code, request, after);
    batch.learn(asked.length, together !== undefined);
    if (together !== undefined) take(together);
  }
  return { code, goals: goals(), standing, choices, candidates };
}

/** The map or list whose member a goal changes. */
function collectionOf(goal: Goal): string {
  const path = 'path' in goal ? goal.path : [];
  return `${goal.address} ${pathKey(goal.kind === 'element' ? path : path.slice(0, -1))}`;
}

type Reached<C extends EditableCode> =
  | {
      readonly kind: 'reached';
      readonly goal: Goal;
      readonly choices: readonly SiteChoice<C>[];
    }
  | Extract<Chosen<C>, { readonly kind: 'refused' }>;

/** Takes the first route with an exact edit. */
function reach<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goal: Goal,
  goals: readonly Goal[],
  welcome: readonly Goal[],
): Reached<C> {
  let refused: Reached<C> | undefined;
  for (const route of search.base.routes(code, goal, goals)) {
    if ('refusal' in route) {
      return { kind: 'refused', refusal: route.refusal, candidates: [], together: [] };
    }
    const others = welcome.map((each) =>
      each === goal ? route.goal : relocated(each, route.goal),
    );
    const reached =
      route.layered === true
        ? reachLayers(search, code, route, goals, others)
        : reachBy(search, code, route, others);
    if (reached.kind === 'reached') return reached;
    refused = reached;
  }
  return refused ?? reachBy(search, code, { goal, sites: [] }, welcome);
}

type SiteRoute = Extract<Route, { readonly goal: Goal }>;

function reachBy<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  { goal, sites }: SiteRoute,
  welcome: readonly Goal[],
): Reached<C> {
  const chosen = chooseSite(search, code, goal, welcome, sites);
  return chosen.kind === 'refused' ? chosen : { kind: 'reached', goal, choices: [chosen.choice] };
}

/** A value that is set in more layers than this is refused. */
const maxLayers = 4;

/** Edits one layer after the other, until none sets the value any more. */
function reachLayers<C extends EditableCode>(
  search: EditSearch<C>,
  start: C,
  { goal, sites }: SiteRoute,
  goals: readonly Goal[],
  welcome: readonly Goal[],
): Reached<C> {
  const choices: SiteChoice<C>[] = [];
  let code = start;
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const places = layer === 0 ? sites : search.base.sites(code, goal, goals);
    const chosen = chooseSite(search, code, goal, welcome, places, true);
    const tried = choices.flatMap(({ candidates }) => candidates);
    if (chosen.kind === 'refused') {
      return { ...chosen, candidates: [...tried, ...chosen.candidates] };
    }
    // The edit restores the earlier text, so that the value is no nearer.
    if (choices.some(({ sites: [site] }) => isSamePlace(site, chosen.choice.sites[0]))) break;
    choices.push(chosen.choice);
    code = chosen.choice.code;
    if (search.base.reached(code)(goal)) return { kind: 'reached', goal, choices };
  }
  const refusal = search.base.completed(code, goal, {
    code: 'too-many-layers',
    reason:
      choices.length < maxLayers
        ? 'No edit takes the value out.'
        : `It is set in more than ${maxLayers} places, which is more than Parley edits at once.`,
  });
  const candidates = choices.flatMap((choice) => choice.candidates);
  return { kind: 'refused', refusal, candidates, together: [] };
}

function isSamePlace(a: EditSite | undefined, b: EditSite | undefined): boolean {
  return a !== undefined && b !== undefined && placeKey(a) === placeKey(b);
}

function placeKey({ kind, label, at }: EditSite): string {
  return JSON.stringify([kind, label, at().file]);
}

/** The goal with the new address of a renamed resource. */
function relocated(goal: Goal, renamed: Goal): Goal {
  const moved = renamed.kind === 'create' && renamed.replaces === goal.address;
  return moved && goal.kind !== 'create' ? { ...goal, address: renamed.address } : goal;
}

/** If a person picked a place for a goal, no other place is tried. */
export function isPickedIn(
  picks: readonly PickedPlace[],
  { candidates }: { readonly candidates: readonly Candidate[] },
): boolean {
  return candidates.some(({ drift }) => picks.some((pick) => pick.drift === drift));
}
