import type { AuditItem } from '../../evidence/audit/core/types.ts';
import type { AuditEvent } from '../../model/event.ts';

/** An item of the log, or an event of a scope that nobody asked for. */
export type ScopedItem = AuditItem | { readonly kind: 'elsewhere'; readonly event: AuditEvent };

/**
 * The log with the events of other accounts, subscriptions, projects and clusters set apart. A call
 * that several accounts have in their logs counts where it is in a scope that was requested, whichever
 * of its records the reader took for the first.
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
  /** Events that do not count and that other accounts may have, too. */
  const elsewhere = new Set<string>();
  let voided: Extract<AuditItem, { kind: 'superseded' }> | undefined;
  for await (const item of items) {
    if (item.kind === 'problem') yield item;
    else if (item.kind === 'superseded') {
      // What is elsewhere was not counted; whether the other one is, comes next.
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
