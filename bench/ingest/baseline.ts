import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** JSON.parse of the complete log named on the command line; prints the cost as JSON. */
const path = process.argv[2] ?? '';
const cpu = process.cpuUsage();
const start = process.hrtime.bigint();
const bytes = readFileSync(path);
const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const log = JSON.parse(text) as { readonly Records: readonly { readonly readOnly: boolean }[] };
const kept = log.Records.filter(({ readOnly }) => !readOnly).length;
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const { user, system } = process.cpuUsage(cpu);
const cpuSeconds = (user + system) / 1e6;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  JSON.stringify({ read: log.Records.length, kept, problems: 0, seconds, cpuSeconds, megabytes }),
);
