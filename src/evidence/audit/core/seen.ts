import type { AuditEvent } from '../../../model/event.ts';
import { canonicalJson } from '../../../model/json.ts';
import { IdTable, shortHash } from './id-table.ts';

/** An event seen before that is now void. `kept`: it was counted as a success. */
export interface Voided {
  readonly id: string;
  readonly kept: boolean;
  readonly because: 'corrected' | 'duplicate';
}

export type Sighting =
  /** Not seen before. `replaces`: events seen before that this one replaces. */
  | { readonly kind: 'new'; readonly event: AuditEvent; readonly replaces: readonly Voided[] }
  | { readonly kind: 'duplicate'; readonly of: string }
  | { readonly kind: 'corrected'; readonly by: string };

interface Correction {
  readonly id: string;
  readonly time: string;
}

/** The events of one call in the log of one account. */
interface Copies {
  readonly scope: string;
  readonly ids: string[];
}

/**
 * Remembers events, to find those that come again: the same event from several trails, the same
 * call as seen by several accounts, and events that a later record corrects. Which event counts
 * does not depend on the order in which they come.
 */
export class SeenRecords {
  readonly #table = new IdTable();
  /** Id of a corrected event -> the event that corrects it. These are rare. */
  readonly #corrections = new Map<string, Correction>();
  /** A call that several accounts may see -> its events in the account that counts. */
  readonly #shared = new Map<string, Copies>();

  sight(event: AuditEvent): Sighting {
    const known = this.#table.get(event.id);
    if (known === undefined) return this.#firstOfId(event);
    if (known >>> 1 === callHash(event)) return { kind: 'duplicate', of: event.id };
    // Exports that mask ids have one id for different calls.
    const renamed = { ...event, id: `${event.id}~${event.digest.slice(0, 12)}` };
    return this.#table.get(renamed.id) === undefined
      ? this.#firstOfId(renamed)
      : { kind: 'duplicate', of: renamed.id };
  }

  /** The event with a unique id: callers of Kubernetes choose the ids of their requests. */
  named(event: AuditEvent): AuditEvent {
    const named =
      this.#table.get(event.id) === undefined
        ? event
        : { ...event, id: `${event.id}~${event.digest.slice(0, 12)}` };
    this.#table.set(named.id, callHash(named) * 2);
    return named;
  }

  #firstOfId(event: AuditEvent): Sighting {
    this.#table.set(event.id, callHash(event) * 2 + (event.outcome === 'success' ? 1 : 0));
    const correction = this.#corrections.get(event.id);
    if (correction !== undefined) return { kind: 'corrected', by: correction.id };
    const copies = this.#copiesOf(event);
    if (copies === 'copy') return { kind: 'duplicate', of: event.sharedId ?? event.id };
    if (event.corrects === undefined) return { kind: 'new', event, replaces: copies };
    const rival = this.#corrections.get(event.corrects);
    if (rival !== undefined && standsBefore(event, rival)) {
      return { kind: 'corrected', by: rival.id };
    }
    this.#corrections.set(event.corrects, event);
    const voided = this.#void(rival?.id ?? event.corrects, 'corrected');
    return { kind: 'new', event, replaces: [...copies, ...voided] };
  }

  /**
   * The same call may have several events in one account, too; only those of other accounts are
   * copies. The account that comes first by name has the events that count.
   */
  #copiesOf(event: AuditEvent): readonly Voided[] | 'copy' {
    const { id, scope, service, operation, sharedId } = event;
    if (sharedId === undefined) return [];
    const call = `${sharedId} ${service} ${operation}`;
    const known = this.#shared.get(call);
    if (known?.scope === scope) {
      known.ids.push(id);
      return [];
    }
    if (known !== undefined && known.scope < scope) return 'copy';
    this.#shared.set(call, { scope, ids: [id] });
    return (known?.ids ?? []).flatMap((each) => this.#void(each, 'duplicate'));
  }

  /** Empty for an event that was not seen yet: it is found to be void when it comes. */
  #void(id: string, because: Voided['because']): readonly Voided[] {
    const known = this.#table.get(id);
    if (known === undefined) return [];
    this.#table.set(id, (known & ~1) >>> 0);
    return [{ id, kept: (known & 1) === 1, because }];
  }
}

/** Of several corrections the latest counts. */
function standsBefore(a: Correction, b: Correction): boolean {
  return a.time === b.time ? a.id < b.id : a.time < b.time;
}

/**
 * Distinguishes two calls with one id: 31 bits, not 0. It includes who called, and for what, since
 * callers of Kubernetes choose the ids.
 */
export function callHash({ time, service, operation, caller, cloud, request }: AuditEvent): number {
  const asked = cloud === 'kubernetes' ? canonicalJson(request) : '';
  const call = `${time} ${service} ${operation} ${caller.principal} ${asked}`;
  return (shortHash(call) >>> 1) | 1;
}
