import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';
import { harmDimensions } from '../../../model/harm.ts';
import { day, shiftTime } from '../../../model/instant.ts';
import { isCursor } from '../../../ports/store/page-cursor.ts';
import type { InboxAsk } from '../../../ports/store/shown.ts';

/** Filters for how long ago something was first seen. */
export const ages = ['new', 'day', 'week', 'older'] as const;

/** The query of the inbox's URL. Unknown values are ignored. */
export const InboxQuery = z.object({
  stack: z.string().max(200).catch(''),
  class: z.enum(actorClasses).or(z.literal('')).catch(''),
  verdict: z.enum(outcomes).or(z.literal('')).catch(''),
  harm: z.enum(harmDimensions).or(z.literal('')).catch(''),
  age: z.enum(ages).or(z.literal('')).catch(''),
  text: z.string().max(200).catch(''),
  after: z.string().refine(isCursor).or(z.literal('')).catch(''),
});

export type InboxQuery = z.output<typeof InboxQuery>;

export interface InboxTimes {
  /** ISO 8601 UTC. */
  readonly now: string;
  /** When the visitor was last here before; undefined the first time. */
  readonly before: string | undefined;
}

/** The query for the store. A stack that does not exist matches nothing. */
export function parseInboxQuery(
  tenant: string,
  stacks: readonly string[],
  query: InboxQuery,
  { now, before }: InboxTimes,
): InboxAsk {
  const ago = (days: number): string => shiftTime(now, -days * day);
  const since =
    query.age === 'new'
      ? before
      : query.age === 'day'
        ? ago(1)
        : query.age === 'week'
          ? ago(7)
          : undefined;
  return {
    tenant,
    stacks: query.stack === '' ? stacks : stacks.filter((name) => name === query.stack),
    ...(query.class === '' ? {} : { class: query.class }),
    ...(query.verdict === '' ? {} : { outcome: query.verdict }),
    ...(query.harm === '' ? {} : { dimension: query.harm }),
    ...(query.text.trim() === '' ? {} : { text: query.text.trim() }),
    ...(since === undefined ? {} : { since }),
    ...(query.age === 'older' ? { until: ago(7) } : {}),
  };
}

/** The same filters, with another part of the list. */
export function nextPath(query: InboxQuery, after: string): string {
  const set = Object.entries({ ...query, after }).filter(([, value]) => value !== '');
  return `/ui?${new URLSearchParams(set).toString()}`;
}
