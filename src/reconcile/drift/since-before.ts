import type { Intent } from '../../model/intent.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { isObservation } from '../memory/observation.ts';
import type { Stage } from '../stages.ts';

/** For intents that only a baseline shows, adds that they existed before the log begins. */
export function withSince(
  intents: readonly Intent[],
  { drifts }: Pick<NetDriftResult, 'drifts'>,
  { ingested: { events } }: Pick<Stage, 'ingested'>,
): readonly Intent[] {
  const evidence = new Map(drifts.map((drift) => [drift.id, drift.evidence]));
  const isOlder = (id: string): boolean => {
    const found = (evidence.get(id) ?? []).flatMap((event) => events.get(event) ?? []);
    return (
      found.length > 0 &&
      found.every((event) => isObservation(event) && event.operation === 'Baseline')
    );
  };
  return intents.map((intent) =>
    intent.drifts.length > 0 && intent.drifts.every(isOlder)
      ? { ...intent, summary: `${intent.summary} (it differs since before the log begins)` }
      : intent,
  );
}
