import { groupBy } from '../../../model/group.ts';
import { replacedElements } from '../../../model/replaced-element.ts';
import type { VerdictDraft } from '../case/draft.ts';

/**
 * Drafts that are granted or refused together. Losing one field to another party says nothing about
 * an intent's other changes, so such drafts are left out.
 */
export function atomicGroupsOf(
  drafts: readonly VerdictDraft[],
): readonly (readonly VerdictDraft[])[] {
  const together = drafts.filter(
    ({ case: { part }, overruled }) => part?.together === true && overruled?.toParty !== true,
  );
  const groups = groupBy(
    together,
    ({ case: { intent, part } }) => `${intent.id} ${part?.drifts[0]}`,
  );
  return [...groups.values(), ...moves(drafts), ...replacements(drafts)].filter(
    (group) => group.length > 1,
  );
}

/**
 * Parts that one intent both removed and added: a rule that is a resource of its own and was moved.
 */
function moves(drafts: readonly VerdictDraft[]): readonly (readonly VerdictDraft[])[] {
  const parts = drafts.filter(
    ({ case: { facts } }) => facts['change.part'] && facts['change.kind'] !== 'modify',
  );
  const groups = groupBy(parts, ({ case: own }) => `${own.intent.id} ${own.drift.type}`);
  return [...groups.values()].filter(
    (group) => new Set(group.map(({ case: { facts } }) => facts['change.kind'])).size > 1,
  );
}

/** Elements that one call replaced by others. */
function replacements(drafts: readonly VerdictDraft[]): readonly (readonly VerdictDraft[])[] {
  const byDrift = groupBy(drafts, ({ case: { drift } }) => drift);
  return replacedElements([...byDrift.keys()]).map(({ removed, added }) =>
    [...removed, ...added].flatMap((drift) => byDrift.get(drift) ?? []),
  );
}
