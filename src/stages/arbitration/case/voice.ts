import { compareText, displayText } from '../../../model/text.ts';
import { compareRanks } from '../order/rank.ts';
import { type CaseJudgment, isGranted, type VerdictDraft } from './draft.ts';
import { isActing, isOvertaken, rivalRank, spoiled } from './rivals.ts';

/**
 * Reduces a field to one question, however many parties acted on it. If a party has won, replaced
 * values that lost to it ask nothing; if a person decides, one party asks and the others wait. The
 * party with the live value asks first, and keeps its own question even if it has lost, since the
 * value may be needed.
 */
export function oneVoice(
  drafts: readonly VerdictDraft[],
  spoiler: CaseJudgment | undefined,
): readonly VerdictDraft[] {
  const acting = drafts.filter(isActing);
  if (acting.length < 2) return drafts;
  const [winner] = acting
    .filter(isGranted)
    .sort((a, b) => compareRanks(rivalRank(a), rivalRank(b)));
  if (winner !== undefined) return drafts.map((draft) => beaten(draft, winner));
  const asking = acting.filter(({ outcome }) => outcome === 'escalate');
  const live = asking.find((draft) => !isOvertaken(draft) && asksItself(draft));
  const asker =
    live ?? asking.find((draft) => draft.case === spoiler?.case) ?? preferredDraft(asking);
  return asker === undefined ? drafts : drafts.map((draft) => silenced(draft, asker));
}

function asksItself({ overruled }: VerdictDraft): boolean {
  return overruled?.rule !== 'open-question';
}

/**
 * Prefers the party that set the live value, then the first by name, so that the input order plays
 * no part.
 */
function preferredDraft(asking: readonly VerdictDraft[]): VerdictDraft | undefined {
  const nameOf = ({ case: { intent } }: VerdictDraft): string =>
    `${intent.actor.name} ${intent.id}`;
  return [...asking].sort(
    (a, b) => Number(isOvertaken(a)) - Number(isOvertaken(b)) || compareText(nameOf(a), nameOf(b)),
  )[0];
}

function beaten(draft: VerdictDraft, winner: VerdictDraft): VerdictDraft {
  const isOpen = draft.outcome === 'escalate' || draft.outcome === 'defer';
  if (!isOpen || !isOvertaken(draft) || compareRanks(rivalRank(draft), rivalRank(winner)) < 0) {
    return draft;
  }
  const name = displayText(winner.case.intent.actor.name, 80);
  const because = `${name} wants something else and outranks it.`;
  return { ...draft, outcome: 'reject', overruled: { rule: 'outranked', because, toParty: true } };
}

function silenced(draft: VerdictDraft, asker: VerdictDraft): VerdictDraft {
  if (!isActing(draft) || draft === asker || draft.outcome !== 'escalate') return draft;
  const { outcome, overruled } = spoiled(asker, draft);
  return { ...draft, outcome, ...(overruled === undefined ? {} : { overruled }) };
}
