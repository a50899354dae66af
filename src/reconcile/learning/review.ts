import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareKeys, displayText } from '../../model/text.ts';
import type { StoredRun } from '../../ports/store/run-store.ts';
import { buildCase } from '../../stages/arbitration/case/case.ts';
import type { Facts } from '../../stages/arbitration/facts.ts';
import { observePolicy } from '../../stages/arbitration/policies/observe.ts';
import { inputFromRecord } from '../../stages/arbitration/replay/record.ts';
import { type Feedback, isNight, type Review } from './feedback.ts';

export interface ReviewInput {
  readonly intent: string;
  readonly review: Review;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly note?: string;
}

/** The review together with its situation, as recorded by the last run that showed it. */
export function createFeedback(
  runs: readonly StoredRun[],
  { intent: id, review, time, note }: ReviewInput,
): Result<Feedback> {
  const known = runs.filter(({ report }) => report.intents.some((intent) => intent.id === id));
  const run = known.findLast(({ record }) => record !== undefined);
  const intent = run?.record?.intents.find((one) => one.id === id);
  if (run?.record === undefined || intent === undefined) return fail(unknown(id, known.length > 0));
  // A verdict that changes nothing is not looked at, so it cannot be agreed with.
  const shown = run.report.decisions.find(
    ({ intent: of, verdict }) => of === id && !['noop', 'expired'].includes(verdict.outcome),
  );
  const drift = run.record.drifts.find((one) => one.id === shown?.drift);
  if (shown === undefined || drift === undefined) return fail(notShown(id));
  // Only the policy's facts on time and environment are needed, which are the same in all policies.
  const input = inputFromRecord(run.record, observePolicy);
  const { facts } = buildCase(input, intent, drift);
  const all = run.record.drifts
    .filter((one) => intent.drifts.includes(one.id))
    .map((one) => buildCase(input, intent, one).facts);
  return ok({
    schema: 'parley/feedback/v1',
    intent: id,
    run: run.id,
    review,
    time,
    verdict: shown.verdict.outcome,
    class: intent.actor.class,
    purpose: facts['intent.purpose'],
    environment: facts['context.environment'] ?? '',
    incident: facts['context.incident'],
    night: isNight(intent.window.from),
    ...(facts['actor.trusted'] ? { actor: actorOf(facts) } : {}),
    parts: partsOf(all),
    harm: Math.max(...all.map((each) => Math.max(each['harm.severity'], each['harm.possible']))),
    ...(note === undefined ? {} : { note: displayText(note, 500) }),
  });
}

function actorOf(facts: Facts): NonNullable<Feedback['actor']> {
  return {
    principal: facts['actor.principal'],
    name: displayText(facts['actor.name'], 80),
  };
}

function partsOf(all: readonly Facts[]): NonNullable<Feedback['parts']> {
  const parts = all.map((facts) => ({ type: facts['change.type'], field: facts['change.field'] }));
  const byKey = new Map(parts.map((part) => [`${part.type} ${part.field}`, part]));
  return [...byKey]
    .sort(compareKeys)
    .slice(0, 50)
    .map(([, part]) => part);
}

function unknown(id: string, isUnrecorded: boolean): Problem {
  return {
    code: 'unknown-intent',
    message: isUnrecorded
      ? `The runs that know ${displayText(id, 60)} have no record of what the verdicts rest on.`
      : `No recorded run knows the intent ${displayText(id, 60)}.`,
    hint: 'Take the id (i-...) from a report of this project; runs are recorded after `parley init`.',
  };
}

function notShown(id: string): Problem {
  return {
    code: 'nothing-to-review',
    message: `Nothing was proposed about ${displayText(id, 60)}, so there is nothing to learn from it.`,
    hint: 'Only verdicts that were shown to people count.',
  };
}
