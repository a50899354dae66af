import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServiceStore } from '../../../src/adapters/store/open-service.ts';
import { readServiceSettings } from '../../../src/app/stack/settings.ts';
import { openService } from '../../../src/entry/service/open.ts';
import type { Io } from '../../../src/ports/io.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { ledgerEntry } from '../../../src/stages/ledger/entry.ts';
import { at, serviceRun } from '../../adapters/store/service-runs.ts';
import { newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const key = { tenant: 'default', stack: 'shop' };

const wrote = ledgerEntry({
  kind: 'update',
  time: at(14),
  address: 'q.one',
  type: 'aws_sqs_queue',
  manager: { id: 'maria', name: 'maria', class: 'human' },
  reason: 'a test of load',
  evidence: [],
  writes: [{ path: ['delay_seconds'], value: { kind: 'value', value: 5 } }],
});

/** The folder of a service with these stacks; `shop` has a run with two intents. */
async function serviceFolder(...stacks: readonly string[]): Promise<string> {
  const folder = newFolder();
  const listed = stacks.map(
    (name) => `  - { name: ${name}, repository: "https://git.example/${name}.git" }`,
  );
  writeFileSync(join(folder, 'parley.yaml'), `version: 1\nstacks:\n${listed.join('\n')}\n`);
  await inStore(folder, async (store) => {
    await store.runs.keep(key, serviceRun({ intents: ['one', 'two'] }), () => []);
    await store.project(key).appendLedger([wrote]);
  });
  return folder;
}

async function inStore<T>(folder: string, work: (store: ServiceStore) => Promise<T>): Promise<T> {
  const location = { kind: 'folder', path: join(folder, '.parley') } as const;
  const opened = await openServiceStore(location, { timeout: 10_000 });
  if (!opened.ok) throw new Error(opened.error.message);
  try {
    return await work(opened.value.store);
  } finally {
    await opened.value.store.close();
  }
}

function ioIn(cwd: string): Io {
  return {
    out: () => undefined,
    err: () => undefined,
    env: { PATH: process.env['PATH'] },
    cwd,
    now: () => '2026-03-15T09:00:00.000Z',
    elapsed: () => performance.now(),
    columns: 80,
    color: false,
  };
}

/** Exit codes and output of the commands that show a stack's history. */
async function said(folder: string, ...flags: readonly string[]) {
  const explain = await parley(folder, 'explain', 'i-one', ...flags);
  const blame = await parley(folder, 'blame', 'q.one', ...flags);
  const list = await parley(folder, 'intent', 'list', ...flags);
  return [explain, blame, list].map(({ code, out }) => `${code} ${out}`);
}

describe('the history of a stack', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await serviceFolder('shop', 'other');
  });

  it('is shown by the commands, by stack name, also through a running service', async () => {
    const named = await said(folder, '--stack', 'shop');
    const settings = await readServiceSettings(ioIn(folder), { dir: '.' });
    if (!settings.ok) throw new Error('settings');
    const service = await openService(ioIn(folder), settings.value);
    if (!service.ok) throw new Error(service.error.message);
    const open = await said(folder, '--stack', 'default/shop');
    await service.value.close();

    expect(named[0]).toMatch(/^0 .*i-one/);
    expect(named[1]).toMatch(/^0 q\.one/);
    expect(named[2]).toMatch(/^0 i-one .*\n[\s\S]*i-two/);
    expect(open).toEqual(named);
  });

  it('needs no stack name if there is only one', async () => {
    const single = await serviceFolder('shop');

    expect(await said(single)).toEqual(await said(folder, '--stack', 'shop'));
  });

  it.each([
    [[], 'watches several stacks. Give --stack one of shop, other.'],
    [['--stack', 'nix'], 'does not have exactly one stack nix. Give --stack one of shop, other.'],
  ])('needs a valid stack name, unlike %j', async (flags, problem) => {
    const { code, err } = await parley(folder, 'blame', 'q.one', ...flags);

    expect(code).toBe(1);
    expect(err).toContain(problem);
  });

  it('includes answers, each of which triggers a scan of the stack', async () => {
    const taken = await parley(folder, 'answer', 'q.one', 'reject', '--stack', 'shop');
    const settings = await readServiceSettings(ioIn(folder), { dir: '.' });
    if (!settings.ok) throw new Error('settings');
    const service = await openService(ioIn(folder), settings.value);
    if (!service.ok) throw new Error(service.error.message);
    const open = await parley(folder, 'answer', 'i-two', 'hold', '3d', '--stack', 'shop');
    const gone = await parley(folder, 'answer', 'i-nix', 'accept', '--stack', 'shop');
    await service.value.close();

    expect(taken).toMatchObject({ code: 0, err: '' });
    expect(taken.out).toContain('a request to restore the cloud replaces the proposal');
    expect(open).toMatchObject({ code: 0, err: '' });
    expect(open.out).toContain('An open proposal is closed for that time');
    expect(gone).toMatchObject({ code: 1 });
    expect(gone.err).toContain('no open intent, drift or address i-nix. It has i-one');
    await inStore(folder, async (store) => {
      const kept = await store.answers.list(key);
      expect([...kept].sort((a, b) => (a.intent < b.intent ? -1 : 1))).toMatchObject([
        { intent: 'i-one', action: 'revert', by: expect.stringMatching(/^(?:git|user):/) },
        { intent: 'i-two', action: 'hold', until: '2026-03-18T09:00:00.000Z' },
      ]);
      expect(await store.outbox.pending(10)).toMatchObject(
        [1, 2].map(() => ({ queue: 'reconcile', job: { ...key, cause: 'person' } })),
      );
    });
  });
});
