import type { Stack } from '../../config/service/stacks.ts';
import type { StackWishes } from '../../ports/stack-run.ts';
import { wantedValues } from '../../reconcile/patch/wishes.ts';
import type { ReconcileDeps } from './deps.ts';

/**
 * What the other stacks of a tenant want changed in the code of this branch, so that the same drift
 * in several stacks is edited once. It is read from their latest runs, and only from runs that read
 * this exact commit, since those on other commits may be outdated.
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
