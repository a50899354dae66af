import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Memory } from '../../../src/ports/store/memory.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { cases } from '../../cases.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, createWorld, recordOf, timeOf, type World } from './memory-world.ts';

afterAll(removeFolders);

const what: fc.Arbitrary<Act['what']> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'delay' as const),
    value: fc.constantFrom(0, 30, 60, 90),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'shut' as const),
    port: fc.constantFrom(22, 443, 8443),
  }),
  fc.record({ kind: fc.constant('tag' as const), value: fc.constantFrom('shop', 'ops') }),
  fc.record({ kind: fc.constant('untag' as const) }),
  fc.record({ kind: fc.constant('look' as const) }),
  fc.record({
    kind: fc.constant('strange' as const),
    operation: fc.constantFrom('Frobnicate' as const, 'Tangle' as const),
  }),
  fc.record({ kind: fc.constant('cut' as const) }),
);

const who = fc.constantFrom('maria' as const, 'jonas' as const, 'deploy' as const);

/** Actions of people, in no order, at times that may be equal. */
const history: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({ minute: fc.nat({ max: 40 }).map((n) => n * 15), who, what }),
  { minLength: 1, maxLength: 8 },
);

/** Code that people may have merged in the meantime. */
const codes = [
  code,
  code.replace('= 30', '= 90'),
  code.replace('"shop"', '"ops"'),
  code.replace('delay_seconds              = 0', 'delay_seconds              = 60'),
];

interface Cut {
  /** For each record, the runs that read it: at least one. */
  readonly reads: readonly ReadonlySet<number>[];
  /** The code that each run finds; the single run over everything finds the last one. */
  readonly codes: readonly string[];
}

const maxRuns = 4;

/** Runs that between them read every record: late, repeatedly, in any order. */
function cutOf(length: number): fc.Arbitrary<Cut> {
  const run = fc.nat({ max: maxRuns - 1 });
  return fc.record({
    reads: fc.array(
      fc.array(run, { minLength: 1, maxLength: 3 }).map((runs) => new Set(runs)),
      { minLength: length, maxLength: length },
    ),
    codes: fc.array(fc.constantFrom(...codes), { minLength: maxRuns, maxLength: maxRuns }),
  });
}

const cutHistory = history.chain((acts) => cutOf(acts.length).map((cut) => ({ acts, cut })));

const end = timeOf(60 * 24);

/** Everything that must be the same: open drifts, evidence, decisions, and patches. */
function outcome({ report, patched }: RunResult): unknown {
  return {
    open: (report.openDrifts ?? []).map(
      ({ id, address, path, declared, live, before, evidence }) => ({
        id,
        place: `${address} ${formatPath(path)}`,
        declared,
        live,
        before,
        evidence,
      }),
    ),
    questions: (report.openQuestions ?? []).map(({ state: _, firstSeen: __, ...one }) => one),
    drifts: report.drifts,
    intents: report.intents,
    decisions: report.decisions,
    reverted: report.reverted,
    files: patched.map(({ intent, files }) => [intent.id, files]),
  };
}

async function inPieces(
  world: World,
  records: readonly JsonObject[],
  cut: Cut,
): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  for (let run = 0; run < maxRuns; run += 1) {
    const some = records.filter((_, index) => cut.reads[index]?.has(run));
    world.code = cut.codes[run] ?? code;
    const isLast = run === maxRuns - 1;
    // A later run may read older records.
    const now = isLast ? end : timeOf(60 * 12 + run);
    results.push(await world.scan(run % 2 === 0 ? some : some.toReversed(), now));
  }
  return results;
}

/** A property that holds if runs in the world remember what they have to. */
function cutsMeanNothing(worldOf: () => Promise<World>) {
  return fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
    const records = acts.map(recordOf);
    const pieces = await inPieces(await worldOf(), records, cut);
    const whole = await createWorld({ code: cut.codes.at(-1) ?? code });

    const all = await whole.scan(records, end);

    const last = pieces.at(-1);
    expect(last && outcome(last)).toEqual(outcome(all));
  });
}

describe('what is open', () => {
  it('is the same however a log is cut into runs', async () => {
    await fc.assert(cutsMeanNothing(createWorld), { numRuns: cases(5_000) });
  });

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

  it('is never closed without a reason in the trace', async () => {
    await fc.assert(
      fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
        const results = await inPieces(await createWorld(), acts.map(recordOf), cut);
        let open = new Map<string, readonly string[]>();
        for (const { report, trace } of results) {
          const now = new Map(
            (report.openDrifts ?? []).map(({ address, path }) => [
              `${address} ${formatPath(path)}`,
              [address],
            ]),
          );
          const closed = new Set(
            (report.closedDrifts ?? []).map(
              ({ address, path }) => `${address} ${formatPath(path)}`,
            ),
          );
          const missing = [...open.keys()].filter((place) => !now.has(place));
          const restated = (place: string) =>
            [...now.keys()].some((other) => other.startsWith(place) || place.startsWith(other));
          expect(missing.filter((place) => !closed.has(place) && !restated(place))).toEqual([]);
          expect(trace.filter(({ disposition }) => disposition === 'closed')).toHaveLength(
            closed.size + (report.closedQuestions ?? []).length,
          );
          open = now;
        }
      }),
      { numRuns: cases(2_000, 100) },
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
