import { compareText } from '../../model/text.ts';
import type { EventOutcome } from './types.ts';

type Named = EventOutcome['disposition'];

/** Collects the outcome of each event on one resource. */
export interface DriftOutcomes {
  add(event: string, disposition: Named, because: string): void;
  /**
   * One outcome for each event and disposition. An event without any had no effect, for the reason
   * `otherwise`.
   */
  list(otherwise: string): readonly (readonly [event: string, outcome: EventOutcome])[];
}

/** How many reasons are spelled out in one outcome. */
const longestList = 4;
const weights: readonly Named[] = [
  'drift',
  'redacted',
  'reverted',
  'superseded',
  'in-code',
  'unmanaged',
  'automation',
  'iac',
  'no-effect',
  'ignored',
];

export function createOutcomes(address: string, events: readonly string[]): DriftOutcomes {
  const found = new Map(events.map((event) => [event, new Map<Named, Set<string>>()] as const));
  return {
    add: (event, disposition, because) => {
      const byDisposition = found.get(event) ?? new Map<Named, Set<string>>();
      found.set(event, byDisposition);
      const reasons = byDisposition.get(disposition) ?? new Set();
      byDisposition.set(disposition, reasons.add(because));
    },
    list: (otherwise) =>
      [...found].flatMap(([event, byDisposition]) => {
        const none = [['no-effect', new Set([otherwise])]] as const;
        return [...(byDisposition.size === 0 ? none : byDisposition)].map(
          ([disposition, reasons]) =>
            [event, { disposition, address, because: sentence(reasons) }] as const,
        );
      }),
  };
}

function sentence(reasons: ReadonlySet<string>): string {
  const sorted = [...reasons].sort();
  const rest = sorted.length - longestList;
  const shown = sorted.slice(0, longestList).join(', ');
  return rest > 0 ? `${shown}, and ${rest} more` : shown;
}

/** Weightiest first, which is the outcome that a reader of a single line should see. */
export function compareOutcomes(a: EventOutcome, b: EventOutcome): number {
  return (
    weights.indexOf(a.disposition) - weights.indexOf(b.disposition) ||
    compareText(a.address ?? '', b.address ?? '') ||
    compareText(a.because, b.because)
  );
}
