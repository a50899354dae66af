import { laterInstant } from '../../model/instant.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import { changeKnown } from '../propose/change-known.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

/**
 * Has the stack scanned again. With `force`, the commits of people that conflict with a newer patch
 * are discarded: those on the branch now, but none that come later.
 */
export async function recheck(
  { store, now }: FeedbackDeps,
  { key, known, forge, at }: Concerned,
  force: boolean,
): Promise<string> {
  const again: OutboxJob = {
    queue: 'reconcile',
    job: { ...key, cause: 'person', until: now() },
  };
  const { protectedTip } = known;
  if (!force || protectedTip === undefined) {
    await store.outbox.put([again]);
    const nothing = force ? ' No commits of others block a newer patch.' : '';
    return `The stack is scanned again now; this is updated if anything has changed.${nothing}`;
  }
  await changeKnown(store, known, (latest = known) => {
    const updatedAt = laterInstant(latest.updatedAt, at);
    return { ...latest, forcedTip: protectedTip, updatedAt };
  });
  const run = await store.runs.latestHead(key);
  const propose: readonly OutboxJob[] =
    run === undefined
      ? []
      : [{ queue: 'propose', job: { ...key, forge: forge.name, run: run.id } }];
  await store.outbox.put([again, ...propose]);
  return 'The commits now on the branch are discarded, and the newer patch replaces them. The stack is scanned again now.';
}
