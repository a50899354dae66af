import type { Candidate } from '../../model/patch.ts';
import type { Attempt } from './attempt.ts';
import type { EditableCode } from './code-base.ts';
import type { Goal } from './types.ts';

/** Blast radii are listed up to this many values; the total number is always given. */
const maxImpacts = 20;

/** What was tried, and why it won or lost, for the report. */
export function toCandidate<C extends EditableCode>(
  goal: Goal,
  trial: Attempt<C>,
  winner: Attempt<C> | undefined,
  isPick = false,
): Candidate {
  const { site } = trial;
  const radius = trial.kind === 'refused' ? [] : trial.radius;
  return {
    drift: goal.drift,
    path: 'path' in goal ? goal.path : [],
    kind: site.kind,
    ...site.at(),
    description: site.label,
    blastRadius: radius.slice(0, maxImpacts),
    changes: radius.length,
    ...(trial.kind === 'inexact' && trial.andMore && { andMore: true }),
    chosen: trial === winner,
    because: reasonOf(trial, winner, isPick),
  };
}

function reasonOf<C extends EditableCode>(
  trial: Attempt<C>,
  winner: Attempt<C> | undefined,
  isPick: boolean,
): string {
  switch (trial.kind) {
    case 'refused':
      return trial.refusal.reason;
    case 'inexact':
      return trial.because;
    case 'exact':
      if (trial === winner) {
        return `It changes exactly what drifted${isPick ? ', and was picked' : ''}.`;
      }
      if (trial.site.byHand !== undefined) return trial.site.byHand.reason;
      return isPick ? 'It would also work; another place was picked.' : passedOver(trial, winner);
  }
}

/** Why an edit that would also have been exact was not chosen. */
function passedOver<C extends EditableCode>(
  { reached, repeats, site }: Attempt<C> & { kind: 'exact' },
  winner: Attempt<C> | undefined,
): string {
  if (winner?.kind === 'exact' && winner.reached.length > reached.length) {
    return `It would work, but for this value alone; the chosen place fixes ${winner.reached.length}.`;
  }
  if (repeats) return 'It would also work, but leaves alternatives that no longer differ.';
  if (site.isShared === true) return 'It would also work, but others read the same file.';
  return site.blunt ?? 'It would also work, but departs further from how the code is written now.';
}
