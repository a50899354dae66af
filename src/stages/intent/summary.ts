import type { Intent, IntentPart } from '../../model/intent.ts';
import { comparePurposes, sentenceFrom } from './clause.ts';

/**
 * The part of an intent's summary that concerns these drifts. If only some drifts of the intent are
 * accepted, a sentence about all of them would promise too much.
 */
export function summaryOf(
  { summary, parts = [] }: Pick<Intent, 'summary' | 'parts'>,
  drifts: readonly string[],
): string {
  const relevant = partsAbout(parts, drifts);
  if (relevant.length === 0 || relevant.length === parts.length) return summary;
  return sentenceFrom(relevant.map((part) => part.summary));
}

/**
 * The purpose of these drifts of an intent, which may differ from the purpose of its other drifts.
 */
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
