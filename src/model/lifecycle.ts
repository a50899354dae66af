import { fail, ok, type Problem, type Result } from './result.ts';

/**
 * Where an intent is in the life cycle of RFC 9315. `ingested`: somebody acted or declared;
 * `translated`: what it wants of which fields is known; `in-force`: code or ownership say so;
 * `assured`: a later look found it kept; `violated`: a later look found it broken; `retired`: it
 * counts no more, unless somebody takes it up again.
 */
export type IntentState =
  | 'ingested'
  | 'translated'
  | 'in-force'
  | 'assured'
  | 'violated'
  | 'retired';

export const intentStates: readonly IntentState[] = [
  'ingested',
  'translated',
  'in-force',
  'assured',
  'violated',
  'retired',
];

/** What moves an intent on. */
export const lifecycleEvents = [
  'understood',
  'enforced',
  'kept',
  'broken',
  'ended',
  'revived',
] as const;

export type LifecycleEvent = (typeof lifecycleEvents)[number];

/** One step, as it is stored and shown. */
export interface LifecycleStep {
  readonly event: LifecycleEvent;
  readonly because: string;
}

/** Where an intent is after a run. */
export interface IntentStatus {
  readonly intent: string;
  readonly state: IntentState;
  readonly because: string;
}

const transitions: Readonly<
  Record<IntentState, Readonly<Partial<Record<LifecycleEvent, IntentState>>>>
> = {
  ingested: { understood: 'translated', ended: 'retired' },
  translated: { enforced: 'in-force', ended: 'retired' },
  'in-force': { kept: 'assured', broken: 'violated', ended: 'retired' },
  assured: { kept: 'assured', broken: 'violated', ended: 'retired' },
  // That nothing new was found does not put right what was.
  violated: { enforced: 'in-force', ended: 'retired' },
  // What it wants is known, or nobody could have decided about it.
  retired: { revived: 'translated' },
};

/** The state after the event; a problem where the life cycle has no such step. */
export function advanceLifecycle(
  state: IntentState,
  event: LifecycleEvent,
): Result<IntentState, Problem> {
  const next = transitions[state][event];
  if (next !== undefined) return ok(next);
  return fail({
    code: 'no-such-transition',
    message: `An intent that is ${state} cannot become ${event}.`,
  });
}
