import type { AddressRange } from '../../../model/address-range.ts';
import type { Harm, Severity } from '../../../model/harm.ts';

/** The source or destination of traffic: addresses, or a named group. `*` is every name. */
export type NetworkPeer = AddressRange | { readonly name: string };

export type Flow = 'in' | 'out';

/** A rule that allows or denies traffic. */
export interface TrafficRule {
  readonly flow: Flow;
  readonly action: 'allow' | 'deny';
  /**
   * The matching rule with the lowest order decides. All rules have the same order if it does not
   * matter.
   */
  readonly order: number;
  /** `tcp`, `udp`, `icmp`, ...; `*` for all. */
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  readonly peers: readonly NetworkPeer[];
  /** The target of the rule among what is protected: a tag, a destination; `*` for all. */
  readonly target: string;
}

/** All rules on one side of a change, and the action for traffic that no rule covers. */
export interface Traffic {
  readonly rules: readonly TrafficRule[];
  readonly otherwise: Readonly<Record<Flow, 'allow' | 'deny'>>;
}

/** The change of traffic that the reader of a type found. */
export interface TrafficChange {
  readonly before: Traffic;
  readonly after: Traffic;
  /** The field with the rules: `ingress`. */
  readonly field: string;
  /**
   * The service that is reached, if ports do not identify it: `The Kubernetes API of this cluster`.
   */
  readonly service?: { readonly name: string; readonly open: Severity };
  /** The maximum severity, if something else also protects the resource. */
  readonly cap?: Severity;
  /** Attributes that the rules depend on, which matter if they are unknown. */
  readonly fields: readonly string[];
  /** Paths whose effect on security the rules cover completely. Defaults to `fields`. */
  readonly covered?: readonly string[];
}

/** Traffic that passes on one side of a change but not on the other. */
export interface NetworkOpening {
  readonly flow: Flow;
  /** `tcp`, `udp`, `icmp`, ...; `*` for all. */
  readonly protocol: string;
  /** The first and last port; 0 and 65535 if the protocol has none. */
  readonly from: number;
  readonly to: number;
  /** Networks in CIDR notation, sorted by address, followed by names of groups. */
  readonly peers: readonly string[];
  readonly target: string;
}

/** How a change of a resource affects which traffic passes. */
export interface NetworkJudgment {
  readonly harms: readonly Harm[];
  readonly opened: readonly NetworkOpening[];
  readonly closed: readonly NetworkOpening[];
}

export const noNetworkJudgment: NetworkJudgment = { harms: [], opened: [], closed: [] };
export const lastPort = 65_535;
