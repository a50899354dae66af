import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ClosedDrift, OpenDrift } from '../../../src/model/open-drift.ts';
import { formatPath, startsWith } from '../../../src/model/path.ts';
import type { Memory } from '../../../src/ports/store/memory.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { cases, timeFor } from '../../cases.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Cut, cutHistory, end, maxRuns, readBy, reported, timeOfRun } from './cut-history.ts';
import {
  code,
  createWorld,
  recordOf,
  replacedText,
  stateText,
  timeOf,
  type World,
} from './memory-world.ts';

afterAll(removeFolders);

/** Everything that must be the same: open drifts, evidence, decisions, and patches. */
function outcome({ report, patched }: RunResult) {
  return { ...reported(report), files: patched.map(({ intent, files }) => [intent.id, files]) };
}

/** `replaced` is the run from which the state has another security group. */
async function inPieces(
  world: World,
  records: readonly JsonObject[],
  cut: Cut,
  replaced = maxRuns,
): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  for (let run = 0; run < maxRuns; run += 1) {
    world.code = cut.codes[run] ?? code;
    if (run === replaced) world.state = replacedText();
    results.push(await world.scan(readBy(run, records, cut), timeOfRun(run)));
  }
  return results;
}

/** A property that holds if runs in the world remember what they have to. */
function cutsMeanNothing(worldOf: () => Promise<World>, replaced = maxRuns) {
  return fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
    const records = acts.map(recordOf);
    const pieces = await inPieces(await worldOf(), records, cut, replaced);
    const state = replaced < maxRuns ? replacedText() : stateText();
    const whole = await createWorld({ code: cut.codes.at(-1) ?? code, state });

    const all = await whole.scan(records, end);

    const last = pieces.at(-1);
    const expected = outcome(all);
    // How a call on a group is translated depends on the state, and so does what is told of a group
    // that no longer exists.
    const past = replaced < maxRuns ? { reverted: expected.reverted } : {};
    expect(last && { ...outcome(last), ...past }).toEqual(expected);
  });
}

type Place = Pick<OpenDrift, 'address' | 'path'>;

function placeOf({ address, path }: Place): string {
  return `${address} ${formatPath(path)}`;
}

/**
 * True if a drift is now reported in larger or smaller parts. Whether a resource exists is no part
 * of its fields.
 */
function isRestated(drift: OpenDrift, now: readonly OpenDrift[]): boolean {
  return now.some(
    (other) =>
      other.address === drift.address &&
      !isExistence(other) &&
      !isExistence(drift) &&
      (startsWith(other.path, drift.path) || startsWith(drift.path, other.path)),
  );
}

function isExistence({ path, live }: OpenDrift): boolean {
  return path.length === 0 && live.kind !== 'unknown';
}

/** True if the event that is said to have closed a drift is one that the drift was based on. */
function namesOld(closed: ClosedDrift, before: readonly OpenDrift[]): boolean {
  const drift = before.find((one) => placeOf(one) === placeOf(closed));
  return drift?.evidence.some(({ event }) => event === closed.event) ?? false;
}

const runs = cases(5_000);
const replacedRuns = cases(1_000, 50);
const tracedRuns = cases(2_000, 100);

describe('what is open', () => {
  it('is the same however a log is cut into runs', timeFor(runs), async () => {
    await fc.assert(cutsMeanNothing(createWorld), { numRuns: runs });
  });

  it.each([1, 2, 3])(
    'is the same if a resource is replaced before run %i',
    timeFor(replacedRuns),
    async (replaced) => {
      const property = cutsMeanNothing(createWorld, replaced);

      await fc.assert(property, { numRuns: replacedRuns });
    },
  );

  it.each<readonly [string, (memory: Memory) => Memory]>([
    ['forgets what is open', ({ events, ...rest }) => ({ ...rest, events: events.slice(0, -1) })],
    [
      'closes what is old',
      (memory) => ({
        ...memory,
        events: memory.events.filter(({ time }) => time >= timeOf(60)),
        open: memory.open.filter(({ lastConfirmed }) => lastConfirmed.at >= timeOf(60)),
      }),
    ],
    [
      'forgets what calls nobody knows were about',
      ({ events, ...rest }) => ({
        ...rest,
        events: events.filter(({ unknown, cut }) => unknown === undefined && cut === undefined),
        questions: [],
      }),
    ],
  ])('would visibly differ if a run %s', async (_name, broken) => {
    const worldOf = async () => {
      const world = await createWorld();
      world.broken = broken;
      return world;
    };

    const { failed } = await fc.check(cutsMeanNothing(worldOf), {
      numRuns: 100,
      endOnFailure: true,
    });

    expect(failed).toBe(true);
  });

  it('is never closed without a reason in the trace', timeFor(tracedRuns), async () => {
    await fc.assert(
      fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
        const results = await inPieces(await createWorld(), acts.map(recordOf), cut);
        let before: readonly OpenDrift[] = [];
        for (const { report, trace } of results) {
          const now = report.openDrifts ?? [];
          const closed = report.closedDrifts ?? [];
          const stays = new Set([...now, ...closed].map(placeOf));
          const missing = before.filter((drift) => !stays.has(placeOf(drift)));
          expect(missing.filter((drift) => !isRestated(drift, now)).map(placeOf)).toEqual([]);
          expect(trace.filter(({ disposition }) => disposition === 'closed')).toHaveLength(
            closed.length + (report.closedQuestions ?? []).length,
          );
          expect(closed.filter((one) => namesOld(one, before))).toEqual([]);
          before = now;
        }
      }),
      { numRuns: tracedRuns },
    );
  });

  it('is the same when the last run is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
        const world = await createWorld();
        const pieces = await inPieces(world, acts.map(recordOf), cut);
        const before = JSON.stringify(world.memory);

        const again = await world.scan([], end);

        const last = pieces.at(-1);
        expect(outcome(again)).toEqual(last && outcome(last));
        expect(again.report.closedDrifts).toEqual([]);
        expect(again.memory?.events).toEqual([]);
        const state = (text: string) =>
          text
            .replaceAll('"state":"new"', '"state":"open"')
            .replace(/"at":"[^"]*","values"/, '"values"');
        expect(state(JSON.stringify(world.memory))).toBe(state(before));
      }),
      { numRuns: cases(1_000, 100) },
    );
  });
});
