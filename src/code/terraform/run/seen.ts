import { compareText } from '../../../model/text.ts';
import type { PlannedChange, TerraformPlan } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';

/**
 * What a plan showed about the live values. The copy in which it was made now has the refreshed
 * state, so later plans need not query the provider again.
 */
export interface SeenDifferences {
  /** The addresses that the plan was limited to. */
  readonly targets: readonly string[] | 'all';
  /** Instances that the provider read. */
  readonly refreshed: ReadonlySet<string>;
  /** Resources whose live values differ from the state. */
  readonly drift: readonly PlannedChange[];
  /** The saved plan, in the copy. */
  readonly file: string;
  /** The parsed plan, if it has been read. */
  readonly plan?: TerraformPlan;
  /** Set if patched files were planned; otherwise the project was planned without patches. */
  readonly patched?: PatchedAhead;
}

/** A plan of patches that was made while the underlying resources were read. */
export interface PatchedAhead {
  /** Texts by path, as in requests. */
  readonly files: ReadonlyMap<string, string>;
  readonly events: PlanEvents;
}

/** True if a plan of the unpatched project for these addresses would show nothing new. */
export function coversDifference(
  { targets, patched }: SeenDifferences,
  addresses: readonly string[],
): boolean {
  if (patched !== undefined) return false;
  if (targets === 'all') return true;
  const known = new Set(targets);
  return addresses.length > 0 && addresses.every((address) => known.has(address));
}

/**
 * Whether this is the plan of exactly these files: for exactly these addresses, or for more.
 * Undefined if it is not.
 */
export function planReachOf(
  { targets, patched }: SeenDifferences,
  files: ReadonlyMap<string, string>,
  addresses: readonly string[],
): 'exact' | 'wider' | undefined {
  if (patched === undefined || targets === 'all' || addresses.length === 0) return undefined;
  const isSame =
    patched.files.size === files.size &&
    [...files].every(([path, text]) => patched.files.get(path) === text);
  const all = new Set(targets);
  if (!isSame || !addresses.every((address) => all.has(address))) return undefined;
  return all.size === new Set(addresses).size ? 'exact' : 'wider';
}

/**
 * A plan based on the refreshed state, with the drift found by the refresh added, as if it had been
 * based on the state before it.
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
    resourceDrift: all.toSorted((a, b) => compareText(a.address, b.address)),
  };
}
