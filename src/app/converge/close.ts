import type { StackForge } from '../../adapters/forge/create.ts';
import { ok, type Result } from '../../model/result.ts';
import { gitopsOwner } from './change.ts';
import type { ConvergeContext } from './deps.ts';

const reason = 'Closed: the code matches the declaration.';

/**
 * Closes proposals of this repository that have nothing left to propose, and removes their
 * branches.
 */
export async function closeNeedless(
  { deps: { pusher }, settings, target }: ConvergeContext,
  forge: StackForge,
  needed: ReadonlySet<string>,
): Promise<Result<undefined>> {
  const tips = await pusher.branches(target);
  if (!tips.ok) return tips;
  for (const [branch, tip] of tips.value) {
    if (needed.has(branch)) continue;
    const owner = await pusher.ownerOf(target, branch, tip);
    if (!owner.ok) return owner;
    if (owner.value?.stack !== gitopsOwner(settings)) continue;
    const query = { kind: 'intent', intent: owner.value.intent, branch } as const;
    const closed = await forge.proposals.close(query, reason);
    if (!closed.ok) return closed;
    // A person who closed the proposal may open it again, so its branch stays.
    const found = await forge.proposals.find(query);
    if (!found.ok) return found;
    if (found.value.at(-1)?.state === 'declined') continue;
    const removed = await pusher.remove(target, branch, tip);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
