import type { Outcome } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';

const asking: ReadonlySet<string> = new Set<Outcome>([
  'accept',
  'compromise',
  'delegate',
  'expired',
  'reject',
]);

/** True for an outcome that requires a proposal. */
export function asksForProposal(outcome: string): boolean {
  return asking.has(outcome);
}

/**
 * Intents with an open drift that required a proposal and that this run could not see. Their
 * proposals stay until a run can see it.
 */
export function unseenIntents({ openDrifts = [], drifts }: Report): ReadonlySet<string> {
  const seen = new Set(drifts.map(({ id }) => id));
  const unseen = openDrifts.filter(({ id }) => !seen.has(id));
  const last = unseen.flatMap(({ verdicts }) => verdicts.at(-1) ?? []);
  return new Set(
    last.filter(({ outcome }) => asksForProposal(outcome)).map(({ intent }) => intent),
  );
}
