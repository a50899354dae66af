#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { main } from './entry/cli/main.ts';
import { progressLine } from './entry/cli/progress-line.ts';
import type { Io } from './ports/io.ts';

// What the clouds' clients think of this version of Node is nothing that their user can act on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

// A run makes much that it soon needs no more. Left alone, the heap grows to four times what is needed
// before any of that is taken back.
setFlagsFromString('--heap-growing-percent=60');
// Most of what a run calls is called a few times: to compile it anew for speed takes longer than it runs.
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

// `parley scan | head` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await main(process.argv.slice(2), io);
