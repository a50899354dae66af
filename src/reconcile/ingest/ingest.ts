import { classifyActor } from '../../evidence/actor/classify.ts';
import type { ActorSignature } from '../../evidence/actor/schema.ts';
import type { AuditReading } from '../../evidence/audit/core/types.ts';
import type { Actor } from '../../model/actor.ts';
import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { compareInstants } from '../../model/instant.ts';
import type { RunWindow } from '../../model/open-drift.ts';
import type { Unresolved } from '../../model/report.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Named } from '../../ports/store/named-resources.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import { driftLabel } from '../../stages/drift/label.ts';
import { noChange, stepsOf, withSteps } from '../halves/half.ts';
import { onlySubject } from '../managed/unknown-call.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import { inScope } from './in-scope.ts';
import type { IrrelevantEvent } from './irrelevant.ts';
import { keptEvent } from './kept-event.ts';
import { traceLine } from './trace-line.ts';
import { createWaitingRoom } from './waiting-room.ts';

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

/**
 * Reads the log to its end: classifies actors, translates changes, and separates failures and
 * duplicates. Requested input that cannot be read is an error, since anything could be missing.
 */
export async function ingest(
  reading: AuditReading,
  { signatures, translate, touched, scopes, irrelevantEvent, traced = true }: IngestTools,
): Promise<Result<Ingested>> {
  const events = new Map<string, KeptEvent>();
  const trace: TraceLine[] = [];
  const unmanagedResources = new Map<string, TraceLine>();
  const waiting = createWaitingRoom();
  const unresolved: Unresolved[] = [];
  const halves: KeptEvent[] = [];
  const shared = createSharing();
  let elsewhere = 0;
  let passedBy = 0;
  const addTrace = (line: () => TraceLine): void => {
    if (traced) trace.push(line());
  };
  const span = createSpan();
  for await (const item of inScope(reading, scopes)) {
    if (item.kind === 'event' || item.kind === 'duplicate') span.add(item.event.time);
    if (item.kind === 'superseded') {
      const because = voided[item.because](item.by);
      const event = events.get(item.id);
      const unmanagedResource = unmanagedResources.get(item.id);
      if (event !== undefined) addTrace(() => traceLine(event, event.actor, 'duplicate', because));
      if (unmanagedResource !== undefined)
        trace.push({ ...unmanagedResource, disposition: 'duplicate', because });
      events.delete(item.id);
      unmanagedResources.delete(item.id);
      waiting.drop(item.id, because);
    } else if (item.kind === 'elsewhere') {
      elsewhere += 1;
      if (elsewhere <= maxTraced) addTrace(() => traceElsewhere(item.event, signatures));
    } else if (item.kind === 'problem') {
      if (item.fatal) return fail(item.problem);
      unresolved.push(unresolvedFrom(item.problem));
    } else if (item.kind === 'unfinished') {
      const actor = shared(classifyActor(item.event, signatures));
      const half = keep(item.event, actor, translate(item.event), touched);
      halves.push({ ...half, steps: stepsOf(item, 'open') });
    } else {
      const { event } = item;
      const actor = shared(classifyActor(event, signatures));
      if (item.kind === 'duplicate' || event.outcome !== 'success') {
        addTrace(() => setAside(event, actor, item.kind === 'duplicate'));
        if (item.kind === 'event' && item.steps !== undefined) {
          halves.push({ ...keptEvent(event, actor, noChange), steps: stepsOf(item, 'failed') });
        }
        continue;
      }
      const translation = translate(event);
      const passing = irrelevantEvent?.(event, translation);
      if (passing === undefined) {
        const kept = keep(event, actor, translation, touched);
        events.set(event.id, withSteps(kept, item, touched));
      } else if (passing.waits) {
        waiting.put(keptEvent(event, actor, translation));
      } else {
        passedBy += 1;
        if (traced) unmanagedResources.set(event.id, tracePassing(event, actor, passing.resource));
      }
    }
  }
  const gone = (event: KeptEvent, voided: string | undefined): void => {
    trace.push(
      voided === undefined
        ? tracePassing(event, event.actor, changedBy(event.translation))
        : traceLine(event, event.actor, 'duplicate', voided),
    );
  };
  const settled = waiting.settle(events.values(), traced ? gone : undefined);
  for (const event of settled.back) events.set(event.id, event);
  trace.push(...unmanagedResources.values());
  const { read, kept, dropped } = reading.counts();
  return ok({
    events,
    halves,
    trace,
    passedBy: passedBy + settled.gone,
    unresolved,
    ...span.found(),
    read,
    kept,
    dropped,
  });
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

function changedBy(translation: Translation): ResourceRef | undefined {
  return translation.kind === 'effects' ? translation.effects[0]?.resource : undefined;
}

function tracePassing(
  event: Pick<KeptEvent, 'id' | 'time' | 'service' | 'operation'>,
  actor: Actor,
  resource: ResourceRef | undefined,
): TraceLine {
  const name = resource === undefined ? '' : `${driftLabel(resource)}: `;
  return traceLine(event, actor, 'unmanaged', `${name}it is not in the state.`);
}

/** Why a record no longer counts, given the event that replaces it. */
const voided = {
  corrected: (by: string) => `Event ${by} corrects this record.`,
  duplicate: (by: string) => `Event ${by} is the same call, as another account saw it.`,
};

/** Limit on trace lines: nearly all events in an organization's log belong to other projects. */
const maxTraced = 10_000;

function traceElsewhere(event: AuditEvent, signatures: readonly ActorSignature[]): TraceLine {
  const because = `It belongs to ${displayText(event.scope, 120)}, whose events are not used here.`;
  return traceLine(event, classifyActor(event, signatures), 'unmanaged', because);
}

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

function setAside(event: AuditEvent, actor: Actor, isDuplicate: boolean): TraceLine {
  if (isDuplicate) {
    return traceLine(event, actor, 'duplicate', 'The same record was delivered before.');
  }
  if (event.outcome === 'dry-run') {
    return traceLine(event, actor, 'failed', 'It was a dry run: nothing changed.');
  }
  const code = event.errorCode === undefined ? '' : ` with ${displayText(event.errorCode, 120)}`;
  return traceLine(event, actor, 'failed', `The call failed${code}: nothing changed.`);
}
