import { z } from 'zod';
import type { CostChange } from './cost.ts';
import { reportText } from './report-schema/terms.ts';

/** The kinds of damage that a change may do. */
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
  /** Tags, guardrails, approvals. */
  'governance',
] as const;

export type HarmDimension = (typeof harmDimensions)[number];

/**
 * 5: open to outsiders, permanently lost, or unobserved; 4: one step from that; 3: one defense
 * fewer; 2: hygiene; 1: worth a line.
 */
const severity = z.literal([1, 2, 3, 4, 5]);

export type Severity = z.output<typeof severity>;

/** The effect of one change on one dimension. */
export const Harm = z.object({
  dimension: z.enum(harmDimensions),
  severity,
  direction: z.enum(['weakens', 'strengthens']),
  /**
   * Set if the direction is uncertain. `either-way`: such a change may be good or bad, which no
   * table can know; `cannot-tell`: a value is masked, unknown, or not listed in an order.
   */
  doubt: z.enum(['either-way', 'cannot-tell']).exactOptional(),
  /** A sentence for people, without a final period: "SSH (22) is open to everyone". */
  because: reportText,
  /**
   * The place in the resource, without indexes: `ingress.cidr_blocks`; empty for the resource
   * itself.
   */
  field: reportText,
});

export type Harm = Readonly<z.output<typeof Harm>>;

/** What a change does, as far as types and values show. Policy rules use it. */
export interface HarmReading {
  /** Worst first, each dimension of each field once. */
  readonly harms: readonly Harm[];
  /** Newly open ports: `tcp/22`, `udp/8000-8100`, `all`. */
  readonly ports?: readonly string[];
  /** The sources that they are newly open to: CIDR blocks, groups, prefix lists. */
  readonly sources?: readonly string[];
  /** The principals with newly allowed actions: ARNs, accounts, members, `*`. */
  readonly principals?: readonly string[];
  /** Actions that are newly allowed or no longer allowed: `iam:PassRole`. */
  readonly grantsAdded?: readonly string[];
  readonly grantsRemoved?: readonly string[];
  /** The effect on the bill, if numbers are known. */
  readonly cost?: CostChange;
}

export const noHarm: HarmReading = { harms: [] };
