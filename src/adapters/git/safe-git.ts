import { type GitCommand, type GitOutput, type RunGit, runGit } from './run.ts';
import { settingsEnvironment } from './settings.ts';

/** Settings with which git starts no program, whatever a repository's own settings say. */
const settings: readonly (readonly [string, string])[] = [
  ['core.askPass', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.editor', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['commit.gpgSign', 'false'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  // Files of a project that look like a repository must not bring settings of their own.
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

/**
 * Settings with commands of the drivers that a file's attributes may name. Without a command, a
 * driver does nothing.
 */
const drivers = '^(filter|merge|diff)\\..*\\.(clean|smudge|process|required|driver|command)$';

export interface SafeGitOptions {
  /** Further variables of git, for all calls. */
  readonly more?: Readonly<Record<string, string>>;
  /** Milliseconds after which a command is given up; 5 minutes by default. */
  readonly timeout?: number;
  /** Starts git; by default as a child of this process. */
  readonly start?: RunGit;
  /**
   * Set where no command converts, compares or merges the content of files: only that runs drivers,
   * so their names are not looked up, which takes a process.
   */
  readonly isPlumbing?: boolean;
}

/** Runs git with these arguments. Returns its output, or throws a `GitFailure`. */
export type SafeGit = (args: readonly string[]) => Promise<string>;

/** A command of git that failed, was given up, or could not be started. */
class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

const fiveMinutes = 300_000;

/**
 * Runs git in a folder that somebody else may have set up, in such a way that only git itself runs.
 */
export async function safeCommand(
  dir: string,
  environment: Readonly<Record<string, string>>,
  { more = {}, timeout = fiveMinutes, start = runGit, isPlumbing = false }: SafeGitOptions = {},
): Promise<GitCommand> {
  const base = { ...localEnvironment(environment), ...more };
  const open = (all: readonly (readonly [string, string])[]): GitCommand => {
    const env = { ...base, ...settingsEnvironment(all) };
    return (args, { input = '', env: own = {} } = {}) =>
      start({ args, cwd: dir, env: { ...env, ...own }, input, timeout });
  };
  if (isPlumbing) return open(settings);
  const named = await namesOf(open(settings));
  return open([
    ...settings,
    ...named.map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const),
  ]);
}

/** The same for commands of which only the output matters. */
export async function safeGit(...place: Parameters<typeof safeCommand>): Promise<SafeGit> {
  const git = await safeCommand(...place);
  return async (args) => outputOf(args, await git(args));
}

/** The output; undefined if the command fails. */
export async function quietGit(running: Promise<string>): Promise<string | undefined> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

function outputOf(
  [command]: readonly string[],
  { code, out, complaint, ended }: GitOutput,
): string {
  if (ended !== undefined) throw new GitFailure(`git ${command} was ended early: ${ended}`);
  if (code !== 0) throw new GitFailure(complaint.trim() || `git ${command} ended with ${code}`);
  return out;
}

/**
 * Names of the settings with commands of drivers; reading settings starts nothing. None if none is
 * set, or without a repository or git.
 */
async function namesOf(git: GitCommand): Promise<readonly string[]> {
  const args = ['config', '--null', '--name-only', '--get-regexp', drivers];
  const { code, out } = await git(args);
  const names = code === 0 ? out.split('\0') : [];
  return [...new Set(names.filter((name) => name !== ''))].sort();
}

/**
 * Variables that git needs from the environment; those that could make it run something stay out.
 */
const passedOn = ['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'LANG', 'SYSTEMROOT'];

function localEnvironment(
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    passedOn.flatMap((name) =>
      environment[name] === undefined ? [] : [[name, environment[name]]],
    ),
  );
}
