import { runOptions } from '../../app/run/options.ts';
import type { AskedChange } from '../../app/trial/would-change.ts';
import { type WouldHappen, wouldHappen } from '../../app/trial/would-happen.ts';
import { fail, type Result } from '../../model/result.ts';
import type { StackRunInput } from '../../ports/stack-run.ts';
import { composeStack, givenUp, type RunStackDeps, withoutFolder } from './run-stack.ts';

/** Finds out what would happen to a change to a stack. Nothing is written or recorded. */
export type TryChange = (input: StackRunInput, change: AskedChange) => Promise<Result<WouldHappen>>;

/** Uses the code, the state and the store of the stack, as a scan does. */
export function createTryChange(deps: RunStackDeps): TryChange {
  return async (input, change) => {
    const { stack, checkout, answers, signal } = input;
    const settled = await composeStack(
      deps,
      input,
      runOptions({ dir: '.' }, { judging: { llm: false } }),
    );
    if (!settled.ok) return fail(withoutFolder(settled.error, checkout));
    const { composed } = settled.value;
    try {
      if (signal.aborted) return fail(givenUp);
      const { scopes } = stack;
      const { log, people } = composed.input;
      const own = {
        ...composed.input,
        log: { ...log, ...(scopes && { scopes }) },
        people: { ...people, answers },
      };
      const happened = await wouldHappen(own, change);
      return happened.ok ? happened : fail(withoutFolder(happened.error, checkout));
    } finally {
      await composed.kept.dispose();
    }
  };
}
