import type { Actor } from '../model/actor.ts';

/** An audit event that a drift rests on, for people. All of it is as the log has it. */
export interface EvidenceLine {
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  readonly actor: Actor;
  /** Where the call came from: an address, or the name of a service. The caller may choose it. */
  readonly source?: string;
  /** SHA-256 of the raw record, lower-case hex; none of what no log had. */
  readonly digest?: string;
}
