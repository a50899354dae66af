import type { StateIndex } from '../../code/terraform/state/types.ts';
import { groupBy } from '../../model/group.ts';
import { contentId } from '../../model/id.ts';
import { compareInstants } from '../../model/instant.ts';
import type { OpenQuestion, QuestionCause } from '../../model/open-question.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Touched } from '../../ports/store/named-resources.ts';

/** A call that changed a managed resource in an unknown way. */
export interface QuestionedCall {
  readonly event: KeptEvent;
  readonly touched: Touched;
}

/** Calls of one operation on one resource. */
export interface AskedQuestion
  extends Pick<OpenQuestion, 'id' | 'address' | 'type' | 'service' | 'operation' | 'cause'> {
  /** Oldest first. */
  readonly calls: readonly QuestionedCall[];
}

/**
 * Limit on calls of one kind on one resource; the newest are sufficient, since one answer applies
 * to all.
 */
const maxCalls = 10;

/**
 * The questions that the calls in the log and in earlier runs raise, by id, including those with an
 * answer.
 */
export function askedIn(events: Iterable<KeptEvent>, index: StateIndex): readonly AskedQuestion[] {
  const calls = [...events].flatMap((event) =>
    touchedBy(event).map((touched) => ({ event, touched: readdressed(touched, index) })),
  );
  const groups = groupBy(calls, ({ event: { service, operation }, touched: { address } }) =>
    questionId(address, service, operation),
  );
  return [...groups]
    .flatMap(([id, own]) => {
      const sorted = own.toSorted(byTime).slice(-maxCalls);
      const last = sorted.at(-1);
      if (last === undefined) return [];
      const { service, operation } = last.event;
      const { address, type } = last.touched;
      return [{ id, address, type, service, operation, cause: causeOf(last.event), calls: sorted }];
    })
    .sort((a, b) => compareText(sortKey(a), sortKey(b)));
}

/** The managed resources that the call changed in an unknown way. */
export function touchedBy({ translation, unknown, cut }: KeptEvent): readonly Touched[] {
  if (translation.kind === 'unknown-operation') return unknown?.touched ?? [];
  return translation.kind === 'invalid' && cut !== undefined ? [cut] : [];
}

/**
 * Addresses of managed resources that calls of this run name, whether or not the calls are
 * translated.
 */
export function namedBy(
  { events }: { readonly events: ReadonlyMap<string, KeptEvent> },
  read: ReadonlySet<string>,
): readonly string[] {
  return [...events.values()].flatMap(({ id, unknown, cut }) => {
    if (!read.has(id)) return [];
    const named = cut === undefined ? [] : [cut];
    return [...(unknown?.touched ?? []), ...named].map(({ address }) => address);
  });
}

function questionId(address: string, service: string, operation: string): string {
  return contentId('q', { address, service, operation });
}

/** With the resource's current address, in case it was moved since. */
export function readdressed(touched: Touched, index: StateIndex): Touched {
  if (touched.ref === undefined || index.get(touched.address) !== undefined) return touched;
  const found = index.find(touched.ref);
  return found.kind === 'found' ? { ...touched, address: found.resource.address } : touched;
}

function causeOf({ translation }: KeptEvent): QuestionCause {
  return translation.kind === 'invalid' ? 'request-omitted' : 'unknown-operation';
}

function byTime({ event: a }: QuestionedCall, { event: b }: QuestionedCall): number {
  return compareInstants(a.time, b.time) || compareText(a.id, b.id);
}

function sortKey({ address, service, operation }: AskedQuestion): string {
  return `${address} ${service}:${operation}`;
}
