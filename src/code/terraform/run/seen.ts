import type { PlannedChange, TerraformPlan } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';

/**
 * What a plan showed of the live values. The copy that it was made in has the refreshed state
 * since, so that later plans need not ask the provider again.
 */
export interface SeenDifferences {
  /** What the plan was limited to. */
  readonly targets: readonly string[] | 'all';
  /** Instances that the provider was asked about. */
  readonly refreshed: ReadonlySet<string>;
  /** What is live otherwise than the state said. */
  readonly drift: readonly PlannedChange[];
  /** The saved plan, in the copy. */
  readonly file: string;
  /** The same, where somebody looked at it. */
  readonly plan?: TerraformPlan;
  /** Set where it was a plan of patched files; else it was one of the project as it is. */
  readonly patched?: PatchedAhead;
}

/** A plan of patches that was made while what they rest on was read. */
export interface PatchedAhead {
  /** Texts by path, as requests have them. */
  readonly files: ReadonlyMap<string, string>;
  readonly events: PlanEvents;
}

/** True when a plan of the project as it is, about these addresses, shows nothing that this one does not. */
export function coversDifference(
  { targets, patched }: SeenDifferences,
  addresses: readonly string[],
): boolean {
  if (patched !== undefined) return false;
  if (targets === 'all') return true;
  const known = new Set(targets);
  return addresses.length > 0 && addresses.every((address) => known.has(address));
}

/** True when it is the very plan of these files, about these addresses. */
export function isPlanOf(
  { targets, patched }: SeenDifferences,
  files: ReadonlyMap<string, string>,
  addresses: readonly string[],
): boolean {
  if (patched === undefined || targets === 'all') return false;
  return (
    JSON.stringify(targets.toSorted()) === JSON.stringify(addresses.toSorted()) &&
    patched.files.size === files.size &&
    [...files].every(([path, text]) => patched.files.get(path) === text)
  );
}

/**
 * A plan that began from the refreshed state, with the drift that the refresh found: as if it had
 * begun from the state before.
 */
export function withDrift(
  plan: TerraformPlan,
  seen: SeenDifferences,
  targets: readonly string[],
): TerraformPlan {
  const addresses = new Set([...targets, ...plan.resourceChanges.map(({ address }) => address)]);
  const moved = new Map(
    plan.resourceChanges.flatMap(({ address, previousAddress }) =>
      previousAddress === undefined ? [] : [[previousAddress, address] as const],
    ),
  );
  const drift = seen.drift
    .map((each) => {
      const address = moved.get(each.address);
      return address === undefined ? each : { ...each, address, previousAddress: each.address };
    })
    .filter(({ address }) => addresses.has(address));
  const all = [...drift, ...plan.resourceDrift];
  return {
    ...plan,
    resourceDrift: all.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  };
}
