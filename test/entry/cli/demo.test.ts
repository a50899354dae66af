import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportV1 } from '../../../src/model/report.ts';
import { openProgram } from '../../app/harness/program.ts';
import { demo, newFolder, parley, readFiles, removeFolders, root } from './parley.ts';

const run = promisify(execFile);

const program = openProgram();
let folder: string;
let out: string;
let err: string;

beforeAll(async () => {
  const temporary = newFolder();
  const result = await run(process.execPath, [program.script, 'demo'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: temporary,
      TMPDIR: temporary,
      // npm sets this for `npm run demo`.
      npm_lifecycle_event: 'demo',
    },
  });
  out = result.stdout;
  err = result.stderr;
  folder = join(
    temporary,
    readdirSync(temporary).find((name) => name.startsWith('parley-demo-')) ?? '',
  );
});

afterAll(() => {
  removeFolders();
  program.remove();
});

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
}

describe('parley demo, as a process', () => {
  it('prints the decisions, the diffs and the branches on stdout, and the rest on stderr', () => {
    expect(out).toMatch(/^✓ accept {5}Raised memory of function checkout/m);
    expect(out).toContain('+    checkout = { memory = 1024, timeout = 15 }');
    expect(out).toMatch(/\d branches\n {2}parley\/i-[0-9a-f]{12} {2}created/);
    expect(err).toContain(folder);
    expect(out).not.toContain(String.fromCharCode(27));
  });

  it('ends with branches whose patches were verified by evaluation', () => {
    const report = ReportV1.parse(
      JSON.parse(readFileSync(join(folder, '.parley', 'report.json'), 'utf8')),
    );
    const branches = git('branch', '--list', 'parley/*', '--format=%(refname:short)');

    expect(report.patches.map(({ verification }) => verification)).toEqual(
      report.patches.map(() => ({ level: 'evaluate', passed: true, notes: [] })),
    );
    expect(report.patches.length).toBeGreaterThanOrEqual(3);
    expect(branches.split('\n').sort()).toEqual(
      report.proposals.map(({ branch }) => branch).sort(),
    );
  });

  it("still shows the night's drift in the scan an hour later", () => {
    const later = out.slice(out.indexOf('The scan of the next hour'), out.indexOf('Next steps'));

    expect(later).toContain('11 open: 11 since 2026-03-14 08:00 UTC; 1 closed.');
    expect(later).toContain('functions["search"] retention_in_days  Terraform');
  });

  it('leaves the checkout unchanged', () => {
    const project = readFiles(join(demo, 'project'));
    const copy = new Map([...readFiles(folder)].filter(([path]) => !path.startsWith('.parley')));

    expect(git('status', '--porcelain')).toBe('');
    expect(copy).toEqual(project);
  });

  it('prints what the README quotes', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const quoted = [...readme.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, text = '']) =>
      text.split('\n').filter((line) => line !== '...'),
    );
    const printed = new Set(out.split('\n'));

    expect(quoted.length).toBeGreaterThan(50);
    expect(quoted.filter((line) => !printed.has(line))).toEqual([]);
  });

  it('suggests commands that work', async () => {
    const commands = out.slice(out.indexOf('Next steps')).split('\n');
    const show =
      commands
        .find((line) => / show /.test(line))
        ?.trim()
        .split(' ') ?? [];
    const explain =
      commands
        .find((line) => / explain /.test(line))
        ?.trim()
        .split(' ') ?? [];
    const shown = execFileSync('git', show.slice(1), { encoding: 'utf8' });
    const explained = await parley(root, ...explain.slice(explain.indexOf('explain')));

    expect(shown).toMatch(/Intent-Id: i-[0-9a-f]{12}/);
    expect(explain.slice(0, 2)).toEqual(['node', 'dist/src/cli.js']);
    expect(explained.code).toBe(0);
  });
});
