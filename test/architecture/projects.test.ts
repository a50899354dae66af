import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Listed {
  readonly file: string;
  readonly projectName: string;
}

/** Which file belongs to which project, according to the runner. */
function listed(): readonly Listed[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-list-'));
  const out = join(folder, 'files.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', `--json=${out}`];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const files = JSON.parse(readFileSync(out, 'utf8')) as readonly Listed[];
  rmSync(folder, { recursive: true });
  return files.map(({ file, projectName }) => ({ file: relative(root, file), projectName }));
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

function projectsOf(script: string): readonly string[] {
  return [...(scripts[script] ?? '').matchAll(/--project=(\w+)/g)].map(([, name]) => name ?? '');
}

describe('the test projects', () => {
  const files = listed();

  it('contain each test file once', () => {
    const written = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join('test', path));

    expect(files.map(({ file }) => file).sort()).toEqual(written.sort());
  });

  it('are all run by .ci/run, each once, except those that take long and hardly change', () => {
    const run = readFileSync(join(root, '.ci/run'), 'utf8');
    const called = [...run.matchAll(/^npm (?:run )?(test[\w:]*)/gm)].flatMap(([, name]) =>
      projectsOf(name ?? ''),
    );

    const projects = new Set(files.map(({ projectName }) => projectName));

    expect([...called, 'image'].sort()).toEqual([...projects].sort());
  });

  it.each(['long', 'processes', 'service', 'acceptance', 'image'])(
    'have a script of their own: %s',
    (name) => {
      expect(projectsOf(`test:${name}`)).toEqual([name]);
    },
  );
});
