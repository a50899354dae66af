import { type Job as BullJob, DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Problem } from '../../model/result.ts';
import type { JobDefinition, QueueName } from '../../ports/jobs.ts';
import type { BullWorker } from './backend.ts';
import { failureText, thrownProblem } from './failure.ts';
import { jobId } from './job-id.ts';
import { parseJob } from './queue.ts';
import type { Handler, Limit, QueueWorkOptions, Worker } from './types.ts';

type Process = (job: BullJob, token?: string, lost?: AbortSignal) => Promise<void>;

/** How a job ended. `stopped`: the worker closes and does not wait for it any longer. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'stopped' };

/**
 * The function that BullMQ calls for each job: checks it, holds it back, and reports how it ended.
 */
export function createProcess<Job>(
  name: QueueName,
  definition: JobDefinition<Job>,
  handler: Handler<Job>,
  { isFinal = () => false, limits = [], others }: QueueWorkOptions<Job>,
  stop: AbortSignal,
): Process {
  return async (bull, token, lost) => {
    const job = parseJob(name, definition, bull.data);
    if (!job.ok) throw new UnrecoverableError(failureText(job.error));
    const id = bull.id ?? jobId(name, definition.key(job.value));
    if (others?.isOwn(job.value) === false) {
      others.onEvent(job.value, id);
      if (Date.now() - bull.timestamp > others.timeout) {
        throw new UnrecoverableError(failureText(nobody(name)));
      }
      await bull.moveToDelayed(Date.now() + others.pause, token);
      throw new DelayedError();
    }
    const wait = hold(limits, job.value);
    if (wait > 0) {
      await bull.moveToDelayed(Date.now() + wait, token);
      throw new DelayedError();
    }
    const outcome = await run((signal) => handler(job.value, signal, id), stop, lost);
    switch (outcome.kind) {
      case 'done':
        return;
      case 'stopped':
        await bull.moveToWait(token);
        throw new WaitingError();
      case 'failed': {
        const text = failureText(outcome.problem);
        throw isFinal(outcome.problem) ? new UnrecoverableError(text) : new Error(text);
      }
    }
  };
}

function nobody(queue: QueueName): Problem {
  return {
    code: 'job-of-nobody',
    message: `No process that took jobs from the queue ${queue} has the settings for this job.`,
    hint: 'Add what the job names to the settings and retry it, or remove it.',
  };
}

/** Milliseconds to wait; 0 if every limit has room, which the job then uses up. */
function hold<Job>(limits: readonly Limit<Job>[], job: Job): number {
  const grouped = limits.flatMap(({ group, rate }) => {
    const name = group(job);
    return name === undefined ? [] : [{ name, rate }];
  });
  const wait = Math.max(0, ...grouped.map(({ name, rate }) => rate.wait(name)));
  if (wait === 0) for (const { name, rate } of grouped) rate.take(name);
  return wait;
}

/** Runs until the handler ends or the worker stops waiting, whichever comes first. */
function run(
  handle: (signal: AbortSignal) => ReturnType<Handler<unknown>>,
  stop: AbortSignal,
  lost: AbortSignal | undefined,
): Promise<Outcome> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      stop.removeEventListener('abort', onStop);
      lost?.removeEventListener('abort', onLost);
      resolve(outcome);
    };
    const onStop = (): void => {
      controller.abort(new Error('The worker stops.'));
      end({ kind: 'stopped' });
    };
    const onLost = (): void => controller.abort(new Error('Another worker has the job.'));
    stop.addEventListener('abort', onStop);
    lost?.addEventListener('abort', onLost);
    if (stop.aborted) onStop();
    else void settle(handle, controller.signal).then(end);
  });
}

async function settle(
  handle: (signal: AbortSignal) => ReturnType<Handler<unknown>>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const result = await handle(signal);
    return result.ok ? { kind: 'done' } : { kind: 'failed', problem: result.error };
  } catch (error) {
    return { kind: 'failed', problem: thrownProblem(error) };
  }
}

/** Closes once, however often it is called. */
export function createWorker(bull: BullWorker, stop: AbortController, timeout: number): Worker {
  const end = async (): Promise<void> => {
    const timer = setTimeout(() => stop.abort(), timeout);
    await bull.close();
    clearTimeout(timer);
  };
  let ended: Promise<void> | undefined;
  return {
    close() {
      ended ??= end();
      return ended;
    },
  };
}
