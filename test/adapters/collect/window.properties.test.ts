import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import type { CallFailure } from '../../../src/adapters/collect/failure.ts';
import type { CollectRound, CollectSource } from '../../../src/adapters/collect/types.ts';
import type { CursorWindow } from '../../../src/adapters/collect/window/cursor.ts';
import {
  readWindows,
  type WindowedLog,
  type WindowPage,
} from '../../../src/adapters/collect/window/read.ts';
import { fail, ok, type Result } from '../../../src/model/result.ts';
import { cases } from '../../cases.ts';
import { MemoryLog } from './memory-log.ts';

const minute = 60_000;
const overlap = 15 * minute;
const start = Date.UTC(2026, 2, 14);
const limits = {
  since: 1440 * minute,
  overlap,
  reach: 90 * 24 * 60 * minute,
  chunk: 700 * minute,
};

const iso = (minutes: number): string => new Date(start + minutes * minute).toISOString();

/**
 * A record, with times in minutes since the start: it happens, the cloud takes it in and shows it.
 */
interface Happening {
  readonly at: number;
  readonly submitted: number;
  readonly shown: number;
}

/**
 * How a cloud's log behaves. `time` says by which time it is queried and what it tells of it:
 * `event` knows only the time of the event; `submitted` is queried by the time of the event and
 * also tells when it took a record in; `received` is queried by the time at which it took the
 * record in.
 */
interface Behavior {
  readonly time: 'event' | 'submitted' | 'received';
  /** `offset` tokens count records, `key` tokens name the last record. */
  readonly token: 'offset' | 'key';
  readonly order: 'newest-first' | 'oldest-first' | 'unsorted';
  readonly pageSize: number;
  /** Each page starts with the last record of the page before. */
  readonly repeats: boolean;
}

interface Interruption {
  /** Pages of the round that are stored before the process dies. */
  readonly pages: number;
  readonly when: 'before the page is stored' | 'after the page is stored';
}

interface Turn {
  /** Minutes since the previous turn. */
  readonly pause: number;
  readonly interruption?: Interruption | undefined;
  /** The cloud has forgotten the page tokens it gave. */
  readonly forgets: boolean;
}

class ModelCloud implements WindowedLog {
  readonly name = 'model';
  readonly #records: readonly (Happening & { readonly id: string })[];
  readonly #behavior: Behavior;
  now = 0;
  epoch = 0;

  constructor(happenings: readonly Happening[], behavior: Behavior) {
    this.#records = happenings.map((each, index) => ({ ...each, id: `e${index}` }));
    this.#behavior = behavior;
  }

  async page(
    window: CursorWindow,
    token: string | undefined,
  ): Promise<Result<WindowPage, CallFailure>> {
    const { pageSize, repeats } = this.#behavior;
    const records = this.#sorted(window);
    const position = this.#positionOf(window, token, records);
    if (position === undefined) {
      return fail({ kind: 'page-token', code: 'InvalidNextToken', message: '' });
    }
    const page = records.slice(position, position + pageSize);
    const again = repeats && position > 0 ? records.slice(position - 1, position) : [];
    const last = page.at(-1);
    const isMore = position + pageSize < records.length && last !== undefined;
    const sent = [...again, ...page];
    const newest = sent
      .map((each) => iso(this.#ingested(each)))
      .toSorted()
      .at(-1);
    // New records become visible while the pages are read.
    this.now += 1;
    return ok({
      records: sent.map((each) => ({
        id: each.id,
        eventTime: iso(each.at),
        ingestedAt: iso(this.#ingested(each)),
        raw: JSON.stringify({ id: each.id }),
      })),
      read: sent.length,
      ...(newest === undefined ? {} : { newest }),
      ...(isMore
        ? { token: JSON.stringify([this.epoch, window, position + pageSize, last.id]) }
        : {}),
    });
  }

  #sorted({ from, to }: CursorWindow) {
    const { order, time } = this.#behavior;
    const asked = (each: Happening): string => iso(time === 'received' ? each.submitted : each.at);
    const inside = this.#records.filter(
      (each) => each.shown <= this.now && asked(each) >= from && asked(each) <= to,
    );
    const sign = order === 'newest-first' ? -1 : 1;
    return inside.toSorted((a, b) =>
      order === 'unsorted' ? (hash(a.id) < hash(b.id) ? -1 : 1) : sign * (a.at - b.at),
    );
  }

  #positionOf(
    window: CursorWindow,
    token: string | undefined,
    records: readonly { readonly id: string }[],
  ): number | undefined {
    if (token === undefined) return 0;
    const [epoch, frozen, offset, id] = JSON.parse(token);
    // Like the real services: a token is refused with other parameters, and may be forgotten.
    if (JSON.stringify(frozen) !== JSON.stringify(window)) throw new Error('changed parameters');
    if (epoch !== this.epoch) return undefined;
    if (this.#behavior.token === 'offset') return offset;
    return records.findIndex((each) => each.id === id) + 1;
  }

  #ingested({ at, submitted }: Happening): number {
    return this.#behavior.time === 'event' ? at : submitted;
  }
}

/** A sort key that gives a fixed order unrelated to time. */
function hash(id: string): string {
  return [...id].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 9973, 7).toString(36);
}

class Killed extends Error {}

/** Collects in turns; `skew` is how many minutes our clock is ahead of the cloud's. */
async function collectAll(
  cloud: ModelCloud,
  turns: readonly Turn[],
  skew: number,
): Promise<{ readonly log: MemoryLog; readonly added: number }> {
  const log = new MemoryLog();
  let added = 0;
  const source: CollectSource = {
    name: 'model',
    cloud: 'aws',
    retention: 365 * 24 * 60 * minute,
    streams: async () =>
      ok([{ key: 'all', read: (cursor, round) => readWindows(cloud, limits, cursor, round) }]),
    probe: async () => ok(''),
  };
  for (const { pause, interruption, forgets } of turns) {
    cloud.now += pause;
    if (forgets) cloud.epoch += 1;
    let pages = 0;
    log.before = () => {
      // A process killed right after storing a page shows it only when the next page would be
      // stored.
      const isBefore = interruption?.when === 'before the page is stored';
      const last = interruption === undefined ? undefined : interruption.pages + (isBefore ? 0 : 1);
      if (pages === last) throw new Killed();
      pages += 1;
    };
    const round: CollectRound = { now: iso(cloud.now + skew) };
    const size = log.records.size;
    await collectRound([source], round, { log, now: () => round.now }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    added += log.records.size - size;
  }
  return { log, added };
}

/** Records that the cloud shows before the overlap has passed. */
function happenings(latest: number) {
  return fc
    .record({
      at: fc.integer({ min: 0, max: 300 }),
      taken: fc.integer({ min: 0, max: latest }),
      late: fc.integer({ min: 0, max: latest }),
    })
    .map(({ at, taken, late }): Happening => {
      const [submitted = 0, shown = 0] = [at + taken, at + late].toSorted((a, b) => a - b);
      return { at, submitted, shown };
    });
}

const behavior = fc.record({
  time: fc.constantFrom('event', 'submitted', 'received'),
  token: fc.constantFrom('offset', 'key'),
  order: fc.constantFrom('newest-first', 'oldest-first', 'unsorted'),
  pageSize: fc.integer({ min: 1, max: 6 }),
  repeats: fc.boolean(),
} satisfies { [K in keyof Behavior]: fc.Arbitrary<Behavior[K]> });

const turn = fc.record({
  pause: fc.integer({ min: 0, max: 60 }),
  interruption: fc.option(
    fc.record({
      pages: fc.integer({ min: 0, max: 6 }),
      when: fc.constantFrom('before the page is stored', 'after the page is stored'),
    } satisfies { [K in keyof Interruption]: fc.Arbitrary<Interruption[K]> }),
    { nil: undefined },
  ),
  forgets: fc.boolean(),
});

const turns = fc.array(turn, { maxLength: 12 });
/** Two uninterrupted rounds, the second one long after the last record was shown. */
const calm: readonly Turn[] = [
  { pause: 0, forgets: false },
  { pause: 2000, forgets: false },
];
/** In minutes; less than the overlap, because in the model reading a page takes a minute. */
const lateness = 14;

it('loses nothing and stores nothing twice, whatever is late, repeated, unsorted or killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happenings(lateness), { maxLength: 40 }),
      behavior,
      turns,
      fc.integer({ min: -15, max: 15 }),
      async (records, how, before, skew) => {
        // The first round starts at the first record, so that its window covers all of them.
        const cloud = new ModelCloud(records, how);
        cloud.now = 60;
        const { log, added } = await collectAll(cloud, [...before, ...calm], skew);

        expect(log.ids()).toEqual(records.map((_, index) => `e${index}`).toSorted());
        expect(added).toBe(records.length);
      },
    ),
    { numRuns: cases(1000) },
  );
});

it('misses what is later than the overlap, which is why the overlap is a setting', async () => {
  const late: Happening = { at: 0, submitted: 600, shown: 600 };
  const other: Happening = { at: 300, submitted: 300, shown: 300 };
  const cloud = new ModelCloud([late, other], {
    time: 'event',
    token: 'key',
    order: 'newest-first',
    pageSize: 5,
    repeats: false,
  });
  cloud.now = 310;
  const { log } = await collectAll(cloud, [{ pause: 0, forgets: false }, ...calm], 0);

  expect(log.ids()).toEqual(['e1']);
});
