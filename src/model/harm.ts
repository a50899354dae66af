import type { CostChange } from './cost.ts';

/** What a change may damage. */
export const harmDimensions = [
  /** Exposure, encryption, identity, audit, secrets. */
  'security',
  /** Backups, retention, protection against deletion. */
  'durability',
  /** Capacity, zones, health. */
  'availability',
  /** Where traffic goes. */
  'routing',
  'observability',
  'cost',
  /** Tags, guardrails, who is asked. */
  'governance',
] as const;

export type HarmDimension = (typeof harmDimensions)[number];

/** 5: open to outsiders, lost for good, or unobserved; 4: one step from that; 3: one defense fewer; 2: hygiene; 1: worth a line. */
export type Severity = 1 | 2 | 3 | 4 | 5;

/** What one change does to one dimension. */
export interface Harm {
  readonly dimension: HarmDimension;
  readonly severity: Severity;
  readonly direction: 'weakens' | 'strengthens';
  /**
   * Set where the direction is not certain. `either-way`: such a change may be for better or worse, and
   * no table can know; `cannot-tell`: a value is masked, unknown, or one that no order lists.
   */
  readonly doubt?: 'either-way' | 'cannot-tell';
  /** A sentence for people, without a final period: "SSH (22) is open to everyone". */
  readonly because: string;
  /** Where in the resource, without positions: `ingress.cidr_blocks`; empty for the resource itself. */
  readonly field: string;
}

/** What a change does, as far as types and values show: what rules ask about it. */
export interface HarmReading {
  /** Worst first, each dimension and field once. */
  readonly harms: readonly Harm[];
  /** Newly open: `tcp/22`, `udp/8000-8100`, `all`. */
  readonly ports?: readonly string[];
  /** Whom they are newly open to: CIDR blocks, groups, prefix lists. */
  readonly sources?: readonly string[];
  /** Who may newly do something: ARNs, accounts, members, `*`. */
  readonly principals?: readonly string[];
  /** Actions that are newly allowed, and allowed no more: `iam:PassRole`. */
  readonly grantsAdded?: readonly string[];
  readonly grantsRemoved?: readonly string[];
  /** What is paid, where numbers are known. */
  readonly cost?: CostChange;
}

export const noHarm: HarmReading = { harms: [] };
