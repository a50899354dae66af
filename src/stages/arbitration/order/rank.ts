import { type Weight, type WeightComponent, weightComponents } from '../../../model/decision.ts';
import type { Policy } from '../types.ts';

/**
 * The weight of a claim, most important component first. It never includes the order of arrival:
 * the same claims give the same result whenever and however often they come in.
 */
export interface Rank {
  /** 0 is the hardest; a lower tier always wins. */
  readonly tier: number;
  /** Set by the policy, within the tier; higher wins. */
  readonly priority: number;
  /** Authority of the party; higher wins. */
  readonly authority: number;
  /** The number of conditions of the rule; the more specific rule wins. */
  readonly specificity: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** ISO 8601 UTC of the newest evidence; newer wins. */
  readonly time: string;
  /** Content id, which decides between otherwise equal claims. */
  readonly id: string;
}

/** Components of which the lower value wins. */
const ascending: ReadonlySet<WeightComponent> = new Set(['tier', 'id']);

/** Stronger than every tier of a policy: for what no policy can allow. */
export const hardTier = -1;

/** Negative when `a` outranks `b`, so that sorting puts the strongest first. */
export function compareRanks(a: Rank, b: Rank): number {
  const component = firstDifference(a, b);
  if (component === undefined) return 0;
  const less = a[component] < b[component];
  return less === ascending.has(component) ? -1 : 1;
}

/** The component that decides between two ranks. */
export function firstDifference(a: Rank, b: Rank): WeightComponent | undefined {
  return weightComponents.find((component) => a[component] !== b[component]);
}

/**
 * The tier of a policy by its name. An unknown name gives the weakest tier, since a misspelt tier
 * must not win.
 */
export function rankTier(policy: Policy, tier: string): number {
  const index = policy.tiers.indexOf(tier);
  return index === -1 ? policy.tiers.length : index;
}

/** The rank in the form shown to readers, with the name of the tier. */
export function intentWeight(policy: Policy, rank: Rank): Weight {
  const tier = rank.tier === hardTier ? 'invariant' : (policy.tiers[rank.tier] ?? 'none');
  return { ...rank, tier };
}

/**
 * The lowest integer priority with which `loser`, moved to the tier of `winner`, would outrank it.
 */
export function priorityToBeat(winner: Rank, loser: Rank): number {
  const level = Math.ceil(winner.priority);
  const raised = { ...loser, tier: winner.tier, priority: level };
  return compareRanks(raised, winner) < 0 ? level : Math.floor(winner.priority) + 1;
}
