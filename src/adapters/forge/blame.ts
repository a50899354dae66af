import type { CodeCommit } from '../../model/decision.ts';
import type { Blame, LineRange } from '../../reconcile/managed/code-history.ts';
import { mayBeInRepository } from '../git/repository.ts';
import { type RunGit, runGit } from '../git/run.ts';
import { quietGit, safeGit } from '../git/safe-git.ts';

/** Milliseconds after which the blame of a file is given up. */
const timeout = 20_000;

/**
 * Finds who last changed lines, by `git blame` in the working tree: two processes for the
 * repository and one for each file.
 */
export function createGitBlame(
  dir: string,
  environment: Readonly<Record<string, string>> = {},
  start: RunGit = runGit,
): Blame {
  return async (ranges) => {
    const found = new Map<string, ReadonlyMap<number, CodeCommit>>();
    if (ranges.size === 0 || !(await mayBeInRepository(dir))) return found;
    const git = await safeGit(dir, environment, { timeout, start });
    // Without git or a repository, for an untracked file and for one that takes too long, nothing
    // is known.
    const run = (args: readonly string[]) => quietGit(git(args));
    const shallow = await run(['rev-parse', '--is-shallow-repository']);
    if (shallow === undefined) return found;
    for (const [file, wanted] of ranges) {
      const text = await run(blameCommand(file, wanted));
      if (text !== undefined) found.set(file, parsePorcelain(text, shallow.trim() === 'true'));
    }
    return found;
  };
}

/** Changes of white space and moves within the file do not count. */
function blameCommand(file: string, ranges: readonly LineRange[]): string[] {
  const lines = ranges.flatMap(({ from, to }) => ['-L', `${from},${to}`]);
  return ['blame', '--no-textconv', '--porcelain', '-w', '-M', ...lines, '--', file];
}

interface Entry {
  author: string;
  seconds: number;
  isBoundary: boolean;
}

/**
 * Commits by line. In a shallow clone, lines at the cut-off are left out, since nobody can tell who
 * set them.
 */
export function parsePorcelain(text: string, isShallow: boolean): ReadonlyMap<number, CodeCommit> {
  const entries = new Map<string, Entry>();
  const lines: [line: number, commit: string][] = [];
  let entry: Entry | undefined;
  for (const line of text.split('\n')) {
    const [, commit, number] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line) ?? [];
    if (commit !== undefined) {
      entry = entries.get(commit) ?? { author: '', seconds: 0, isBoundary: false };
      entries.set(commit, entry);
      lines.push([Number(number), commit]);
    } else if (entry !== undefined && !line.startsWith('\t')) readHeader(line, entry);
  }
  return new Map(
    lines.flatMap(([line, commit]) => {
      const { author, seconds, isBoundary } = entries.get(commit) ?? noEntry;
      if (/^0+$/.test(commit) || (isBoundary && isShallow)) return [];
      const time = new Date(seconds * 1000).toISOString();
      return [[line, { commit, author, time, ...(isBoundary ? { first: true } : {}) }] as const];
    }),
  );
}

const noEntry: Entry = { author: '', seconds: 0, isBoundary: false };

function readHeader(line: string, entry: Entry): void {
  const [, name, value = ''] = /^(\S+)(?: (.*))?$/.exec(line) ?? [];
  if (name === 'author' && entry.author === '') entry.author = value;
  if (name === 'author-mail' && value.length > 2) entry.author = value.slice(1, -1);
  if (name === 'author-time') entry.seconds = Number(value);
  if (name === 'boundary') entry.isBoundary = true;
}
