/**
 * What a caller can make a run cost: many rules, tags or variables of one resource, all accepted.
 *
 *   npm run build && npm run bench -- adversarial [counts, such as 60,180]
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Report } from '../../src/model/report.ts';
import { type Story, stories } from './projects.ts';

const execute = promisify(execFile);
const counts = (process.argv[2] ?? '60,180').split(',').map(Number);
const entry = join(import.meta.dirname, '..', '..', 'dist', 'src', 'cli.js');

function write(folder: string, { code, type, attributes, calls }: Story): void {
  const provider = 'provider["registry.terraform.io/hashicorp/aws"]';
  const instances = [{ schema_version: 0, attributes }];
  const resources = [{ mode: 'managed', type, name: 'it', provider, instances }];
  const state = { version: 4, serial: 1, lineage: 'it', outputs: {}, resources };
  mkdirSync(join(folder, 'events'), { recursive: true });
  writeFileSync(join(folder, 'main.tf'), code);
  writeFileSync(join(folder, 'terraform.tfstate'), JSON.stringify(state));
  writeFileSync(join(folder, 'events', 'log.json'), JSON.stringify({ Records: calls }));
}

if (!existsSync(entry)) throw new Error(`${entry} is not there; run \`npm run build\` first.`);
const base = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  for (const [name, make] of Object.entries(stories)) {
    for (const count of counts) {
      const folder = join(base, `${name}-${count}`);
      write(folder, make(count));
      const report = join(base, 'report.json');
      const args = ['--dir', folder, '--events', join(folder, 'events'), '--report', report];
      const start = performance.now();
      await execute(process.execPath, [entry, 'scan', '--policy', 'accept-all', ...args], {
        env: { PATH: process.env['PATH'] ?? '', HOME: base },
        maxBuffer: 256 * 1024 * 1024,
      });
      const wall = Math.round(performance.now() - start);
      const { drifts, patches, timings }: Report = JSON.parse(readFileSync(report, 'utf8'));
      const stages = Object.entries(timings).map(([stage, ms]) => `${stage} ${ms}`);
      process.stdout.write(
        `${count} ${name}: ${drifts.length} drifts, ${patches.length} patches, ${wall} ms (${stages.join(', ')})\n`,
      );
    }
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
