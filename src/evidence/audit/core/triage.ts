import type { AuditEvent } from '../../../model/event.ts';
import { SeenRecords } from './seen.ts';
import type { Tally } from './tally.ts';
import type { AuditItem, Steps } from './types.ts';

/** Decides what becomes of each event, over all files and dialects of a reading. */
export class Triage {
  readonly #seen = new SeenRecords();
  readonly #tally: Tally;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** The item of a call that counts, as its dialect itself found out. */
  settle(event: AuditEvent, steps?: Steps): AuditItem {
    countOutcome(this.#tally, event);
    const named = this.#seen.named(event);
    return { kind: 'event', event: named, ...(steps === undefined ? {} : { steps }) };
  }

  /** The items for the event of a call with a single record, in order. */
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

  #takeNew({
    event,
    replaces,
  }: Extract<ReturnType<SeenRecords['sight']>, { kind: 'new' }>): AuditItem[] {
    countOutcome(this.#tally, event);
    const items = replaces.map(({ id, kept, because }): AuditItem => {
      if (kept) this.#tally.takeBack(because);
      return { kind: 'superseded', id, by: event.id, because };
    });
    return [...items, { kind: 'event', event }];
  }
}

function countOutcome(tally: Tally, { outcome }: AuditEvent): void {
  if (outcome === 'success') tally.keep();
  else tally.drop(outcome === 'failure' ? 'failed' : 'dry-run');
}
