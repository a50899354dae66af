import type { NetDriftResult } from '../drift/types.ts';
import type { Actor } from '../model/actor.ts';
import { compareInstants } from '../model/instant.ts';
import type { KeptEvent } from './kept-event.ts';

/** An audit event that a drift rests on, for people. All of it is as the log has it. */
export interface EvidenceLine {
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  readonly actor: Actor;
  /** Where the call came from: an address, or the name of a service. The caller may choose it. */
  readonly source?: string;
}

/** The events behind the drifts, by time. */
export function evidenceOf(
  { drifts }: NetDriftResult,
  events: ReadonlyMap<string, KeptEvent>,
): readonly EvidenceLine[] {
  const ids = new Set(drifts.flatMap(({ evidence }) => evidence));
  return [...ids]
    .flatMap((id): EvidenceLine[] => {
      const event = events.get(id);
      if (event === undefined) return [];
      const { time, operation, actor, source } = event;
      return [{ event: id, time, operation, actor, ...(source === undefined ? {} : { source }) }];
    })
    .sort((a, b) => compareInstants(a.time, b.time) || (a.event < b.event ? -1 : 1));
}
