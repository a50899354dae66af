import { digestOfAll } from '../../evidence/audit/gcp/fold.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import type { KeptEvent, KeptSteps } from '../../ports/store/kept-event.ts';
import type { Memory, RememberedEvent } from '../../ports/store/memory.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { traceLine } from '../ingest/trace-line.ts';
import { unfinished, unfinishedCalls } from './unfinished.ts';

export interface JoinedHalves {
  /** With the calls of which the log has one half and an earlier run saw the other. */
  readonly ingested: Ingested;
  /** Without records that are incomplete by themselves, and without those that were replaced. */
  readonly memory: Memory | undefined;
  /** What a later run may have the other half of. */
  readonly halves: readonly KeptEvent[];
}

interface Part {
  readonly event: KeptEvent;
  readonly steps: KeptSteps;
  readonly isLogged: boolean;
}

/**
 * Puts the records of calls together that lie in the logs of different runs, as one reading of all
 * of them would: the same event, whichever run saw which half, how often, and in which order.
 */
export function joinHalves(ingested: Ingested, memory: Memory | undefined): JoinedHalves {
  const logged = [...ingested.events.values(), ...ingested.halves].flatMap(partOf(true));
  const known = (memory?.events ?? []).flatMap(partOf(false));
  if (logged.length === 0 && known.length === 0) return { ingested, memory, halves: [] };
  const events = new Map([...ingested.events].filter(([, { steps }]) => steps === undefined));
  const kept: RememberedEvent[] = (memory?.events ?? []).filter(({ steps }) => steps === undefined);
  const halves: KeptEvent[] = [];
  const open: Part[] = [];
  for (const parts of groupBy([...known, ...logged], ({ steps }) => steps.call).values()) {
    for (const call of callsOf(parts).flatMap(apartIfLoose)) {
      const { event, half, isOpen } = outcomeOf(call);
      if (isOpen) open.push(...call.slice(-1));
      if (half !== undefined && !isAlone(half)) halves.push(half);
      if (event === undefined) continue;
      const own = call.find((part) => part.event === event);
      if (own?.isLogged === false) kept.push(event as RememberedEvent);
      else events.set(event.id, event);
    }
  }
  const trace = open
    .filter(({ isLogged }) => isLogged)
    .map(({ event }) => traceLine(event, event.actor, 'unresolved', unfinished));
  const unresolved = unfinishedCalls(open.map(({ event }) => event));
  return {
    ingested: {
      ...ingested,
      events,
      trace: [...ingested.trace, ...trace],
      unresolved: [...ingested.unresolved, ...unresolved],
    },
    memory: memory && { ...memory, events: kept },
    halves,
  };
}

/** A record without a correlation has no other half. */
function isAlone({ steps }: KeptEvent): boolean {
  return steps?.call.startsWith('alone ') === true;
}

function partOf(isLogged: boolean): (event: KeptEvent) => readonly Part[] {
  return (event) => (event.steps === undefined ? [] : [{ event, steps: event.steps, isLogged }]);
}

/** The same call may come again, which shows by a new beginning after an end. */
function callsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const calls: Part[][] = [];
  let last: Part | undefined;
  for (const part of parts.toSorted(byTime)) {
    const isSame = last !== undefined && (!last.steps.ended || isRepeated(last, part));
    if (isSame) calls.at(-1)?.push(part);
    else calls.push([part]);
    if (!isSame || part.steps.ended) last = part;
  }
  return calls;
}

/** Records that neither begin nor end an operation are each a call of their own. */
function apartIfLoose(call: readonly Part[]): readonly (readonly Part[])[] {
  const isLoose = call.every(({ steps }) => !steps.began && !steps.ended);
  return isLoose ? distinct(call).map((part) => [part]) : [call];
}

/** The same end, as another reading had it: alone, or with the beginning. */
function isRepeated(last: Part, part: Part): boolean {
  return part.steps.ended && compareInstants(last.event.time, part.event.time) === 0;
}

/** What is known of a call by all of its parts, which are in order of time. */
function outcomeOf(call: readonly Part[]): {
  readonly event?: KeptEvent;
  readonly half?: KeptEvent;
  readonly isOpen?: boolean;
} {
  const last = call.at(-1);
  if (last === undefined) return {};
  const failed = call.find(({ steps }) => steps.state === 'failed');
  if (failed !== undefined) {
    // Its beginning may come again, and is not open for that.
    return { half: failed.event };
  }
  const whole = call.findLast(({ steps }) => steps.began && steps.ended);
  if (whole !== undefined) return { event: whole.event };
  const done = call.findLast(({ steps }) => steps.state === 'done');
  if (done === undefined) return { half: bestOf(call).event, isOpen: true };
  const parts = distinct(call);
  if (parts.length > 1) return { event: merged(parts, done) };
  return done.steps.isNamed ? { event: done.event, half: done.event } : { event: done.event };
}

/** A record that is read again adds nothing. */
function distinct(call: readonly Part[]): readonly Part[] {
  return [...new Map(call.map((part) => [part.event.id, part])).values()];
}

/** The one that has what was requested. */
function bestOf(call: readonly Part[]): Part {
  const [first] = call;
  const found = call.find(({ steps }) => !steps.lacks) ?? first;
  if (found === undefined) throw new Error('A call has at least one part.');
  return found;
}

/** Azure's event is called as the record that ends it, Google Cloud's as the one that begins it. */
function merged(parts: readonly Part[], done: Part): KeptEvent {
  const best = bestOf(parts);
  const first = parts[0] ?? done;
  const digests = parts.flatMap(({ steps }) => steps.digests ?? []);
  const isNamedByEnd = digests.length === 0;
  const named = isNamedByEnd ? done.event : first.event;
  const { time } = done.event;
  const { id } = named;
  const { cut: _, unknown: __, ...rest } = named;
  const { cut } = best.event;
  const unknown = best.event.unknown ?? done.event.unknown;
  return {
    ...rest,
    time,
    actor: first.event.actor,
    ...(isNamedByEnd ? {} : { digest: digestOfAll(digests) }),
    translation: restamped(best.event.translation, id, time),
    ...(cut === undefined ? {} : { cut }),
    ...(unknown === undefined ? {} : { unknown }),
    steps: {
      ...withoutName(done.steps),
      ...(isNamedByEnd ? {} : { digests }),
      ...{ began: true, ended: true, lacks: best.steps.lacks, state: 'done' },
    },
  };
}

function restamped(translation: Translation, event: string, time: string): Translation {
  if (translation.kind !== 'effects') return translation;
  return { ...translation, effects: translation.effects.map((one) => ({ ...one, event, time })) };
}

function byTime(a: Part, b: Part): number {
  return (
    compareInstants(a.event.time, b.event.time) ||
    rank(a.steps) - rank(b.steps) ||
    (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0) ||
    Number(a.isLogged) - Number(b.isLogged)
  );
}

/** At one time a call begins before it ends. */
function rank({ began, ended }: KeptSteps): number {
  return ended ? (began ? 2 : 1) : 0;
}

function withoutName({ isNamed: _, ...steps }: KeptSteps): KeptSteps {
  return steps;
}
