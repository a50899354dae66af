import { mentionsSecret } from '../../model/credential/name.ts';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { displayText } from '../../model/text.ts';
import type { HarmOutcome } from './judge/outcome.ts';
import type { HarmRule } from './table/rule.ts';
import { isAbsent, isSecretNode, isUnknownNode, type Pair, type ValueNode } from './value/node.ts';

const longestValue = 80;
const maxElements = 3;

/** A sentence for people, without a final period, about what a rule found at a place. */
export function because(
  rule: HarmRule,
  pair: Pair,
  outcome: HarmOutcome,
  field: string,
  type: string,
): string {
  const change = describeChange(rule, pair, outcome, field, type);
  const { direction, doubt, what } = outcome;
  const { meaning } = rule;
  if (doubt === 'cannot-tell')
    return `${change}; it cannot be determined whether "${meaning}" holds`;
  if (doubt === 'either-way') return `${change}: ${meaning}, for better or worse`;
  if (what.kind === 'says') return change;
  if (direction === 'weakens') return `${change}: ${meaning}`;
  return isStronger(rule, what) ? change : `${change}, which undoes "${meaning}"`;
}

function describeChange(
  rule: HarmRule,
  pair: Pair,
  { direction, what }: HarmOutcome,
  field: string,
  type: string,
): string {
  const hides =
    rule.secret || isSecretField(rule) || isSecretNode(pair.before) || isSecretNode(pair.after);
  switch (what.kind) {
    case 'created':
    case 'deleted':
      return `${displayText(type, longestValue)} is ${what.kind}`;
    case 'gains':
    case 'loses':
      return `${field} ${what.kind} ${hides ? 'something' : listed(what.elements)}`;
    case 'says':
      return `${field} ${displayText(what.sentence, 2 * longestValue)}`;
    case 'reach':
      return `${field} lets ${direction === 'weakens' ? 'more' : 'less'} than it did`;
    case 'rank':
      return hides ? goes(pair, field, hides) : moves(rule, pair, direction, field);
    case 'unlisted':
      return `${goes(pair, field, hides)}, which no order that is known compares`;
    default:
      return goes(pair, field, hides);
  }
}

/**
 * A changed number falls or rises; a changed value of an order becomes weaker or stronger, of sizes
 * smaller or larger.
 */
function moves(
  { alternatives }: HarmRule,
  pair: Pair,
  direction: HarmOutcome['direction'],
  field: string,
): string {
  const step = alternatives.find(({ kind }) => kind === 'step' || kind === 'order');
  const isWorse = direction === 'weakens';
  if (step?.kind === 'step') {
    const falls = (step.worse === 'lower') === isWorse;
    return goes(pair, field, false, falls ? 'falls' : 'rises', step.unlimited);
  }
  if (step?.kind !== 'order') return goes(pair, field, false);
  const down = (step.worse === 'weaker') === isWorse;
  const adjectives = step.order.endsWith('-size') ? ['smaller', 'larger'] : ['weaker', 'stronger'];
  return `${goes(pair, field, false)}, which is ${adjectives[down ? 0 : 1]}`;
}

/** True if the sentence already states that the value became better. */
function isStronger({ alternatives }: HarmRule, { kind }: HarmOutcome['what']): boolean {
  return kind === 'rank' && alternatives.some((each) => each.kind === 'order');
}

function isSecretField({ path }: HarmRule): boolean {
  return path.some(mentionsSecret);
}

function goes(
  { before, after }: Pair,
  field: string,
  hides: boolean,
  verb = 'goes',
  unlimited?: number,
): string {
  if (isAbsent(before)) return `${field} is set${hides ? '' : to(after)}`;
  if (isAbsent(after)) return `${field} is removed${hides ? '' : was(before)}`;
  if (hides) return `${field} has another value`;
  const [old, now] = [before, after].map((node) => limited(shown(node), unlimited));
  if (old === undefined && now === undefined) return `${field} has other content`;
  return `${field} ${verb} from ${old ?? 'other content'} to ${now ?? 'other content'}`;
}

function limited(text: string | undefined, unlimited: number | undefined): string | undefined {
  return unlimited !== undefined && text === String(unlimited) ? 'no limit' : text;
}

function to(node: ValueNode): string {
  const value = shown(node);
  return value === undefined ? '' : ` to ${value}`;
}

function was(node: ValueNode): string {
  const value = shown(node);
  return value === undefined ? '' : `, which was ${value}`;
}

/** A short scalar as text; undefined for long values and for text that may contain anything. */
function shown(node: ValueNode): string | undefined {
  if (isUnknownNode(node)) return 'a value that is hidden';
  const { value } = node;
  if (isJsonArray(value) && value.length === 1) return scalar(value[0]);
  return scalar(value);
}

function scalar(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || /^\s*[{[]|\n/.test(value)) return undefined;
  return displayText(value, longestValue);
}

/** Members that hold the name of an element. */
const names = ['name', 'rule_name', 'id', 'key', 'object_id', 'type'];

function listed(elements: readonly Json[]): string {
  const texts = elements.map(nameOf).filter((text) => text !== undefined);
  if (texts.length < elements.length) return elements.length === 1 ? 'an entry' : 'entries';
  const rest = texts.length - maxElements;
  const head = texts.slice(0, maxElements).join(', ');
  return rest > 0 ? `${head} and ${rest} more` : head;
}

function nameOf(element: Json): string | undefined {
  if (!isJsonObject(element)) return scalar(element);
  const name = names
    .map((each) => element[each])
    .find((each) => typeof each === 'string' && each !== '');
  return scalar(name);
}
