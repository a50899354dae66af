import { classifyActor } from '../../evidence/actor/classify.ts';
import type { ActorSignature } from '../../evidence/actor/schema.ts';
import type { AuditItem, AuditReading } from '../../evidence/audit/core/types.ts';
import type { Actor } from '../../model/actor.ts';
import type { AuditEvent } from '../../model/event.ts';
import { compareInstants } from '../../model/instant.ts';
import type { RunWindow } from '../../model/open-drift.ts';
import type { Unresolved } from '../../model/report.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Named } from '../../ports/store/named-resources.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import { keptSteps, noChange, withSteps } from '../halves/half.ts';
import { onlySubject } from '../managed/unknown-call.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import { traceElsewhere, traceGone, tracePassing, traceSetAside, voided } from './dropped.ts';
import { inScope } from './in-scope.ts';
import type { IrrelevantEvent } from './irrelevant.ts';
import { keptEvent } from './kept-event.ts';
import { traceLine } from './trace-line.ts';
import { createWaitingRoom, type Gone, type WaitingRoom } from './waiting-room.ts';

/** The content of the logs: the successful changes, and what happened to everything else. */
export interface Ingested {
  /** Successful mutating events by id, in the order they were read. */
  readonly events: ReadonlyMap<string, KeptEvent>;
  /**
   * Calls with several records for which no log shows a successful end. They are not facts by
   * themselves.
   */
  readonly halves: readonly KeptEvent[];
  /** Lines for events that are dropped: failed calls, dry runs, duplicates, irrelevant events. */
  readonly trace: readonly TraceLine[];
  /** Number of irrelevant changes, which are not in `events`. */
  readonly passedBy: number;
  readonly unresolved: readonly Unresolved[];
  /** Times of the first and the last change. */
  readonly window?: RunWindow;
  readonly read: number;
  readonly kept: number;
  readonly dropped: Readonly<Record<string, number>>;
}

export interface IngestTools {
  readonly signatures: readonly ActorSignature[];
  /** The effects of a successful event on resources, in Terraform's terms. */
  readonly translate: (event: AuditEvent) => Translation;
  /** The managed resources that an event of an unknown operation refers to. */
  readonly touched: (event: AuditEvent) => Named | undefined;
  /** Accounts, subscriptions, projects and clusters whose events count. Undefined means all. */
  readonly scopes?: readonly string[] | undefined;
  /** Detects irrelevant events. Without it, all events are kept. */
  readonly irrelevantEvent?: IrrelevantEvent;
  /** False if the trace, which is as long as the log, is not needed. Defaults to true. */
  readonly traced?: boolean;
}

/** What was read so far. */
interface Ingestion {
  readonly events: Map<string, KeptEvent>;
  readonly halves: KeptEvent[];
  /** Empty if no trace is needed. */
  readonly trace: TraceLine[];
  /** The lines of irrelevant changes by id, which later records may void. */
  readonly passing: Map<string, TraceLine>;
  readonly waiting: WaitingRoom;
  passedBy: number;
}

/**
 * Reads the log to its end: classifies actors, translates changes, and separates failures and
 * duplicates. Requested input that cannot be read is an error, since anything could be missing.
 */
export async function ingest(reading: AuditReading, tools: IngestTools): Promise<Result<Ingested>> {
  const { signatures, translate, touched, scopes, traced = true } = tools;
  const log: Ingestion = {
    ...{ events: new Map(), halves: [], trace: [], passing: new Map(), passedBy: 0 },
    waiting: createWaitingRoom(),
  };
  const unresolved: Unresolved[] = [];
  const shared = createSharing();
  const span = createSpan();
  let elsewhere = 0;
  for await (const item of inScope(reading, scopes)) {
    switch (item.kind) {
      case 'superseded':
        withdraw(log, item, traced);
        break;
      case 'elsewhere':
        elsewhere += 1;
        if (traced && elsewhere <= maxTraced) {
          log.trace.push(traceElsewhere(item.event, signatures));
        }
        break;
      case 'problem':
        if (item.fatal) return fail(item.problem);
        unresolved.push(unresolvedFrom(item.problem));
        break;
      case 'unfinished': {
        const actor = shared(classifyActor(item.event, signatures));
        const half = keep(item.event, actor, translate(item.event), touched);
        log.halves.push({ ...half, steps: keptSteps(item, 'open') });
        break;
      }
      case 'event':
      case 'duplicate':
        span.add(item.event.time);
        takeCall(log, item, shared(classifyActor(item.event, signatures)), tools);
    }
  }
  const { events, halves, trace, passing, waiting } = log;
  const gone: Gone = (event, why) => trace.push(traceGone(event, why));
  const settled = waiting.settle(events.values(), traced ? gone : undefined);
  for (const event of settled.back) events.set(event.id, event);
  trace.push(...passing.values());
  const passedBy = log.passedBy + settled.gone;
  const { read, kept, dropped } = reading.counts();
  const counts = { passedBy, read, kept, dropped };
  return ok({ events, halves, trace, unresolved, ...span.found(), ...counts });
}

/** Takes back an event that another record corrects or repeats. */
function withdraw(
  { events, trace, passing, waiting }: Ingestion,
  { id, by, because: how }: Extract<AuditItem, { kind: 'superseded' }>,
  traced: boolean,
): void {
  const because = voided[how](by);
  const event = events.get(id);
  const line = passing.get(id);
  if (event !== undefined && traced) {
    trace.push(traceLine(event, event.actor, 'duplicate', because));
  }
  if (line !== undefined) trace.push({ ...line, disposition: 'duplicate', because });
  events.delete(id);
  passing.delete(id);
  waiting.drop(id, because);
}

/** Adds a call to the facts, or to what does not count. */
function takeCall(
  log: Ingestion,
  item: Extract<AuditItem, { kind: 'event' | 'duplicate' }>,
  actor: Actor,
  { translate, touched, irrelevantEvent, traced = true }: IngestTools,
): void {
  const { event } = item;
  if (item.kind === 'duplicate' || event.outcome !== 'success') {
    if (traced) log.trace.push(traceSetAside(event, actor, item.kind === 'duplicate'));
    if (item.kind === 'event' && item.steps !== undefined) {
      log.halves.push({ ...keptEvent(event, actor, noChange), steps: keptSteps(item, 'failed') });
    }
    return;
  }
  const translation = translate(event);
  const irrelevant = irrelevantEvent?.(event, translation);
  if (irrelevant === undefined) {
    const kept = keep(event, actor, translation, touched);
    log.events.set(event.id, withSteps(kept, item, touched));
  } else if (irrelevant.waits) {
    log.waiting.put(keptEvent(event, actor, translation));
  } else {
    log.passedBy += 1;
    if (traced) log.passing.set(event.id, tracePassing(event, actor, irrelevant.resource));
  }
}

interface Span {
  add(time: string): void;
  found(): { readonly window?: RunWindow };
}

/** The times of a log have different precision, so they are compared as instants. */
function createSpan(): Span {
  let window: RunWindow | undefined;
  return {
    add(time) {
      if (window === undefined) window = { from: time, to: time };
      else if (compareInstants(time, window.from) < 0) window = { ...window, from: time };
      else if (compareInstants(time, window.to) > 0) window = { ...window, to: time };
    },
    found: () => (window === undefined ? {} : { window }),
  };
}

function keep(
  event: AuditEvent,
  actor: Actor,
  translation: Translation,
  touched: IngestTools['touched'],
): KeptEvent {
  const about = isOpen(translation) ? touched(event) : undefined;
  const [cut] = (isCut(event, translation) ? touched(event)?.touched : undefined) ?? [];
  const isUnknown = translation.kind === 'unknown-operation';
  const kept = keptEvent(event, actor, translation, isUnknown ? about : onlySubject(about));
  return cut === undefined ? kept : { ...kept, cut };
}

/** Limit on trace lines: nearly all events in an organization's log belong to other projects. */
const maxTraced = 10_000;

/**
 * True if nothing or only a derived rule translates it, which a written or learned entry replaces.
 */
function isOpen(translation: Translation): boolean {
  if (translation.kind === 'unknown-operation') return true;
  return translation.kind === 'effects' && translation.effects.some(({ coverage }) => coverage);
}

/**
 * True for a record that was too large for the log: it lacks the change, but may contain the
 * resource.
 */
function isCut({ omitted }: AuditEvent, { kind }: Translation): boolean {
  return kind === 'invalid' && omitted.includes('request');
}

/** Returns one shared object for equal actors, since a few actors make most of the calls. */
function createSharing(): (actor: Actor) => Actor {
  const known = new Map<string, Actor>();
  return (actor) => {
    const key = JSON.stringify(actor);
    const first = known.get(key);
    if (first === undefined) known.set(key, actor);
    return first ?? actor;
  };
}
