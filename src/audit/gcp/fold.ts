import { createHash } from 'node:crypto';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { defined } from '../cloudtrail/fields.ts';
import { IdTable } from '../cloudtrail/id-table.ts';
import type { OperationPart } from './normalize.ts';
import { isBare } from './parts.ts';

/** Entries of one operation, as they came. */
interface Open {
  readonly event: AuditEvent;
  readonly part: OperationPart;
}

export type Folded =
  /** `entries` is how many went into the event. */
  | { readonly kind: 'event'; readonly event: AuditEvent; readonly entries: number }
  | { readonly kind: 'unfinished'; readonly event: AuditEvent; readonly entries: number };

/**
 * Makes one event of the entries of a long-running operation: asked for as the first entry says,
 * ended as the last one says. Entries come in any order, over any number of files.
 */
export class Operations {
  readonly #open = new Map<string, Open[]>();
  readonly #closed = new IdTable();

  /** The event that the entry completes; `late` for one of an operation that is complete. */
  take(event: AuditEvent, part: OperationPart): Folded | 'open' | 'late' {
    if (this.#closed.get(part.key) !== undefined) return 'late';
    const entries = [...(this.#open.get(part.key) ?? []), { event, part }];
    if (!entries.some((each) => each.part.first) || !entries.some((each) => each.part.last)) {
      this.#open.set(part.key, entries);
      return 'open';
    }
    this.#open.delete(part.key);
    this.#closed.set(part.key, 1);
    return { kind: 'event', event: fold(entries), entries: entries.length };
  }

  /** What is left at the end of all logs, in the order in which it came. */
  rest(): readonly Folded[] {
    const rest = [...this.#open.values()].flatMap(restOf);
    this.#open.clear();
    return rest;
  }
}

function restOf(entries: readonly Open[]): readonly Folded[] {
  const started = entries.some(({ part }) => part.first);
  const ended = entries.some(({ part }) => part.last);
  // Entries that only name an operation are each a call of its own.
  if (!started && !ended) {
    return entries.map(({ event }) => ({ kind: 'event', event, entries: 1 }));
  }
  const event = fold(entries);
  const open = !ended && event.outcome === 'success' && !isDone(event.response);
  return [{ kind: open ? 'unfinished' : 'event', event, entries: entries.length }];
}

/** An answer that came with the end of the operation. */
function isDone({ done, status }: JsonObject): boolean {
  return done === true || status === 'DONE';
}

function fold(entries: readonly Open[]): AuditEvent {
  const inOrder = entries.toSorted(byStage);
  const events = inOrder.map(({ event }) => event);
  const [first, ...later] = events;
  const last = later.at(-1);
  if (first === undefined || last === undefined) return first ?? neverEmpty();
  const failed = events.toReversed().find(({ outcome }) => outcome !== 'success');
  const request = events.find((event) => !isBare(event.request)) ?? first;
  const response = events.find((event) => !isBare(event.response)) ?? first;
  const { errorCode: _, ...rest } = first;
  return defined({
    ...rest,
    time: last.time,
    outcome: failed?.outcome ?? 'success',
    errorCode: failed?.errorCode,
    request: request.request,
    response: response.response,
    details: mergeDetails(events),
    omitted: [
      ...request.omitted.filter((part) => part === 'request'),
      ...response.omitted.filter((part) => part === 'response'),
    ],
    digest: createHash('sha256')
      .update(events.map(({ digest }) => digest).join('\n'))
      .digest('hex'),
  });
}

function neverEmpty(): never {
  throw new Error('An operation has at least one entry.');
}

function byStage(a: Open, b: Open): number {
  const stage = ({ part }: Open): number => (part.first ? 0 : part.last ? 2 : 1);
  if (stage(a) !== stage(b)) return stage(a) - stage(b);
  if (a.event.time !== b.event.time) return a.event.time < b.event.time ? -1 : 1;
  return a.event.id < b.event.id ? -1 : 1;
}

/** Later entries add what earlier ones lack; how it ended (`status`) is for the last to say. */
function mergeDetails(events: readonly AuditEvent[]): JsonObject {
  const merged = new Map<string, Json>();
  for (const { details } of events) {
    for (const name of Object.keys(details)) {
      const value = details[name] ?? null;
      const isEnd = name === 'status' && isJsonObject(value) && Object.keys(value).length > 0;
      if (!merged.has(name) || isEnd) merged.set(name, value);
    }
  }
  merged.set(
    'entries',
    events.map(({ id, time, digest, place, details }) => ({
      id,
      time,
      digest,
      file: place.file,
      record: place.record ?? null,
      operation: details['operation'] ?? null,
    })),
  );
  return Object.fromEntries(merged);
}
