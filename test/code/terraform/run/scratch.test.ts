import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openScratch,
  type Scratch,
  temporaryFolder,
} from '../../../../src/code/terraform/run/scratch/open.ts';
import { sweepScratch } from '../../../../src/code/terraform/run/scratch/sweep.ts';

let tempDir: string;
let home: string;

beforeEach(() => {
  tempDir = mkdtempSync(join(tmpdir(), 'parley-scratch-'));
  home = join(tempDir, `parley-${userInfo().uid}`);
});

afterEach(() => {
  rmSync(tempDir, { recursive: true });
});

async function opened(): Promise<Scratch> {
  const scratch = await openScratch(tempDir);
  if (!scratch.ok) throw new Error(scratch.error.message);
  return scratch.value;
}

/** What a process leaves that was killed together with its children. */
function abandoned(name: string): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'project'), { recursive: true });
  writeFileSync(join(folder, 'project', 'parley.tfstate'), 'SECRET');
  return folder;
}

describe.skipIf(process.platform === 'win32')('a scratch folder', () => {
  it('is in one folder that only its owner may enter', async () => {
    const scratch = await opened();

    expect(readdirSync(tempDir)).toEqual([`parley-${userInfo().uid}`]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(scratch.folder).mode & 0o777).toBe(0o700);
    await scratch.close();
    expect(readdirSync(home)).toEqual([]);
  });

  it('closes that folder to others if it was open to them', async () => {
    mkdirSync(home, { mode: 0o777 });

    await (await opened()).close();

    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a link to a folder', (path: string) => symlinkSync(tmpdir(), path)],
    ['a link to nothing', (path: string) => symlinkSync(join(path, 'x'), path)],
    ['a file', (path: string) => writeFileSync(path, '')],
  ])('is not made if the name is taken by %s', async (_, take) => {
    take(home);

    expect(await openScratch(tempDir)).toMatchObject({
      ok: false,
      error: { code: 'temporary-folder', place: { file: home } },
    });
    expect(await sweepScratch(tempDir)).toBe(0);
  });

  it('removes what dead processes left, and nothing of live ones', async () => {
    const living = await opened();
    const silent = abandoned('copy-dead01');
    const begun = abandoned('new-dead02');
    const received = abandoned('copy-dead03');
    // A socket whose server is going to end; Node removes a socket file only under its original
    // name.
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(received, 'alive'), done));

    expect(await sweepScratch(tempDir)).toBe(2);
    expect([living.folder, silent, begun, received].map(existsSync)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await new Promise((done) => server.close(done));
    const next = await opened();

    expect(existsSync(received)).toBe(false);
    await next.close();
    await living.close();
    expect(readdirSync(home)).toEqual([]);
  });

  it('can be opened by many at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, opened));

    expect(all.map(({ folder }) => folder).filter(existsSync)).toHaveLength(20);
    await Promise.all(all.map((one) => one.close()));
    expect(readdirSync(home)).toEqual([]);
  });

  it('reports that its path is too long', async () => {
    const deep = join(tempDir, 'x'.repeat(100));

    expect(await openScratch(deep)).toMatchObject({ error: { code: 'temporary-folder' } });
  });

  it.each([
    ['/tmp/parley-7/copy-abc123/project/envs/prod', '/tmp/parley-7/copy-abc123/tmp'],
    ['/home/me/project', undefined],
    ['/tmp/parley-7/new-abc123/project', undefined],
    [`/tmp/${'x'.repeat(60)}/parley-7/copy-abc123/project`, undefined],
  ])('has a place for the temporary files of programs in %s', (dir, place) => {
    expect(temporaryFolder(dir)).toBe(place);
  });
});
