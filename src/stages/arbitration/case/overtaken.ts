import { canonicalJson, type Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import { explainSide } from '../explain/text.ts';
import { compareRanks } from '../order/rank.ts';
import { isGranted, type VerdictDraft } from './draft.ts';
import { isActing, isOvertaken, rankOf } from './rivals.ts';

/**
 * The verdicts on parties whose value another actor has replaced, once the field is settled. Of all
 * parties that are granted the same value, the strongest carries it and the others agree.
 */
export function overtakenVerdict(drafts: readonly VerdictDraft[]): readonly VerdictDraft[] {
  const open = drafts.filter(
    (draft) => isActing(draft) && isGranted(draft) && draft.deal === undefined,
  );
  const [carrier] = [...open].sort((a, b) => compareRanks(rankOf(a), rankOf(b)));
  if (carrier === undefined || !open.some(isOvertaken)) return drafts;
  return drafts.map((draft) => {
    if (!open.includes(draft)) return draft;
    return draft === carrier ? carrying(draft) : agreed(draft, carrier);
  });
}

function carrying(draft: VerdictDraft): VerdictDraft {
  const { overtaken, drift } = draft.case;
  if (draft.outcome !== 'accept' || overtaken === undefined) return draft;
  if (
    canonicalJson(overtaken as unknown as Json) === canonicalJson(drift.live as unknown as Json)
  ) {
    return draft;
  }
  if (overtaken.kind === 'value') return { ...draft, value: overtaken.value };
  if (overtaken.kind === 'absent') return { ...draft, value: null };
  const because = `It should be ${explainSide(overtaken)}; it has to be written by hand.`;
  return { ...draft, outcome: 'escalate', overruled: { rule: 'unseen-value', because } };
}

function agreed(draft: VerdictDraft, carrier: VerdictDraft): VerdictDraft {
  const name = displayText(carrier.case.intent.actor.name, 80);
  const because = `${name} wants the same; it is decided there.`;
  return { ...draft, outcome: 'noop', overruled: { rule: 'agreed', because } };
}
