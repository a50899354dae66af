import { isJsonArray, type Json } from '../model/json.ts';
import { isSecretName } from '../model/scrub.ts';
import { displayText } from '../model/text.ts';
import type { Outcome } from './judge/outcome.ts';
import type { Rule } from './table/rule.ts';
import { isAbsent, isSecret, isUnknown, type Node, type Pair } from './value/node.ts';

const longestValue = 80;
const mostElements = 3;

/** A sentence for people, without a final period, on what a rule found at a place. */
export function because(rule: Rule, pair: Pair, outcome: Outcome, field: string, type: string) {
  const change = describeChange(rule, pair, outcome, field, type);
  const { direction, doubt } = outcome;
  if (direction === 'strengthens') return `${change}, which undoes "${rule.meaning}"`;
  if (doubt === 'either-way') return `${change}: ${rule.meaning}, for better or worse`;
  if (doubt === 'cannot-tell') return `${change}; it cannot be told whether ${quoted(rule)} holds`;
  return `${change}: ${rule.meaning}`;
}

function quoted({ meaning }: Rule): string {
  return `"${meaning}"`;
}

function describeChange(
  rule: Rule,
  pair: Pair,
  { direction, what }: Outcome,
  field: string,
  type: string,
): string {
  const hides = rule.secret || isSecretField(rule) || isSecret(pair.before) || isSecret(pair.after);
  switch (what.kind) {
    case 'created':
    case 'deleted':
      return `${displayText(type, longestValue)} is ${what.kind}`;
    case 'gains':
    case 'loses':
      return `${field} ${what.kind} ${hides ? 'something' : listed(what.elements)}`;
    case 'says': {
      const sentence = displayText(what.sentence, 2 * longestValue);
      return `${field} ${direction === 'weakens' ? 'now says' : 'no longer says'}: ${sentence}`;
    }
    case 'rank':
      return `${goes(pair, field, hides)}, ${rankWord(rule, direction)}`;
    case 'unlisted':
      return `${goes(pair, field, hides)}, which are not in an order that is known`;
    default:
      return goes(pair, field, hides);
  }
}

/** Sentences say of a prohibition that it is gone, and of an opening that it is there. */
function rankWord({ alternatives }: Rule, direction: Outcome['direction']): string {
  const step = alternatives.find(({ kind }) => kind === 'step' || kind === 'order');
  if (step?.kind === 'order' && step.worse === 'weaker') {
    return direction === 'weakens' ? 'which is weaker' : 'which is stronger';
  }
  const down = step?.kind === 'step' && step.worse === 'lower';
  return down === (direction === 'weakens') ? 'which is less' : 'which is more';
}

function isSecretField({ path }: Rule): boolean {
  return path.some(isSecretName);
}

function goes({ before, after }: Pair, field: string, hides: boolean): string {
  if (isAbsent(before)) return `${field} is set${hides ? '' : to(after)}`;
  if (isAbsent(after)) return `${field} is removed${hides ? '' : was(before)}`;
  if (hides) return `${field} has another value`;
  const [old, now] = [shown(before), shown(after)];
  if (old === undefined && now === undefined) return `${field} has other content`;
  return `${field} goes from ${old ?? 'other content'} to ${now ?? 'other content'}`;
}

function to(node: Node): string {
  const value = shown(node);
  return value === undefined ? '' : ` to ${value}`;
}

function was(node: Node): string {
  const value = shown(node);
  return value === undefined ? '' : `, which was ${value}`;
}

/** A short scalar as it is; undefined for what would fill a page, or may hold anything. */
function shown(node: Node): string | undefined {
  if (isUnknown(node)) return 'a value that is hidden';
  const { value } = node;
  if (isJsonArray(value) && value.length === 1) return scalar(value[0]);
  return scalar(value);
}

function scalar(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || /^\s*[{[]|\n/.test(value)) return undefined;
  return displayText(value, longestValue);
}

function listed(elements: readonly Json[]): string {
  const texts = elements.map(scalar).filter((text) => text !== undefined);
  if (texts.length < elements.length) return elements.length === 1 ? 'an entry' : 'entries';
  const rest = texts.length - mostElements;
  const head = texts.slice(0, mostElements).join(', ');
  return rest > 0 ? `${head} and ${rest} more` : head;
}
