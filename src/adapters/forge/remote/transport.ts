import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { GitOutput } from '../../git/run.ts';
import { hasCommit } from './objects.ts';
import { branchPrefix, gitRefOf, isCommit } from './ref.ts';
import type { RunRemoteGit } from './run-git.ts';
import type { PushTarget } from './types.ts';

const heads = 'refs/heads/';

/** The tips of the branches of proposals. */
export async function listBranches(
  git: RunRemoteGit,
  { url, credential }: PushTarget,
): Promise<Result<ReadonlyMap<string, string>>> {
  const args = ['ls-remote', '--refs', '--', url, `${heads}${branchPrefix}*`];
  const answer = await git(args, { remote: { url, credential } });
  if (answer.code !== 0) return fail(remoteProblem(answer, 'read'));
  const lines = answer.out.split('\n').map((line) => line.split('\t'));
  return ok(
    new Map(
      lines.flatMap(([commit = '', ref = '']) => {
        const branch = ref.slice(heads.length);
        return isCommit(commit) && gitRefOf(branch).ok ? [[branch, commit] as const] : [];
      }),
    ),
  );
}

/** Fetches the commit at the tip of a branch. Returns false if it is no longer there. */
export async function fetchTip(
  git: RunRemoteGit,
  { url, credential }: PushTarget,
  ref: string,
  tip: string,
): Promise<Result<boolean>> {
  if (await hasCommit(git, tip)) return ok(true);
  // Writes only objects, because other processes work on the copy, too.
  const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const answer = await git(['fetch', ...flags, '--', url, ref], { remote: { url, credential } });
  if (answer.code !== 0 && !/couldn't find remote ref/i.test(answer.complaint)) {
    return fail(remoteProblem(answer, 'read'));
  }
  return ok(await hasCommit(git, tip));
}

/**
 * Moves a ref of the remote from `expected` to `commit`; undefined means that there is no ref.
 * Returns false if it is no longer at `expected`.
 */
export async function moveRef(
  git: RunRemoteGit,
  { url, credential }: PushTarget,
  ref: string,
  expected: string | undefined,
  commit: string | undefined,
): Promise<Result<boolean>> {
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  const args = ['push', '--porcelain', '--no-verify', lease, '--', url, `${commit ?? ''}:${ref}`];
  const answer = await git(args, { remote: { url, credential } });
  if (answer.code === 0) return ok(true);
  const line = answer.out.split('\n').find((one) => one.startsWith('!')) ?? '';
  const output = `${line}\n${answer.complaint}`;
  if (isStale(output)) return ok(false);
  if (line.includes('[remote rejected]')) return fail(refused);
  return fail(remoteProblem(answer, 'write'));
}

/** Reported by the client before the push, or by the server at the moment of the change. */
function isStale(output: string): boolean {
  return /stale info|cannot lock ref|failed to update ref|incorrect old value|reference already exists|remote ref does not exist/i.test(
    output,
  );
}

const refused: Problem = {
  code: 'push-refused',
  message: 'The repository refuses branches of proposals: one of its rules or hooks rejects them.',
  hint: 'Let the account of the forge push to branches that begin with parley/.',
};

const forbidden =
  /Authentication failed|could not read Username|HTTP 40[13]|error: 40[13]|unable to access.*40[13]/i;

function remoteProblem({ complaint, ended }: GitOutput, to: 'read' | 'write'): Problem {
  if (forbidden.test(complaint)) {
    return {
      code: 'push-forbidden',
      message: `The repository does not let this account ${to} branches.`,
      hint: 'Give the token of the forge the right to write the contents of the repository.',
    };
  }
  if (ended === 'refused') {
    return {
      code: 'remote-refused',
      message: 'The host of the repository resolves to an address that Parley does not call.',
      hint: 'Check who controls the DNS name: link-local and metadata addresses are never called.',
    };
  }
  const why = ended === undefined ? '' : ` (${ended})`;
  return {
    code: 'remote-unreachable',
    message: `The repository cannot be reached to ${to} branches${why}.`,
    hint: 'Check that its server is up; Parley tries again.',
  };
}
