import { z } from 'zod';
import {
  type AnswerDeps,
  type AnsweredIntent,
  type AnswerRequest,
  answerIntent,
} from '../../app/answer/answer.ts';
import { dismissedTarget, findAnswerTarget } from '../../app/answer/target.ts';
import { definedBounds } from '../../model/bounds.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { Answer } from '../../ports/store/answer.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { resolveIntent } from '../../reconcile/decide/meant.ts';

/** What somebody at a terminal wants done with an intent. */
export const TerminalAnswer = Answer.pick({
  action: true,
  by: true,
  until: true,
  bounds: true,
  note: true,
}).extend({
  /** Id of an intent or a drift, or address of a resource. */
  id: z.string().min(1).max(2000),
});

export type TerminalAnswer = z.output<typeof TerminalAnswer>;

/** What was kept of the answer. */
export const RecordedAnswer = z.object({
  intent: z.string(),
  summary: z.string(),
  repeated: z.boolean(),
  message: z.string(),
});

export type RecordedAnswer = z.output<typeof RecordedAnswer>;

interface Lookup {
  readonly runs: Pick<AnswerDeps['store']['runs'], 'latest'>;
  readonly answers: Pick<AnswerDeps['store']['answers'], 'list'>;
}

/** Finds the intent in the latest run of the stack, and takes the answer. */
export async function answerMeant(
  deps: AnswerDeps,
  key: StackKey,
  given: TerminalAnswer,
): Promise<Result<RecordedAnswer>> {
  return answerFound(deps.store, key, given, (ask) => answerIntent(deps, key, ask));
}

/** The same, where `answer` takes the answer. */
export async function answerFound(
  store: Lookup,
  key: StackKey,
  { id, action, by, until, bounds, note }: TerminalAnswer,
  answer: (ask: AnswerRequest) => Promise<Result<AnsweredIntent>>,
): Promise<Result<RecordedAnswer>> {
  const run = await store.runs.latest(key);
  if (run === undefined) return fail(noRun);
  const isBack = action === 'reopen';
  const target =
    findAnswerTarget(run.report, id) ??
    (isBack ? dismissedTarget(await store.answers.list(key), id) : undefined);
  const meant = target === undefined ? resolveIntent(run.report, id) : ok(target);
  if (!meant.ok) return meant;
  const { id: intent, summary } = meant.value;
  const answered = await answer({
    intent,
    action,
    by,
    ...(until === undefined ? {} : { until }),
    ...(bounds === undefined ? {} : { bounds: definedBounds(bounds) }),
    ...(note === undefined ? {} : { note }),
  });
  if (!answered.ok) return answered;
  const { repeated, message } = answered.value;
  return ok({ intent, summary, repeated, message });
}

const noRun = {
  code: 'no-run',
  message: 'No run is recorded here, so there is nothing to answer.',
  hint: 'Run `parley scan`, or wait for the first scan of the service.',
} as const;
