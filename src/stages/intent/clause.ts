import { groupBy } from '../../model/group.ts';
import type { Purpose } from '../../model/intent.ts';
import { displayText } from '../../model/text.ts';
import type { Fact } from './facts.ts';
import { joinedNouns, nounList } from './nouns.ts';

/**
 * What a rule read out of some drifts: a sentence in three parts, so that the same thing done to
 * several resources becomes one sentence. `before` + the resources + `after`.
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
  /** Of the worst that it weakens, 1 to 5; without it, nothing that is known. */
  readonly severity?: number;
}

/** A rule sees all drifts of one resource that no earlier rule has read. */
export interface NamingRule {
  readonly id: string;
  /** Undefined: any type. */
  readonly types?: readonly string[];
  read(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[];
}

/** A clause about one resource. */
export function clause(
  facts: readonly Fact[],
  purpose: Purpose,
  words: { readonly before: string; readonly after?: string; readonly object?: string },
  more: { readonly confidence?: number; readonly together?: boolean } = {},
): Omit<IntentClause, 'rule'> {
  const first = facts[0];
  return {
    facts,
    purpose,
    confidence: more.confidence ?? 0.9,
    together: more.together ?? facts.length > 1,
    before: words.before,
    noun: words.object === undefined ? (first?.noun ?? '') : '',
    names: [words.object ?? first?.name ?? ''],
    after: words.after ?? '',
  };
}

/** Most telling first: what a reader must not overlook, and what the intent is called by. */
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

/** Clauses that say the same about several resources become one. */
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

/** What belongs together on each of several resources does not make them one. */
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

/** A clause with its text, which is long in making. */
interface ClauseText {
  readonly one: IntentClause;
  readonly text: string;
}

/** The most harmful first: a title that has no room for all must not leave that out. */
export function compareClauses(
  { one: a, text: left }: ClauseText,
  { one: b, text: right }: ClauseText,
): number {
  return (
    (b.severity ?? 0) - (a.severity ?? 0) ||
    comparePurposes(a.purpose, b.purpose) ||
    b.confidence - a.confidence ||
    (left < right ? -1 : left > right ? 1 : 0)
  );
}

/** One sentence of all clauses, which are in order of weight. */
export function clauseSentence(clauses: readonly IntentClause[]): string {
  return sentenceFrom(clauses.map(clauseText));
}

/** One sentence of several, the weightiest first. */
export function sentenceFrom(sentences: readonly string[]): string {
  const texts = sentences.map((text, index) => (index === 0 ? text : lower(text)));
  const rest = texts.length - longestClauseList;
  if (rest <= 0) return displayText(joinedNouns(texts), longestSummary);
  const shown = texts.slice(0, longestClauseList - 1).join(', ');
  return displayText(`${shown} and ${rest + 1} more changes`, longestSummary);
}

function lower(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
