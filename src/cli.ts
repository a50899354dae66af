#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { main } from './entry/cli/main.ts';
import { progressLine } from './entry/cli/progress-line.ts';
import type { Io } from './ports/io.ts';

// Users of Parley cannot act on what the cloud SDKs warn about this version of Node.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

// A run creates much short-lived data. By default, the heap grows to four times the needed size
// before that is collected.
setFlagsFromString('--heap-growing-percent=60');
// A run calls most functions only a few times, so optimizing them takes longer than it saves.
setFlagsFromString('--interrupt-budget=1000000');

const elapsed = (): number => performance.now();
const io: Io = {
  ...progressLine(process.stderr, elapsed),
  out: (text) => void process.stdout.write(text),
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date().toISOString(),
  elapsed,
  columns: process.stdout.columns ?? 140,
  input: () => process.stdin,
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
};

// `parley scan | head` closes the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await main(process.argv.slice(2), io);
