import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { generateLog } from './generate.ts';
import { type Measured, measure } from './measure.ts';

/**
 * `npm run bench -- ingest [MB] [rounds]`: our reader and JSON.parse of the complete log, side by
 * side.
 */
const size = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  const plain = join(folder, 'log.json');
  const { bytes, records } = generateLog(plain, size * 1_000_000);
  const packed = `${plain}.gz`;
  await pipeline(createReadStream(plain), createGzip({ level: 1 }), createWriteStream(packed));
  process.stdout.write(`${Math.round(bytes / 1e6)} MB in one line, ${records} records\n`);
  for (const log of [plain, packed]) {
    for (const program of ['reader', 'baseline'] as const) {
      report(`${program} ${log === packed ? 'gzip' : 'plain'}`, await best(program, log), bytes);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function best(program: 'reader' | 'baseline', log: string): Promise<Measured> {
  const results: Measured[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure(program, log));
  const [first] = results.sort((a, b) => a.seconds - b.seconds);
  if (first === undefined) throw new Error('No rounds were asked for.');
  return first;
}

function report(
  name: string,
  { seconds, cpuSeconds, megabytes, kept }: Measured,
  bytes: number,
): void {
  const speed = Math.round(bytes / 1e6 / seconds);
  const columns = [
    name.padEnd(16),
    `${seconds.toFixed(2)} s`.padStart(8),
    `${cpuSeconds.toFixed(2)} s CPU`.padStart(12),
    `${speed} MB/s`.padStart(10),
    `${Math.round(megabytes)} MB RSS`.padStart(12),
    `${kept} mutating`.padStart(18),
  ];
  process.stdout.write(`${columns.join('')}\n`);
}
