import { createNodeFiles } from '../../src/evidence/audit/files/node.ts';
import { readAuditLogs } from '../../src/evidence/audit/read.ts';

/** Reads the log named on the command line and prints the cost as JSON. */
const path = process.argv[2] ?? '';
const cpu = process.cpuUsage();
const start = process.hrtime.bigint();
const reading = readAuditLogs([path], { files: createNodeFiles() });
let kept = 0;
let problems = 0;
for await (const item of reading) {
  if (item.kind === 'event') kept++;
  if (item.kind === 'problem') problems++;
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const { read } = reading.counts();
const { user, system } = process.cpuUsage(cpu);
const cpuSeconds = (user + system) / 1e6;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ read, kept, problems, seconds, cpuSeconds, megabytes }));
