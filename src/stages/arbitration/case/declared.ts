import type { DriftValue } from '../../../model/drift.ts';
import { explainSide, explainValue } from '../explain/text.ts';
import { compareRanks } from '../order/rank.ts';
import { elementValueKey } from '../region/element.ts';
import type { RegionChoice } from '../region/region.ts';
import { isGranted, type Overruling, type VerdictDraft } from './draft.ts';

/**
 * The verdicts on intents that were declared beforehand, once the field is settled. The strongest
 * of them carries the value to write; none does if an actor has already made the change.
 */
export function declaredVerdict(drafts: readonly VerdictDraft[]): readonly VerdictDraft[] {
  const open = drafts.filter((draft) => isGranted(draft) && draft.deal === undefined);
  const isDone = open.some(({ case: own }) => own.intent.declared !== true);
  const declared = open.filter(({ case: own }) => own.intent.declared === true);
  const [carrier] = [...declared].sort((a, b) =>
    compareRanks(
      { ...a.selection.top.rank, id: a.case.intent.id },
      { ...b.selection.top.rank, id: b.case.intent.id },
    ),
  );
  return drafts.map((draft) =>
    declared.includes(draft) ? declaredDraft(draft, isDone || draft !== carrier) : draft,
  );
}

function declaredDraft(draft: VerdictDraft, isDone: boolean): VerdictDraft {
  const { drift } = draft.case;
  const { choice } = draft.settlement;
  if (draft.outcome === 'delegate') return draft;
  if (isAt(drift.declared, choice)) {
    return noop(draft, `The code already says ${explainSide(drift.declared)}, as declared.`);
  }
  if (isAt(drift.live, choice)) {
    if (!isDone) return draft;
    return noop(draft, `It is ${explainSide(drift.live)} already, as declared.`);
  }
  if (choice.kind === 'value' && typeof choice.value === 'number') {
    if (isDone) return noop(draft, 'Another intent fulfils the declaration.');
    return { ...draft, value: choice.value };
  }
  const wanted = choice.kind === 'value' ? explainValue(choice.value) : 'something else';
  const because = `It should be ${wanted}, which has not been seen live; it has to be written by hand.`;
  return overrule(draft, 'escalate', { rule: 'unseen-value', because });
}

function noop(draft: VerdictDraft, because: string): VerdictDraft {
  return overrule(draft, 'noop', { rule: 'as-declared', because });
}

function overrule(
  draft: VerdictDraft,
  outcome: VerdictDraft['outcome'],
  overruled: Overruling,
): VerdictDraft {
  return { ...draft, outcome, overruled };
}

/** True when a side has the chosen value; any value matches if the choice is open. */
function isAt(side: DriftValue, choice: RegionChoice): boolean {
  switch (choice.kind) {
    case 'open':
      return side.kind === 'value';
    case 'absent':
      return side.kind === 'absent';
    case 'value':
      return side.kind === 'value' && elementValueKey(side.value) === elementValueKey(choice.value);
  }
}
