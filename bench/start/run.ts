import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run bench -- start [ROUNDS]`: how long the built command line takes before it does anything,
 * and Node alone, in turns. Run `npm run build` before.
 */
const rounds = Number(process.argv[2] ?? '20');
const program = join(import.meta.dirname, '../../dist/src/cli.js');

const calls = [
  { name: 'node alone', args: ['-e', '0'] },
  { name: 'parley --version', args: [program, '--version'] },
  { name: 'parley --help', args: [program, '--help'] },
  { name: 'a mistyped flag', args: [program, 'scan', '--evnets', 'x'] },
].map((call) => ({ ...call, times: [] as number[] }));

for (let round = 0; round < rounds; round += 1) {
  for (const { args, times } of calls) {
    const began = performance.now();
    const { error } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (error !== undefined) throw error;
    times.push(performance.now() - began);
  }
}

for (const { name, times } of calls) {
  const [best = 0] = times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  process.stdout.write(`${name}: ${median.toFixed(0)} ms, at best ${best.toFixed(0)} ms\n`);
}
