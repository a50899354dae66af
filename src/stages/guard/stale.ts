import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { KnownDrift } from './known.ts';
import type { GuardPlan, PlannedResource } from './plan/types.ts';
import { actorName } from './sentences.ts';
import type { GuardNote } from './types.ts';
import { isValue, nodeAt } from './value.ts';

/** Problems with the plan as a whole. */
export function planNotes({ errored, complete }: GuardPlan): readonly GuardNote[] {
  const broken: GuardNote = {
    kind: 'errored',
    outcome: 'block',
    because: 'Planning ended with an error, so what is missing here is unknown.',
  };
  const partial: GuardNote = {
    kind: 'incomplete',
    outcome: 'warn',
    because: 'The plan leaves changes for a later plan, which has to be checked as well.',
  };
  return [...(errored ? [broken] : []), ...(complete ? [] : [partial])];
}

/**
 * The note for an open drift that the plan does not contain as last confirmed. A plan older than
 * that confirmation is stale; a newer one may have been made without a refresh.
 */
export function blindSpot(
  plan: GuardPlan,
  known: KnownDrift,
  change: PlannedResource | undefined,
): GuardNote | undefined {
  const { drift, verdict } = known;
  const side = plan.prior.get(drift.address) ?? change?.before;
  if (drift.path.length === 0) {
    // A state that was refreshed since the deletion no longer contains the resource.
    if (drift.live.kind !== 'absent' || side === undefined) return undefined;
  } else {
    if (side === undefined || isValue(nodeAt(side, drift.path, drift.type), drift.live) !== false) {
      return undefined;
    }
  }
  // The planned value is the live one, whatever the state says.
  if (change && isValue(nodeAt(change.after, drift.path, drift.type), drift.live) === true)
    return undefined;
  const field = drift.path.length === 0 ? '' : displayText(formatPath(drift.path), 160);
  const { at } = drift.lastConfirmed;
  const isOlder = plan.createdAt === undefined || Date.parse(plan.createdAt) < Date.parse(at);
  const what = `what ${actorName(known)} changed${field === '' ? '' : ` at ${field}`}, last confirmed on ${minuteText(at)}`;
  const place = { address: drift.address, path: formatPath(drift.path) };
  if (isOlder) {
    const when =
      plan.createdAt === undefined
        ? 'does not say when it was made'
        : `was made on ${minuteText(plan.createdAt)}`;
    return {
      kind: 'stale',
      outcome: change === undefined ? 'warn' : 'block',
      ...place,
      because: `The plan is stale: it ${when}, and does not include ${what}. Plan again.`,
    };
  }
  const isRefused =
    verdict?.outcome === 'reject' && isValue(nodeAt(side, drift.path, drift.type), drift.declared);
  return {
    kind: 'unseen',
    outcome: isRefused === true ? 'pass' : 'warn',
    ...place,
    because: `The plan does not include ${what}: it has gone since, or the plan was made with -refresh=false. Scan again, and plan with a refresh.`,
  };
}
