import type { OpenDrift } from '../model/open-drift.ts';
import { type AttributePath, startsWith } from '../model/path.ts';
import { differences } from '../terraform/run/difference.ts';
import type { GuardPlan, PlannedResource } from './plan/types.ts';
import { isValue, missingIn, nodeAt, sameNode } from './value.ts';

/** What tells a change that the code wants from one that the apply merely puts back. */
export interface Sources {
  readonly plan: GuardPlan;
  /** Of the base branch. */
  readonly base?: GuardPlan;
  readonly drifts: readonly OpenDrift[];
}

/** Why an attribute of a planned change is not the doing of the pull request. */
export interface Origin {
  /** The cloud was changed outside of the code, and the code says what it said. */
  readonly putsBack: boolean;
  readonly inBase: boolean;
}

/** Where the change of a field comes from; of the resource itself with an empty path. */
export function originOf(sources: Sources, change: PlannedResource, path: AttributePath): Origin {
  const inBase = isInBase(sources.base, change, path);
  const [name] = path;
  const putsBack =
    name === undefined
      ? isMadeAgain(sources, change)
      : change.kind !== 'create' &&
        (isSeenDrift(sources.plan, change, path) || isOpenDrift(sources.drifts, change, [name]));
  return { putsBack, inBase };
}

/** The refresh found the field changed, and the plan sets it to what the state had. */
export function isSeenDrift(
  { drift }: GuardPlan,
  change: PlannedResource,
  path: AttributePath,
): boolean {
  const seen = drift.get(change.address) ?? drift.get(change.previousAddress ?? '');
  if (seen?.before === undefined || seen.after === undefined) return false;
  const [was, live] = [nodeAt(seen.before, path), nodeAt(seen.after, path)];
  return !sameNode(was, live) && sameNode(was, nodeAt(change.after, path));
}

function isMadeAgain({ plan, drifts }: Sources, change: PlannedResource): boolean {
  if (change.kind !== 'create') return false;
  const seen = plan.drift.get(change.address);
  const isGone = seen !== undefined && seen.before !== undefined && seen.after === undefined;
  const isKnown = ({ address, path, live }: OpenDrift) =>
    address === change.address && path.length === 0 && live.kind === 'absent';
  return isGone || drifts.some(isKnown);
}

/** All that changes below an attribute is what open drifts changed, the other way round. */
function isOpenDrift(
  drifts: readonly OpenDrift[],
  change: PlannedResource,
  attribute: AttributePath,
): boolean {
  const own = drifts.filter(
    ({ address, path }) => address === change.address && startsWith(path, attribute),
  );
  if (own.length === 0) return false;
  const isUndone = ({ path, declared }: OpenDrift) =>
    isValue(nodeAt(change.after, path), declared) === true;
  const changed = differences(change.before?.values, change.after?.values).filter(({ path }) =>
    startsWith(path, attribute),
  );
  return changed.every(({ path, before, after }) => {
    const here = own.filter(
      (drift) => startsWith(path, drift.path) || startsWith(drift.path, path),
    );
    if (!here.some(isUndone) || !here.every(isUndone)) return false;
    if (here.some((drift) => startsWith(path, drift.path))) return true;
    // A set is told as a whole: each of its elements that comes or goes must be one that drifted.
    const moved = [...missingIn(before, after), ...missingIn(after, before)];
    return moved.length > 0 && moved.length <= here.length;
  });
}

/** The base branch plans to set the field to the same. */
function isInBase(
  base: GuardPlan | undefined,
  change: PlannedResource,
  path: AttributePath,
): boolean {
  const other = base?.changes.find(({ address }) => address === change.address);
  if (other === undefined || other.kind !== change.kind) return false;
  if (path.length === 0) return true;
  const [before, after] = [nodeAt(other.before, path), nodeAt(other.after, path)];
  return !sameNode(before, after) && sameNode(after, nodeAt(change.after, path));
}
