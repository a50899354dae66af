import type { Stack } from '../../config/service/stacks.ts';
import type { Decision } from '../../model/decision.ts';
import type { Patch } from '../../model/patch.ts';
import type { ProposalCheck } from '../../ports/forge/proposals.ts';
import { isBelowEdit } from '../../present/proposal/edit.ts';

const name = 'parley';

/**
 * The verdict as a check: it passes where the level of proof that the stack requires was reached.
 */
export function planCheck(
  stack: Stack,
  decisions: readonly Decision[],
  patch: Patch | undefined,
): ProposalCheck {
  const outcomes = [...new Set(decisions.map(({ verdict }) => verdict.outcome))].sort().join(', ');
  if (patch === undefined) {
    const title = `${outcomes}: the code stays; there is nothing to prove`;
    return { name, state: 'passed', title, summary: 'The branch changes no file.' };
  }
  const { level, passed } = patch.verification;
  const summary = `Verdict: ${outcomes}. Proved: ${level}. Asked for: ${stack.verify}.`;
  if (!passed) {
    return { name, state: 'failed', title: `${outcomes}: the proof (${level}) failed`, summary };
  }
  if (isBelowEdit(level, stack.verify)) {
    const title = `${outcomes}: verified up to ${level}; the stack requires ${stack.verify}`;
    return { name, state: 'waiting', title, summary };
  }
  return { name, state: 'passed', title: `${outcomes}, verified: ${level}`, summary };
}
