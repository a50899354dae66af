import { planDifferences } from '../../code/terraform/run/difference.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { formatPath, overlaps } from '../../model/path.ts';
import { copiedTagAttribute } from '../../providers/traits/tag-attributes.ts';
import type { GuardPlan, PlannedResource } from './plan/types.ts';
import { isOpenDrift, isSeenDrift } from './put-back.ts';
import { goes, period } from './sentences.ts';
import type { FoundChange } from './types.ts';
import { nodeAt } from './value.ts';

const nobodyKnows =
  'Who changed it and why is not recorded: `parley scan` reads that from the audit log.';

/**
 * Changes that the refresh found outside the code, that the apply would put back, and that are not
 * on record. The guard does not know who wanted them, and does not claim that nobody did.
 */
export function outsideChanges(
  plan: GuardPlan,
  change: PlannedResource,
  reported: readonly FoundChange[],
  drifts: readonly OpenDrift[],
): readonly FoundChange[] {
  const { address } = change;
  const seen = plan.drift.get(address) ?? plan.drift.get(change.previousAddress ?? '');
  if (seen?.before === undefined || change.after === undefined) return [];
  const base = { address, outcome: 'warn', putsBack: true, harm: [] } as const;
  if (seen.after === undefined) {
    if (change.kind !== 'create' || reported.some(({ steps }) => steps.length === 0)) return [];
    const because = `The resource was deleted outside of the code and is created again. ${nobodyKnows}`;
    return [{ ...base, path: '', steps: [], because }];
  }
  return planDifferences(change.before?.values, change.after.values)
    .filter(({ path }) => isSeenDrift(plan, change, path) && !isCopy(path))
    .filter(({ path }) => !reported.some(({ steps }) => overlaps(steps, path)))
    .filter(({ path: [name = ''] }) => !isOpenDrift(drifts, change, name))
    .map(({ path }) => {
      const what = goes(
        path,
        nodeAt(change.before, path, change.type),
        nodeAt(change.after, path, change.type),
      );
      const because = `${period(what)} That reverts a change made outside of the code. ${nobodyKnows}`;
      return { ...base, path: formatPath(path), steps: path, because };
    });
}

/** True within a copy of tags or labels, which are reported already. */
function isCopy([name]: FoundChange['steps']): boolean {
  return typeof name === 'string' && copiedTagAttribute(name) !== undefined;
}
