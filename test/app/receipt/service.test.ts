import { sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import { planProposals } from '../../../src/app/plan/plan.ts';
import { createReplayer } from '../../../src/app/receipt/replay.ts';
import type { ReconcileDeps } from '../../../src/app/reconcile/deps.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { ReceiptLog } from '../../../src/ports/receipt/receipt-log.ts';
import type { WithReceipts } from '../../../src/ports/receipt/with-receipts.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { testKey } from '../../stages/receipt/logs.ts';
import { createScanBench, demoFiles, demoRecords, type ScanBench } from '../demo-stack.ts';

const { key, verifier } = testKey(1);

let store: TestServiceStore;
let bench: ScanBench;
let log: ReceiptLog;
let isSigning = true;
let tests = 0;
let tenant = '';

const receipts: WithReceipts = (of, work) => {
  expect(of).toBe(tenant);
  return work(log);
};
const plan: ReconcileDeps['plan'] = (run, stack, named) =>
  planProposals(run, { stack, receipts: named });
const scan = (job: object = {}) => bench.scan(job, { receipts, plan });

beforeAll(async () => {
  store = await openTestServiceStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  tests += 1;
  tenant = `signed-${tests}`;
  isSigning = true;
  log = databaseLog(store.store.receipts(tenant), {
    key: verifier,
    sign: async (messages) =>
      isSigning
        ? ok(messages.map((message) => sign(null, message, key)))
        : fail({ code: 'signer-away', message: 'Nobody signs.' }),
  });
  bench = createScanBench({
    store: store.store,
    stack: ({ path }) =>
      Stack.parse({ name: 'shop', tenant, repository: path, root: '.', forge: 'hub' }),
  });
  bench.repository.commit(demoFiles());
  await bench.addRecords(demoRecords());
});
afterEach(async () => {
  await bench.jobs();
  await bench.close();
});

async function planned() {
  const of = { tenant, stack: 'shop' };
  const run = await store.store.runs.latest(of);
  return run === undefined ? [] : store.store.runs.planned(of, run.id);
}

describe('receipts of scans in the service', () => {
  it('exist for each decision, verify with the public key, and can be replayed', async () => {
    expect(await scan()).toEqual({ ok: true, value: undefined });
    const run = await store.store.runs.latest({ tenant, stack: 'shop' });
    const bundle = await log.bundle(await log.receipts());
    if (!bundle.ok || run === undefined) throw new Error('There are receipts of a run.');
    const found = verifyBundle(bundle.value, [verifier]);
    if (!found.ok) throw new Error(found.error.message);
    const replayer = createReplayer(async (digest) => bundle.value.inputs[digest]);
    const decisions = found.value.receipts.filter(({ kind }) => kind === 'decision');

    expect(found.value.missing).toEqual([]);
    expect(decisions).toHaveLength(run.report.decisions.length);
    expect(decisions.length).toBeGreaterThan(5);
    for (const one of decisions) expect(await replayer.replay(one)).toMatchObject({ ok: true });
    expect(decisions[0]?.predicate['base']).toBe(bench.repository.head());
  });

  it('are named in commits and descriptions, and a later scan does not change that', async () => {
    await scan();
    const first = await planned();
    await scan({ cause: 'person' });
    const size = (await log.receipts()).length;

    expect(first.length).toBeGreaterThan(3);
    for (const { message, body } of first) {
      const trailers = new Map(message.trailers);
      const note = Buffer.from(trailers.get('Parley-Checkpoint') ?? '', 'base64').toString();
      expect(trailers.get('Receipt')).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(note).toContain(`\n${size}\n`);
      expect(body).toContain(note.trimEnd());
    }
    expect((await planned()).map(({ message }) => message)).toEqual(
      first.map(({ message }) => message),
    );
    expect((await log.receipts()).length).toBe(size);
  });

  it('come first: without them nothing is recorded or planned', async () => {
    isSigning = false;
    await scan();
    const of = { tenant, stack: 'shop' };

    expect(await store.store.runs.latest(of)).toBeUndefined();
    expect(await bench.jobs()).not.toContainEqual(expect.objectContaining({ queue: 'propose' }));
    expect(bench.news).toContainEqual(
      expect.objectContaining({
        kind: 'failed',
        problem: expect.objectContaining({ code: 'signer-away' }),
      }),
    );

    isSigning = true;
    expect(await scan({ cause: 'person' })).toEqual({ ok: true, value: undefined });
    expect((await planned()).length).toBeGreaterThan(3);
  });
});
