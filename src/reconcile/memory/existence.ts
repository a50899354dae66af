import type { Drift } from '../../model/drift.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { Reverted } from '../../model/reverted.ts';
import { displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { tied } from '../../stages/drift/ties.ts';
import type { Closing } from './closed.ts';
import { isObservation } from './observation.ts';

type Events = ReadonlyMap<string, KeptEvent>;

/**
 * True for a drift that is about whether a resource exists. It is no larger part of the drifts of
 * the resource's fields, unlike a change of which the log hides what it concerned.
 */
export function isOfExistence({ path, live }: Pick<Drift, 'path' | 'live'>): boolean {
  if (path.length > 0) return false;
  return live.kind === 'absent' || live.kind === 'value' || isDoubt(live);
}

/** True if a resource was created and deleted in one moment. */
function isDoubt(live: Drift['live']): boolean {
  return live.kind === 'unknown' && live.why === tied;
}

/** The drifts that say that a resource was deleted, by address. */
export function deletionsIn(drifts: readonly Drift[]): ReadonlyMap<string, Drift> {
  const deletions = drifts.filter((drift) => isOfExistence(drift) && drift.live.kind !== 'value');
  return new Map(deletions.map((drift) => [drift.address, drift]));
}

/** Closes the drift of a field whose resource was deleted, which is a drift of its own. */
export function endedWith(
  { address, path, evidence }: OpenDrift,
  deletions: ReadonlyMap<string, Drift>,
  events: Events,
): Closing | undefined {
  const deletion = path.length === 0 ? undefined : deletions.get(address);
  if (deletion === undefined) return undefined;
  const event = deletionEvent(deletion, events);
  if (event === undefined || evidence.some((note) => note.event === event.id)) {
    return { reason: 'gone', because: 'The resource is gone.' };
  }
  const because = isObservation(event)
    ? `The provider found the resource gone (${secondText(event.time)}).`
    : `${actedBy(event, 'deleted the resource')}.`;
  return { reason: 'gone', because, event: event.id };
}

/** Closes the deletion of a resource that was created again, or that a provider still finds. */
export function existsAgain(
  { address, path, live, evidence }: OpenDrift,
  reverted: readonly Reverted[],
  events: Events,
): Closing | undefined {
  if (!isOfExistence({ path, live }) || live.kind === 'value') return undefined;
  const back = reverted.find((one) => one.address === address && one.path.length === 0);
  if (back?.ending === 'refuted') {
    return { reason: 'went-back', because: 'The provider still finds the resource.' };
  }
  if (back?.ending !== 'put-back') return undefined;
  const event = back.ended === undefined ? undefined : events.get(back.ended);
  if (event === undefined || evidence.some((note) => note.event === event.id)) {
    return { reason: 'went-back', because: 'The resource exists again.' };
  }
  const because = isObservation(event)
    ? `The provider found the resource again (${secondText(event.time)}).`
    : `${actedBy(event, 'created the resource again')}.`;
  return { reason: 'went-back', because, event: event.id };
}

/** Who did something, with the call and its time. */
export function actedBy({ actor, operation, service, time }: KeptEvent, what: string): string {
  const call = `${displayText(operation, 80)} of ${displayText(service, 80)}`;
  return `${displayText(actor.name, 80)} ${what} (${call}, ${secondText(time)})`;
}

function deletionEvent({ live, writes, evidence }: Drift, events: Events): KeptEvent | undefined {
  if (isDoubt(live)) return evidence.map((id) => events.get(id)).findLast(isDeletion);
  const last = writes?.at(-1);
  return last?.value.kind === 'absent' ? events.get(last.event) : undefined;
}

function isDeletion(event: KeptEvent | undefined): boolean {
  if (event?.translation.kind !== 'effects') return false;
  return event.translation.effects.some(({ change }) => change.kind === 'delete');
}
