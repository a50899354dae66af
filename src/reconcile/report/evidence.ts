import { compareInstants } from '../../model/instant.ts';
import { compareText } from '../../model/text.ts';
import type { EvidenceLine } from '../../ports/evidence-line.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';

/** The events behind the drifts, sorted by time. */
export function evidenceLines(
  { drifts }: NetDriftResult,
  events: ReadonlyMap<string, KeptEvent>,
): readonly EvidenceLine[] {
  const ids = new Set(drifts.flatMap(({ evidence }) => evidence));
  return [...ids]
    .flatMap((id): EvidenceLine[] => {
      const event = events.get(id);
      if (event === undefined) return [];
      const { time, operation, actor, source, digest } = event;
      const from = source === undefined ? {} : { source };
      const record = digest === undefined ? {} : { digest };
      return [{ event: id, time, operation, actor, ...from, ...record }];
    })
    .sort((a, b) => compareInstants(a.time, b.time) || compareText(a.event, b.event));
}
