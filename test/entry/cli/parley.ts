import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../../src/entry/cli/main.ts';
import type { Io } from '../../../src/ports/io.ts';
import { atFileEnd } from '../../file-ends.ts';

export const root = resolve(import.meta.dirname, '../../..');
export const demo = join(root, 'fixtures', 'demo');

/** The exit code, stdout and stderr of a command. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, at a time on the morning after the demo's night. */
export function parley(cwd: string, ...args: readonly string[]): Promise<Run> {
  return parleyAt('2026-03-15T09:00:00.000Z', cwd, ...args);
}

/** The same at the given time, ISO 8601 UTC. */
export function parleyAt(now: string, cwd: string, ...args: readonly string[]): Promise<Run> {
  return runAt({ now, env: {} }, cwd, args);
}

/** The same with the given environment variables. */
export function parleyWith(env: Io['env'], cwd: string, ...args: readonly string[]): Promise<Run> {
  return runAt({ now: '2026-03-15T09:00:00.000Z', env }, cwd, args);
}

/** Runs the command line at a time, ISO 8601 UTC, with these environment variables. */
export async function runAt(
  { now, env }: { readonly now: string; readonly env: Io['env'] },
  cwd: string,
  args: readonly string[],
): Promise<Run> {
  let out = '';
  let err = '';
  let clock = 0;
  const code = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
    cwd,
    now: () => now,
    elapsed: () => {
      clock += 1;
      return clock;
    },
    columns: 140,
    color: false,
  });
  return { code, out, err };
}

/** Flags for the demo's state, log and settings. */
export const demoFlags: readonly string[] = [
  '--state',
  join(demo, 'terraform.tfstate'),
  '--events',
  join(demo, 'events'),
  '--config',
  join(demo, 'parley.yaml'),
];

const made: string[] = [];

/** An empty folder, which is deleted at the end of the file, or earlier by `removeFolders`. */
export function newFolder(): string {
  if (made.length === 0) atFileEnd(async () => removeFolders());
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
  made.push(folder);
  return folder;
}

/** A copy of the demo's project. */
export function newProject(): string {
  const folder = newFolder();
  cpSync(join(demo, 'project'), folder, { recursive: true });
  return folder;
}

export function initProject(project: string): Promise<Run> {
  return parley(project, 'init');
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Every file below the folder, as latin1 so that trees compare byte for byte. */
export function readFiles(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(join(folder, '.git')))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}
