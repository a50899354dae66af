import type { Decision, Outcome } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { Intent } from '../model/intent.ts';
import { advance, type IntentStatus, type LifecycleStep } from '../model/lifecycle.ts';
import type { Patch } from '../model/patch.ts';
import { pathKey } from '../model/path.ts';
import type { Report } from '../model/report.ts';
import type { StoredIntent } from './store.ts';

const granted: readonly Outcome[] = ['accept', 'delegate', 'compromise', 'noop'];
const refused: readonly string[] = ['reject', 'expired'];

/** The code wins: what was wanted counts no more. */
export function isRefused(outcome: string): boolean {
  return refused.includes(outcome);
}

/** The report with the state that each intent is in after this run. */
export function withLifecycle(report: Report, written: readonly Patch[]): Report {
  const lifecycle = report.intents.map((intent): IntentStatus => {
    const steps = lifecycleSteps(report, intent, written);
    let status: IntentStatus = {
      intent: intent.id,
      state: 'ingested',
      because: 'Its changes were found in the log.',
    };
    for (const { event, because } of steps) {
      const next = advance(status.state, event);
      if (next.ok) status = { ...status, state: next.value, because };
    }
    return status;
  });
  return { ...report, lifecycle };
}

/** What this run did to an intent, in order; the first step supposes that it was ingested. */
export function lifecycleSteps(
  report: Report,
  intent: Intent,
  written: readonly Patch[],
): readonly LifecycleStep[] {
  const drifts = report.drifts.filter(({ id }) => intent.drifts.includes(id));
  const decisions = report.decisions.filter((decision) => decision.intent === intent.id);
  if (!drifts.every(isKnown)) return [];
  const understood: LifecycleStep = {
    event: 'understood',
    because: `What it wants of ${count(drifts.length, 'field')} is known.`,
  };
  const last = settled(decisions, written);
  return last === undefined ? [understood] : [understood, last];
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
  if (outcomes.every(isRefused)) {
    return {
      event: 'ended',
      because: `It was decided against: ${[...new Set(outcomes)].join(', ')}.`,
    };
  }
  if (!outcomes.every((outcome) => granted.includes(outcome))) return undefined;
  const inCode = new Set(written.flatMap(({ drifts }) => drifts));
  const isDone = decisions.every(
    ({ drift, verdict }) => verdict.outcome === 'noop' || inCode.has(drift),
  );
  if (!isDone) return undefined;
  return { event: 'enforced', because: 'The code says so, in the files or on a branch.' };
}

const favorable: readonly string[] = ['accept', 'delegate', 'compromise'];

/**
 * The step back of an intent that an earlier run decided against, and this one grants: to ask, or to
 * wait, grants nothing. What a person closed stays closed, since that run had granted it.
 */
export function revival(
  { state, fields }: Pick<StoredIntent, 'state' | 'fields'>,
  outcomes: readonly string[],
): LifecycleStep | undefined {
  if (state !== 'retired' || fields.length === 0 || outcomes.length === 0) return undefined;
  const wasRefused = fields.every(({ outcome }) => isRefused(outcome));
  if (!wasRefused || !outcomes.some((outcome) => favorable.includes(outcome))) return undefined;
  const decided = [...new Set(outcomes)].sort().join(', ');
  return { event: 'revived', because: `It was decided anew: ${decided}.` };
}

const watched: readonly string[] = ['in-force', 'assured'];

/**
 * What a run says of an earlier intent that is not its own: broken where one of its fields drifts
 * again, kept where none does. Nothing about a field that nobody watches.
 */
export function assess(
  { drifts }: Report,
  { state, fields }: StoredIntent,
): LifecycleStep | undefined {
  if (!watched.includes(state)) return undefined;
  const drifted = new Set(drifts.map(({ address, path }) => fieldKey(address, pathKey(path))));
  const broken = fields.find(({ address, path }) => drifted.has(fieldKey(address, pathKey(path))));
  if (broken === undefined) return { event: 'kept', because: 'None of its fields drifted again.' };
  return { event: 'broken', because: `${broken.address} drifted again.` };
}

function fieldKey(address: string, path: string): string {
  return `${address} ${path}`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
