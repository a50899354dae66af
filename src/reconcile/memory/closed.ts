import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';

/** Why a drift is closed, and what says so. */
export type Closing = Pick<ClosedDrift, 'reason' | 'because' | 'event' | 'commit'>;

/** A drift of an earlier run as it is reported when it is closed. `now` is ISO 8601 UTC. */
export function closedDrift(
  { id, address, path, declared, live, firstSeen }: OpenDrift,
  closing: Closing,
  now: string,
): ClosedDrift {
  return { id, address, path, declared, live, firstSeen, closedAt: now, ...closing };
}
