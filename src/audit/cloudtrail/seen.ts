import type { AuditEvent } from '../../model/event.ts';
import { IdTable, shortHash } from './id-table.ts';

export type Sighting =
  /** Not seen before. `replaces`: an event seen before that this one corrects. */
  | {
      readonly kind: 'new';
      readonly event: AuditEvent;
      readonly replaces?: { readonly id: string; readonly kept: boolean };
    }
  | { readonly kind: 'duplicate'; readonly of: string }
  | { readonly kind: 'corrected'; readonly by: string };

/**
 * Remembers events, to find those that come again: the same event from several trails, the same
 * call as several accounts saw it, and events that a later record corrects. Order does not matter.
 */
export class Seen {
  readonly #table = new IdTable();
  /** Id of a corrected event -> id of the event that corrects it. These are rare. */
  readonly #corrections = new Map<string, string>();

  sight(event: AuditEvent): Sighting {
    const known = this.#table.get(event.id);
    if (known === undefined) return this.#firstOfId(event);
    if (known >>> 1 === content(event)) return { kind: 'duplicate', of: event.id };
    // One id for different calls happens in exports that mask ids.
    const renamed = { ...event, id: `${event.id}~${event.digest.slice(0, 12)}` };
    return this.#table.get(renamed.id) === undefined
      ? this.#firstOfId(renamed)
      : { kind: 'duplicate', of: renamed.id };
  }

  #firstOfId(event: AuditEvent): Sighting {
    const { id, corrects } = event;
    this.#table.set(id, content(event) * 2 + (event.outcome === 'success' ? 1 : 0));
    const correction = this.#corrections.get(id);
    if (correction !== undefined) return { kind: 'corrected', by: correction };
    if (event.sharedId !== undefined && this.#isSharedCopy(event, event.sharedId)) {
      return { kind: 'duplicate', of: event.sharedId };
    }
    if (corrects === undefined) return { kind: 'new', event };
    // Of several corrections the last one read stands.
    const voided = this.#corrections.get(corrects) ?? corrects;
    this.#corrections.set(corrects, id);
    const before = this.#table.get(voided);
    if (before === undefined) return { kind: 'new', event };
    return { kind: 'new', event, replaces: { id: voided, kept: before % 2 === 1 } };
  }

  /** The same call has several events in one account, too; only those of others are copies. */
  #isSharedCopy({ service, operation, scope }: AuditEvent, sharedId: string): boolean {
    const call = `${sharedId} ${service} ${operation}`;
    const here = `${call} ${scope}`;
    const isCopy = this.#table.get(call) !== undefined && this.#table.get(here) === undefined;
    this.#table.set(call, 1);
    if (!isCopy) this.#table.set(here, 1);
    return isCopy;
  }
}

/** 31 bits, not 0. */
function content({ time, service, operation }: AuditEvent): number {
  return (shortHash(`${time} ${service} ${operation}`) >>> 1) | 1;
}
