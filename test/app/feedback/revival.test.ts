import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { LifecycleStep } from '../../../src/model/lifecycle.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { runDemo, stackRunOf } from '../plan/demo-plans.ts';

const key = { tenant: 'default', stack: 'storefront' };
const understood: LifecycleStep = { event: 'understood', because: 'It is.' };
const ended: LifecycleStep = { event: 'ended', because: 'It was decided against.' };

let opened: Awaited<ReturnType<typeof openTestServiceStore>>;
let store: ServiceStore;
let result: RunResult;

beforeAll(async () => {
  opened = await openTestServiceStore();
  ({ store } = opened);
  result = await runDemo();
});

afterAll(() => opened.stop());

/** Records a run with this outcome for the one intent that the demo refuses. */
async function decide(intent: string, minute: number, outcome: Outcome, last?: LifecycleStep) {
  const { report } = result;
  const decisions = report.decisions.map((one) =>
    one.intent === intent ? { ...one, verdict: { ...one.verdict, outcome } } : one,
  );
  const startedAt = new Date(Date.UTC(2026, 2, 15, 9, minute)).toISOString();
  const { record } = stackRunOf({ ...result, report: { ...report, decisions, startedAt } });
  const steps = new Map([[intent, last === undefined ? [understood] : [understood, last]]]);
  const run = {
    record: { ...record, steps },
    revision: 'c'.repeat(40),
    findings: 'f',
    planned: [],
  };
  await store.runs.keep(key, run, () => []);
}

it('an intent that is accepted after all is revived once', async () => {
  const intent = result.report.decisions.find((one) => one.verdict.outcome === 'reject')?.intent;
  if (intent === undefined) throw new Error('The demo refuses nothing.');

  await decide(intent, 1, 'reject', ended);
  await decide(intent, 2, 'reject', ended);
  await decide(intent, 3, 'accept');
  await decide(intent, 4, 'accept');

  const steps = await store.project(key).transitions(intent);
  expect(steps.map(({ event, to, because }) => [event, to, because])).toEqual([
    ['understood', 'translated', 'It is.'],
    ['ended', 'retired', 'It was decided against.'],
    ['revived', 'translated', 'It was decided again: accept.'],
  ]);
});
