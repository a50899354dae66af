import type { Outcome } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';

const asking: ReadonlySet<string> = new Set<Outcome>([
  'accept',
  'compromise',
  'delegate',
  'expired',
  'reject',
]);

/** True for an outcome that something is to be proposed for. */
export function asksForProposal(outcome: string): boolean {
  return asking.has(outcome);
}

/**
 * Intents with a drift that is open, that something was to be proposed for, and that this run could
 * say nothing of: what was proposed for it stands until somebody can.
 */
export function unseenIntents({ openDrifts = [], drifts }: Report): ReadonlySet<string> {
  const seen = new Set(drifts.map(({ id }) => id));
  const unseen = openDrifts.filter(({ id }) => !seen.has(id));
  const last = unseen.flatMap(({ verdicts }) => verdicts.at(-1) ?? []);
  return new Set(
    last.filter(({ outcome }) => asksForProposal(outcome)).map(({ intent }) => intent),
  );
}
