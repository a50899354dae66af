import type { DriftValue } from '../../model/drift.ts';
import { type Json, jsonAt, sameJson } from '../../model/json.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import { secondText } from '../../model/time-text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { SettledField } from '../../stages/drift/types.ts';
import type { Closing } from './closed.ts';
import { actedBy } from './existence.ts';
import { isObservation } from './observation.ts';

export interface SettledContext {
  readonly events: ReadonlyMap<string, KeptEvent>;
  readonly isInState: (address: string) => boolean;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** Why a drift is closed whose field a run found settled; undefined if that does not close it. */
export function settledClosing(
  drift: OpenDrift,
  field: SettledField,
  { events, isInState, now }: SettledContext,
): Closing | undefined {
  switch (field.judgment) {
    case 'gone':
      // A resource that was only removed from the code exists until an apply deletes it.
      if (isInState(drift.address)) return undefined;
      return { reason: 'gone', because: 'Neither the code nor the state has the resource.' };
    case 'ignored':
      return {
        reason: 'handed-over',
        because: 'The code leaves the field to others (`ignore_changes`).',
      };
    case 'delegated':
      return {
        reason: 'handed-over',
        because: 'The code delegates the field, and its owner stays within the bounds.',
      };
    case 'computed':
      return { reason: 'handed-over', because: 'The code leaves the field to the provider.' };
    case 'refuted':
      if (drift.path.length === 0 && drift.live.kind === 'unknown') {
        return {
          reason: 'went-back',
          because: 'The provider read all of it: what differs is an open drift of its own.',
        };
      }
      // Whatever put it back, the events that are known all came before.
      return { reason: 'went-back', because: lookedBack('The provider read it', now) };
    default: {
      const event = closingEvent(drift, field, events);
      const isOfCode = field.judgment === 'in-code';
      if (isOfCode && (event === undefined || isDeclaredAnew(drift, field))) {
        return { reason: 'in-code', because: 'The code has the live value.' };
      }
      if (event === undefined) {
        return { reason: 'went-back', because: 'The live value is what it was before.' };
      }
      return { reason: 'went-back', because: putBack(event), event: event.id };
    }
  }
}

/** The last write of a field, unless it is what the drift was based on. */
function closingEvent(
  { evidence }: OpenDrift,
  { event }: SettledField,
  events: SettledContext['events'],
): KeptEvent | undefined {
  if (event === undefined || evidence.some((note) => note.event === event)) return undefined;
  return events.get(event);
}

function putBack(event: KeptEvent): string {
  const { operation, time } = event;
  if (!isObservation(event)) return `${actedBy(event, 'put it back')}.`;
  // A newer state counts from when the last one was read, which is not when the value went back.
  if (operation === 'StateRead') return 'A newer state says that the live value went back.';
  const isOfProvider = operation === 'Baseline' || operation === 'ReadBack';
  return lookedBack(isOfProvider ? 'The provider read it' : 'It was read', time);
}

function lookedBack(look: string, time: string): string {
  return `${look}: the live value went back (${secondText(time)}).`;
}

/** True if the code declares another value than when the drift was last seen. */
function isDeclaredAnew(
  { path, declared: before }: OpenDrift,
  { path: place, declared: now }: SettledField,
): boolean {
  if (now === undefined) return false;
  const isLarger = startsWith(path, place);
  const rest = isLarger ? path.slice(place.length) : place.slice(path.length);
  const [old, current] = isLarger
    ? [comparedAt(before, []), comparedAt(now, rest)]
    : [comparedAt(before, rest), comparedAt(now, [])];
  return old !== undefined && current !== undefined && !sameJson(old.value, current.value);
}

/** The value at a path of a side; undefined if it cannot be compared. */
function comparedAt(
  side: DriftValue,
  path: AttributePath,
): { readonly value: Json | undefined } | undefined {
  const names = path.flatMap((step) => (typeof step === 'string' ? [step] : []));
  if (names.length < path.length) return undefined;
  if (side.kind === 'absent') return { value: undefined };
  return side.kind === 'value' ? { value: jsonAt(side.value, ...names) } : undefined;
}
