import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { PullRequest, PullRequestChanges } from './types.ts';

type Send = (changes: PullRequestChanges) => Promise<Result<PullRequest>>;

/**
 * Changes the state and the rest in separate requests. For forges that apply the parts of a request
 * in an order of their own, report a closing before they write its text, or write the text although
 * they refuse the state: a closed pull request without the marker of Parley's closing would pass
 * for one that a person closed.
 */
export async function editInTurn(
  { state, ...rest }: PullRequestChanges,
  send: Send,
): Promise<Result<PullRequest>> {
  if (state === undefined) return send(rest);
  const isStateOnly = Object.keys(rest).length === 0;
  if (state === 'open') {
    const opened = await reopen(send);
    return opened.ok && !isStateOnly ? send(rest) : opened;
  }
  const written = isStateOnly ? undefined : await send(rest);
  return written?.ok === false ? written : send({ state });
}

/** Some forges refuse without an error: in their answer the request is still closed. */
async function reopen(send: Send): Promise<Result<PullRequest>> {
  const opened = await send({ state: 'open' });
  if (!opened.ok) return opened;
  return opened.value.state === 'open' ? ok(opened.value) : fail(notReopened(opened.value));
}

function notReopened({ number }: PullRequest): Problem {
  return { code: 'forge-refused', message: `The forge did not reopen ${number}.` };
}
