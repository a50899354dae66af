import type { ProtectedLines } from '../../adapters/forge/remote/types.ts';
import type { Problem, Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { CurrentProposal, Proposals } from '../../ports/forge/proposals.ts';
import { markdownCode } from '../../present/proposal/markdown.ts';

/** How often a branch is pushed that others move at the same time. */
export const pushAttempts = 3;

/** Tips of what was merged: the work of people on them is kept already. */
export function mergedTips(standing: readonly CurrentProposal[]): readonly string[] {
  return standing.filter(({ state }) => state === 'merged').map(({ commit }) => commit);
}

export function takenBranch(branch: string, author: string): Problem {
  return {
    code: 'branch-taken',
    message: `${displayText(author, 80)} created the branch ${branch}, which Parley does not touch.`,
    hint: 'Delete or rename the branch, then retry.',
  };
}

export function branchKeptMoving(branch: string): Problem {
  return {
    code: 'branch-moved',
    message: `The branch ${branch} kept moving while Parley tried to push it.`,
    hint: 'Check who pushes to it; Parley tries again.',
  };
}

/** Comments once for each state of the branch. */
export function commentOnTip(
  proposals: Proposals,
  number: number,
  tip: string,
  text: string,
): Promise<Result<unknown>> {
  return proposals.comment(number, { key: `protected-${tip.slice(0, 12)}`, text });
}

/** The first of the lines that are kept, in a sentence. */
export function keptLinesSentence(branch: string, lines: readonly ProtectedLines[]): string {
  const [first] = lines;
  const who = first === undefined ? 'somebody' : displayText(first.author, 80);
  const where = first?.lines === undefined ? '' : `:${first.lines.from}`;
  const place = first === undefined ? branch : `${displayText(first.path, 200)}${where}`;
  return `The branch has other lines of ${who} at ${place}, which are kept.`;
}

const maxListed = 20;

/**
 * Lists the lines that the patch would overwrite, with their authors, and what a person can do.
 * Where the forge has no comments, that is to use git on the `branch`.
 */
export function keptWorkText(lines: readonly ProtectedLines[], branch: string | undefined): string {
  const items = lines.slice(0, maxListed).map(({ path, lines: range, commit, author }) => {
    const place =
      range === undefined ? markdownCode(path) : `${markdownCode(path)}, ${rangeText(range)}`;
    return `- ${place}: ${markdownCode(author, 80)} in ${markdownCode(commit.slice(0, 10))}`;
  });
  const rest = lines.length - items.length;
  return [
    'The drift has changed, and the new patch touches lines that people changed here. Nothing was pushed.',
    '',
    ...items,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    '',
    branch === undefined
      ? 'Merge this, delete the branch, or comment `/parley recheck force` to replace these commits with the new patch.'
      : `Merge ${markdownCode(branch)}, delete it to close this, or move it back to the watched branch to replace these commits with the new patch.`,
  ].join('\n');
}

function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}
