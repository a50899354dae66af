// Loaded into the measured process; reports its use of the machine when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['PARLEY_BENCH_USAGE'];
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  if (file !== undefined) writeFileSync(file, JSON.stringify(usage));
});
