import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lock, writeJournal } from '../../../../src/code/terraform/project/journal.ts';
import { move, stage, stepOf } from '../../../../src/code/terraform/project/steps.ts';
import { settleWrites } from '../../../../src/code/terraform/project/write.ts';

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

/** What a process leaves that is killed when so many of its files are moved. */
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
  const steps = changes.map((change) => stepOf(root, change));
  for (const [at, step] of steps.entries()) await stage(step, changes[at] ?? { after: '' });
  await writeJournal(folder, { state: 'ready', steps });
  for (const step of steps.slice(0, moved)) await move(step);
  // The owner is gone.
  writeFileSync(join(folder, 'owner'), '');
}

function contents(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );
}

const before = { 'a.tf': 'old\n', 'b.tf': 'old\n' };
const after = { 'a.tf': 'written\n', 'b.tf': 'written\n', 'new.tf': 'written\n' };

describe('a write that was killed, and a file of it that a person edited since', () => {
  it.each([0, 1, 2, all].flatMap((moved) => names.map((edited) => ({ moved, edited }))))(
    'keeps the edit of $edited with $moved moved, and mixes nothing',
    async ({ moved, edited }) => {
      await leave(moved);
      writeFileSync(join(root, edited), 'mine\n');

      expect(await settleWrites(root, folder)).toEqual({ ok: true, value: undefined });

      // Who edits what was moved goes on with the write; who edits what was not does not.
      const isGone = names.indexOf(edited) < moved;
      expect(contents()).toEqual({ ...(isGone ? after : before), [edited]: 'mine\n' });
    },
  );

  it('is finished where nobody edited anything', async () => {
    await leave(1);

    await settleWrites(root, folder);

    expect(contents()).toEqual(after);
  });
});
