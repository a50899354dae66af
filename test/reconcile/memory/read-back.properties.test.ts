import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { SeenDifference } from '../../../src/ports/store/seen-difference.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { cases, timeFor } from '../../cases.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import type { FlatInput } from '../flat-input.ts';
import { type Act, createWorld, readsQueue, recordOf, timeOf, type World } from './memory-world.ts';

afterAll(removeFolders);

const windowMs = 30 * 60_000;
const values = [0, 30, 60, 90];
const teams = ['shop', 'search'];

const what = fc.oneof(
  fc.record({ kind: fc.constant('timeout'), value: fc.constantFrom(...values) }),
  fc.record({ kind: fc.constant('delay'), value: fc.constantFrom(...values) }),
  fc.record({ kind: fc.constant('tag'), value: fc.constantFrom(...teams) }),
  fc.record({ kind: fc.constant('untag') }),
);

/** Somebody changes the queue. */
const act: fc.Arbitrary<Act> = fc.record({
  minute: fc.integer({ min: 1, max: 99 }),
  who: fc.constantFrom<Act['who']>('maria', 'jonas'),
  what,
});

const tags = fc.dictionary(fc.constantFrom('Team', 'Owner'), fc.constantFrom(...teams));

/** The queue as a provider reads it, whatever the log says. */
const queue: fc.Arbitrary<JsonObject> = fc
  .record({
    visibility_timeout_seconds: fc.constantFrom(...values),
    delay_seconds: fc.constantFrom(...values),
    tags,
  })
  .map((read) => ({ ...read, tags_all: read.tags }));

interface Pass {
  readonly minute: number;
  /** Undefined without a read-back. */
  readonly read: JsonObject | undefined;
  /** Whether the log that it is given starts at the beginning. */
  readonly fromStart: boolean;
}

const pass: fc.Arbitrary<Pass> = fc.record({
  minute: fc.integer({ min: 5, max: 120 }),
  read: fc.option(queue, { nil: undefined }),
  fromStart: fc.boolean(),
});

const history = fc.record({
  acts: fc.uniqueArray(act, { maxLength: 5, selector: ({ minute }) => minute }),
  passes: fc.uniqueArray(pass, { maxLength: 5, selector: ({ minute }) => minute }),
  last: queue,
});

/** What a run says about each field, and what becomes of it. */
function outcome({ report }: RunResult) {
  const actors = new Map(report.intents.map(({ id, actor, summary }) => [id, [actor, summary]]));
  const drifts = report.drifts.map(({ basis: _, ...drift }) => drift);
  const decisions = report.decisions.map(({ intent, ...decision }) => [
    actors.get(intent),
    decision,
  ]);
  const open = (report.openDrifts ?? []).map(({ address, path }) => [address, formatPath(path)]);
  const pending = (report.pending ?? []).map(({ drift, ...waiting }) => [
    drift.address,
    drift.live,
    waiting,
  ]);
  return { drifts, decisions, open, pending };
}

/** Each pass is given the records that were written since the one before, or all. */
async function play(world: World, acts: readonly Act[], passes: readonly Pass[]) {
  let since = 0;
  let seen: readonly SeenDifference[] = [];
  const results: RunResult[] = [];
  for (const { minute, read, fromStart } of passes) {
    const records = acts
      .map((one, index) => ({ ...one, record: recordOf(one, index) }))
      .filter((one) => (fromStart || one.minute > since) && one.minute <= minute)
      .map(({ record }) => record);
    const more: Partial<FlatInput> = {
      ...(read !== undefined && readsQueue(read)),
      pending: { windowMs, seen },
    };
    const result = await world.scan(records, timeOf(minute), more);
    seen = result.unexplained?.seen ?? seen;
    since = Math.max(since, minute);
    results.push(result);
  }
  return results;
}

const runs = cases(5_000);

describe('what a provider reads', () => {
  it(
    'is the same for the run that reads it and for one that remembers it',
    timeFor(runs),
    async () => {
      const property = fc.asyncProperty(history, async ({ acts, passes, last }) => {
        const world = await createWorld();
        const sorted = passes.toSorted((a, b) => a.minute - b.minute);
        const end = { minute: 130, read: last, fromStart: false };
        const again = { ...end, read: undefined };
        const results = await play(world, acts, [...sorted, end, again]);

        const [reading, remembering] = results.slice(-2).map(outcome);

        expect(remembering).toEqual(reading);
      });
      await fc.assert(property, { numRuns: runs });
    },
  );
});
