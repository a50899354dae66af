import type { Outcome } from '../../../model/decision.ts';
import type { Intent } from '../../../model/intent.ts';
import type { Report } from '../../../model/report.ts';
import { type ReviewAction, reviewActions } from '../../../model/review.ts';

/** The id of an action's button in Slack. */
export function actionId(action: ReviewAction): string {
  return `parley.${action}`;
}

/** Actions that remain open to a reviewer after a verdict, apart from asking why. */
const open: Readonly<Record<Outcome, readonly ReviewAction[]>> = {
  accept: ['accept', 'revert', 'hold', 'dismiss'],
  compromise: ['accept', 'revert', 'hold', 'dismiss'],
  delegate: ['delegate', 'revert', 'hold', 'dismiss'],
  reject: ['accept', 'revert', 'hold', 'dismiss'],
  expired: ['accept', 'revert', 'hold', 'dismiss'],
  escalate: ['accept', 'revert', 'delegate', 'hold', 'dismiss'],
  defer: ['accept', 'revert', 'delegate', 'dismiss'],
  noop: [],
};

/**
 * The actions that make sense for an intent, in the order of {@link reviewActions}: those that all
 * its verdicts leave open, since an intent is answered as a whole.
 */
export function actionsFor(report: Report, intent: Intent): readonly ReviewAction[] {
  const outcomes = report.decisions
    .filter((decision) => decision.intent === intent.id)
    .map(({ verdict }) => verdict.outcome)
    .filter((outcome) => outcome !== 'noop');
  return reviewActions.filter((action) => {
    if (action === 'why') return true;
    if (action === 'accept' && !canBeWritten(report, intent)) return false;
    return outcomes.length > 0 && outcomes.every((outcome) => open[outcome].includes(action));
  });
}

/** A hidden value cannot be written, nor can a change whose patch was refused. */
function canBeWritten(report: Report, { id, drifts }: Intent): boolean {
  const isHidden = report.drifts.some(
    (drift) =>
      drifts.includes(drift.id) &&
      (drift.live.kind === 'redacted' || drift.live.kind === 'unknown'),
  );
  const patches = report.patches.filter(({ intent }) => intent === id);
  if (isHidden || patches.some(({ verification }) => !verification.passed)) return false;
  return patches.length > 0 || !report.unresolved.some(({ intent }) => intent === id);
}
