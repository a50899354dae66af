import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveUntilStopped } from '../../../src/entry/service/serve-until-stopped.ts';
import { workUntilStopped } from '../../../src/entry/service/work-until-stopped.ts';
import type { Problem, Result } from '../../../src/model/result.ts';
import type { ExitCode, Io } from '../../../src/ports/io.ts';
import { queueNames } from '../../../src/ports/jobs.ts';
import { printProblems } from '../../../src/present/terminal/print-problem.ts';
import { copyStore } from '../../adapters/store/service-store.ts';
import { newFolder } from '../cli/parley.ts';

/** A process of the service, run inside the test process. */
export interface Running {
  readonly url: string;
  /** Lines of its log. */
  readonly lines: readonly string[];
  /** Stops it as the first SIGTERM does. */
  stop(): Promise<ExitCode>;
  /** The same; for tests that observe the process while it stops. */
  terminate(): Promise<ExitCode>;
}

/** A new folder with these settings. */
export function settingsFolder(yaml: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'parley.yaml'), yaml);
  return folder;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly workers?: boolean;
  /** Creates a new database instead of copying one, which takes most of the start. */
  readonly fresh?: true;
  /** Seconds. */
  readonly timeout?: number;
}

/** Runs `parley serve` in a folder. */
export async function serve(folder: string, options: StartOptions = {}): Promise<Running> {
  const { workers = true, timeout = 20, env = {}, fresh } = options;
  const own = join(folder, '.parley');
  const isEmbedded = env['PARLEY_STORE'] === undefined;
  if (isEmbedded && fresh === undefined && !existsSync(own)) await copyStore(own);
  const settings = { dir: '.', host: '127.0.0.1', port: 0, workers, timeout };
  return start(folder, options, (io, signal, listening) =>
    serveUntilStopped(io, { ...settings, signal, listening }),
  );
}

/** Runs `parley worker` in a folder. */
export function work(folder: string, options: StartOptions = {}): Promise<Running> {
  const settings = { concurrency: 1, timeout: 20, healthHost: '127.0.0.1', healthPort: 0 };
  return start(folder, options, (io, signal, listening) =>
    workUntilStopped(io, {
      ...{ dir: '.', queues: queueNames, ...settings, signal },
      working: (url = '') => listening(url),
    }),
  );
}

async function start(
  cwd: string,
  { env = {} }: StartOptions,
  run: (
    io: Io,
    signal: AbortSignal,
    listening: (url: string) => void,
  ) => Promise<Result<void, readonly Problem[]>>,
): Promise<Running> {
  const lines: string[] = [];
  const stop = new AbortController();
  let ended: Promise<ExitCode> | undefined;
  const url = await new Promise<string>((listening, failed) => {
    const io: Io = {
      out: () => undefined,
      err: (text) => void lines.push(text),
      env: { PATH: process.env['PATH'], HOME: cwd, ...env },
      cwd,
      now: () => new Date().toISOString(),
      elapsed: () => performance.now(),
      columns: 80,
      color: false,
    };
    ended = run(io, stop.signal, listening).then((done) =>
      done.ok ? 0 : printProblems(io, done.error),
    );
    ended.then((code) => failed(new Error(`ended with ${code}: ${lines.join('')}`)), failed);
  });
  const terminate = async (): Promise<ExitCode> => {
    stop.abort();
    return (await ended) ?? 1;
  };
  return { url, lines, terminate, stop: terminate };
}
