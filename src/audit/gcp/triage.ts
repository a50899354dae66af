import type { AuditEvent } from '../../model/event.ts';
import { canonicalJson } from '../../model/json.ts';
import { IdTable, shortHash } from '../cloudtrail/id-table.ts';
import type { Tally } from '../cloudtrail/tally.ts';
import { type Folded, Operations } from './fold.ts';
import type { Normalized } from './normalize.ts';
import type { GcpDropReason, GcpItem } from './types.ts';

/** Says what becomes of each event, over all files of a reading. */
export class GcpTriage {
  readonly #seen = new IdTable();
  readonly #operations = new Operations();
  readonly #tally: Tally<GcpDropReason>;

  constructor(tally: Tally<GcpDropReason>) {
    this.#tally = tally;
  }

  /** The items that an entry gives, in order. */
  take({ event, part }: Extract<Normalized, { kind: 'event' }>): readonly GcpItem[] {
    const named = this.#named(event);
    if (named === undefined) {
      this.#tally.drop('duplicate');
      return [{ kind: 'duplicate', event, of: event.id }];
    }
    if (part === undefined) return [this.#single(named)];
    const folded = this.#operations.take(named, part);
    if (folded === 'open') return [];
    if (folded !== 'late') return [this.#folded(folded)];
    this.#tally.drop('folded');
    return [{ kind: 'duplicate', event: named, of: part.key }];
  }

  /** Operations of which the logs have no end, or no beginning. */
  rest(): readonly GcpItem[] {
    return this.#operations.rest().map((folded) => this.#folded(folded));
  }

  /** Undefined for an entry seen before. One id for different calls happens where ids are masked. */
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

  #folded({ kind, event, entries }: Folded): GcpItem {
    for (let i = 1; i < entries; i++) this.#tally.drop('folded');
    if (kind === 'event') return this.#single(event);
    this.#tally.drop('unfinished');
    return { kind, event };
  }

  #single(event: AuditEvent): GcpItem {
    if (event.outcome === 'success') this.#tally.keep();
    else this.#tally.drop(event.outcome === 'failure' ? 'failed' : 'dry-run');
    return { kind: 'event', event };
  }
}

/** 31 bits, not 0. Of what the call is: exports of the same entry differ in the rest. */
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
