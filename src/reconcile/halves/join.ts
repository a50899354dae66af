import { digestOfAll } from '../../evidence/audit/gcp/fold.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import type { Unresolved } from '../../model/report.ts';
import { compareText, displayText } from '../../model/text.ts';
import type { KeptEvent, KeptSteps } from '../../ports/store/kept-event.ts';
import type { Memory, RememberedEvent } from '../../ports/store/memory.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { traceLine } from '../ingest/trace-line.ts';

export interface JoinedHalves {
  /** Including calls with one half in this log and the other in an earlier run. */
  readonly ingested: Ingested;
  /** Without records that are incomplete, and without those that were replaced. */
  readonly memory: Memory | undefined;
  /** Records whose other half may appear in a later run. */
  readonly halves: readonly KeptEvent[];
}

interface Part {
  readonly event: KeptEvent;
  readonly steps: KeptSteps;
  readonly isLogged: boolean;
}

/**
 * Joins records of calls that are in the logs of different runs. The result is the same event as if
 * all logs were read together, whichever run saw which half, how often, and in which order.
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

/** True for a record without correlation, which has no other half. */
function isAlone({ steps }: KeptEvent): boolean {
  return steps?.call.startsWith('alone ') === true;
}

function partOf(isLogged: boolean): (event: KeptEvent) => readonly Part[] {
  return (event) => (event.steps === undefined ? [] : [{ event, steps: event.steps, isLogged }]);
}

/** The same call may occur again, which is detected by a new beginning after an end. */
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

/** Records that neither begin nor end an operation are separate calls. */
function apartIfLoose(call: readonly Part[]): readonly (readonly Part[])[] {
  const isLoose = call.every(({ steps }) => !steps.began && !steps.ended);
  return isLoose ? distinct(call).map((part) => [part]) : [call];
}

/** True for the same end read again, alone or together with the beginning. */
function isRepeated(last: Part, part: Part): boolean {
  return part.steps.ended && compareInstants(last.event.time, part.event.time) === 0;
}

/** The result of a call from all its parts, in order of time. */
function outcomeOf(call: readonly Part[]): {
  readonly event?: KeptEvent;
  readonly half?: KeptEvent;
  readonly isOpen?: boolean;
} {
  const last = call.at(-1);
  if (last === undefined) return {};
  const failed = call.find(({ steps }) => steps.state === 'failed');
  if (failed !== undefined) {
    // Its beginning may be read again, and must not leave the call open.
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

/** The parts without records that were read twice. */
function distinct(call: readonly Part[]): readonly Part[] {
  return [...new Map(call.map((part) => [part.event.id, part])).values()];
}

/** The part that contains the request. */
function bestOf(call: readonly Part[]): Part {
  const [first] = call;
  const found = call.find(({ steps }) => !steps.lacks) ?? first;
  if (found === undefined) throw new Error('A call has at least one part.');
  return found;
}

/**
 * Azure's event is named after the record that ends it, Google Cloud's after the one that begins
 * it.
 */
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
    compareText(a.event.id, b.event.id) ||
    Number(a.isLogged) - Number(b.isLogged)
  );
}

/** Orders records with the same time: a call begins before it ends. */
function rank({ began, ended }: KeptSteps): number {
  return ended ? (began ? 2 : 1) : 0;
}

function withoutName({ isNamed: _, ...steps }: KeptSteps): KeptSteps {
  return steps;
}

const unfinished = 'The logs do not say how the call ended: it may still run, or have failed.';

/**
 * The result of these calls is unknown, so nothing may be based on them. Reported once for each
 * operation.
 */
function unfinishedCalls(events: readonly KeptEvent[]): readonly Unresolved[] {
  const byOperation = groupBy(events, ({ service, operation }) => `${service}:${operation}`);
  return [...byOperation].flatMap(([name, [first, ...more]]) => {
    if (first === undefined) return [];
    const times = more.length === 0 ? '' : `, in ${more.length + 1} calls`;
    return {
      code: 'unfinished-call',
      reason: `${displayText(name, 200)} has no end in the logs${times}.`,
      suggestion: 'Run again later, with logs of a window that overlaps this one.',
      place: first.place,
      event: first.id,
    };
  });
}
