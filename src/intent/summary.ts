import type { Intent } from '../model/intent.ts';
import { sentenceFrom } from './clause.ts';

/**
 * The summary of an intent as far as it is about these drifts. When some of them are decided in
 * another way, a sentence about all of them would promise what is not done.
 */
export function summaryOf(
  { summary, parts = [] }: Pick<Intent, 'summary' | 'parts'>,
  drifts: readonly string[],
): string {
  const about = new Set(drifts);
  const told = parts.filter((part) => part.drifts.some((drift) => about.has(drift)));
  if (told.length === 0 || told.length === parts.length) return summary;
  return sentenceFrom(told.map((part) => part.summary));
}
