import type { AskedChange } from '../../app/trial/would-change.ts';
import type { WouldHappen } from '../../app/trial/would-happen.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, type Problem, type Result } from '../../model/result.ts';
import type { Checkouts } from '../../ports/checkouts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { TryChange } from './try-change.ts';

export interface StackTrialDeps {
  readonly store: Pick<ServiceStore, 'project' | 'collected' | 'answers'>;
  readonly checkouts: Pick<Checkouts, 'open'>;
  /** The stacks of all tenants. */
  readonly stacks: readonly Stack[];
  readonly tryChange: TryChange;
  /** Milliseconds after which a trial is given up. */
  readonly timeout: number;
}

/**
 * Number of simultaneous trials: each has a copy of the code and takes processor time from scans.
 */
const maxAtOnce = 2;

/** Tries changes on the tip of a stack's branch. */
export function createStackTrial({
  store,
  checkouts,
  stacks,
  tryChange,
  timeout,
}: StackTrialDeps): (key: StackKey, change: AskedChange) => Promise<Result<WouldHappen>> {
  let running = 0;
  const attempt = async (key: StackKey, stack: Stack, change: AskedChange) => {
    const signal = AbortSignal.timeout(timeout);
    const checkout = await checkouts.open(stack, { signal });
    if (!checkout.ok) return checkout;
    try {
      const input = {
        stack,
        checkout: checkout.value,
        store: store.project(key),
        log: store.collected(key.tenant),
        answers: await store.answers.list(key),
        wishes: [],
        confirms: false,
        signal,
      };
      const happened = await tryChange(input, change);
      return !happened.ok && signal.aborted ? fail(late(timeout)) : happened;
    } finally {
      await checkout.value.release();
    }
  };
  return async (key, change) => {
    const stack = stacks.find(({ tenant, name }) => tenant === key.tenant && name === key.stack);
    if (stack === undefined) return fail(noStack);
    if (running >= maxAtOnce) return fail(busy);
    running += 1;
    try {
      return await attempt(key, stack, change);
    } finally {
      running -= 1;
    }
  };
}

const noStack: Problem = { code: 'no-such-stack', message: 'There is no such stack.' };

function late(timeout: number): Problem {
  return {
    code: 'trial-late',
    message: `The trial took longer than ${timeout / 1000} seconds and was stopped.`,
    hint: 'Ask again: what was fetched for it is kept. limits.trial.time of the settings allows more.',
  };
}

const busy: Problem = {
  code: 'trials-busy',
  message: 'Too many others are being tried at the moment.',
  hint: 'Ask again in a few seconds.',
};
