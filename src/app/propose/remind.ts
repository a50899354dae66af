import { day } from '../../model/instant.ts';
import { ok, type Result } from '../../model/result.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import { markdownCode } from '../../present/proposal/markdown.ts';
import { markdownTime } from '../../present/proposal/who.ts';
import type { ProposeContext } from './deps.ts';

/** Milliseconds before the first reminder, and between two. */
const first = day;
const pause = 7 * day;

/**
 * Comments on a merged request to revert that the cloud still has the unwanted change, because
 * nobody has carried out the revert: one day after the merge, then every week.
 */
export async function remind(
  { deps, stack, forge }: ProposeContext,
  { number, digest, endedAt }: CurrentProposal,
): Promise<Result<void>> {
  if (endedAt === undefined) return ok(undefined);
  const waited = Date.parse(deps.now()) - Date.parse(endedAt);
  if (waited < first) return ok(undefined);
  const count = Math.floor((waited - first) / pause) + 1;
  const posted = await forge.proposals.comment(number, {
    key: `reminder-${digest}-${count}`,
    text: reminderText(endedAt, stack.revert_workflow?.file),
  });
  return posted.ok ? ok(undefined) : posted;
}

function reminderText(agreedAt: string, workflow: string | undefined): string {
  const how =
    workflow === undefined
      ? 'Run the command in the description'
      : `Check the result of the workflow ${markdownCode(workflow)}, and run it again, or the command in the description`;
  return `It was agreed on ${markdownTime(agreedAt)} to revert this, but the change is still live. ${how}; or, if it should stay, decide again with ${markdownCode('/parley reopen')} or another answer.`;
}
