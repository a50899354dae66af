import { planDifferences } from '../../code/terraform/run/difference.ts';
import { isJsonArray, type Json } from '../../model/json.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { type AttributePath, overlaps, type PathStep } from '../../model/path.ts';
import { atomsOf } from '../../providers/catalog/elements.ts';
import type { GuardPlan, PlannedResource } from './plan/types.ts';
import { isLikeValue, isValue, missingIn, nodeAt, sameNode } from './value.ts';

/** The sources that show whether the code wants a change or the apply merely puts a value back. */
export interface PutBackSources {
  readonly plan: GuardPlan;
  /** Plan of the base branch. */
  readonly base?: GuardPlan;
  readonly drifts: readonly OpenDrift[];
}

/** Why a planned change of an attribute may not come from the pull request. */
export interface ValueOrigin {
  /** The cloud was changed outside the code, while the code is unchanged. */
  readonly putsBack: boolean;
  readonly inBase: boolean;
}

/** Where the change of a field comes from, or that of the entire resource if the path is empty. */
export function valueOrigin(
  sources: PutBackSources,
  change: PlannedResource,
  path: AttributePath,
): ValueOrigin {
  const inBase = isInBase(sources.base, change, path);
  const [name] = path;
  const putsBack =
    name === undefined
      ? isMadeAgain(sources, change)
      : change.kind !== 'create' &&
        (isSeenDrift(sources.plan, change, path) || isOpenDrift(sources.drifts, change, name));
  return { putsBack, inBase };
}

/** True when the refresh found the field changed and the plan sets it back to the state's value. */
export function isSeenDrift(
  { drift }: GuardPlan,
  change: PlannedResource,
  path: AttributePath,
): boolean {
  const seen = drift.get(change.address) ?? drift.get(change.previousAddress ?? '');
  if (seen?.before === undefined || seen.after === undefined) return false;
  const { type } = change;
  const [was, live] = [nodeAt(seen.before, path, type), nodeAt(seen.after, path, type)];
  return !sameNode(was, live) && sameNode(was, nodeAt(change.after, path, change.type));
}

function isMadeAgain({ plan, drifts }: PutBackSources, change: PlannedResource): boolean {
  if (change.kind !== 'create') return false;
  const seen = plan.drift.get(change.address);
  const isGone = seen !== undefined && seen.before !== undefined && seen.after === undefined;
  const isKnown = ({ address, path, live }: OpenDrift) =>
    address === change.address && path.length === 0 && live.kind === 'absent';
  return isGone || drifts.some(isKnown);
}

/** True when everything that changes below an attribute undoes changes of open drifts. */
export function isOpenDrift(
  drifts: readonly OpenDrift[],
  change: PlannedResource,
  attribute: PathStep,
): boolean {
  const own = drifts.filter(
    ({ address, path: [name] }) => address === change.address && name === attribute,
  );
  const isUndone = ({ path, declared }: OpenDrift) =>
    isValue(nodeAt(change.after, path, change.type), declared) === true;
  const undone = own.filter(isUndone);
  if (undone.length === 0) return false;
  if (own.some(({ path: [, member] }) => typeof member === 'object')) {
    return membersOf(change, attribute).every((member) =>
      undone.some(
        ({ path: [, step] }) => typeof step === 'object' && isLikeValue(member, step.element),
      ),
    );
  }
  return planDifferences(change.before?.values, change.after?.values)
    .filter(({ path }) => path[0] === attribute)
    .every(({ path }) => undone.some((drift) => overlaps(path, drift.path)));
}

/** Members of a set that are added or removed, split into their atoms. */
function membersOf({ type, before, after }: PlannedResource, attribute: PathStep): readonly Json[] {
  const [old, now] = [before, after].map((side) => {
    const { value } = nodeAt(side, [attribute], type);
    const list = isJsonArray(value) ? value : [];
    return list.flatMap((each) => atomsOf(type, String(attribute), each));
  });
  return [...missingIn(old, now), ...missingIn(now, old)];
}

/** True when the plan of the base branch sets the field to the same value. */
function isInBase(
  base: GuardPlan | undefined,
  change: PlannedResource,
  path: AttributePath,
): boolean {
  const other = base?.changes.find(({ address }) => address === change.address);
  if (other === undefined || other.kind !== change.kind) return false;
  if (path.length === 0) return true;
  const [before, after] = [
    nodeAt(other.before, path, other.type),
    nodeAt(other.after, path, other.type),
  ];
  return !sameNode(before, after) && sameNode(after, nodeAt(change.after, path, change.type));
}
