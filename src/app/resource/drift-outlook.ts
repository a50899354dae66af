import type { Outcome } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { Store } from '../../ports/store/run-store.ts';

type SeenDrift = NonNullable<Report['openDrifts']>[number];

/**
 * What will happen to an open drift, by everything known now, which may be newer than the latest
 * run.
 */
export type DriftOutlook =
  /** Somebody has answered since that run; the next run applies the answer. */
  | { readonly kind: 'answered'; readonly action: KeptAnswer['action']; readonly by: string }
  /** Accepted, and already in the code; the next run confirms it. */
  | { readonly kind: 'in-code' }
  /** Accepted, and waiting for a merge. */
  | { readonly kind: 'proposed'; readonly branch: string; readonly location: string }
  | { readonly kind: 'decided'; readonly outcome: Outcome }
  | { readonly kind: 'undecided' };

/** An open proposal, possibly opened after the run that reported the drift. */
export interface OpenProposal {
  readonly intent: string;
  readonly branch: string;
  readonly location: string;
}

interface Known {
  /** When the latest run began, ISO 8601 UTC. */
  readonly startedAt: string;
  readonly proposals: readonly OpenProposal[];
}

export async function driftOutlook(
  store: Pick<Store, 'answers' | 'transitions'>,
  { verdicts, proposal }: SeenDrift,
  { startedAt, proposals }: Known,
): Promise<DriftOutlook> {
  const last = verdicts.at(-1);
  if (last === undefined) return { kind: 'undecided' };
  const { intent, outcome } = last;
  const answer = (await store.answers()).findLast((one) => one.intent === intent);
  if (answer !== undefined && answer.at > startedAt) {
    return { kind: 'answered', action: answer.action, by: answer.by };
  }
  if (outcome !== 'accept' && outcome !== 'compromise') return { kind: 'decided', outcome };
  const step = (await store.transitions(intent)).at(-1);
  if (step?.event === 'enforced') return { kind: 'in-code' };
  const open = proposals.find((one) => one.intent === intent) ?? proposal;
  if (open === undefined) return { kind: 'decided', outcome };
  return { kind: 'proposed', branch: open.branch, location: open.location };
}
