import { type Decision, isDismissed } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import { advanceLifecycle, type IntentStatus, type LifecycleStep } from '../../model/lifecycle.ts';
import type { Patch } from '../../model/patch.ts';
import { overlaps } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { formatCount } from '../../model/words.ts';
import type { StoredIntent } from '../../ports/store/run-store.ts';
import type { Observed, ObservedField } from '../drift/observed.ts';
import type { SaysOtherwise } from '../managed/code-says.ts';

const granted: readonly string[] = ['accept', 'delegate', 'compromise', 'noop'];
const refused: readonly string[] = ['reject', 'expired'];

/** True if the code prevails, so that the intent no longer counts. */
export function isRefused(outcome: string): boolean {
  return refused.includes(outcome);
}

/** The report with each intent's state after this run. */
export function withLifecycle(report: Report, written: readonly Patch[]): Report {
  const stepsOf = lifecycleSteps(report, written);
  const lifecycle = report.intents.map((intent): IntentStatus => {
    const steps = stepsOf(intent);
    let status: IntentStatus = {
      intent: intent.id,
      state: 'ingested',
      because: 'Its changes were found in the log.',
    };
    for (const { event, because } of steps) {
      const next = advanceLifecycle(status.state, event);
      if (next.ok) status = { ...status, state: next.value, because };
    }
    return status;
  });
  return { ...report, lifecycle };
}

/**
 * The steps of each intent in this run, in order. The first one assumes that the intent was
 * ingested.
 */
export function lifecycleSteps(
  report: Report,
  written: readonly Patch[],
): (intent: Intent) => readonly LifecycleStep[] {
  const byId = new Map(report.drifts.map((drift) => [drift.id, drift]));
  const decided = groupBy(report.decisions, ({ intent }) => intent);
  const proposed = new Set(report.proposals.map((proposal) => proposal.intent));
  // Patches on a branch are in the code only after their merge.
  const inCode = written.filter((patch) => !proposed.has(patch.intent));
  return (intent) => {
    const drifts = [...new Set(intent.drifts)].flatMap((id) => byId.get(id) ?? []);
    if (!drifts.every(isKnown)) return [];
    const understood: LifecycleStep = {
      event: 'understood',
      because: `The wanted value of ${formatCount(drifts.length, 'field')} is known.`,
    };
    const last = settled(decided.get(intent.id) ?? [], inCode);
    return last === undefined ? [understood] : [understood, last];
  };
}

function isKnown({ live }: Drift): boolean {
  return live.kind === 'value' || live.kind === 'absent';
}

function settled(
  decisions: readonly Decision[],
  written: readonly Patch[],
): LifecycleStep | undefined {
  if (decisions.length === 0) return undefined;
  const outcomes = decisions.map(({ verdict }) => verdict.outcome);
  const [dismissed] = decisions.filter(isDismissed);
  if (dismissed !== undefined && outcomes.every((outcome) => outcome === 'noop')) {
    return { event: 'ended', because: dismissed.verdict.because };
  }
  if (outcomes.every(isRefused)) {
    return {
      event: 'ended',
      because: `The verdict went against it: ${[...new Set(outcomes)].join(', ')}.`,
    };
  }
  if (!outcomes.every((outcome) => granted.includes(outcome))) return undefined;
  const done = new Set(written.flatMap(({ drifts }) => drifts));
  const isDone = decisions.every(
    ({ drift, verdict }) => verdict.outcome === 'noop' || done.has(drift),
  );
  if (!isDone) return undefined;
  return { event: 'enforced', because: 'The code says so.' };
}

const favorable: readonly string[] = ['accept', 'delegate', 'compromise'];

/**
 * The step that revives an intent which an earlier run rejected and this one grants. Asking or
 * waiting grants nothing. What a person closed stays closed, since the earlier run had granted it.
 */
export function revival(
  { state, fields }: Pick<StoredIntent, 'state' | 'fields'>,
  outcomes: readonly string[],
): LifecycleStep | undefined {
  if (state !== 'retired' || fields.length === 0 || outcomes.length === 0) return undefined;
  const wasRefused = fields.every(({ outcome }) => isRefused(outcome));
  if (!wasRefused || !outcomes.some((outcome) => favorable.includes(outcome))) return undefined;
  const decided = [...new Set(outcomes)].sort().join(', ');
  return { event: 'revived', because: `It was decided again: ${decided}.` };
}

const watched: readonly string[] = ['in-force', 'assured'];
const inCode: readonly string[] = ['in-code', 'handed-over'];

/** For an intent in force: when it was last checked, ISO 8601 UTC. */
export function lastLooked({ state, lastSeen }: Pick<StoredIntent, 'state' | 'lastSeen'>): {
  readonly lastLooked?: string;
} {
  return watched.includes(state) ? { lastLooked: lastSeen } : {};
}

/**
 * Verdicts after which the code need not have the value that the actor set: others decide about it,
 * or it was dismissed.
 */
const adjusted: readonly string[] = ['delegate', 'compromise', 'noop'];

/**
 * What the code says instead of what the intent wants of one of its fields; undefined if it says
 * that, or if this is unknown.
 */
function replaced(
  { intent, fields }: StoredIntent,
  saysOtherwise: SaysOtherwise,
): string | undefined {
  for (const field of fields) {
    if (field.drift === undefined || adjusted.includes(field.outcome)) continue;
    const own = intent.wants.find(({ drift }) => drift === field.drift);
    const says = own && saysOtherwise(field, own.want);
    if (says !== undefined) return says;
  }
  return undefined;
}

/**
 * The step of an earlier intent that is not in this run. Ended: the code now says something else
 * than an intent that was in force, or whose drift is closed. Enforced: one of its drifts was
 * closed because code and cloud now agree. Broken: one of its fields is open. Kept: this run saw
 * all of them hold. There is no step for what this run did not check.
 */
export function assess(
  { openDrifts, drifts, closedDrifts = [] }: Report,
  stored: StoredIntent,
  observed: Observed,
  saysOtherwise: SaysOtherwise,
): LifecycleStep | undefined {
  const { state, fields, lastSeen } = stored;
  const open = openDrifts ?? drifts;
  const isOf = (field: ObservedField) => (drift: ObservedField) =>
    drift.address === field.address && overlaps(drift.path, field.path);
  const broken = fields.find((field) => open.some(isOf(field)));
  const otherwise = [...watched, 'violated'].includes(state)
    ? replaced(stored, saysOtherwise)
    : undefined;
  if (otherwise !== undefined) return { event: 'ended', because: otherwise };
  if (watched.includes(state)) {
    if (broken !== undefined) {
      return { event: 'broken', because: `${broken.address} drifted again.` };
    }
    if (fields.length === 0 || !fields.every((field) => observed(field, lastSeen)))
      return undefined;
    return { event: 'kept', because: 'All of its fields were checked, and none drifted again.' };
  }
  if (broken !== undefined || fields.some(({ outcome }) => isRefused(outcome))) {
    return undefined;
  }
  const closed = closedDrifts.find((drift) => fields.some((field) => isOf(field)(drift)));
  if (closed === undefined || !isHeld(state, closed.reason)) return undefined;
  const says = replaced(stored, saysOtherwise);
  if (says !== undefined) return { event: 'ended', because: says };
  return { event: 'enforced', because: closed.because };
}

/**
 * True if an accepted intent is in force because the code has it, or a violated one because it was
 * put right.
 */
function isHeld(state: StoredIntent['state'], reason: string): boolean {
  if (state === 'violated') return reason === 'went-back' || inCode.includes(reason);
  return state === 'translated' && inCode.includes(reason);
}
