/**
 * What a claim weighs, most important component first. Never the order of arrival: the same
 * claims give the same result whenever and however often they come in.
 */
export interface Rank {
  /** 0 is the hardest; a lower tier always wins. */
  readonly tier: number;
  /** Within the tier, as the policy says; higher wins. */
  readonly priority: number;
  /** Of the party; higher wins. */
  readonly authority: number;
  /** How much the rule asks for; the more special rule wins. */
  readonly specificity: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** ISO 8601 UTC of the newest evidence; newer wins. */
  readonly time: string;
  /** Content id; decides between what is otherwise equal. */
  readonly id: string;
}

export type RankComponent = keyof Rank;

const components: readonly RankComponent[] = [
  'tier',
  'priority',
  'authority',
  'specificity',
  'confidence',
  'time',
  'id',
];
/** Where less is more. */
const ascending: ReadonlySet<RankComponent> = new Set(['tier', 'id']);

/** Negative when `a` outranks `b`: sorts the strongest first. */
export function compareRanks(a: Rank, b: Rank): number {
  const component = firstDifference(a, b);
  if (component === undefined) return 0;
  const less = a[component] < b[component];
  return less === ascending.has(component) ? -1 : 1;
}

/** The component that decides between two ranks. */
export function firstDifference(a: Rank, b: Rank): RankComponent | undefined {
  return components.find((component) => a[component] !== b[component]);
}
