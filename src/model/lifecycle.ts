import { z } from 'zod';
import { intentIdText, reportText } from './report-schema/terms.ts';
import { fail, ok, type Problem, type Result } from './result.ts';

/**
 * The state of an intent in the life cycle of RFC 9315. `ingested`: someone acted or declared;
 * `translated`: it is known what it wants for which fields; `in-force`: code or ownership enforce
 * it; `assured`: a later check found it kept; `violated`: a later check found it broken; `retired`:
 * it no longer counts, unless someone revives it.
 */
export const intentStates = [
  'ingested',
  'translated',
  'in-force',
  'assured',
  'violated',
  'retired',
] as const;

export type IntentState = (typeof intentStates)[number];

/** Events that change the state of an intent. */
export const lifecycleEvents = [
  'understood',
  'enforced',
  'kept',
  'broken',
  'ended',
  'revived',
] as const;

export type LifecycleEvent = (typeof lifecycleEvents)[number];

/** One step, as it is stored and displayed. */
export interface LifecycleStep {
  readonly event: LifecycleEvent;
  readonly because: string;
}

/** The state of an intent after a run. */
export const IntentStatus = z.object({
  intent: intentIdText,
  state: z.enum(intentStates),
  because: reportText,
});

export type IntentStatus = Readonly<z.output<typeof IntentStatus>>;

const transitions: Readonly<
  Record<IntentState, Readonly<Partial<Record<LifecycleEvent, IntentState>>>>
> = {
  ingested: { understood: 'translated', ended: 'retired' },
  translated: { enforced: 'in-force', ended: 'retired' },
  'in-force': { kept: 'assured', broken: 'violated', ended: 'retired' },
  assured: { kept: 'assured', broken: 'violated', ended: 'retired' },
  // A check that finds nothing new does not repair a violation.
  violated: { enforced: 'in-force', ended: 'retired' },
  // What it wants is already known, since it was decided before.
  retired: { revived: 'translated' },
};

/** The state after the event, or a problem if the life cycle has no such transition. */
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
