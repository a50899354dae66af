import type { Drift } from '../../model/drift.ts';
import { contentId, driftId } from '../../model/id.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import type { AnsweredField } from '../../ports/store/kept-answer.ts';
import { actorKey } from '../../stages/intent/identity.ts';
import { placeKey } from '../memory/place.ts';

/** The part of a drift by which an answer recognizes it. */
export type AnswerableDrift = Pick<
  Drift,
  'id' | 'address' | 'path' | 'declared' | 'live' | 'evidence'
>;

/** The part of an intent by which an answer recognizes who wants something. */
export type AnswerableIntent = Pick<
  Intent,
  'id' | 'actor' | 'drifts' | 'window' | 'overtaken' | 'declared'
>;

/** Earlier addresses of a drift's resource, which may have been moved since somebody answered. */
export type FormerAddresses = (drift: AnswerableDrift) => readonly string[];

export const neverMoved: FormerAddresses = () => [];

/** The drift as an answer to this intent stores it. */
export function answeredField(intent: AnswerableIntent, drift: AnswerableDrift): AnsweredField {
  const { address, path, evidence } = drift;
  const party = partyOf(intent, drift.id);
  const { actor, window } = intent;
  return {
    drift: drift.id,
    event: evidence.at(-1) ?? '',
    place: contentId('f', placeKey(address, path)),
    session: contentId('s', [actorKey(actor), window.from, placeKey(address, path)]),
    ...(party === undefined ? {} : { party }),
  };
}

/** The same, and as it was stored under each earlier address, the current one first. */
export function answeredFields(
  intent: AnswerableIntent,
  drift: AnswerableDrift,
  former: FormerAddresses,
): readonly AnsweredField[] {
  const moved = formerDrifts(drift, former);
  const party = partyOf(intent, drift.id);
  return [
    answeredField(intent, drift),
    ...moved.map((before): AnsweredField => {
      const { party: _, ...field } = answeredField(intent, before);
      return { ...field, ...(party === undefined ? {} : { party }) };
    }),
  ];
}

/** The drift under each earlier address of its resource. */
export function formerDrifts<D extends AnswerableDrift>(
  drift: D,
  former: FormerAddresses,
): readonly D[] {
  return former(drift).map((address) => {
    const before = { ...drift, address };
    return { ...before, id: driftId(before) };
  });
}

/** What has to be the same for an answer to apply. */
export function fieldKey({ drift, event, party = '' }: AnsweredField): string {
  return `${drift} ${event} ${party}`;
}

/**
 * Several intents may concern one drift: that of the actor who set the live value, those of actors
 * whose value was replaced, and those declared beforehand. An answer to one does not apply to the
 * others.
 */
function partyOf(
  { id, actor, overtaken = [], declared }: AnswerableIntent,
  drift: string,
): string | undefined {
  if (declared === true) return id;
  const left = overtaken.find((one) => one.drift === drift);
  if (left === undefined) return undefined;
  return contentId('w', [actorKey(actor), left.value as unknown as Json]);
}
