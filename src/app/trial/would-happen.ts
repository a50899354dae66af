import type { Actor } from '../../model/actor.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { decides } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { isSecretAttribute } from '../../reconcile/managed/declared.ts';
import { run } from '../../reconcile/run.ts';
import type { RunInput } from '../../reconcile/run-input.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { type AskedChange, secretField, withChange } from './would-change.ts';

/** What would happen to one field. */
export interface FieldOutcome {
  readonly drift: Drift;
  readonly decision: Decision;
}

/** What a run would decide about a change, had it been made. */
export interface WouldHappen {
  /** How the assumed caller is classified; undefined where the code already has the value. */
  readonly actor?: Actor;
  readonly summary?: string;
  /** Id of a declared intent that announced the change. */
  readonly announced?: string;
  /** By address and path; empty where the code already has the value. */
  readonly fields: readonly FieldOutcome[];
  /** Patches that would be written, each with its proof. */
  readonly patched: readonly PatchedIntent[];
  /** Why an accepted field could not be written. */
  readonly unresolved: Report['unresolved'];
}

/**
 * Finds the verdict that a change would get, the rule that gives it, and the files that would
 * change, by a run on a log that has only this change. Nothing is written or recorded.
 */
export async function wouldHappen(
  input: RunInput,
  change: AskedChange,
): Promise<Result<WouldHappen>> {
  const trial = withChange(input, change);
  if (!trial.ok) return trial;
  const result = await run(trial.value.input);
  if (!result.ok) return result;
  const { evaluation } = result.value.original;
  if (isSecretAttribute(evaluation, change.address, change.path))
    return fail(secretField(change.address));
  return ok(outcomeOf(result.value, trial.value.event));
}

function outcomeOf({ report, patched }: RunResult, event: string): WouldHappen {
  const drifts = new Map(
    report.drifts.filter(({ evidence }) => evidence.includes(event)).map((each) => [each.id, each]),
  );
  const fields = report.decisions
    .filter((decision) => drifts.has(decision.drift) && decides(decision))
    .flatMap((decision) => {
      const drift = drifts.get(decision.drift);
      return drift === undefined ? [] : [{ drift, decision }];
    })
    .sort((a, b) => compareText(keyOf(a), keyOf(b)));
  const meant = report.intents.find(
    (intent) => intent.declared !== true && intent.drifts.some((id) => drifts.has(id)),
  );
  const own = new Set(fields.map(({ decision }) => decision.intent));
  return {
    ...(meant === undefined ? {} : { actor: meant.actor, summary: meant.summary }),
    ...(meant?.announced === undefined ? {} : { announced: meant.announced }),
    fields,
    patched: patched.filter(({ patch }) => patch.drifts.some((id) => drifts.has(id))),
    unresolved: report.unresolved.filter(
      ({ intent, event: of }) => of === event || (intent !== undefined && own.has(intent)),
    ),
  };
}

function keyOf({ drift, decision }: FieldOutcome): string {
  return JSON.stringify([drift.address, drift.path, decision.intent]);
}
