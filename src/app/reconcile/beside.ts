import type { Stack } from '../../config/service/stacks.ts';
import type { StackWishes } from '../../ports/stack-run.ts';
import { wantedValues } from '../../reconcile/patch/wishes.ts';
import type { ReconcileDeps } from './deps.ts';

/**
 * What the other stacks of a tenant want of the code of this branch, so that what drifted alike in
 * several is edited once: as their latest runs reported it, those that looked at this very commit. What
 * another commit says may be what they wanted.
 */
export async function wishesBeside(
  { store, stacks }: Pick<ReconcileDeps, 'store' | 'stacks'>,
  own: Stack,
  revision: string,
): Promise<readonly StackWishes[]> {
  const { tenant } = own;
  const wishes: StackWishes[] = [];
  for (const stack of stacks) {
    if (!isBeside(stack, own)) continue;
    const key = { tenant, stack: stack.name };
    const head = await store.runs.latestHead(key);
    if (head === undefined || head.revision !== revision || head.drifts === 0) continue;
    const run = await store.runs.latest(key);
    const goals = run?.id === head.id ? wantedValues(run.report) : [];
    if (goals.length > 0) wishes.push({ stack, goals });
  }
  return wishes;
}

function isBeside(stack: Stack, own: Stack): boolean {
  return (
    stack.tenant === own.tenant &&
    stack.name !== own.name &&
    stack.repository === own.repository &&
    stack.branch === own.branch
  );
}
