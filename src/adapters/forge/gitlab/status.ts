import { ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ProposalCheck } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, Paging } from '../http/types.ts';
import { CommitStatus } from './schema.ts';

const states = { waiting: 'pending', passed: 'success', failed: 'failed' } as const;
const paging: Paging = { parameter: 'per_page', size: 100, max: 5, newestOnly: true };

/** Sets the verdict as a commit status. GitLab refuses a status that is already set. */
export async function setStatus(
  http: ForgeHttp,
  project: string,
  commit: string,
  { name, state, title }: ProposalCheck,
): Promise<Result<void>> {
  const path = ['projects', project, 'repository', 'commits', commit, 'statuses'];
  const current = await http.list({ method: 'GET', path, query: { name } }, CommitStatus, paging);
  if (!current.ok) return current;
  const wanted = states[state];
  if (current.value.some((one) => one.name === name && one.status === wanted)) return ok(undefined);
  return http.done({
    method: 'POST',
    path: ['projects', project, 'statuses', commit],
    body: { state: wanted, name, description: displayText(title, 250) },
  });
}
