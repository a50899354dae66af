import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import { repeatedReport } from '../../../src/reconcile/again/repeated-report.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { cases, timeFor } from '../../cases.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  createWorld,
  recordOf,
  stateText,
  timeOf,
} from '../memory/memory-world.ts';

afterAll(removeFolders);

const what: fc.Arbitrary<Act['what']> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'delay' as const),
    value: fc.constantFrom(0, 30, 60, 90),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'shut' as const),
    port: fc.constantFrom(22, 443),
  }),
  fc.record({ kind: fc.constant('tag' as const), value: fc.constantFrom('shop', 'ops') }),
  fc.record({ kind: fc.constantFrom('untag' as const, 'cut' as const) }),
  fc.record({
    kind: fc.constant('strange' as const),
    operation: fc.constantFrom('Frobnicate' as const, 'Tangle' as const),
  }),
);

const codes = [
  code,
  code.replace('= 30', '= 90'),
  code.replace('delay_seconds              = 0', 'delay_seconds              = 60'),
];
const states = [
  stateText(),
  stateText(8, { visibility_timeout_seconds: 60 }),
  stateText(9, { visibility_timeout_seconds: 90, delay_seconds: 60 }),
];

const life = fc.record({
  acts: fc.array(
    fc.record({
      minute: fc.nat({ max: 40 }).map((n) => n * 15),
      who: fc.constantFrom('maria' as const, 'jonas' as const, 'deploy' as const),
      what,
    }),
    { minLength: 1, maxLength: 7 },
  ),
  runs: fc.array(
    fc.record({
      from: fc.nat({ max: 3 }),
      to: fc.nat({ max: 7 }),
      code: fc.constantFrom(...codes),
      state: fc.constantFrom(...states),
      /** Somebody's answer to the first intent of the previous run. */
      answer: fc.constantFrom(undefined, undefined, 'accept', 'revert', 'delegate', 'hold'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** Day of the first run: by day 90, some of the memory is forgotten. */
  day: fc.constantFrom(2, 2, 90),
});

const day = 60 * 24;

function answerTo(
  before: RunResult | undefined,
  action: 'accept' | 'revert' | 'delegate' | 'hold' | undefined,
  minute: number,
): readonly KeptAnswer[] {
  const intent = before?.report.intents[0]?.id;
  if (intent === undefined || action === undefined) return [];
  const [by, at] = ['git:ana@example.com', timeOf(minute)];
  const more = {
    ...(action === 'hold' ? { until: timeOf(9 * day) } : {}),
    ...(action === 'delegate' ? { bounds: { min: 0, max: 900 } } : {}),
  };
  return [{ id: `a-${minute}`, intent, digest: 'any', action, by, at, ...more }];
}

/** A run's report and what its verdicts rest on, without what differs in every run. */
function saidIn(report: RunResult['report'], { record }: RunResult): unknown {
  const { startedAt: _, timings: __, ...rest } = report;
  const { context: ___, ...rested } = record;
  return JSON.parse(JSON.stringify({ rest, rested }));
}

const lives = cases(5_000, 300);

it(
  'is what the next run says, and that leaves everything as it is',
  async () => {
    let [repeated, fresh] = [0, 0];
    await fc.assert(
      fc.asyncProperty(life, async ({ acts, runs, day: first }) => {
        const world = await createWorld();
        const records = acts.map(recordOf);
        let answers: readonly KeptAnswer[] = [];
        let last: RunResult | undefined;
        for (const [index, one] of runs.entries()) {
          const minute = first * day + index * 10;
          answers = [...answers, ...answerTo(last, one.answer, minute - 5)];
          world.code = one.code;
          world.state = one.state;
          const log = records.slice(one.from, one.to + 1);
          last = await world.scan(log, timeOf(minute), { answers, traced: false });
        }
        const again = last?.standing && repeatedReport(last.report);
        if (last === undefined || again === undefined) return;
        const log = records.slice(runs.at(-1)?.from, (runs.at(-1)?.to ?? 0) + 1);
        const later = timeOf(first * day + 60);
        if (Date.parse(later) >= (last.standing?.until ?? 0)) return;
        const next = await world.scan(log, later, { answers });

        repeated += 1;
        fresh += again === last.report ? 0 : 1;
        expect(saidIn(again, last)).toEqual(saidIn(next.report, next));
        const { state: _, ...left } = next.memory ?? {};
        expect(Object.values(left).flat()).toEqual([]);
      }),
      { numRuns: lives },
    );
    // Otherwise the property would be vacuous.
    expect(repeated).toBeGreaterThan(lives / 5);
    expect(fresh).toBeGreaterThan(lives / 20);
  },
  timeFor(lives, 1_000).timeout,
);
