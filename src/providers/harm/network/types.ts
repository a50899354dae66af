import type { AddressRange } from '../../../model/address-range.ts';
import type { Harm, Severity } from '../../../model/harm.ts';

/** Who traffic comes from or goes to: addresses, or a group that is known by its name. `*` is every name. */
export type NetworkPeer = AddressRange | { readonly name: string };

export type Flow = 'in' | 'out';

/** Traffic that is let through or denied. */
export interface TrafficRule {
  readonly flow: Flow;
  readonly action: 'allow' | 'deny';
  /** The least that matches decides; equal where order means nothing. */
  readonly order: number;
  /** `tcp`, `udp`, `icmp`, ...; `*` for all. */
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  readonly peers: readonly NetworkPeer[];
  /** Which of what it guards it is about: a tag, a destination; `*` for all. */
  readonly target: string;
}

/** All rules of one side of a change, and what happens to traffic that none of them is about. */
export interface Traffic {
  readonly rules: readonly TrafficRule[];
  readonly otherwise: Readonly<Record<Flow, 'allow' | 'deny'>>;
}

/** A change of traffic as a reader of a type found it. */
export interface TrafficChange {
  readonly before: Traffic;
  readonly after: Traffic;
  /** Where the rules are: `ingress`. */
  readonly field: string;
  /** What is reached where ports do not say it: `The Kubernetes API of this cluster`. */
  readonly service?: { readonly name: string; readonly open: Severity };
  /** The most it can be, since something else guards as well. */
  readonly cap?: Severity;
  /** Attributes that something of this rests on, for what is not known. */
  readonly fields: readonly string[];
  /** Paths of which this says all that concerns security; `fields` where left out. */
  readonly covered?: readonly string[];
}

/** Traffic that passes on one side of a change and not on the other. */
export interface NetworkOpening {
  readonly flow: Flow;
  /** `tcp`, `udp`, `icmp`, ...; `*` for all. */
  readonly protocol: string;
  /** Ports, both inside; 0 and 65535 where the protocol has none. */
  readonly from: number;
  readonly to: number;
  /** Networks in CIDR notation, sorted by address, and names of groups behind them. */
  readonly peers: readonly string[];
  readonly target: string;
}

/** What a change of a resource does to which traffic passes. */
export interface NetworkJudgment {
  readonly harms: readonly Harm[];
  readonly opened: readonly NetworkOpening[];
  readonly closed: readonly NetworkOpening[];
}

export const noNetworkJudgment: NetworkJudgment = { harms: [], opened: [], closed: [] };
export const lastPort = 65_535;
