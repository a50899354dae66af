import { hexDigest } from '../../model/digest.ts';
import { type Json, sameJson } from '../../model/json.ts';
import type { Unresolved } from '../../model/report.ts';
import { compareKeys } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Memory, MemoryUpdate, RememberedEvent } from '../../ports/store/memory.ts';
import type { ReadLog } from '../read-log.ts';
import type { RunInput } from '../run-input.ts';
import type { RunResult } from '../run-types.ts';
import type { AskedElsewhere } from './elsewhere.ts';

/** Until when another run would have the same result if only the time changed. */
export interface Reusable {
  /** Milliseconds since 1970; infinity if nothing waits for a time. */
  readonly until: number;
  /**
   * What a person must look at because of the log, apart from its changes. Another log must have
   * the same.
   */
  readonly asked: readonly Unresolved[];
  /** JSON of the log's changes that are not remembered exactly as they are (`unlikeEvents`). */
  readonly unlike: string;
  /** The queries to the rest of the repository, which must have the same answers. */
  readonly elsewhere: readonly AskedElsewhere[];
}

export interface ReusableInput {
  readonly log: ReadLog;
  readonly input: RunInput;
  readonly result: RunResult;
  readonly until: number;
  /** True if calls with only one half in the log wait for the other half. */
  readonly hasHalves: boolean;
  /** The queries to the rest of the repository. */
  readonly elsewhere: () => readonly AskedElsewhere[];
}

/**
 * The conditions under which another run would have the same result. Undefined for a run that
 * depends on something whose changes cannot be detected: a provider, a model, an external policy
 * engine.
 */
export function reuseConditions(run: ReusableInput): Reusable | undefined {
  const { log, input, result, until } = run;
  const { memory, pending } = input.earlier;
  const { report } = result;
  if (memory === undefined || input.readBack !== undefined || run.hasHalves) return undefined;
  if (input.judging.advisor !== undefined || input.judging.external !== undefined) return undefined;
  if ((input.patching.wishes ?? []).length > 0) return undefined;
  if (input.log.traced || input.patching.only !== undefined || input.patching.pick !== undefined)
    return undefined;
  if (result.learned.length > 0 || (report.pending ?? []).length > 0) return undefined;
  if ((pending?.seen ?? []).length > 0) return undefined;
  // What was forgotten is reported once more.
  if ((result.memory?.forgotten ?? []).length > 0) return undefined;
  // Untranslatable calls are reported in the order of the log, but the next run reads them sorted
  // by time.
  const hasNews = (result.memory?.events ?? []).length > 0;
  if (hasNews && (report.openQuestions ?? []).length > 0) return undefined;
  // If a run found no drift, there is nothing to keep.
  if (report.drifts.length === 0) return undefined;
  const unlike = unlikeEvents(log, rememberedBehind(memory, result.memory));
  if (unlike === undefined) return undefined;
  return { until, asked: logNeeds(log), unlike, elsewhere: run.elsewhere() };
}

/** The events that the next run finds in memory, by id. */
function rememberedBehind(
  { events }: Memory,
  update: MemoryUpdate | undefined,
): ReadonlyMap<string, RememberedEvent> {
  const forgotten = new Set(update?.forgotten);
  const all = [...events.filter(({ id }) => !forgotten.has(id)), ...(update?.events ?? [])];
  return new Map(all.map((event) => [event.id, event]));
}

/**
 * JSON with the ids and digests of the log's changes that are not remembered exactly as they are:
 * untranslatable calls, and those with secrets. All others have the same effect as the remembered
 * ones they are folded with, so another log only has to match these. Undefined if a call with
 * several records is among them.
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
    const digest = hexDigest(JSON.stringify(event));
    unlike.push([event.id, digest]);
  }
  return JSON.stringify(unlike.sort(compareKeys));
}

/** Untranslatable calls have no effects, but are counted. */
function isTranslated({ translation: { kind } }: KeptEvent): boolean {
  return kind !== 'unknown-operation' && kind !== 'invalid';
}

/** False if anything was omitted when the event was remembered, such as a secret or its record. */
function isSame(
  { addresses: _, formerly: __, ids: ___, ...known }: RememberedEvent,
  event: KeptEvent,
): boolean {
  return sameJson(known as unknown as Json, event as unknown as Json);
}

/** What a person must look at because of the log, apart from its changes. */
export function logNeeds({ loaded, ingested, regions }: ReadLog): readonly Unresolved[] {
  return [
    ...loaded.problems.map(({ code, message }) => ({ code, reason: message })),
    ...ingested.unresolved,
    ...regions,
  ];
}
