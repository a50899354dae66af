import { hexDigest } from '../../model/digest.ts';
import { shiftTime } from '../../model/instant.ts';
import type { Problem } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { RoundOutcome, StreamOutcome } from '../../ports/round-outcome.ts';
import type { CollectedLog, CollectedRecord } from '../../ports/store/collected.ts';
import { eachLimited } from './each-limited.ts';
import { latest } from './time.ts';
import type { CollectRound, CollectSource, SourcePage, SourceRecord, Stream } from './types.ts';

export interface CollectDeps {
  readonly log: CollectedLog;
  readonly now: () => string;
  /** Once it is aborted, no further page is begun; one that is begun is still stored. */
  readonly signal?: AbortSignal;
}

const sourcesAtOnce = 4;
const streamsAtOnce = 8;

/**
 * Runs one round: puts everything new in all streams of the sources into the store, page by page.
 */
export async function collectRound(
  sources: readonly CollectSource[],
  round: CollectRound,
  deps: CollectDeps,
): Promise<RoundOutcome> {
  const reports: StreamOutcome[] = [];
  const failed: { readonly source: string; readonly problem: Problem }[] = [];
  let pruned = 0;
  await eachLimited(sources, sourcesAtOnce, async (source) => {
    const streams = await source.streams(round);
    if (!streams.ok) failed.push({ source: source.name, problem: streams.error });
    await eachLimited(streams.ok ? streams.value : [], streamsAtOnce, async (stream) => {
      if (deps.signal?.aborted) return;
      reports.push(await collectStream(source, stream, round, deps));
    });
    pruned += await deps.log.prune(source.name, shiftTime(round.now, -source.retention));
  });
  return {
    streams: reports.sort((a, b) => compareText(keyOf(a), keyOf(b))),
    failed: failed.sort((a, b) => compareText(a.source, b.source)),
    pruned,
  };
}

async function collectStream(
  source: CollectSource,
  stream: Stream,
  round: CollectRound,
  deps: CollectDeps,
): Promise<StreamOutcome> {
  const tally = new Tally();
  const end = (failed?: Problem): StreamOutcome => ({
    source: source.name,
    stream: stream.key,
    ...tally.counts(),
    ...(failed === undefined ? {} : { failed }),
  });
  const cursor = await deps.log.cursor(source.name, stream.key);
  for await (const item of stream.read(cursor, round)) {
    if (item.kind === 'failed') return end(item.problem);
    if (item.kind === 'note') tally.note(item.problem);
    else {
      tally.page(item.page, await store(source, stream.key, item.page, round, deps));
      // The cloud may forget the page only after it is stored.
      const kept = await item.page.stored?.();
      if (kept?.ok === false) return end(kept.error);
    }
    if (deps.signal?.aborted) break;
  }
  return end();
}

function store(
  source: CollectSource,
  stream: string,
  page: SourcePage,
  round: CollectRound,
  { log, now }: CollectDeps,
): Promise<number> {
  const oldest = shiftTime(round.now, -source.retention);
  return log.add({
    source: source.name,
    cloud: source.cloud,
    stream,
    records: page.records.filter(({ eventTime }) => eventTime >= oldest).map(collected),
    ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
    at: now(),
  });
}

function collected({ id, eventTime, ingestedAt, raw }: SourceRecord): CollectedRecord {
  const digest = hexDigest(raw);
  return { id, eventTime, ingestedAt, digest, raw };
}

class Tally {
  #pages = 0;
  #read = 0;
  #added = 0;
  #newest: string | undefined;
  readonly #notes: Problem[] = [];

  page({ records, read }: SourcePage, added: number): void {
    this.#pages += 1;
    this.#read += read;
    this.#added += added;
    this.#newest = latest([this.#newest, ...records.map(({ ingestedAt }) => ingestedAt)]);
  }

  note(problem: Problem): void {
    this.#notes.push(problem);
  }

  counts() {
    const newest = this.#newest === undefined ? {} : { newest: this.#newest };
    const counts = { pages: this.#pages, read: this.#read, added: this.#added };
    return { ...counts, ...newest, notes: [...this.#notes] };
  }
}

function keyOf({ source, stream }: StreamOutcome): string {
  return `${source} ${stream}`;
}
