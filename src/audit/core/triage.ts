import type { AuditEvent } from '../../model/event.ts';
import { Seen } from './seen.ts';
import type { Tally } from './tally.ts';
import type { AuditItem } from './types.ts';

/** Says what becomes of each event of calls with one record, over all files of a reading. */
export class Triage {
  readonly #seen = new Seen();
  readonly #tally: Tally;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** The items that an event gives, in order. */
  take(event: AuditEvent): readonly AuditItem[] {
    const sighting = this.#seen.sight(event);
    switch (sighting.kind) {
      case 'duplicate':
        this.#tally.drop('duplicate');
        return [{ kind: 'duplicate', event, of: sighting.of }];
      case 'corrected':
        this.#tally.drop('corrected');
        return [{ kind: 'duplicate', event, of: sighting.by }];
      case 'new':
        return this.#takeNew(sighting);
    }
  }

  #takeNew({ event, replaces }: Extract<ReturnType<Seen['sight']>, { kind: 'new' }>): AuditItem[] {
    countOutcome(this.#tally, event);
    const items = replaces.map(({ id, kept, because }): AuditItem => {
      if (kept) this.#tally.takeBack(because);
      return { kind: 'superseded', id, by: event.id, because };
    });
    return [...items, { kind: 'event', event }];
  }
}

/** Counts an event that stands. */
export function countOutcome(tally: Tally, { outcome }: AuditEvent): void {
  if (outcome === 'success') tally.keep();
  else tally.drop(outcome === 'failure' ? 'failed' : 'dry-run');
}
