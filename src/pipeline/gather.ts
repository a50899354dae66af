import { classifyActor } from '../actor/classify.ts';
import type { ActorSignature } from '../actor/schema.ts';
import type { AuditReading } from '../audit/cloudtrail/types.ts';
import type { Actor } from '../model/actor.ts';
import type { AuditEvent } from '../model/event.ts';
import type { Unresolved } from '../model/report.ts';
import { fail, ok, type Result } from '../model/result.ts';
import { displayText } from '../model/text.ts';
import type { TraceLine } from '../model/trace.ts';
import { traceLine } from './trace-line.ts';
import { unresolvedFrom } from './unresolved.ts';

/** What the logs held: the successful changes, and what became of everything else. */
export interface Gathered {
  /** Successful mutating events, in no particular order. */
  readonly events: readonly AuditEvent[];
  readonly actors: ReadonlyMap<string, Actor>;
  /** Lines for events that go no further: failed calls, dry runs, duplicates. */
  readonly trace: readonly TraceLine[];
  readonly unresolved: readonly Unresolved[];
  readonly read: number;
  readonly kept: number;
  readonly dropped: Readonly<Record<string, number>>;
}

/**
 * Reads the log to its end: actors are classified, failures and duplicates set aside. Input that
 * was asked for and cannot be read ends it, since what is missing could be anything.
 */
export async function gather(
  reading: AuditReading,
  signatures: readonly ActorSignature[],
): Promise<Result<Gathered>> {
  const events = new Map<string, AuditEvent>();
  const actors = new Map<string, Actor>();
  const trace: TraceLine[] = [];
  const unresolved: Unresolved[] = [];
  for await (const item of reading) {
    if (item.kind === 'superseded') {
      const [event, actor] = [events.get(item.id), actors.get(item.id)];
      events.delete(item.id);
      if (event === undefined || actor === undefined) continue;
      trace.push(traceLine(event, actor, 'duplicate', `Event ${item.by} corrects this record.`));
    } else if (item.kind === 'problem') {
      if (item.fatal) return fail(item.problem);
      unresolved.push(unresolvedFrom(item.problem));
    } else {
      const { event } = item;
      const actor = classifyActor(event, signatures);
      if (item.kind === 'event' && event.outcome === 'success') {
        events.set(event.id, event);
        actors.set(event.id, actor);
      } else {
        trace.push(setAside(event, actor, item.kind === 'duplicate'));
      }
    }
  }
  const { read, kept, dropped } = reading.counts();
  return ok({ events: [...events.values()], actors, trace, unresolved, read, kept, dropped });
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
