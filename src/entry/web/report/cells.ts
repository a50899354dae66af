import { minute } from '../../../model/instant.ts';
import type { ShownCard, ShownCell } from '../../../ports/store/shown.ts';
import { timelineSlices } from '../timeline/chart.ts';
import type { TimeRange } from '../timeline/query.ts';

/** The time from shortly before the first intent to shortly after the last. */
export function reportRange(cards: readonly ShownCard[]): TimeRange {
  const times = cards.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) / 20, minute);
  return { start: first - margin, end: last + margin };
}

/** Combines intents of the same class of actor in the same slice of the chart into one dot. */
export function reportCells(
  cards: readonly ShownCard[],
  { start, end }: TimeRange,
  startedAt: string,
): readonly ShownCell[] {
  const cells = new Map<string, ShownCell>();
  const slice = (end - start) / timelineSlices;
  for (const card of cards) {
    const key = `${card.class} ${Math.floor((Date.parse(card.to) - start) / slice)}`;
    const own = { ...card, waits: false, proposed: false, open: true, firstSeen: startedAt };
    const known = cells.get(key);
    const isWorse = (card.harm?.severity ?? 0) > (known?.worst.harm?.severity ?? -1);
    cells.set(key, {
      count: (known?.count ?? 0) + 1,
      from: known === undefined || card.to < known.from ? card.to : known.from,
      to: known === undefined || card.to > known.to ? card.to : known.to,
      worst: known === undefined || isWorse ? own : known.worst,
    });
  }
  return [...cells.values()];
}
