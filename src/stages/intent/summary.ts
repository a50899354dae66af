import type { Intent, IntentPart } from '../../model/intent.ts';
import { comparePurposes, sentenceFrom } from './clause.ts';

/**
 * The summary of an intent as far as it is about these drifts. When some of them are decided in
 * another way, a sentence about all of them would promise what is not done.
 */
export function summaryOf(
  { summary, parts = [] }: Pick<Intent, 'summary' | 'parts'>,
  drifts: readonly string[],
): string {
  const relevant = partsAbout(parts, drifts);
  if (relevant.length === 0 || relevant.length === parts.length) return summary;
  return sentenceFrom(relevant.map((part) => part.summary));
}

/** What these drifts of an intent were for, which is not what its other drifts were for. */
export function purposeOfDrifts(
  { purpose, confidence, parts = [] }: Pick<Intent, 'purpose' | 'confidence' | 'parts'>,
  drifts: readonly string[],
): Pick<Intent, 'purpose' | 'confidence'> {
  const relevant = partsAbout(parts, drifts);
  const [decisive] = relevant.toSorted((a, b) => comparePurposes(a.purpose, b.purpose));
  if (decisive === undefined || relevant.length === parts.length) return { purpose, confidence };
  return {
    purpose: decisive.purpose,
    confidence: Math.min(...relevant.map((part) => part.confidence)),
  };
}

function partsAbout(
  parts: readonly IntentPart[],
  drifts: readonly string[],
): readonly IntentPart[] {
  const about = new Set(drifts);
  return parts.filter((part) => part.drifts.some((drift) => about.has(drift)));
}
