import type { Write } from '../../../model/drift.ts';
import type { NetObjects, ObjectEvent, ObjectOutcome } from './types.ts';

/** The outcome of each event for one object. */
export class Notes {
  readonly #address: string;
  readonly #found = new Map<string, Map<ObjectOutcome['disposition'], Set<string>>>();

  constructor(address: string) {
    this.#address = address;
  }

  /** Adds the same outcome for the events of all these writes. */
  add(
    writes: readonly Pick<Write, 'event'>[],
    disposition: ObjectOutcome['disposition'],
    because: string,
  ): void {
    for (const { event } of writes) {
      const own = this.#found.get(event) ?? new Map<ObjectOutcome['disposition'], Set<string>>();
      this.#found.set(event, own);
      own.set(disposition, (own.get(disposition) ?? new Set<string>()).add(because));
    }
  }

  list(events: readonly ObjectEvent[]): NetObjects['outcomes'] {
    return events.flatMap(({ event, isDeployer }) => {
      const own = this.#found.get(event);
      if (own === undefined) {
        const because = 'it changed nothing that the manifest says';
        const disposition = isDeployer ? ('iac' as const) : ('no-effect' as const);
        return [[event, { disposition, address: this.#address, because }] as const];
      }
      return [...own].map(([disposition, reasons]) => {
        const sorted = [...reasons].sort();
        const more = sorted.length > 4 ? `, and ${sorted.length - 4} more` : '';
        const because = `${sorted.slice(0, 4).join(', ')}${more}`;
        return [event, { disposition, address: this.#address, because }] as const;
      });
    });
  }
}
