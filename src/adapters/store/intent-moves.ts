import { groupBy } from '../../model/group.ts';
import { advanceLifecycle, type IntentState, type LifecycleStep } from '../../model/lifecycle.ts';
import type { Report } from '../../model/report.ts';
import type {
  RunRecord,
  StepOrigin,
  StoredField,
  StoredIntent,
  StoredRun,
  StoredTransition,
} from '../../ports/store/run-store.ts';
import { revival } from '../../reconcile/report/lifecycle.ts';

/** The new state of an intent, and the steps that led there. */
export interface LifecycleMove {
  readonly transitions: readonly StoredTransition[];
  readonly stored: StoredIntent;
}

/** The moves of the intents of a run, and of those of earlier runs that the run affects. */
export function planLifecycleMoves(
  run: StoredRun,
  { report, steps, assess }: RunRecord,
  concerned: readonly StoredIntent[],
): readonly LifecycleMove[] {
  const known = new Map(concerned.map((each) => [each.intent.id, each]));
  const decisions = groupBy(report.decisions, ({ intent }) => intent);
  const origin = { run: run.id, time: run.startedAt };
  const moves: LifecycleMove[] = [];
  for (const intent of report.intents) {
    const before = known.get(intent.id);
    const fields = (decisions.get(intent.id) ?? []).map(fieldOf);
    const stored = before ?? {
      intent,
      state: 'ingested',
      fields,
      firstSeen: run.startedAt,
      lastSeen: run.startedAt,
    };
    const outcomes = fields.map(({ outcome }) => outcome);
    const revived = before === undefined ? undefined : revival(before, outcomes);
    const own = steps.get(intent.id) ?? [];
    const all = revived === undefined ? own : [revived, ...own];
    moves.push(moveOn(origin, stored, all, fields));
    known.delete(intent.id);
  }
  for (const stored of known.values()) {
    const step = assess(stored);
    if (step !== undefined) moves.push(moveOn(origin, stored, [step], stored.fields));
  }
  return moves;
}

/**
 * States in which a run may find an intent kept or broken, and, if the run closes drifts, those in
 * which it may put an intent into force.
 */
export function watchedIn({ closedDrifts = [] }: Report): readonly IntentState[] {
  const standing: readonly IntentState[] = ['in-force', 'assured'];
  return closedDrifts.length === 0 ? standing : [...standing, 'translated', 'violated'];
}

/** One step of one intent; undefined if there is none to take. */
export function planLifecycleMove(
  stored: StoredIntent | undefined,
  step: LifecycleStep,
  origin: StepOrigin,
): LifecycleMove | undefined {
  const next = stored && advanceLifecycle(stored.state, step.event);
  if (stored === undefined || next?.ok !== true || next.value === stored.state) return undefined;
  return moveOn(origin, stored, [step], stored.fields);
}

function fieldOf({ address, path, drift, verdict }: Report['decisions'][number]): StoredField {
  return { address, path, outcome: verdict.outcome, drift };
}

/** Takes the steps that the life cycle allows from the state of the intent. */
function moveOn(
  { run, time }: StepOrigin,
  stored: StoredIntent,
  steps: readonly LifecycleStep[],
  fields: readonly StoredField[],
): LifecycleMove {
  const transitions: StoredTransition[] = [];
  let { state } = stored;
  for (const { event, because } of steps) {
    const next = advanceLifecycle(state, event);
    // Repeated news, such as a second run that finds an intent kept, is not a transition.
    if (!next.ok || next.value === state) continue;
    const { id: intent } = stored.intent;
    transitions.push({ intent, from: state, to: next.value, event, because, run, time });
    state = next.value;
  }
  const lastSeen = later(stored.lastSeen, time);
  return { transitions, stored: { ...stored, state, fields, lastSeen } };
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}
