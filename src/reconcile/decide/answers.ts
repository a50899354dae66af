import { definedBounds } from '../../model/bounds.ts';
import { groupBy } from '../../model/group.ts';
import { compareText } from '../../model/text.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { type Clock, hasCome } from '../../stages/arbitration/time/clock.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';
import { createAnswerFinder, type FoundAnswer } from './answer-finder.ts';
import {
  type AnswerableDrift,
  type AnswerableIntent,
  type FormerAddresses,
  formerDrifts,
  neverMoved,
} from './answered-field.ts';
import {
  type Dismissals,
  type Dismissed,
  dismissalsIn,
  findDismissal,
  isNewer,
} from './dismissal.ts';

/** An answer other than `reopen`, which takes answers back. */
type Standing = KeptAnswer & { readonly action: GivenAnswer['action'] };

/** A drift of an intent with the answer that applies to it. */
interface AnsweredPart<A> {
  readonly drift: string;
  readonly answer: A;
}

/**
 * The answers that still apply, by intent. An answer applies to each drift that it was about, as
 * long as its values stay the same, whichever intent it now belongs to; a hold applies to the
 * entire intent, whatever becomes of its drifts. When the newest answer to a drift lapses, the
 * previous one does not apply again; the policy decides from then on. A dismissal applies until the
 * drift receives another answer.
 */
export function standingAnswers(
  answers: readonly KeptAnswer[],
  intents: readonly AnswerableIntent[],
  drifts: readonly AnswerableDrift[],
  clock: Clock,
  former: FormerAddresses = neverMoved,
): readonly GivenAnswer[] {
  if (answers.length === 0) return [];
  const find = createAnswerFinder(answers, former);
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  const dismissals = dismissalsIn(answers);
  return intents
    .flatMap((intent) => {
      const found = find(intent, byId);
      const dismissed = dismissedIn(found, byId, dismissals, former);
      return [...dismissing(intent.id, dismissed), ...answering(intent, found, clock)];
    })
    .sort((a, b) => compareText(a.intent, b.intent));
}

/** The places given in answers that still apply. */
export function pickedPlaces(
  answers: readonly KeptAnswer[],
  intents: readonly AnswerableIntent[],
  drifts: readonly AnswerableDrift[],
  former: FormerAddresses = neverMoved,
): readonly PickedPlace[] {
  const picking = answers.some(({ place }) => place !== undefined);
  if (!picking) return [];
  const find = createAnswerFinder(answers, former);
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  return intents.flatMap((intent) => {
    const accepted = find(intent, byId).flatMap(({ drift, newest, isExact }) =>
      newest?.action === 'accept' && isExact ? [{ drift, answer: newest }] : [],
    );
    return [...groupBy(accepted, ({ answer }) => answer.id).values()].flatMap((own) => {
      const place = own[0]?.answer.place;
      if (place?.drift === undefined) return place ?? [];
      const now = own.find(({ drift: id }) => {
        const drift = byId.get(id);
        const before = drift === undefined ? [] : formerDrifts(drift, former);
        return id === place.drift || before.some((one) => one.id === place.drift);
      });
      return now === undefined ? [] : { ...place, drift: now.drift };
    });
  });
}

function dismissedIn(
  found: readonly FoundAnswer[],
  byId: ReadonlyMap<string, AnswerableDrift>,
  dismissals: Dismissals,
  former: FormerAddresses,
): readonly AnsweredPart<Dismissed>[] {
  return found.flatMap(({ drift: id, newest }) => {
    const drift = byId.get(id);
    const by = drift && findDismissal(drift, dismissals, former);
    const counts = by !== undefined && (newest === undefined || isNewer(by, newest));
    return counts ? [{ drift: id, answer: by }] : [];
  });
}

/** Each dismissal once, with the drifts of the intent to which it applies. */
function dismissing(
  intent: string,
  dismissed: readonly AnsweredPart<Dismissed>[],
): readonly GivenAnswer[] {
  return [...groupBy(dismissed, ({ answer }) => answer.id).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ ...given(first.answer, intent), drifts: own.map(({ drift }) => drift).sort() }];
  });
}

/** Each other answer once, with its drifts unless it applies to all of the intent. */
function answering(
  intent: AnswerableIntent,
  found: readonly FoundAnswer[],
  clock: Clock,
): readonly GivenAnswer[] {
  const standing = found.flatMap((one) => (stands(one, clock) ? [one] : []));
  const hold = standing
    .map(({ newest }) => newest)
    .filter(({ action }) => action === 'hold')
    .reduce<Standing | undefined>(
      (last, one) => (last === undefined || isNewer(one, last) ? one : last),
      undefined,
    );
  const parts = found.flatMap((one): AnsweredPart<Standing>[] => {
    const { drift, newest } = one;
    if (hold !== undefined && (newest === undefined || isNewer(hold, newest))) {
      return [{ drift, answer: hold }];
    }
    return stands(one, clock) ? [{ drift, answer: one.newest }] : [];
  });
  const all = new Set(intent.drifts).size;
  return [...groupBy(parts, ({ answer }) => answer.id).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const drifts = [...new Set(own.map(({ drift }) => drift))].sort();
    const part = drifts.length === all ? {} : { drifts };
    return [{ ...given(first.answer, intent.id), ...part }];
  });
}

function stands(found: FoundAnswer, clock: Clock): found is FoundAnswer & { newest: Standing } {
  const { newest, isExact } = found;
  if (newest === undefined || newest.action === 'reopen') return false;
  if (newest.action !== 'hold') return isExact;
  return newest.until !== undefined && !hasCome(newest.until, clock);
}

function given({ action, by, at, until, bounds, note }: Standing, intent: string): GivenAnswer {
  return {
    intent,
    action,
    by,
    at,
    ...(action !== 'hold' || until === undefined ? {} : { until }),
    ...(action !== 'delegate' || bounds === undefined ? {} : { bounds: definedBounds(bounds) }),
    ...(note === undefined ? {} : { note }),
  };
}
