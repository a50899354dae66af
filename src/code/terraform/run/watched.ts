import { constants } from 'node:os';

/**
 * How a program is started so that its process group ends together with the process that started
 * it.
 */
export interface Watched {
  readonly binary: string;
  readonly args: readonly string[];
}

/**
 * A shell runs the program. A second shell in the same group reads from descriptor 3, whose other
 * end the starting process keeps open: when that process ends for any reason, the read returns and
 * the group is killed. Processes inside a group always signal the right group, whereas a process id
 * could have been reused. The shell waits for the program, so that no zombie is left to a process 1
 * that does not reap; signals to end are meant for the program, and the shell outlives it.
 */
const script = `trap : INT TERM HUP
{ trap '' INT TERM HUP; read -r _ <&3; kill -s KILL 0; } >/dev/null 2>&1 &
watch=$!
"$@" 3<&-
code=$?
kill -s KILL "$watch"
wait "$watch" 2>/dev/null
exit "$code"`;

/** The same in Node, which takes forty times as long to start. */
const program = `const { spawn } = require('node:child_process');
const [binary, ...args] = process.argv.slice(1);
const end = () => process.kill(-process.pid, 'SIGKILL');
new (require('node:net').Socket)({ fd: 3 }).resume().on('error', end).on('close', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', ({ code }) => process.exit(code === 'ENOENT' ? 127 : 126));
child.on('exit', (code, signal) =>
  process.exit(code ?? 128 + require('node:os').constants.signals[signal]));`;

/**
 * The program with its watching process; undefined if no shell can be used. Shells drop variables
 * with names that they do not support, such as `TF_VAR_image-id`.
 */
export function watched(
  { binary, args }: Watched,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): Watched | undefined {
  if (platform === 'win32') return undefined;
  const isForShell = Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name));
  return isForShell
    ? { binary: '/bin/sh', args: ['-c', script, 'sh', binary, ...args] }
    : { binary: process.execPath, args: ['-e', program, '--', binary, ...args] };
}

/** What the shell's exit code says about the program (POSIX, 2.8.2). */
export type WatchedEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'killed'; readonly signal: string };

export function watchedEnd(code: number): WatchedEnd {
  if (code === 127) return { kind: 'not-started', code: 'ENOENT' };
  if (code === 126) return { kind: 'not-started', code: 'EACCES' };
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal === undefined ? { kind: 'exited', code } : { kind: 'killed', signal: signal[0] };
}
