import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createFiles } from '../../../../src/adapters/store/files/folder.ts';
import { appendSeen, readAll } from '../../../../src/adapters/store/files/ledger.ts';
import type { Memory } from '../../../../src/ports/store/memory.ts';
import type { RunLedger } from '../../../../src/ports/store/run-store.ts';
import { runLedger } from '../../../../src/reconcile/report/ledger.ts';
import type { RunResult } from '../../../../src/reconcile/run-types.ts';
import type { LedgerEntry } from '../../../../src/stages/ledger/entry.ts';
import { cases } from '../../../cases.ts';
import { demoInput } from '../../../reconcile/demo.ts';
import {
  type Act,
  code,
  createWorld,
  recordOf,
  timeOf,
} from '../../../reconcile/memory/memory-world.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-settled-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;

/** A new, empty ledger. */
function newLedger() {
  folders += 1;
  const files = createFiles(join(base, String(folders)), undefined);
  return {
    append: (seen: RunLedger): Promise<void> => files.change((draft) => appendSeen(draft, seen)),
    entries: (): Promise<readonly LedgerEntry[]> => files.read(readAll),
  };
}

const act: fc.Arbitrary<Act> = fc.record({
  minute: fc.nat({ max: 40 }).map((n) => n * 15),
  who: fc.constantFrom('maria', 'jonas', 'deploy'),
  what: fc.oneof(
    fc.record({
      kind: fc.constantFrom('timeout' as const, 'delay' as const),
      value: fc.constantFrom(0, 30, 60, 90),
    }),
    fc.record({ kind: fc.constant('open' as const), port: fc.constantFrom(22, 8443) }),
    fc.record({ kind: fc.constant('tag' as const), value: fc.constantFrom('shop', 'ops') }),
  ),
});

/**
 * For each run: the records that it reads, possibly late or repeated, and the code that it finds.
 */
const history = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 5 }),
  runs: fc.array(
    fc.record({
      reads: fc.array(fc.nat({ max: 4 }), { maxLength: 4 }),
      code: fc.constantFrom(
        code,
        code,
        code.replace('"web"\n  description', '"web2"\n  description'),
        code.replace('delay_seconds              = 0', 'delay_seconds              = 60'),
      ),
    }),
    { minLength: 2, maxLength: 4 },
  ),
});

type SettledOf = (result: RunResult, before: Memory) => ReadonlySet<string>;

/** Whatever a run leaves out of the ledger as settled is already there. */
function leavesOutNothing(settledOf: SettledOf) {
  return fc.asyncProperty(history, async ({ acts, runs }) => {
    const { schema } = await demoInput();
    const records = acts.map(recordOf);
    const world = await createWorld();
    const [short, whole] = [newLedger(), newLedger()];
    for (const [index, run] of runs.entries()) {
      world.code = run.code;
      const before = world.memory;
      const read = run.reads.flatMap((at) => records.slice(at, at + 1));
      const result = await world.scan(read, timeOf(60 * 12 + index));
      const { report, actors, original } = result;
      const seen = { report, actors, written: [], schema, evaluation: original.evaluation };
      await short.append(runLedger({ ...seen, settled: settledOf(result, before) }));
      await whole.append(runLedger(seen));
    }
    const order = (entries: readonly LedgerEntry[]) =>
      entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(order(await short.entries())).toEqual(order(await whole.entries()));
  });
}

describe('what a run leaves out of the ledger as settled', () => {
  it('is already there, whatever happened between the runs', async () => {
    await fc.assert(
      leavesOutNothing(({ settled }) => settled),
      { numRuns: cases(1000, 40) },
    );
  });

  it('includes the open drifts when nothing has happened', async () => {
    const world = await createWorld();
    const drift = { minute: 1, who: 'maria', what: { kind: 'timeout', value: 90 } } as const;
    await world.scan([recordOf(drift, 0)], timeOf(60));
    // The first scan after that still sees it as new, later ones as open.
    await world.scan([], timeOf(90));
    const again = await world.scan([], timeOf(120));
    expect(again.report.drifts).not.toEqual([]);
    expect([...again.settled]).toEqual(again.report.drifts.map(({ id }) => id));
  });

  it.each<readonly [string, SettledOf]>([
    ['the code is another one', (_, before) => new Set(before.open.map(({ id }) => id))],
    [
      'the drift is another one',
      ({ report }, before) => {
        const places = new Set(before.open.map(({ address }) => address));
        const known = report.drifts.filter(({ address }) => places.has(address));
        return new Set(known.map(({ id }) => id));
      },
    ],
  ])('would be missed if it were left out although %s', async (_, settledOf) => {
    const { failed } = await fc.check(leavesOutNothing(settledOf), {
      numRuns: 200,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
  });
});
