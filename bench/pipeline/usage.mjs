// Loaded into the measured process: what it took of the machine, told at its end.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['PARLEY_BENCH_USAGE'];
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  if (file !== undefined) writeFileSync(file, JSON.stringify(usage));
});
