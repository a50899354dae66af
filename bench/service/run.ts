/**
 * Many stacks, a long log that is pushed, and changes in it that have to become proposals: for each
 * set-up, with one, two and four workers.
 *
 *   npm run build && npm run bench -- service [--events N] [--stacks N]
 *     [--workers 1,2,4] [--set-ups embedded,PostgreSQL,Redis]
 */
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUps } from '../../test/app/harness/set-ups.ts';
import { measure } from './measure.ts';
import { printMeasured, printMemory, tableHead } from './print.ts';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    events: { type: 'string', default: '20000' },
    stacks: { type: 'string', default: '50' },
    workers: { type: 'string', default: '1,2,4' },
    'set-ups': { type: 'string', default: '' },
  },
});
const script =
  process.env['PARLEY_SERVICE_PROGRAM'] ??
  join(import.meta.dirname, '..', '..', 'dist', 'src', 'cli.js');
if (!existsSync(script)) throw new Error(`${script} is not there; run \`npm run build\` first.`);
const chosen = values['set-ups'].split(',').filter(Boolean);
const [cpu] = cpus();
const machine = `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
process.stdout.write(`${values.events} events, ${values.stacks} stacks; ${machine}\n`);
process.stdout.write(tableHead);
for (const [name, start] of setUps) {
  if (start === undefined) continue;
  if (chosen.length > 0 && !chosen.some((one) => name.startsWith(one))) continue;
  // Only one process at a time can open a folder.
  const counts = name === 'embedded' ? [0] : values.workers.split(',').map(Number);
  for (const workers of counts) {
    const setUp = await start();
    try {
      const measured = await measure({
        program: { script, remove: () => undefined },
        setUp,
        workers,
        events: Number(values.events),
        stacks: Number(values.stacks),
      });
      printMeasured(name, workers, measured);
      printMemory(measured.memory);
    } finally {
      await setUp.stop();
    }
  }
}
