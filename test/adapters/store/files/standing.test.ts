import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connectStore } from '../../../../src/adapters/store/connect.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { Store } from '../../../../src/ports/store/run-store.ts';
import { safeJsonPieces } from '../../../../src/present/terminal/safe.ts';
import { newFolder, removeFolders } from '../../../entry/cli/parley.ts';

afterAll(removeFolders);

const at = '2026-03-14T10:00:00.000Z';

const report: Report = {
  schema: 'parley/report/v1',
  tool: { name: 'parley', version: '0' },
  startedAt: at,
  policy: 'default',
  inputs: { events: { read: 0, kept: 0, dropped: {} }, state: { serial: 1, resources: 0 } },
  drifts: [],
  intents: [],
  decisions: [],
  patches: [],
  proposals: [],
  unresolved: [],
  reverted: [],
  contentions: [],
  tokens: { prompt: 0, completion: 0 },
  timings: {},
};

async function newStore(): Promise<Store> {
  const path = join(newFolder(), '.parley');
  const opened = await connectStore(
    { kind: 'folder', path },
    { tenant: 'default', timeout: 10_000 },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

function record(store: Store, basis: string): Promise<unknown> {
  return store.recordRun({
    command: 'scan',
    report,
    steps: new Map(),
    ledger: { entries: [], declarations: [] },
    assess: () => undefined,
    standing: {
      ...{ basis, ground: 'all else', asked: '[]', unlike: '[]', elsewhere: [] },
      ...{ text: 'No drift.', remains: false, pretty: safeJsonPieces },
    },
  });
}

it('keeps the result for the next run if nothing else was stored during this one', async () => {
  const store = await newStore();
  await record(store, (await store.standing?.basis()) ?? '');

  expect((await store.standing?.find())?.text).toBe('No drift.');
  await store.close();
});

it('keeps no result if someone answered while the run was made', async () => {
  const store = await newStore();
  const basis = (await store.standing?.basis()) ?? '';
  await store.keepAnswer({
    ...{ id: 'a-1', intent: 'i-1', digest: 'any', action: 'accept', by: 'git:ana@example.com', at },
  });
  await record(store, basis);

  expect(await store.standing?.find()).toBeUndefined();
  await store.close();
});
