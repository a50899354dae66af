import { hexDigest } from '../../../model/digest.ts';
import type { AuditEvent } from '../../../model/event.ts';
import { compareInstants } from '../../../model/instant.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { compareText } from '../../../model/text.ts';
import { defined } from '../core/fields.ts';
import type { Steps } from '../core/types.ts';
import type { OperationPart } from './normalize.ts';
import { isBare } from './parts.ts';

/** An entry of an operation. */
interface Step {
  readonly event: AuditEvent;
  readonly part: OperationPart;
}

/** `entries` is the number of entries in the event. `unfinished`: no entry says how it ended. */
export interface Folded {
  readonly kind: 'event' | 'unfinished';
  readonly event: AuditEvent;
  readonly entries: number;
  readonly steps: Steps;
}

/**
 * Makes one event of the entries of a long-running operation: the first entry has the request, the
 * last one the result. Entries come in any order, over any number of files, so nothing is final
 * before all are read.
 */
export class Operations {
  readonly #steps = new Map<string, Step[]>();

  take(event: AuditEvent, part: OperationPart): void {
    const steps = this.#steps.get(part.key);
    if (steps === undefined) this.#steps.set(part.key, [{ event, part }]);
    else steps.push({ event, part });
  }

  /** The events of all entries, in the order of their completion. */
  rest(): readonly Folded[] {
    const all = [...this.#steps.values()].flatMap(callsOf).flatMap(foldedFrom);
    this.#steps.clear();
    return all.toSorted((a, b) => byTime(a.event, b.event));
  }
}

/**
 * Logs that mask ids have one for several operations: the next one begins after the end of the one
 * before.
 */
function callsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  if (steps.filter(({ part }) => part.first).length < 2) return [steps.toSorted(byStage)];
  const calls: Step[][] = [];
  let ended = false;
  for (const step of steps.toSorted(inOrder)) {
    const call = calls.at(-1);
    if (call === undefined || (ended && step.part.first)) {
      calls.push([step]);
      ended = false;
    } else call.push(step);
    ended ||= step.part.last;
  }
  return calls;
}

function foldedFrom(steps: readonly Step[]): readonly Folded[] {
  const started = steps.some(({ part }) => part.first);
  const ended = steps.some(({ part }) => part.last);
  // Entries that only name an operation are calls of their own.
  if (!started && !ended) {
    return steps.map((step) => ({
      kind: 'event',
      event: step.event,
      entries: 1,
      steps: stepsOf([step], false, false),
    }));
  }
  const event = fold(steps.map((step) => step.event));
  const open = !ended && event.outcome === 'success' && !isDone(event.response);
  const shown = stepsOf(steps, started, ended);
  return [{ kind: open ? 'unfinished' : 'event', event, entries: steps.length, steps: shown }];
}

function stepsOf(steps: readonly Step[], began: boolean, ended: boolean): Steps {
  const call = `gcp ${steps[0]?.part.key ?? ''}`;
  return { call, began, ended, digests: steps.map(({ event }) => event.digest) };
}

/** True for a response that came with the end of the operation. */
function isDone({ done, status }: JsonObject): boolean {
  return done === true || status === 'DONE';
}

function fold(events: readonly AuditEvent[]): AuditEvent {
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
    digest: digestOfAll(events.map(({ digest }) => digest)),
  });
}

/** The digest of an operation with several entries, from those of the entries in their order. */
export function digestOfAll(digests: readonly string[]): string {
  return hexDigest(digests.join('\n'));
}

function neverEmpty(): never {
  throw new Error('An operation has at least one entry.');
}

/** Coarse logs have the same time for the beginning and the end. */
function inOrder(a: Step, b: Step): number {
  return compareInstants(a.event.time, b.event.time) || byStage(a, b);
}

function byStage(a: Step, b: Step): number {
  const stage = ({ part }: Step): number => (part.first ? 0 : part.last ? 2 : 1);
  return stage(a) - stage(b) || byTime(a.event, b.event);
}

function byTime(a: AuditEvent, b: AuditEvent): number {
  return compareInstants(a.time, b.time) || compareText(a.id, b.id);
}

/** Later entries add what earlier ones lack; the last one determines how it ended (`status`). */
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
