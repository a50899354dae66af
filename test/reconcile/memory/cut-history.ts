import fc from 'fast-check';
import { formatPath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import { type Act, code, timeOf } from './memory-world.ts';

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
  fc.record({ kind: fc.constant('delete' as const) }),
  fc.record({ kind: fc.constant('create' as const), value: fc.constantFrom(30, 60, 90) }),
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

/** How the records of a history are cut into runs. */
export interface Cut {
  /** For each record, the runs that read it: at least one. */
  readonly reads: readonly ReadonlySet<number>[];
  /** The code that each run finds; the single run over everything finds the last one. */
  readonly codes: readonly string[];
}

export const maxRuns = 4;

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

/** Actions, and runs that read them. */
export const cutHistory = history.chain((acts) => cutOf(acts.length).map((cut) => ({ acts, cut })));

/** The time of the last run. */
export const end = timeOf(60 * 24);

/** What a report has to say alike however the log was cut. */
export function reported(report: Report) {
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
  };
}

/** The records that a run reads; every other run reads them in the opposite order. */
export function readBy<T>(run: number, records: readonly T[], { reads }: Cut): readonly T[] {
  const some = records.filter((_, index) => reads[index]?.has(run));
  return run % 2 === 0 ? some : some.toReversed();
}

/** A later run may read older records. */
export function timeOfRun(run: number): string {
  return run === maxRuns - 1 ? end : timeOf(60 * 12 + run);
}
