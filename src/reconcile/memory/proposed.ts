import type { OpenDrift } from '../../model/open-drift.ts';
import type { Report } from '../../model/report.ts';
import type { MemoryUpdate } from '../../ports/store/memory.ts';
import { placeKey } from './place.ts';

/** Where an intent was proposed. */
export type ProposedDrift = NonNullable<OpenDrift['proposal']>;

interface Recording {
  readonly report: Report;
  readonly memory?: MemoryUpdate;
}

/**
 * Adds to a run's recording where its open drifts are proposed, which is known only after the run
 * to the caller that opens proposals. A drift is proposed with the intent that was decided last.
 */
export function withProposed<T extends Recording>(
  recording: T,
  proposedOf: (intent: string, before: ProposedDrift | undefined) => ProposedDrift | undefined,
): T {
  const { report, memory } = recording;
  const changed = new Map<string, OpenDrift>();
  const openDrifts = (report.openDrifts ?? []).map((drift) => {
    const intent = drift.verdicts.at(-1)?.intent;
    const proposal = intent === undefined ? drift.proposal : proposedOf(intent, drift.proposal);
    if (isSame(proposal, drift.proposal)) return drift;
    const { proposal: _, ...rest } = drift;
    const now = proposal === undefined ? rest : { ...rest, proposal };
    changed.set(keyOf(drift), now);
    return now;
  });
  if (changed.size === 0) return recording;
  if (memory === undefined) return { ...recording, report: { ...report, openDrifts } };
  const others = memory.open.filter((drift) => !changed.has(keyOf(drift)));
  return {
    ...recording,
    report: { ...report, openDrifts },
    memory: { ...memory, open: [...others, ...changed.values()] },
  };
}

function isSame(one: ProposedDrift | undefined, other: ProposedDrift | undefined): boolean {
  return one?.branch === other?.branch && one?.location === other?.location;
}

function keyOf({ address, path }: OpenDrift): string {
  return placeKey(address, path);
}
