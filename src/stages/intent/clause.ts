import { groupBy } from '../../model/group.ts';
import type { Purpose } from '../../model/intent.ts';
import { compareText, displayText } from '../../model/text.ts';
import { joinedWords, lowerFirst } from '../../model/words.ts';
import type { Fact } from './facts.ts';
import { nounList } from './nouns.ts';
import type { SpokenResource } from './whole.ts';

/**
 * What a rule made of some drifts: a sentence in three parts (`before` + the resources + `after`),
 * so that the same change to several resources becomes one sentence.
 */
export interface IntentClause {
  readonly rule: string;
  readonly facts: readonly Fact[];
  readonly purpose: Purpose;
  readonly confidence: number;
  readonly before: string;
  readonly noun: string;
  readonly names: readonly string[];
  readonly after: string;
  readonly together: boolean;
  /** Severity of the worst weakening, 1 to 5; undefined if none is known. */
  readonly severity?: number;
}

/** A rule receives all drifts of one resource that no earlier rule has described. */
export interface NamingRule {
  readonly id: string;
  /** Undefined means any type. */
  readonly types?: readonly string[];
  read(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[];
}

/** A clause about one resource. */
export function clause(
  facts: readonly Fact[],
  purpose: Purpose,
  phrases: {
    readonly before: string;
    readonly after?: string;
    readonly object?: string;
    /** Takes the place of the resource itself. */
    readonly subject?: SpokenResource | undefined;
  },
  more: { readonly confidence?: number; readonly together?: boolean } = {},
): Omit<IntentClause, 'rule'> {
  const first = facts[0];
  const { object, subject = first } = phrases;
  return {
    facts,
    purpose,
    confidence: more.confidence ?? 0.9,
    together: more.together ?? facts.length > 1,
    before: `${phrases.before}${first?.part ?? ''}`,
    noun: object === undefined ? (subject?.noun ?? '') : '',
    names: [object ?? subject?.name ?? ''],
    after: phrases.after ?? '',
  };
}

/** Most telling first: the purpose that a reader must not overlook, and that names the intent. */
const weights: readonly Purpose[] = [
  'weakening',
  'hardening',
  'access',
  'hotfix',
  'clean-up',
  'scaling',
  'cost-saving',
  'deployment',
  'maintenance',
  'change',
  'tagging',
];

/** Most telling first. */
export function comparePurposes(a: Purpose, b: Purpose): number {
  return weights.indexOf(a) - weights.indexOf(b);
}

const longestSummary = 200;
const longestClauseList = 3;

export function clauseText({ before, noun, names, after }: IntentClause): string {
  return displayText(`${before}${nounList(noun, names)}${after}`, longestSummary);
}

/** Merges clauses that say the same about several resources. */
export function mergeClauses(clauses: readonly IntentClause[]): readonly IntentClause[] {
  const groups = groupBy(clauses, (one) =>
    one.noun === ''
      ? JSON.stringify([one.rule, one.before, one.after, one.names])
      : JSON.stringify([one.rule, one.before, one.noun, one.after, one.purpose]),
  );
  return [...groups.values()]
    .map(mergeGroup)
    .map((one) => ({ one, text: clauseText(one) }))
    .sort(compareClauses)
    .map(({ one }) => one);
}

/** Drifts that belong together on each of several resources do not form one group across them. */
function mergeGroup(group: readonly IntentClause[]): IntentClause {
  const [first] = group;
  if (first === undefined) throw new Error('a group has a member');
  return {
    ...first,
    facts: group.flatMap(({ facts }) => facts),
    names: group.flatMap(({ names }) => names),
    confidence: Math.min(...group.map(({ confidence }) => confidence)),
    severity: Math.max(...group.map(({ severity = 0 }) => severity)),
    together: group.length === 1 && first.together,
  };
}

/** A clause with its text, which is kept because it is expensive to build. */
interface ClauseText {
  readonly one: IntentClause;
  readonly text: string;
}

/** Most harmful first, so that a title without room for all clauses does not omit it. */
export function compareClauses(
  { one: a, text: left }: ClauseText,
  { one: b, text: right }: ClauseText,
): number {
  return (
    (b.severity ?? 0) - (a.severity ?? 0) ||
    comparePurposes(a.purpose, b.purpose) ||
    b.confidence - a.confidence ||
    compareText(left, right)
  );
}

/** One sentence from all clauses, which are sorted by weight. */
export function clauseSentence(clauses: readonly IntentClause[]): string {
  return sentenceFrom(clauses.map(clauseText));
}

/** One sentence from several, weightiest first. */
export function sentenceFrom(sentences: readonly string[]): string {
  const texts = sentences.map((text, index) => (index === 0 ? text : lowerFirst(text)));
  const rest = texts.length - longestClauseList;
  if (rest <= 0) return displayText(joinedWords(texts), longestSummary);
  const shown = texts.slice(0, longestClauseList - 1).join(', ');
  return displayText(`${shown} and ${rest + 1} more changes`, longestSummary);
}
