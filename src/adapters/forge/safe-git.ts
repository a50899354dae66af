import { GitError, type SimpleGit, simpleGit } from 'simple-git';
import { gitEnvironment } from './git-environment.ts';

/** Settings with which git starts no program, whatever a repository says in its own. */
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
  // Files of a project that look like a repository bring no settings of their own.
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

/** Drivers that attributes of a file may name. Without a command they do nothing. */
const drivers = '^(filter|merge|diff)\\..*\\.(clean|smudge|process|required|driver|command)$';

/** What git needs of the environment to take settings from it; nothing of a caller gets there. */
const numbered = /^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)$/;

/** The library refuses settings that may name programs; these name none. */
const unsafe = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeEditor: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
} as const;

export interface SafeGitOptions {
  /** Variables of git beside those of everybody. */
  readonly more?: Readonly<Record<string, string>>;
  /** Milliseconds without output after which git is given up. */
  readonly maxSilence?: number;
}

/** Git in a folder that somebody else may have set up: only git itself runs. */
export async function safeGit(
  dir: string,
  environment: Readonly<Record<string, string>>,
  { more = {}, maxSilence }: SafeGitOptions = {},
): Promise<SimpleGit> {
  const base = gitEnvironment(environment);
  const open = (all: readonly (readonly [string, string])[]): SimpleGit => {
    const env = { ...base, ...more, ...settingsEnvironment(all) };
    const allowEnvironment = Object.keys(env).filter(
      (name) => numbered.test(name) || Object.hasOwn(more, name),
    );
    const timeout = maxSilence === undefined ? {} : { timeout: { block: maxSilence } };
    return simpleGit({ baseDir: dir, allowEnvironment, unsafe, ...timeout }).env(env);
  };
  const named = await namesOf(open(settings));
  return open([
    ...settings,
    ...named.map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const),
  ]);
}

function settingsEnvironment(
  all: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const pairs = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(all.length) };
}

/** Reading settings starts nothing. */
async function namesOf(git: SimpleGit): Promise<readonly string[]> {
  try {
    const found = await git.raw(['config', '--null', '--name-only', '--get-regexp', drivers]);
    return [...new Set(found.split('\0').filter((name) => name !== ''))].sort();
  } catch (error) {
    // None is set, there is no repository, or no git.
    if (error instanceof GitError) return [];
    throw error;
  }
}
