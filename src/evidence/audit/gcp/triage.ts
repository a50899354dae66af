import type { AuditEvent } from '../../../model/event.ts';
import { canonicalJson } from '../../../model/json.ts';
import { IdTable, shortHash } from '../core/id-table.ts';
import type { Tally } from '../core/tally.ts';
import type { Triage } from '../core/triage.ts';
import type { AuditItem } from '../core/types.ts';
import { type Folded, Operations } from './fold.ts';
import type { NormalizedEntry } from './normalize.ts';

/** Decides what becomes of each event, over all files of a reading. */
export class GcpTriage {
  readonly #seen = new IdTable();
  readonly #operations = new Operations();
  readonly #tally: Tally;
  readonly #triage: Triage;

  constructor(tally: Tally, triage: Triage) {
    this.#tally = tally;
    this.#triage = triage;
  }

  /** The items that an entry gives immediately: none for one of a long-running operation. */
  take({ event, part }: Extract<NormalizedEntry, { kind: 'event' }>): readonly AuditItem[] {
    const named = this.#named(event);
    if (named === undefined) {
      this.#tally.drop('duplicate');
      return [{ kind: 'duplicate', event, of: event.id }];
    }
    if (part === undefined) return [this.#triage.settle(named)];
    this.#operations.take(named, part);
    return [];
  }

  /** The items of long-running operations. */
  rest(): readonly AuditItem[] {
    return this.#operations.rest().map((folded) => this.#folded(folded));
  }

  /** Undefined for an entry seen before. Logs that mask ids have one id for different calls. */
  #named(event: AuditEvent): AuditEvent | undefined {
    const content = contentOf(event);
    const known = this.#seen.get(event.id);
    if (known === content) return undefined;
    if (known === undefined) {
      this.#seen.set(event.id, content);
      return event;
    }
    const id = `${event.id}~${event.digest.slice(0, 12)}`;
    if (this.#seen.get(id) !== undefined) return undefined;
    this.#seen.set(id, content);
    return { ...event, id };
  }

  #folded({ kind, event, entries, steps }: Folded): AuditItem {
    if (kind === 'event') {
      this.#tally.drop('folded', entries - 1);
      return this.#triage.settle(event, steps);
    }
    this.#tally.drop('unfinished', entries);
    return { kind, event, steps };
  }
}

/**
 * 31 bits, not 0, over the members that identify the call: exports of the same entry differ in the
 * rest.
 */
function contentOf({ time, service, operation, request, details }: AuditEvent): number {
  const { resourceName = null, operation: part = null, bindingDeltas = null } = details;
  const text = canonicalJson([
    time,
    service,
    operation,
    request,
    resourceName,
    part,
    bindingDeltas,
  ]);
  return (shortHash(text) >>> 1) | 1;
}
