import { groupBy } from '../../../model/group.ts';
import type { VerdictDraft } from '../case/draft.ts';

/**
 * Splits the drafts into sets that share no resource and no action. Each set can be constrained
 * separately, however many there are.
 */
export function connectedDrafts(
  drafts: readonly VerdictDraft[],
  groups: readonly (readonly VerdictDraft[])[],
): readonly (readonly VerdictDraft[])[] {
  const parent = new Map<VerdictDraft, VerdictDraft>(drafts.map((draft) => [draft, draft]));
  const rootOf = (draft: VerdictDraft): VerdictDraft => {
    let root = draft;
    for (
      let next = parent.get(root);
      next !== undefined && next !== root;
      next = parent.get(root)
    ) {
      root = next;
    }
    parent.set(draft, root);
    return root;
  };
  const byAddress = groupBy(drafts, ({ case: { drift } }) => drift.address).values();
  for (const [first, ...others] of [...byAddress, ...groups]) {
    if (first === undefined) continue;
    for (const other of others) parent.set(rootOf(other), rootOf(first));
  }
  return [...groupBy(drafts, rootOf).values()];
}
