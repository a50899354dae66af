import { elementsOfValue } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { evaluated, type RequiredValue, type TraceContext } from './context.ts';
import { joinedRequired } from './joined-required.ts';
import { isKnownEqual } from './known.ts';
import { listIndex } from './list-call.ts';
import { expressionOperands, into, yieldsWith } from './operand.ts';
import { knownNumber } from './operator-required.ts';
import { spliced } from './splice.ts';
import { partText } from './template-required.ts';

/** Functions from texts to a text that contains their arguments or parts of them. */
const showing = new Set([
  'basename',
  'chomp',
  'dirname',
  'format',
  'indent',
  'join',
  'lower',
  'regex',
  'replace',
  'strrev',
  'substr',
  'title',
  'trim',
  'trimprefix',
  'trimspace',
  'trimsuffix',
  'upper',
  'urlencode',
]);

/** Numeric functions that return an argument or a number close to it. */
const numeric = new Set(['abs', 'ceil', 'floor', 'max', 'min']);

/**
 * The argument values that make a call yield the wanted value, each verified by calling the
 * function.
 */
export function* textRequired(
  context: TraceContext,
  call: Call,
  want: Json,
): Generator<RequiredValue> {
  const [step, ...rest] = context.rest;
  if (step === undefined) {
    yield* wholeRequired(context, call, want);
    return;
  }
  const index = listIndex(context, step);
  if (index === undefined || rest.length > 0) return;
  if (call.name === 'split') {
    const list = evaluated(context);
    if (isJsonArray(list)) yield* splitRequired(context, call, list.with(index, want));
  } else if (call.name === 'formatlist') {
    yield* formatListRequired(context, call, index, want);
  }
}

function* wholeRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  if (numeric.has(call.name)) {
    yield* numericRequired(context, call, want);
    return;
  }
  switch (call.name) {
    case 'split':
      if (isJsonArray(want)) yield* splitRequired(context, call, want);
      return;
    case 'join':
      yield* joinRequired(context, call, want);
      yield* showingRequired(context, call, want);
      return;
    case 'concat':
    case 'merge':
    case 'setunion':
      yield* joinedRequired(context, call, want);
      return;
    case 'parseint':
      yield* digitRequired(context, call, want);
      return;
    case 'base64encode':
      yield* decodedRequired(context, call, want);
      return;
    default:
      if (showing.has(call.name)) yield* showingRequired(context, call, want);
  }
}

/** Literal texts come before computed arguments, since they are written at this very place. */
function* showingRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const text = partText(want);
  const now = evaluated(context);
  if (text === undefined || typeof now !== 'string') return;
  const operands = expressionOperands(context, call);
  const literal = operands.filter(({ context: { expr } }) => expr.kind === 'quoted');
  for (const operand of [...literal, ...operands.filter((each) => !literal.includes(each))]) {
    const value = valueToJson(operand.value);
    const shown = value === undefined ? undefined : partText(value);
    if (shown === undefined || now === text) continue;
    const numbers = typeof value === 'number' ? formatted(call, text) : [];
    const guesses = [...numbers, ...spliced(shown, now, text)];
    const found = guesses.find((guess) =>
      isKnownEqual(yieldsWith(context, call, operand, guess), text),
    );
    if (found !== undefined) yield { context: into(operand), want: found };
  }
}

/** The numbers that `%d` may have put into a text. */
function formatted(call: Call, text: string): readonly Json[] {
  if (call.name !== 'format') return [];
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? [];
  return [...new Set(numbers.map(Number))].flatMap((number) => [number, -number]);
}

/** `join(",", list)`: the wanted text, split. */
function* joinRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const [separator, list, ...more] = expressionOperands(context, call);
  const between = separator === undefined ? undefined : valueToJson(separator.value);
  if (typeof want !== 'string' || typeof between !== 'string' || between === '') return;
  if (list === undefined || more.length > 0) return;
  yield { context: into(list), want: want === '' ? [] : want.split(between) };
}

/** `split(",", text)`: the wanted list, joined. */
function* splitRequired(
  context: TraceContext,
  call: Call,
  want: readonly Json[],
): Generator<RequiredValue> {
  const [separator, text] = expressionOperands(context, call);
  const between = separator === undefined ? undefined : valueToJson(separator.value);
  if (text === undefined || typeof between !== 'string') return;
  const pieces = want.map(partText);
  if (pieces.includes(undefined)) return;
  const joined = pieces.join(between);
  if (isKnownEqual(yieldsWith(context, call, text, joined), pieces.map(String))) {
    yield { context: into(text), want: joined };
  }
}

/** `formatlist("%s/32", ips)`: the list element behind the wanted one. */
function* formatListRequired(
  context: TraceContext,
  call: Call,
  index: number,
  want: Json,
): Generator<RequiredValue> {
  const text = partText(want);
  const now = evaluated(context);
  if (text === undefined || !isJsonArray(now)) return;
  const before = now[index];
  for (const operand of expressionOperands(context, call).slice(1)) {
    const element = elementsOfValue(operand.value)?.[index];
    const value = element === undefined ? undefined : valueToJson(element);
    const list = valueToJson(operand.value);
    const shown = value === undefined ? undefined : partText(value);
    if (shown === undefined || typeof before !== 'string' || !isJsonArray(list)) continue;
    const found = spliced(shown, before, text).find((guess) =>
      isKnownEqual(
        yieldsWith(context, call, operand, list.with(index, guess)),
        now.with(index, text),
      ),
    );
    if (found !== undefined) yield { context: into(operand, [index]), want: found };
  }
}

function* decodedRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const [only] = expressionOperands(context, call);
  if (only === undefined || typeof want !== 'string') return;
  const text = Buffer.from(want, 'base64').toString('utf8');
  if (isKnownEqual(yieldsWith(context, call, only, text), want)) {
    yield { context: into(only), want: text };
  }
}

/** `parseint(text, base)`. */
function* digitRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const wanted = knownNumber(want);
  const [text, base] = expressionOperands(context, call);
  const radix = base === undefined ? undefined : valueToJson(base.value);
  if (wanted === undefined || text === undefined || typeof radix !== 'number') return;
  if (radix < 2 || radix > 36 || !Number.isInteger(wanted)) return;
  yield { context: into(text), want: wanted.toString(radix) };
}

/** `max(a, b)`: the argument that supplied the value, or otherwise one that can exceed it. */
function* numericRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const wanted = knownNumber(want);
  const now = evaluated(context);
  if (wanted === undefined) return;
  const operands = expressionOperands(context, call);
  const supplied = operands.filter(({ value }) => isKnownEqual(valueToJson(value), now));
  for (const operand of [...supplied, ...operands.filter((each) => !supplied.includes(each))]) {
    const result = yieldsWith(context, call, operand, wanted);
    if (isKnownEqual(result, wanted)) yield { context: into(operand), want: wanted };
  }
}
