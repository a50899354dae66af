import { secondText } from '../../model/time-text.ts';
import { formatCount } from '../../model/words.ts';
import type { RoundOutcome, StreamOutcome } from '../../ports/round-outcome.ts';

/** What a round collected: a line for each stream, and what was dropped. */
export function renderRound({ streams, pruned }: RoundOutcome): string {
  const lines = streams.map(lineOf);
  if (pruned > 0) lines.push(`${formatCount(pruned, 'record')} older than the retention dropped`);
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf({ source, stream, read, added, newest, failed }: StreamOutcome): string {
  const until = newest === undefined ? '' : `, up to ${secondText(newest)}`;
  const state = failed === undefined ? '' : '; not finished';
  return `${source} ${stream}: ${added} new of ${read} read${until}${state}`;
}
