import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bucket, ListInput } from '../../../src/adapters/collect/aws/bucket.ts';
import { folderPath, type TrailFolder } from '../../../src/adapters/collect/aws/keys.ts';
import { readTrail } from '../../../src/adapters/collect/aws/trail-stream.ts';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import type { CollectSource } from '../../../src/adapters/collect/types.ts';
import { ok } from '../../../src/model/result.ts';
import { MemoryLog } from './memory-log.ts';
import { idOf, trailRecord } from './records.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 2, 14);
const folder: TrailFolder = { base: 'AWSLogs/', account: '123456789012', region: 'us-east-1' };
const limits = { since: 3 * day, overlap: 15 * minute, late: 2 * day };

/**
 * A log file, with times in minutes since the start: when it is written, and when it gets visible.
 */
interface File {
  readonly written: number;
  readonly shown: number;
  /** How many days before the time of writing the day of its folder is. */
  readonly daysLate: number;
}

interface Turn {
  readonly pause: number;
  /** Pages that are stored before the process dies. */
  readonly dies?: number | undefined;
}

/** A bucket in which files appear as time passes; lists two keys per page. */
class ModelBucket implements Bucket {
  readonly name = 'model';
  readonly #files: readonly { key: string; modified: string; shown: number; bytes: Buffer }[];
  now = 0;
  reads = 0;

  constructor(files: readonly File[]) {
    this.#files = files.map(({ written, shown, daysLate }, index) => {
      const time = start + written * minute;
      const name = new Date(time - daysLate * day).toISOString();
      const stamp = name.slice(0, 16).replaceAll(/[-:]/g, '');
      const date = name.slice(0, 10).replaceAll('-', '/');
      return {
        key: `${folderPath(folder)}${date}/${folder.account}_CloudTrail_us-east-1_${stamp}Z_${index}.json.gz`,
        modified: new Date(time).toISOString(),
        shown,
        bytes: gzipSync(JSON.stringify({ Records: [trailRecord(idOf(index), time)] })),
      };
    });
  }

  async list({ prefix, after = '', token }: ListInput) {
    const found = this.#files
      .filter(({ shown }) => shown <= this.now)
      .filter(({ key }) => key.startsWith(prefix) && key > (token ?? after))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const objects = found.slice(0, 2).map(({ key, modified }) => ({ key, modified }));
    const last = objects.at(-1);
    const more = found.length > 2 && last !== undefined ? { next: last.key } : {};
    return ok({ objects, folders: [], ...more });
  }

  async get(key: string) {
    const file = this.#files.find((each) => each.key === key);
    if (file === undefined) throw new Error(`no ${key}`);
    this.reads += 1;
    return ok({ bytes: file.bytes, modified: file.modified });
  }
}

class Killed extends Error {}

async function collectAll(bucket: ModelBucket, turns: readonly Turn[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  const source: CollectSource = {
    name: 'trail',
    cloud: 'aws',
    retention: 400 * day,
    streams: async () =>
      ok([
        { key: 'all', read: (cursor, round) => readTrail(bucket, folder, limits, cursor, round) },
      ]),
    probe: async () => ok(''),
  };
  for (const { pause, dies } of turns) {
    bucket.now += pause;
    let pages = 0;
    log.before = () => {
      if (pages === dies) throw new Killed();
      pages += 1;
    };
    const now = new Date(start + bucket.now * minute).toISOString();
    await collectRound([source], { now }, { log, now: () => now }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }
  return log;
}

const file = fc
  .record({
    written: fc.integer({ min: 0, max: 600 }),
    wait: fc.integer({ min: 0, max: 14 }),
    daysLate: fc.constantFrom(0, 0, 0, 1, 2),
  })
  .map(({ written, wait, daysLate }): File => ({ written, shown: written + wait, daysLate }));

const turn = fc.record({
  pause: fc.integer({ min: 0, max: 100 }),
  dies: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
});

it('reads every file, however late it appears and whenever the process dies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 25 }),
      fc.array(turn, { maxLength: 12 }),
      async (files, turns) => {
        const bucket = new ModelBucket(files);
        const log = await collectAll(bucket, [...turns, { pause: 700 }, { pause: 61 }]);

        expect(log.ids()).toEqual(files.map((_, index) => idOf(index)).toSorted());
      },
    ),
    { numRuns: 150 },
  );
});

it('reads no file twice if nothing goes wrong', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 12 }),
      async (files, pauses) => {
        const bucket = new ModelBucket(files);
        const turns = pauses.map((pause) => ({ pause }));
        await collectAll(bucket, [...turns, { pause: 700 }, { pause: 61 }]);

        expect(bucket.reads).toBe(files.length);
      },
    ),
    { numRuns: 80 },
  );
});
