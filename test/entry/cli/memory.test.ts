import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLog } from '../../../bench/ingest/generate.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { demoFlags, newFolder, newProject, removeFolders, root } from './parley.ts';

const run = promisify(execFile);

/**
 * Prints the peak resident memory, in KB, when the process ends. `process.resourceUsage` would also
 * count the memory of the parent process, which Linux carries over until `exec`.
 */
const preload = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => console.error(/VmHWM:.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0]));
`)}`;

let built: string;

/** Builds Parley as it is installed: the tests' TypeScript loader would need memory, too. */
beforeAll(async () => {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, 'parley-memory-'));
  const dist = join(built, 'dist');
  await run(process.execPath, [join(root, 'scripts', 'build.mjs'), dist]);
  copyFileSync(join(root, 'package.json'), join(built, 'package.json'));
});

afterAll(() => {
  rmSync(built, { recursive: true, force: true });
  removeFolders();
});

describe('200 MB of CloudTrail, a seventh of it changes to unmanaged resources', () => {
  it('is reconciled within 250 MB of memory, and the relevant drift is found', async () => {
    const folder = newFolder();
    const log = join(folder, 'log.json');
    const report = join(folder, 'report.json');
    const trace = join(folder, 'trace.jsonl');
    const { records, mutating, bytes } = generateLog(log, 200_000_000);
    const [, , , events = ''] = demoFlags;
    const flags = demoFlags.flatMap((flag) => (flag === events ? [events, log] : [flag]));
    const { stderr } = await run(
      process.execPath,
      [
        ...['--import', preload, join(built, 'dist', 'src', 'cli.js'), 'reconcile', '--write'],
        ...['--dir', newProject(), ...flags, '--report', report, '--trace', trace],
      ],
      { timeout: 120_000, env: { PATH: process.env['PATH'] } },
    );
    const peak = Number(/VmHWM:\s*(\d+) kB/.exec(stderr)?.[1]) * 1024;
    const found = ReportV1.parse(JSON.parse(readFileSync(report, 'utf8')));
    const lines = readFileSync(trace, 'utf8').trimEnd().split('\n');

    expect(bytes).toBeGreaterThan(200_000_000);
    expect(found.inputs.events.read).toBe(records + 737);
    expect(lines).toHaveLength(mutating + 17);
    expect(found.drifts).toHaveLength(12);
    expect(found.patches.every(({ verification }) => verification.passed)).toBe(true);
    expect(peak).toBeLessThan(250_000_000);
  });
});
