import type { Command } from 'commander';
import { withStore } from '../../../app/history/with-store.ts';
import { sinceTime } from '../../../app/run/since.ts';
import { contentId } from '../../../model/id.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { type Review, reviews } from '../../../reconcile/learning/feedback.ts';
import { createFeedback } from '../../../reconcile/learning/review.ts';
import type { Cli } from '../program/command.ts';

interface FeedbackOptions {
  readonly dir: string;
  readonly at?: string;
  readonly note?: string;
}

/**
 * `parley feedback add INTENT REVIEW`: permanently records how people reacted to what was shown.
 */
export function defineFeedback(feedback: Command, { io, finish }: Cli): void {
  feedback
    .command('add')
    .description('record the outcome of a review, for `parley policy suggest`')
    .argument('<intent>', 'i-...')
    .argument('<review>', 'merged, edited, closed, reverted or wrong')
    .option('--dir <root>', 'folder of the root module, whose store is used', '.')
    .option('--at <time>', 'when it was; default: now')
    .option('--note <text>', 'why')
    .action(async (intent: string, review: string, options: FeedbackOptions) =>
      finish(await add(io, intent, review, options)),
    );
}

async function add(
  io: Io,
  intent: string,
  review: string,
  { dir, at, note }: FeedbackOptions,
): Promise<ExitCode> {
  const known = reviews.find((one) => one === review);
  if (known === undefined) {
    return printProblem(io, {
      code: 'unknown-review',
      message: `${displayText(review, 60)} is not an outcome of a review.`,
      hint: `Use one of ${reviews.join(', ')}.`,
    });
  }
  const time = at === undefined ? { ok: true as const, value: io.now() } : sinceTime(at, io.now());
  if (!time.ok) return printProblem(io, time.error);
  return withStore(io, dir, 'knows earlier runs', (store) =>
    append(io, store, {
      intent,
      review: known,
      time: time.value,
      ...(note === undefined ? {} : { note }),
    }),
  );
}

async function append(
  io: Io,
  store: Store,
  input: { intent: string; review: Review; time: string; note?: string },
): Promise<ExitCode> {
  const feedback = createFeedback(await store.runs(), input);
  if (!feedback.ok) return printProblem(io, feedback.error);
  const { note, ...rest } = feedback.value;
  const body = { ...rest, ...(note === undefined ? {} : { note }) };
  await store.appendFeedback([{ id: contentId('f', body), time: input.time, body }]);
  io.out(`Noted: ${input.intent} was ${input.review}.\n`);
  return 0;
}
