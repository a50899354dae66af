import type { ProtectedLines } from '../../adapters/forge/remote/types.ts';
import { ok, type Result } from '../../model/result.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import { markdownCode } from '../../present/proposal/markdown.ts';
import type { ProposeContext } from './deps.ts';
import { rememberProposal } from './remember.ts';

export interface Protected {
  readonly tip: string;
  readonly lines: readonly ProtectedLines[];
}

/**
 * Leaves a branch to the people who work on it, and reports that once for each state of the branch.
 * The description of the proposal continues to match what is on the branch.
 */
export async function protect(
  scope: ProposeContext,
  plan: PlannedProposal,
  standing: CurrentProposal | undefined,
  { tip, lines }: Protected,
): Promise<Result<void>> {
  if (standing === undefined) return ok(undefined);
  const { deps, key, forge } = scope;
  const { number, state, digest, title, location } = standing;
  const known = await deps.store.proposals.byNumber(key, forge.name, number);
  if (known?.protectedTip === tip) return ok(undefined);
  const posted = await forge.proposals.comment(number, {
    key: `protected-${tip.slice(0, 12)}`,
    text: protectionText(lines, forge.kind === 'local' ? plan.branch : undefined),
  });
  if (!posted.ok) return posted;
  const before = known?.state;
  const now = { commit: known?.commit ?? tip, state, protectedTip: tip, before };
  await rememberProposal(scope, { ...plan, digest, title }, { number, location }, now);
  return ok(undefined);
}

const max = 20;

/**
 * Lists the lines that the patch would overwrite, with their authors, and what a person can do.
 * Where the forge has no comments, that is to use git on the `branch`.
 */
function protectionText(lines: readonly ProtectedLines[], branch: string | undefined): string {
  const items = lines.slice(0, max).map(({ path, lines: range, commit, author }) => {
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
