import type { StackForge } from '../../adapters/forge/create.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { contentId } from '../../model/id.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { ok, type Result } from '../../model/result.ts';
import type { ProposalCheck } from '../../ports/forge/proposals.ts';
import { lastSentGroups, stateKey } from '../../ports/store/state/keys.ts';
import { isPassing } from '../reconcile/failure.ts';
import { guardCheck, guardComment } from './check-text.ts';
import type { GuardDeps, GuardedPull } from './deps.ts';

const remembered = 90 * day;

/**
 * Reports on a pull request which open, delegated and declared values of a stack it would undo when
 * merged and applied: with a check on its commit, and with a comment where the check fails. It is
 * reported once, and again whenever the result changes.
 */
export async function guardPull(
  deps: GuardDeps,
  stack: Stack,
  forge: StackForge,
  pull: GuardedPull,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (pull.base !== stack.branch) return ok(undefined);
  const { store } = deps;
  const { tenant, name } = stack;
  const key = stateKey(lastSentGroups.guard(name), `${forge.name}:${pull.number}`);
  const last = await store.lastSent.get(tenant, key);
  const judged = await judge(deps, stack, pull, signal);
  if (!judged.ok) return isPassing(judged.error) ? judged : ok(undefined);
  const { commit, touches, isWatched, found } = judged.value;
  // Where nothing was ever reported, nothing has to be corrected.
  if (!(touches && isWatched) && last === undefined) return ok(undefined);
  const check = guardCheck(name, touches ? found : []);
  const digest = contentId('g', [commit, check.state, check.title, check.summary]);
  if (last?.value.digest === digest) return ok(undefined);
  const set = await forge.proposals.setCheck(commit, check);
  if (!set.ok) return set;
  const id = await keepGuardComment(forge, pull.number, name, check, last?.value.comment);
  if (!id.ok) return id;
  const until = shiftTime(deps.now(), remembered);
  const comment = id.value === undefined ? {} : { comment: id.value };
  await store.lastSent.put(tenant, key, { value: { digest, ...comment }, until });
  return ok(undefined);
}

/**
 * Keeps one comment for each stack on a pull request, updated to the current result. There is none
 * where the check never failed.
 */
async function keepGuardComment(
  forge: StackForge,
  number: number,
  stack: string,
  check: ProposalCheck,
  id: string | undefined,
): Promise<Result<string | undefined>> {
  if (id === undefined && check.state !== 'failed') return ok(undefined);
  const about = { key: contentId('guard', stack), text: guardComment(check) };
  return forge.proposals.keepComment(number, id === undefined ? about : { ...about, id });
}

async function judge(
  { checkouts, judge: judgeBranch, store: stores, now }: GuardDeps,
  stack: Stack,
  { branch }: GuardedPull,
  signal: AbortSignal,
) {
  const store = stores.project({ tenant: stack.tenant, stack: stack.name });
  const base = await checkouts.open(stack, { signal });
  if (!base.ok) return base;
  try {
    const head = await checkouts.open({ ...stack, branch }, { signal });
    if (!head.ok) return head;
    try {
      const input = { stack, base: base.value, head: head.value, store, now: now() };
      const judged = await judgeBranch(input);
      return judged.ok ? ok({ commit: head.value.revision, ...judged.value }) : judged;
    } finally {
      await head.value.release();
    }
  } finally {
    await base.value.release();
  }
}
