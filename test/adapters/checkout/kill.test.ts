import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../app/git-server.ts';

let folder: string;
let server: GitServer;
let repository: TestRepository;
let max: number | undefined;
let onStall: () => void = () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-killed-'));
  server = await startGitServer({
    stall: ({ method }) => (method === 'POST' ? max : undefined),
    stalled: () => onStall(),
  });
  repository = server.create('acme/shop');
  repository.commit({ 'main.tf': '\n', noise: randomBytes(2_000_000).toString('base64') });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Takes over soon after the holder of the lock was killed. All times in milliseconds. */
const impatient = {
  limits: { timeout: 20_000 },
  lock: { beat: 50, lease: 1000, pause: 20 },
};

function open(name: string, times: Partial<typeof impatient> = impatient) {
  const checkouts = createCheckouts({
    folder: join(folder, name),
    environment: { PATH: process.env['PATH'] ?? '' },
    addressesOf: createAddressLookup({ allowsLoopback: true }),
    credentialFor: async () => ok(undefined),
    ...times,
  });
  return checkouts.open(Stack.parse({ name: 'shop', repository: repository.url }));
}

/** Kills the process and all its descendants, as when a machine goes down. */
function killAll(pid: number): void {
  const all = readdirSync('/proc').filter((each) => /^\d+$/.test(each));
  const children = all.filter((each) => parentOf(each) === pid);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  for (const child of children) killAll(Number(child));
}

function parentOf(pid: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

async function mirrorOf(name: string): Promise<string> {
  const names = await readdir(join(folder, name));
  return join(folder, name, names.find((each) => each.endsWith('.git')) ?? '');
}

it('resumes from the copy that a killed fetch left behind', async () => {
  max = 1_000_000;
  const stalled = new Promise<void>((resolve) => {
    onStall = resolve;
  });
  const script = join(import.meta.dirname, 'opener.ts');
  const args = ['--import', 'tsx', script, join(folder, 'killed'), repository.url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const closed = once(child, 'close');
  await stalled;
  max = undefined;
  killAll(child.pid ?? 0);
  await closed;
  expect((await readdir(join(folder, 'killed'))).some((name) => name.endsWith('.lock'))).toBe(true);

  const opened = await open('killed');

  expect(opened).toMatchObject({ ok: true, value: { revision: repository.head() } });
});

it('removes what a killed git left behind, or makes the copy anew', async () => {
  await open('remains');
  const mirror = await mirrorOf('remains');
  const [tip = ''] = await readdir(join(mirror, 'refs/parley'));
  const old = new Date('2026-01-01T00:00:00Z');
  const remains = [`refs/parley/${tip}.lock`, 'packed-refs.lock', 'objects/pack/tmp_pack_x'];
  for (const name of remains) {
    await writeFile(join(mirror, name), '');
    await utimes(join(mirror, name), old, old);
  }
  expect((await open('remains')).ok).toBe(true);
  for (const name of remains) await expect(readdir(join(mirror, name))).rejects.toThrow('ENOENT');

  // A fresh lock may belong to a git that is still running, so it is not removed.
  repository.commit({ 'main.tf': 'x\n' });
  await writeFile(join(mirror, `refs/parley/${tip}.lock`), '');
  const opened = await open('remains');
  expect(opened).toMatchObject({ ok: true, value: { revision: repository.head() } });
});

it('makes a copy with broken objects anew', async () => {
  await open('broken');
  const mirror = await mirrorOf('broken');
  const packs = await readdir(join(mirror, 'objects/pack'));
  for (const name of packs.filter((each) => each.endsWith('.pack'))) {
    await rm(join(mirror, 'objects/pack', name), { force: true });
  }
  for (const entry of await readdir(join(mirror, 'objects'))) {
    if (/^[0-9a-f]{2}$/.test(entry)) await rm(join(mirror, 'objects', entry), { recursive: true });
  }
  repository.commit({ 'main.tf': 'y\n' });
  const opened = await open('broken');
  expect(opened).toMatchObject({ ok: true, value: { revision: repository.head() } });
});

it('gives each of several concurrent callers a checkout of its own', async () => {
  // Nothing is killed here: a slow process keeps its lock.
  const opened = await Promise.all(Array.from({ length: 4 }, () => open('several', {})));
  const roots = opened.map((each) => (each.ok ? each.value.root : each.error.message));
  expect({ all: opened.every(({ ok }) => ok), roots }).toMatchObject({ all: true });
  expect(new Set(roots).size).toBe(4);
});

it('removes the checkouts of a killed process, but not those of a live one', async () => {
  const old = new Date('2026-01-01T00:00:00Z');
  const left = join(folder, 'left', 'checkouts-dead');
  const live = join(folder, 'left', 'checkouts-live');
  for (const path of [left, live]) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'alive'), '');
  }
  await utimes(join(left, 'alive'), old, old);
  expect((await open('left')).ok).toBe(true);
  await expect(readdir(left)).rejects.toThrow('ENOENT');
  expect(await readdir(live)).toEqual(['alive']);
});
