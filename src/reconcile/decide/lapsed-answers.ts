import type { Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import type { AnsweredField, KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { type Clock, hasCome } from '../../stages/arbitration/time/clock.ts';
import {
  type AnswerableDrift,
  type AnswerableIntent,
  answeredFields,
  type FormerAddresses,
  fieldKey,
} from './answered-field.ts';
import { isNewer } from './dismissal.ts';

export interface LapsedInput {
  readonly answers: readonly KeptAnswer[];
  /** Those that still apply. */
  readonly standing: readonly GivenAnswer[];
  readonly intents: readonly AnswerableIntent[];
  readonly drifts: readonly AnswerableDrift[];
  readonly former: FormerAddresses;
  readonly clock: Clock;
}

interface AboutPlace {
  readonly answer: KeptAnswer;
  readonly field: AnsweredField;
}

/**
 * One finding for each open drift whose field somebody answered about when it had other values, and
 * about which nobody has answered since. A field that was put back in between drifts anew, and
 * nobody expects an answer to apply to that.
 */
export function lapsedAnswers(input: LapsedInput): readonly Unresolved[] {
  const { intents, standing, former, clock } = input;
  const places = byPlace(input.answers);
  if (places.size === 0) return [];
  const byId = new Map(input.drifts.map((drift) => [drift.id, drift]));
  const isAnswered = (intent: string, drift: string): boolean =>
    standing.some((one) => {
      const covers = one.drifts?.includes(drift);
      return one.action === 'dismiss' ? covers === true : one.intent === intent && covers !== false;
    });
  return intents.flatMap((intent) =>
    intent.drifts.flatMap((id): readonly Unresolved[] => {
      const drift = byId.get(id);
      if (drift === undefined) return [];
      const fields = answeredFields(intent, drift, former);
      if (fields.some(({ party }) => party !== undefined)) return [];
      const [last] = fields
        .flatMap(({ place }) => places.get(place) ?? [])
        .sort((a, b) => (isNewer(a.answer, b.answer) ? -1 : 1));
      if (last === undefined || !isOver(last, fields, drift, clock)) return [];
      if (isAnswered(intent.id, id)) return [];
      return [lapsed(last, fields, drift, intent)];
    }),
  );
}

/** The newest answer about each place, whatever its values were. */
function byPlace(answers: readonly KeptAnswer[]): ReadonlyMap<string, AboutPlace> {
  const newest = new Map<string, AboutPlace>();
  for (const answer of answers) {
    for (const field of answer.fields ?? []) {
      const other = newest.get(field.place);
      const counts = other === undefined || isNewer(answer, other.answer);
      if (counts && field.party === undefined) newest.set(field.place, { answer, field });
    }
  }
  return newest;
}

function isOver(
  { answer: { action, until }, field }: AboutPlace,
  fields: readonly AnsweredField[],
  { evidence }: AnswerableDrift,
  clock: Clock,
): boolean {
  if (action === 'reopen' || fields.some((one) => fieldKey(one) === fieldKey(field))) return false;
  if (action === 'hold' && (until === undefined || hasCome(until, clock))) return false;
  return evidence.includes(field.event);
}

function lapsed(
  { answer: { action, by, at }, field }: AboutPlace,
  fields: readonly AnsweredField[],
  { address }: AnswerableDrift,
  { id }: AnswerableIntent,
): Unresolved {
  const isSame = fields.some(({ drift }) => drift === field.drift);
  const why = isSame
    ? 'the field was set again since'
    : 'since then, the field has another value in the cloud or in the code';
  return {
    code: 'answer-lapsed',
    address,
    reason: `The answer of ${displayText(by, 80)} (${action}, ${at}) no longer applies: ${why}.`,
    suggestion: `Answer ${id} if it should still be so.`,
  };
}
