import { fail, ok, type Result } from '../../../model/result.ts';
import { permittedWords, type ShownChange, type Words } from './lexicon.ts';
import { claiming, fillers, verbs } from './vocabulary.ts';

/** What a sentence may mention: the evidence that the model was shown. */
export interface Evidence {
  readonly changes: readonly ShownChange[];
  /** The purpose according to the rules; the model's own purpose is not evidence. */
  readonly purpose?: string;
  /** The ticket that the rules found in the session. */
  readonly ticket?: string;
}

/** Why a model's sentence is not believed. */
export type Disbelief =
  | { readonly claim: 'form' }
  /** A word is in neither the vocabulary nor the evidence: an actor, an approval, praise. */
  | { readonly claim: 'word' }
  /** No change does what the verb says. */
  | { readonly claim: 'deed' }
  /** The value exists, but on another resource or attribute, or on the other side of the change. */
  | { readonly claim: 'value' }
  /** The stated purpose is not a ticket, purpose or resource in the evidence. */
  | { readonly claim: 'purpose' };

interface Token {
  readonly word: string;
  readonly previous: string;
  readonly next: string;
}

const articles = new Set(['a', 'an', 'the', 'its']);
const afterThese = new Set(['to', 'from', 'as', 'with']);

/**
 * Whether each claim of the sentence is found in the evidence. The sentence consists of clauses,
 * each a verb of the vocabulary followed by words of the vocabulary or the evidence. Anything else
 * is not understood, and what is not understood is not believed.
 */
export function checkClaims(sentence: string, evidence: Evidence): Result<string, Disbelief> {
  if (!/^[\x20-\x7e]+$/.test(sentence) || claiming.test(sentence)) return fail({ claim: 'form' });
  const words = sentence
    .replace(/\.$/, '')
    .split(' ')
    .map((word) => word.replace(/,$/, '').toLowerCase());
  if (words.some((word) => word === '')) return fail({ claim: 'form' });
  const changes = evidence.changes.map(permittedWords);
  for (const clause of clausesOf(words)) {
    const disbelief = checkClause(clause, changes, evidence);
    if (disbelief !== undefined) return fail(disbelief);
  }
  return ok(sentence);
}

/**
 * Splits the words into clauses, each beginning with its verb, without the "and" before the next.
 */
function clausesOf(words: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    const joined = words[index - 1] === 'and';
    if (joined && verbs.has(word)) {
      clauses.at(-1)?.pop();
      clauses.push([]);
    }
    clauses.at(-1)?.push(word);
  }
  return clauses;
}

function checkClause(
  [verb = '', ...rest]: readonly string[],
  changes: readonly Words[],
  evidence: Evidence,
): Disbelief | undefined {
  const claim = verbs.get(verb);
  if (claim === undefined || rest.length === 0) return { claim: 'form' };
  const fitting = changes.filter(({ sides }) => claim(sides));
  if (fitting.length === 0) return { claim: 'deed' };
  const meant = namedChanges(rest, fitting);
  for (const [index, word] of rest.entries()) {
    const token = { word, previous: governing(rest, index), next: rest[index + 1] ?? '' };
    const disbelief = checkToken(token, meant, evidence);
    if (disbelief !== undefined) return disbelief;
  }
  return rest.every((_, index) => isOneStep(rest.slice(index, index + 4), meant))
    ? undefined
    : { claim: 'value' };
}

/** The preceding word, skipping articles. */
function governing(rest: readonly string[], index: number): string {
  return rest.slice(0, index).findLast((word) => !articles.has(word)) ?? '';
}

/** "From A to B" must be one change that went from A to B. */
function isOneStep([from, a = '', to, b = '']: readonly string[], meant: readonly Words[]) {
  if (from !== 'from' || to !== 'to') return true;
  return meant.some((change) => isOnSide(a, 'from', change) && isOnSide(b, 'to', change));
}

/** The changes that a clause refers to: those of the resources and attributes that it names. */
function namedChanges(rest: readonly string[], fitting: readonly Words[]): readonly Words[] {
  return (['resource', 'attribute'] as const).reduce((left, kind) => {
    const named = left.filter((change) => rest.some((word) => change[kind].has(word)));
    return named.length > 0 ? named : left;
  }, fitting);
}

function checkToken(
  { word, previous, next }: Token,
  meant: readonly Words[],
  evidence: Evidence,
): Disbelief | undefined {
  if (fillers.has(word)) return undefined;
  if (previous === 'for' && !meant.some(({ resource }) => resource.has(word))) {
    const known = [evidence.purpose, evidence.ticket].map((one) => one?.toLowerCase());
    return known.includes(word) ? undefined : { claim: 'purpose' };
  }
  const isNamed = meant.some(
    ({ resource, type, attribute }) => resource.has(word) || type.has(word) || attribute.has(word),
  );
  if (isNamed) return undefined;
  if (!meant.some(({ before, after }) => before.has(word) || after.has(word))) {
    return { claim: 'word' };
  }
  // Words, unlike numbers and addresses, could carry a claim of their own.
  const isWord = !/\d/.test(word);
  if (isWord && !(afterThese.has(previous) && (next === '' || fillers.has(next)))) {
    return { claim: 'word' };
  }
  return meant.some((change) => isOnSide(word, previous, change)) ? undefined : { claim: 'value' };
}

/**
 * "From" must name the earlier value and "to" the later one, except that a value that was added or
 * removed has only one side.
 */
function isOnSide(word: string, previous: string, { before, after, sides }: Words): boolean {
  if (previous === 'to') return after.has(word) || (isAbsent(sides.after) && before.has(word));
  if (previous === 'from') return before.has(word) || (isAbsent(sides.before) && after.has(word));
  return before.has(word) || after.has(word);
}

function isAbsent(side: unknown): boolean {
  return side === undefined || side === null;
}
