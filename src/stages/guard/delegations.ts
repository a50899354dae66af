import { boundsText } from '../../model/bounds.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { KnownDelegation } from './known.ts';
import type { PlannedResource } from './plan/types.ts';
import { goes, guardSentence, period } from './sentences.ts';
import type { FoundChange } from './types.ts';
import { isUnknownValue, nodeAt, sameNode } from './value.ts';

/**
 * The planned change as one that takes a field back from its owner. `ignore_changes` prevents that
 * unless it is removed or the resource is recreated.
 */
export function takenBack(
  delegation: KnownDelegation,
  change: PlannedResource,
): FoundChange | undefined {
  const { path } = delegation;
  if (change.before === undefined) return undefined;
  const before = nodeAt(change.before, path, change.type);
  const after = nodeAt(change.after, path, change.type);
  const isGone = change.kind === 'delete';
  if (!isGone && sameNode(before, after) && !isUnknownValue(after)) return undefined;
  return takingBack(delegation, isGone, [
    period(isGone ? 'The resource is deleted' : goes(path, before, after)),
    change.kind === 'replace' ? '`ignore_changes` has no effect when a resource is replaced.' : '',
  ]);
}

/** A change of the code that removes the delegation of a field to its owner. */
export function takenBackByCode(delegation: KnownDelegation, isGone: boolean): FoundChange {
  return takingBack(delegation, isGone, [
    isGone
      ? 'The resource is deleted.'
      : 'ignore_changes no longer covers it, so the next apply sets what the code says.',
  ]);
}

function takingBack(
  delegation: KnownDelegation,
  isGone: boolean,
  how: readonly string[],
): FoundChange {
  const { address, path, owner, since, until, intent } = delegation;
  const who = displayText(owner, 120);
  const from = since === undefined ? '' : ` since ${minuteText(since)}`;
  const bounds = limitsOf(delegation);
  return {
    address,
    path: formatPath(path),
    steps: path,
    outcome: isGone ? 'warn' : 'block',
    putsBack: false,
    harm: [],
    intent: {
      kind: 'delegation',
      ...(intent === undefined ? {} : { id: intent }),
      who,
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    },
    because: [guardSentence(`overwrites a field owned by ${who}${from}${bounds}`), ...how]
      .filter((text) => text !== '')
      .join(' '),
  };
}

function limitsOf({ bounds, until }: KnownDelegation): string {
  const within = bounds === undefined ? '' : `, ${boundsText(bounds)}`;
  return `${within}${until === undefined ? '' : `, until ${displayText(until, 40)}`}`;
}
