import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import type { Forge, Proposal, Proposed } from '../../../ports/forge/proposal.ts';
import type { GitCommand } from '../../git/run.ts';
import { type BranchLog, foreignCommits, readBranch } from '../branch-log.ts';
import {
  fileAt,
  type GitRepository,
  gitAuthor,
  openGitRepository,
  resolveRevisions,
} from '../git.ts';
import { gitOutput, treeWith, writeCommit } from '../remote/objects.ts';
import { formatMessage, makeSeal } from '../seal.ts';

/**
 * Proposals as branches of the repository that holds the project: one branch with one commit for
 * each intent. Works on objects and refs only; the checked-out files stay unchanged.
 */
export function createLocalForge(
  dir: string,
  environment: Readonly<Record<string, string>> = {},
): Forge {
  let opened: Promise<GitRepository | undefined> | undefined;
  return {
    async propose(proposal, { force }) {
      opened ??= openGitRepository(dir, environment);
      const repository = await opened;
      if (repository === undefined) return fail(noRepository(dir));
      const ref = `refs/heads/${proposal.branch}`;
      const [head, tip] = await resolveRevisions(repository.git, ['HEAD', ref]);
      if (head === undefined) return fail(noCommit(dir));
      const files = await asCommitted(repository, head, proposal);
      if (!files.ok) return files;
      return publish(repository.git, { ref, tip, head, files: files.value }, proposal, force);
    },
  };
}

/**
 * The new contents by path in the repository, with the line ends of the commit, since with
 * `core.autocrlf` those of the working tree differ. Fails if a file differs in anything else.
 */
async function asCommitted(
  { git, pathOf }: GitRepository,
  head: string,
  { files }: Proposal,
): Promise<Result<ReadonlyMap<string, string>>> {
  const outside = files.find(({ path }) => pathOf(path) === undefined);
  if (outside !== undefined) return fail(outsideOfRepository(outside.path));
  const committed = new Map<string, string>();
  for (const { path, before, content } of files) {
    const whole = pathOf(path) ?? path;
    const own = await fileAt(git, head, whole);
    if (own === before) committed.set(whole, content);
    else if (own !== undefined && own === before?.replaceAll('\r\n', '\n')) {
      committed.set(whole, content.replaceAll('\r\n', '\n'));
    } else return fail(uncommitted(path));
  }
  return ok(committed);
}

interface Branch {
  readonly ref: string;
  /** The commit it is at; undefined if there is no such branch. */
  readonly tip: string | undefined;
  /** The commit that a proposal follows. */
  readonly head: string;
  readonly files: ReadonlyMap<string, string>;
}

async function publish(
  git: GitCommand,
  { ref, tip, head, files }: Branch,
  proposal: Proposal,
  force: boolean,
): Promise<Result<Proposed>> {
  const tree = await treeWith(git, head, files);
  if (tip !== undefined) {
    const log = await readBranch(git, tip, [head]);
    const [foreign] = foreignCommits(log);
    if (foreign !== undefined && !force) {
      return fail(protectedBranch(proposal.branch, foreign.commit));
    }
    if (foreign === undefined && isCurrent(log, head, tree)) {
      return ok(proposed(proposal.branch, tip, 'unchanged'));
    }
  }
  const message = formatMessage(proposal.message, makeSeal(tree, proposal.intent));
  const commit = await writeCommit(git, { tree, parents: [head], message, by: gitAuthor });
  // Fails if the branch has moved.
  const from = tip ?? '0'.repeat(40);
  await gitOutput(git, ['update-ref', '-m', 'parley: propose', ref, commit, from]);
  return ok(proposed(proposal.branch, commit, tip === undefined ? 'created' : 'updated'));
}

function isCurrent({ commits: [tip] }: BranchLog, head: string, tree: string): boolean {
  return tip?.parents[0] === head && tip.tree === tree;
}

function proposed(branch: string, commit: string, state: Proposed['state']): Proposed {
  return { branch, commit, location: `git show ${branch}`, state };
}

function noRepository(dir: string): Problem {
  return {
    code: 'no-repository',
    message: 'The project is not in a git repository, so no branch can be created.',
    place: { file: dir },
    hint: 'Run `git init` and commit the project, or use --write to edit the files in place.',
  };
}

function noCommit(dir: string): Problem {
  return {
    code: 'no-commit',
    message: 'The repository has no commit to branch from.',
    place: { file: dir },
    hint: 'Commit the project first.',
  };
}

function outsideOfRepository(path: string): Problem {
  return {
    code: 'outside-repository',
    message:
      'This file is not in the repository of the project, so no branch can contain the change.',
    place: { file: path },
    hint: 'Make the change by hand, or use --write.',
  };
}

function uncommitted(path: string): Problem {
  return {
    code: 'uncommitted-changes',
    message: 'This file differs from the last commit, so a branch would mix in unfinished work.',
    place: { file: path },
    hint: 'Commit or stash the change, then run again.',
  };
}

function protectedBranch(branch: string, commit: string): Problem {
  return {
    code: 'branch-has-foreign-commit',
    message: `Somebody else committed ${commit.slice(0, 10)} to ${branch}; it is left as it is.`,
    hint: 'Merge or delete the branch, or use --force to overwrite it.',
  };
}
