import { createHash } from 'node:crypto';
import { type Json, sameJson } from '../../model/json.ts';
import type { Unresolved } from '../../model/report.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Memory, MemoryUpdate, RememberedEvent } from '../../ports/store/memory.ts';
import type { ReadLog } from '../read-log.ts';
import type { RunInput, RunResult } from '../run-types.ts';
import type { AskedElsewhere } from './elsewhere.ts';

/** Until when a run would come to the same again, were nothing but the time another. */
export interface Standing {
  /** Milliseconds since 1970; infinity where nothing waits for a time. */
  readonly until: number;
  /** What the log needs a person for besides its changes; another log has to say the same. */
  readonly asked: readonly Unresolved[];
  /** JSON of the changes of the log that are not remembered word for word (`unlikeEvents`). */
  readonly unlike: string;
  /** What the rest of the repository was asked; it has to have the same answers. */
  readonly elsewhere: readonly AskedElsewhere[];
}

export interface StandingInput {
  readonly log: ReadLog;
  readonly input: RunInput;
  readonly result: RunResult;
  readonly until: number;
  /** Calls of which a log has only one half wait for the other. */
  readonly hasHalves: boolean;
  /** What the rest of the repository was asked. */
  readonly elsewhere: () => readonly AskedElsewhere[];
}

/**
 * What would have to stay as it is for the same run to come to the same. Undefined for a run that
 * asked something of which nobody can tell whether it is as it was: a provider, a model, another policy
 * engine.
 */
export function standingOf(run: StandingInput): Standing | undefined {
  const { log, input, result, until } = run;
  const { memory, pending } = input;
  const { report } = result;
  if (memory === undefined || input.readBack !== undefined || run.hasHalves) return undefined;
  if (input.advisor !== undefined || input.outside !== undefined) return undefined;
  if ((input.wishes ?? []).length > 0) return undefined;
  if (input.traced || input.only !== undefined || input.pick !== undefined) return undefined;
  if (result.learned.length > 0 || (report.pending ?? []).length > 0) return undefined;
  if ((pending?.seen ?? []).length > 0) return undefined;
  // What is forgotten is reported once more.
  if ((result.memory?.forgotten ?? []).length > 0) return undefined;
  // Calls that nobody could translate are reported as they were read, and the next run reads them by time.
  const hasNews = (result.memory?.events ?? []).length > 0;
  if (hasNews && (report.openQuestions ?? []).length > 0) return undefined;
  // Of a run that found nothing there is nothing to keep.
  if (report.drifts.length === 0) return undefined;
  const unlike = unlikeEvents(log, rememberedBehind(memory, result.memory));
  if (unlike === undefined) return undefined;
  return { until, asked: logNeeds(log), unlike, elsewhere: run.elsewhere() };
}

/** Events that the next run finds remembered, by id. */
function rememberedBehind(
  { events }: Memory,
  update: MemoryUpdate | undefined,
): ReadonlyMap<string, RememberedEvent> {
  const forgotten = new Set(update?.forgotten);
  const all = [...events.filter(({ id }) => !forgotten.has(id)), ...(update?.events ?? [])];
  return new Map(all.map((event) => [event.id, event]));
}

/**
 * JSON of the ids of a log's changes that are not remembered just as they are in it, with digests: of
 * calls that nobody could translate, and of what has a secret. All others, folded with what is
 * remembered, come to what that comes to alone; of these, another log has to have the same. Undefined
 * where a call of several records is among them.
 */
export function unlikeEvents(
  { ingested, learning }: Pick<ReadLog, 'ingested' | 'learning'>,
  remembered: ReadonlyMap<string, RememberedEvent>,
): string | undefined {
  if (ingested.halves.length > 0) return undefined;
  const unlike: (readonly [id: string, digest: string])[] = [];
  for (const event of learning.events.values()) {
    if (event.steps !== undefined) return undefined;
    const known = remembered.get(event.id);
    if (known !== undefined && isTranslated(event) && isSame(known, event)) continue;
    const digest = createHash('sha256').update(JSON.stringify(event)).digest('hex');
    unlike.push([event.id, digest]);
  }
  return JSON.stringify(unlike.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Others are counted, though they come to nothing. */
function isTranslated({ translation: { kind } }: KeptEvent): boolean {
  return kind !== 'unknown-operation' && kind !== 'invalid';
}

/** What was left out of it, such as a secret or a whole record, makes it another. */
function isSame({ addresses: _, ...known }: RememberedEvent, event: KeptEvent): boolean {
  return sameJson(known as unknown as Json, event as unknown as Json);
}

/** What a log needs a person for besides its changes. */
export function logNeeds({ loaded, ingested, regions }: ReadLog): readonly Unresolved[] {
  return [
    ...loaded.problems.map(({ code, message }) => ({ code, reason: message })),
    ...ingested.unresolved,
    ...regions,
  ];
}
