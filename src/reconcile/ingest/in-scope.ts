import type { AuditItem } from '../../evidence/audit/core/types.ts';
import type { AuditEvent } from '../../model/event.ts';

/** An item of the log, or an event outside the requested scopes. */
export type ScopedItem = AuditItem | { readonly kind: 'elsewhere'; readonly event: AuditEvent };

/**
 * Separates the events of other accounts, subscriptions, projects and clusters. A call that is in
 * the logs of several accounts counts if it is in a requested scope, whichever of its records the
 * reader saw first.
 */
export async function* inScope(
  items: AsyncIterable<AuditItem>,
  scopes: readonly string[] | undefined,
): AsyncGenerator<ScopedItem> {
  if (scopes === undefined) {
    yield* items;
    return;
  }
  const wanted = new Set(scopes.map((scope) => scope.toLowerCase()));
  /** Ids of events outside the scopes that other accounts may have, too. */
  const elsewhere = new Set<string>();
  let voided: Extract<AuditItem, { kind: 'superseded' }> | undefined;
  for await (const item of items) {
    if (item.kind === 'problem') yield item;
    else if (item.kind === 'superseded') {
      // An event outside the scopes was not counted. Whether the one that replaces it counts is
      // decided with the next item.
      if (!elsewhere.has(item.id)) voided = item;
    } else if (!wanted.has(item.event.scope.toLowerCase())) {
      voided = undefined;
      if (item.event.sharedId !== undefined) elsewhere.add(item.event.id);
      yield { kind: 'elsewhere', event: item.event };
    } else {
      if (voided !== undefined) yield voided;
      voided = undefined;
      const isOnlyHere = item.kind === 'duplicate' && elsewhere.delete(item.of);
      yield isOnlyHere ? { kind: 'event', event: item.event } : item;
    }
  }
}
