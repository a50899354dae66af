import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../../..');

/** The command line, compiled as it is shipped, because that starts in a fraction of the time. */
export interface Program {
  /** Path of the script. */
  readonly script: string;
  remove(): void;
}

/** The program that was built for the whole test run (`shared-program.ts`), or else a new build. */
export function openProgram(): Program {
  const built = process.env['PARLEY_SERVICE_PROGRAM'];
  return built === undefined ? buildProgram() : { script: built, remove: () => undefined };
}

export function buildProgram(): Program {
  // Within the package, where its modules and data are found; git ignores the name.
  const folder = mkdtempSync(join(root, '.acceptance-service-'));
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Runs under another account read it, too.
  chmodSync(folder, 0o755);
  return {
    script: join(folder, 'src', 'cli.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A Parley process. */
export interface Running {
  readonly pid: number;
  /** Lines of stdout and stderr, in order of arrival. */
  readonly lines: readonly string[];
  readonly isRunning: boolean;
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>;
  /**
   * The first line that matches, even if it came before the call. Rejects if the process ends
   * first.
   */
  line(pattern: RegExp): Promise<string>;
  /** Sends SIGTERM, as an orchestrator does, and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export function startParley(
  { script }: Program,
  args: readonly string[],
  { cwd, env }: StartOptions,
): Running {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const ended = once(child, 'close');
  void ended.then(() => {
    for (const look of waiting) look();
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    lines,
    get isRunning() {
      return isRunning();
    },
    ended,
    line: (pattern) =>
      new Promise((done, failed) => {
        const look = (): void => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined && isRunning()) return;
          waiting.delete(look);
          if (found !== undefined) done(found);
          else failed(new Error(`The process ended:\n${lines.slice(-20).join('\n')}`));
        };
        waiting.add(look);
        look();
      }),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
