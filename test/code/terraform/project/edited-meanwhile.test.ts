import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lock, writeJournal } from '../../../../src/code/terraform/project/journal.ts';
import {
  createWriteStep,
  moveFile,
  stageFiles,
} from '../../../../src/code/terraform/project/steps.ts';
import { settleWrites, writeProject } from '../../../../src/code/terraform/project/write.ts';

let base: string;
let root: string;
let folder: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-write-'));
  root = join(base, 'project');
  folder = join(base, 'state', 'journal');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const names = ['a.tf', 'b.tf', 'new.tf'];
const all = names.length;

/** Leaves what a process leaves that is killed after it has moved this many of its files. */
async function leave(moved: number): Promise<void> {
  await lock(folder, async () => undefined);
  const changes = names.map((path) => ({
    path,
    before: path === 'new.tf' ? undefined : 'old\n',
    after: 'written\n',
  }));
  for (const { path, before } of changes) {
    if (before !== undefined) writeFileSync(join(root, path), before);
  }
  const steps = changes.map((change) => createWriteStep(root, change));
  for (const [at, step] of steps.entries()) await stageFiles(step, changes[at] ?? { after: '' });
  await writeJournal(folder, { state: 'ready', steps });
  for (const step of steps.slice(0, moved)) await moveFile(step);
  // An empty owner file: the owner no longer exists.
  writeFileSync(join(folder, 'owner'), '');
}

function contents(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );
}

const before = { 'a.tf': 'old\n', 'b.tf': 'old\n' };
const after = { 'a.tf': 'written\n', 'b.tf': 'written\n', 'new.tf': 'written\n' };

describe('a killed write, one of whose files a person has edited since', () => {
  it.each([0, 1, 2, all].flatMap((moved) => names.map((edited) => ({ moved, edited }))))(
    'keeps the edit of $edited with $moved moved, and mixes no versions',
    async ({ moved, edited }) => {
      await leave(moved);
      writeFileSync(join(root, edited), 'mine\n');

      expect(await settleWrites(root, folder)).toEqual({ ok: true, value: undefined });

      // The write is finished if the edited file had been moved, otherwise undone.
      const isGone = names.indexOf(edited) < moved;
      expect(contents()).toEqual({ ...(isGone ? after : before), [edited]: 'mine\n' });
    },
  );

  it('is finished if nobody edited anything', async () => {
    await leave(1);

    await settleWrites(root, folder);

    expect(contents()).toEqual(after);
  });
});

describe('what processes leave next to the lock', () => {
  it.each([
    ['settles what is there', () => settleWrites(root, folder)],
    [
      'writes',
      () => writeProject(root, [{ path: 'c.tf', before: undefined, after: 'c\n' }], folder),
    ],
  ])('is finished by the next process that %s, if one died while finishing it', async (_, next) => {
    await leave(1);
    renameSync(folder, `${folder}-taken`);

    expect(await next()).toEqual({ ok: true, value: undefined });

    expect(contents()).toMatchObject(after);
    expect(readdirSync(join(base, 'state'))).toEqual([]);
  });

  it('is removed if its process died before it had the lock, unless it is recent', async () => {
    for (const name of ['old', 'young']) mkdirSync(`${folder}.${name}`, { recursive: true });
    const hour = Date.now() / 1000 - 3600;
    utimesSync(`${folder}.old`, hour, hour);

    await settleWrites(root, folder);

    expect(readdirSync(join(base, 'state'))).toEqual(['journal.young']);
  });

  it('is left alone while its process lives', async () => {
    await leave(1);
    renameSync(folder, `${folder}-taken`);
    const owner = { pid: process.pid, host: hostname(), at: Date.now() };
    writeFileSync(join(`${folder}-taken`, 'owner'), JSON.stringify(owner));

    await settleWrites(root, folder);

    expect(contents()).not.toMatchObject(after);
    expect(readdirSync(join(base, 'state'))).toEqual(['journal-taken']);
  });
});
