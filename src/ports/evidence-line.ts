import type { Actor } from '../model/actor.ts';

/** An audit event that a drift is based on, for people. Everything is as it is in the log. */
export interface EvidenceLine {
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  readonly actor: Actor;
  /** The source of the call: an address, or the name of a service. The caller may choose it. */
  readonly source?: string;
  /** SHA-256 of the raw record, in lower-case hex; left out if there is no record. */
  readonly digest?: string;
}
