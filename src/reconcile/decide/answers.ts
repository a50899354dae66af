import { boundsOf } from '../../model/bounds.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import { compareText } from '../../model/text.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { type Clock, hasCome } from '../../stages/arbitration/time/clock.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';
import { driftDigest } from '../report/digest.ts';
import { type Dismissed, dismissalsIn, driftKey, isNewer } from './dismissal.ts';

/**
 * The answers that still apply: for each existing intent the newest one, if it concerns exactly
 * these drifts or puts the intent on hold, whatever its drifts. When an answer lapses, the previous
 * one does not apply again; the policy decides from then on. A dismissal applies to its drifts,
 * whichever intent they now belong to, until that intent receives another answer.
 */
export function standingAnswers(
  answers: readonly KeptAnswer[],
  intents: readonly Intent[],
  drifts: readonly Pick<Drift, 'id' | 'evidence'>[],
  clock: Clock,
): readonly GivenAnswer[] {
  const newest = newestAnswers(answers);
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  const dismissals = dismissalsIn(answers);
  return intents
    .flatMap((intent) => {
      const answer = newest.get(intent.id);
      const own = intent.drifts.flatMap((id) => byId.get(id) ?? []);
      const dismissed = own.flatMap((drift) => {
        const by = dismissals.get(driftKey(drift));
        const counts = by !== undefined && (answer === undefined || isNewer(by, answer));
        return counts ? [[by, drift.id] as const] : [];
      });
      const stood = answer !== undefined && stands(answer, intent, clock) ? [given(answer)] : [];
      return [...dismissing(intent.id, dismissed), ...stood];
    })
    .sort((a, b) => compareText(a.intent, b.intent));
}

/** The places given in answers that still apply. */
export function pickedPlaces(
  answers: readonly KeptAnswer[],
  intents: readonly Intent[],
): readonly PickedPlace[] {
  const newest = newestAnswers(answers);
  return intents.flatMap((intent) => {
    const answer = newest.get(intent.id);
    const isGiven = answer?.action === 'accept' && answer.digest === driftDigest(intent.drifts);
    return isGiven ? (answer.place ?? []) : [];
  });
}

/** The newest answer to each intent, ignoring dismissals. */
function newestAnswers(answers: readonly KeptAnswer[]): ReadonlyMap<string, KeptAnswer> {
  const newest = new Map<string, KeptAnswer>();
  for (const answer of answers) {
    if (answer.action === 'dismiss') continue;
    const other = newest.get(answer.intent);
    if (other === undefined || isNewer(answer, other)) newest.set(answer.intent, answer);
  }
  return newest;
}

/** Each dismissal once, with the drifts of the intent to which it applies. */
function dismissing(
  intent: string,
  dismissed: readonly (readonly [Dismissed, string])[],
): readonly GivenAnswer[] {
  return [...groupBy(dismissed, ([{ id }]) => id).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ ...given(first[0]), intent, drifts: own.map(([, drift]) => drift).sort() }];
  });
}

/** An answer other than `reopen`, which takes answers back. */
type Standing = KeptAnswer & { readonly action: GivenAnswer['action'] };

function stands(answer: KeptAnswer, { drifts }: Intent, clock: Clock): answer is Standing {
  const { action, digest, until } = answer;
  if (action === 'reopen') return false;
  if (action !== 'hold') return digest === driftDigest(drifts);
  return until !== undefined && !hasCome(until, clock);
}

function given({ intent, action, by, at, until, bounds, note }: Standing): GivenAnswer {
  return {
    intent,
    action,
    by,
    at,
    ...(action !== 'hold' || until === undefined ? {} : { until }),
    ...(action !== 'delegate' || bounds === undefined ? {} : { bounds: boundsOf(bounds) }),
    ...(note === undefined ? {} : { note }),
  };
}
