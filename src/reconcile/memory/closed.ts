import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';

/** Why a drift is closed, with the evidence. */
export type Closing = Pick<ClosedDrift, 'reason' | 'because' | 'event' | 'commit'>;

/** The report of an earlier run's drift that is now closed. `now` is ISO 8601 UTC. */
export function closedDrift(
  { id, address, path, declared, live, firstSeen }: OpenDrift,
  closing: Closing,
  now: string,
): ClosedDrift {
  return { id, address, path, declared, live, firstSeen, closedAt: now, ...closing };
}
