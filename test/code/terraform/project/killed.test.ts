import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleWrites, writeProject } from '../../../../src/code/terraform/project/write.ts';
import { cases } from '../../../cases.ts';
import { joinedScript } from '../../../joined-script.ts';

const script = joinedScript(join(import.meta.dirname, 'writer.ts'));
let base: string;
let root: string;
let folder: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-write-'));
  root = join(base, 'project');
  folder = join(base, 'state', 'journal');
  mkdirSync(root);
  for (let at = 0; at < 6; at += 1) writeFileSync(join(root, `f${at}.tf`), '0\n', { mode: 0o640 });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function contents(): readonly string[] {
  return readdirSync(root).map((name) => readFileSync(join(root, name), 'utf8'));
}

describe('a write that is killed', () => {
  it('is finished or undone by the next run, at whatever moment', async () => {
    for (let kill = 0; kill < cases(50, 5); kill += 1) {
      const child = spawn(process.execPath, [script.path, root, folder, '100000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((done) => child.once('exit', done));
      await new Promise((done) => child.stdout.once('data', done));
      await new Promise((done) => setTimeout(done, 5 + ((kill * 37) % 200)));
      child.kill('SIGKILL');
      await ended;
      await settleWrites(root, folder);

      expect(new Set(contents()).size).toBe(1);
      expect(readdirSync(root).sort()).toEqual([
        'f0.tf',
        'f1.tf',
        'f2.tf',
        'f3.tf',
        'f4.tf',
        'f5.tf',
      ]);
      expect(statSync(join(root, 'f3.tf')).mode & 0o777).toBe(0o640);
      expect(existsSync(folder)).toBe(false);
    }
    expect(Number.parseInt(contents()[0] ?? '', 10)).toBeGreaterThan(0);
  });
});

describe('a write to a full disk', () => {
  it('leaves everything as it was', () => {
    // No file written by this process may exceed 4 KB.
    const command = `ulimit -f 8; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, script.path, root, folder, '1', '100000'];
    const { stdout } = spawnSync('sh', args, { encoding: 'utf8' });

    expect(stdout).toContain('write-failed: Nothing was written');
    expect(contents()).toEqual(Array.from({ length: 6 }, () => '0\n'));
    expect(readdirSync(join(base, 'state'))).toEqual([]);
  });
});

describe('two writes at once', () => {
  it('do not mix: all but one are refused', async () => {
    const write = (after: string) =>
      writeProject(
        root,
        Array.from({ length: 6 }, (_, at) => ({ path: `f${at}.tf`, before: '0\n', after })),
        folder,
      );
    const results = await Promise.all([write('a'), write('b'), write('c')]);

    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(contents()).size).toBe(1);
    for (const result of results) {
      if (!result.ok)
        expect(['write-locked', 'file-changed-meanwhile']).toContain(result.error.code);
    }
  });
});
