import { groupBy } from '../../model/group.ts';
import type { Intent, IntentPart } from '../../model/intent.ts';
import { comparePurposes, sentenceFrom } from './clause.ts';
import { nounList } from './nouns.ts';

/**
 * The part of an intent's summary that concerns these drifts. If only some drifts of the intent are
 * accepted, a sentence about all of them would promise too much.
 */
export function intentSummary(
  { summary, parts = [] }: Pick<Intent, 'summary' | 'parts'>,
  drifts: readonly string[],
): string {
  const relevant = partsAbout(parts, drifts);
  if (relevant.length === 0 || relevant.length === parts.length) return summary;
  return sentenceFrom(sentencesOf(relevant));
}

/** One sentence for parts that say the same of several resources, at the place of the first. */
function sentencesOf(parts: readonly IntentPart[]): readonly string[] {
  const groups = groupBy(parts, (part) => {
    const frame = frameOf(part);
    return JSON.stringify(frame === undefined ? part.summary : [part.rule, part.purpose, frame]);
  });
  return [...groups.values()].map((group) => {
    const [first] = group;
    const frame = first && frameOf(first);
    if (frame === undefined) return first?.summary ?? '';
    const names = group.flatMap(({ subject }) => (subject === undefined ? [] : [subject.name]));
    return `${frame.before}${nounList(frame.noun, names)}${frame.after}`;
  });
}

interface Frame {
  readonly before: string;
  readonly noun: string;
  readonly after: string;
}

/** What a sentence says around its subject; undefined where that is not to be told apart. */
function frameOf({ summary, subject }: IntentPart): Frame | undefined {
  if (subject === undefined) return undefined;
  const [before, after, ...more] = summary.split(nounList(subject.noun, [subject.name]));
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return { before, noun: subject.noun, after };
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
