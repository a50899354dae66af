import { displayText } from '../../../model/text.ts';
import type { ProposalCheck } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp } from '../http/types.ts';
import type { PullRequestApi } from '../pull-requests/types.ts';
import { CheckRuns } from './schema.ts';

type SetCheck = PullRequestApi['setCheck'];

/** Longest summary of a check run, in characters, with room to spare. */
const longestSummary = 60_000;

/**
 * The verdict as a check run, which only apps can create. There is one for each commit and name,
 * updated in place.
 */
export function createCheckRuns(http: ForgeHttp, repository: readonly string[]): SetCheck {
  return async (commit, check) => {
    const runs = await http.json(
      {
        method: 'GET',
        path: ['repos', ...repository, 'commits', commit, 'check-runs'],
        query: { check_name: check.name, filter: 'latest' },
      },
      CheckRuns,
    );
    if (!runs.ok) return runs;
    const path = ['repos', ...repository, 'check-runs'];
    const [run] = runs.value.check_runs;
    const body = runOf(check);
    if (run !== undefined) return http.done({ method: 'PATCH', path: [...path, run.id], body });
    return http.done({ method: 'POST', path, body: { ...body, head_sha: commit } });
  };
}

function runOf({ name, state, title, summary }: ProposalCheck): object {
  const output = {
    title: displayText(title, 200),
    summary: summary.slice(0, longestSummary),
  };
  if (state === 'waiting') return { name, status: 'in_progress', output };
  const conclusion = state === 'passed' ? 'success' : 'failure';
  return { name, status: 'completed', conclusion, output };
}

const states = { waiting: 'pending', passed: 'success', failed: 'failure' } as const;

/** The verdict as a commit status, for tokens of users. The last one with a name counts. */
export function createStatuses(http: ForgeHttp, repository: readonly string[]): SetCheck {
  return (commit, { name, state, title }) =>
    http.done({
      method: 'POST',
      path: ['repos', ...repository, 'statuses', commit],
      body: { state: states[state], context: name, description: displayText(title, 140) },
    });
}
