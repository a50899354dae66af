import type { Selectable } from 'kysely';
import type { InboxItem, ShownCard } from '../../../../ports/store/shown.ts';
import type { Tables } from '../../tables.ts';

/** Columns of an intent that lists read. */
export const listColumns = [
  'stack',
  'id',
  'card',
  'asks',
  'proposed',
  'open',
  'rank',
  'from_time',
  'first_seen',
] as const;

export type ListRow = Pick<
  Selectable<Tables['shown_intents']>,
  'card' | 'asks' | 'proposed' | 'open' | 'first_seen'
>;

export function inboxItem({ card, asks, proposed, open, first_seen }: ListRow): InboxItem {
  return {
    ...(card as ShownCard),
    ...{ proposed, open, waits: open && (asks || proposed), firstSeen: first_seen.toISOString() },
  };
}
