import type { Candidate } from '../../model/patch.ts';
import type { Attempt } from './attempt.ts';
import { sourceLineAt } from './place.ts';
import type { Project, Site } from './terraform/types.ts';
import type { Goal } from './types.ts';

/** Blast radii are told in full up to this many values; the number is always told. */
const maxImpacts = 20;

/** What was tried, and why it won or lost, for the report. */
export function candidateOf(
  { tree }: Project,
  goal: Goal,
  trial: Attempt,
  winner: Attempt | undefined,
  isPick = false,
): Candidate {
  const { site } = trial;
  const radius = trial.kind === 'refused' ? [] : trial.radius;
  return {
    drift: goal.drift,
    path: 'path' in goal ? goal.path : [],
    kind: site.kind,
    ...sourceLineAt(tree, site.file, site.offset),
    description: site.label,
    blastRadius: radius.slice(0, maxImpacts),
    changes: radius.length,
    chosen: trial === winner,
    because: reasonOf(trial, winner, isPick),
  };
}

function reasonOf(trial: Attempt, winner: Attempt | undefined, isPick: boolean): string {
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
      return isPick ? 'It would do, too; another place was picked.' : passedOver(trial, winner);
  }
}

/** Why an edit that would have been exact, too, was not taken. */
function passedOver(trial: Attempt & { kind: 'exact' }, winner: Attempt | undefined): string {
  if (winner?.kind === 'exact' && winner.reached.length > trial.reached.length) {
    return `It would do, but for this value alone; the place chosen puts ${winner.reached.length} right.`;
  }
  return bluntness(trial.site);
}

function bluntness({ kind }: Site): string {
  switch (kind) {
    case 'literal at the use':
      return 'It would do, but would cut the value off from where it comes from.';
    case 'instance override':
      return 'It would do, but would make an exception where none is needed.';
    default:
      return 'It would do, too, but is further from how the code says it now.';
  }
}
