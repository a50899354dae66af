import { canonicalJson, type Json } from '../../../model/json.ts';
import { overlaps, pathKey, valueAtPath } from '../../../model/path.ts';
import { type EffectFacts, reduceToEffect } from './effect.ts';
import { isBesideMember, type NamedPlan, names } from './named.ts';
import { openParts, type PlanPart } from './parts.ts';
import type { PlannedChange, TerraformPlan } from './plan.ts';

/** The plan of the unpatched project, which shows what a patch is not responsible for. */
export interface Baseline {
  /** True if the same change was planned for the entire resource. */
  isSame(change: PlannedChange): boolean;
  /** True if the same actions were planned. */
  acts(change: PlannedChange): boolean;
  /** True if the same part was planned, given that the patch concerns `scope`. */
  has(change: PlannedChange, part: PlanPart, scope: readonly NamedPlan[]): boolean;
}

export function createBaseline(plan: TerraformPlan, facts: EffectFacts): Baseline {
  const changes = new Map(plan.resourceChanges.map((each) => [each.address, each]));
  const before = ({ address, previousAddress = '' }: PlannedChange): PlannedChange | undefined =>
    changes.get(address) ?? changes.get(previousAddress);
  const acts = (change: PlannedChange): boolean =>
    before(change)?.actions.join() === change.actions.join();
  const partsAt = (change: PlannedChange): readonly PlanPart[] => [
    ...reduceToEffect(change, facts).parts,
    ...openParts(change),
  ];
  return {
    acts,
    isSame(change) {
      const old = before(change);
      if (old === undefined || !acts(change) || old.importing !== change.importing) return false;
      // Resources that are created or deleted have no differences.
      if (isPartial(change)) return old.planned.agrees(change.planned, (value) => value);
      return (
        keysOf(partsAt(old)) === keysOf(partsAt(change)) &&
        [...old.secrets, ...change.secrets].every(({ path }) => isSameSecret(old, change, path))
      );
    },
    has(change, part, scope) {
      const old = before(change);
      if (old === undefined) return false;
      const known = partsAt(old);
      if (!known.some((each) => keyOf(each) === keyOf(part))) return false;
      // If the patch concerns one member of a set, that member must already have differed.
      const beside = scope.filter((each) => isBesideMember(each, part));
      if (!beside.every((each) => known.some((one) => names(each, one)))) return false;
      const secrets = [...old.secrets, ...change.secrets].map(({ path }) => path);
      return secrets
        .filter((path) => overlaps(path, part.path))
        .every((path) => isSameSecret(old, change, path));
    },
  };
}

/** True if one side is missing, because the resource is created or deleted. */
function isPartial({ before, after }: PlannedChange): boolean {
  return before === null || after === null;
}

function isSameSecret(
  old: PlannedChange,
  change: PlannedChange,
  path: PlannedChange['secrets'][number]['path'],
): boolean {
  return old.planned.agrees(change.planned, (value) => valueAtPath(value ?? undefined, path));
}

function keysOf(parts: readonly PlanPart[]): string {
  return parts.map(keyOf).sort().join('\n');
}

function keyOf({ path, member, before, after }: PlanPart): string {
  const side = (value: Json | undefined) => (value === undefined ? [] : [value]);
  return canonicalJson([pathKey(path), side(member), side(before), side(after)]);
}
