import type { GitCommand } from '../git/run.ts';
import { gitOutput } from './remote/objects.ts';
import { makeSeal, sealTrailer } from './seal.ts';

/** Trailer that names the stack of a branch, since several stacks may share a repository. */
const stackTrailer = 'Parley-Stack';

export interface BranchCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Mail address of the author, or the name if there is none. */
  readonly author: string;
  readonly intent: string | undefined;
  readonly stack: string | undefined;
  /** True if it is unchanged since Parley made it. */
  readonly isOwn: boolean;
}

/** The commits of a branch that the base does not contain. */
export interface BranchLog {
  readonly tip: string;
  /** Newest first. */
  readonly commits: readonly BranchCommit[];
}

/** Most commits that are read; nobody puts more on the branch of a proposal. */
const max = 500;

const trailers = ['Intent-Id', stackTrailer, sealTrailer].map(
  (name) => `%(trailers:key=${name},valueonly,separator=%x20)`,
);
const format = ['%H', '%T', '%P', '%ae', '%an', ...trailers].join('%n');

/** The commits of a branch that none of the bases contains; without bases, its tip alone. */
export async function readBranch(
  git: GitCommand,
  tip: string,
  bases?: readonly string[],
): Promise<BranchLog> {
  const range =
    bases === undefined ? ['--max-count=1', tip] : [`--max-count=${max}`, tip, '--not', ...bases];
  const args = ['log', '-z', '--topo-order', `--format=${format}`, ...range, '--'];
  const output = await gitOutput(git, args);
  return { tip, commits: output.split('\0').filter(Boolean).map(readCommit) };
}

function readCommit(text: string): BranchCommit {
  const [commit = '', tree = '', parents = '', mail = '', name = '', ...rest] = text.split('\n');
  const [intent, stack, seal] = rest.map((line) => (line === '' ? undefined : line));
  return {
    commit,
    tree,
    parents: parents.split(' ').filter(Boolean),
    author: mail === '' ? name : mail,
    intent,
    stack,
    isOwn: intent !== undefined && seal === makeSeal(tree, intent),
  };
}

/** Commits of people, newest first. */
export function foreignCommits({ commits }: BranchLog): readonly BranchCommit[] {
  return commits.filter(({ isOwn }) => !isOwn);
}

/**
 * The newest commit that contains a patch of Parley and nothing else. If a patch was merged into
 * the work of people, that is the second parent.
 */
export function lastPatch({ commits }: BranchLog): string | undefined {
  const own = commits.find(({ isOwn }) => isOwn);
  return own?.parents[1] ?? own?.commit;
}
