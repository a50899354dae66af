import { convertValue } from '../convert.ts';
import { elementsOfValue } from '../elements.ts';
import type { Failure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import { encodeJson, quoteJson } from '../json-text.ts';
import { isSensitiveDeep, mark, unmarkDeep } from '../marks.ts';
import { isInteger } from '../number.ts';
import { boolType, dynamicType, listType, numberType, stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { isWhollyKnown, listValue, stringValue, unknownReason, unknownValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { stringAt } from './define.ts';
import { formatFloat, formatInteger, generalText } from './format-number.ts';
import { graphemes } from './string.ts';

/** `%[index]flags width.precision mode` */
export interface Verb {
  readonly mode: string;
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly argument: number | undefined;
}

type Piece = { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'verb' } & Verb);

const verbSyntax = /%([ #+\-0]*)(\d+)?(?:\.(\d*))?(?:\[(\d+)\])?([a-zA-Z%])?/gu;

function parseFormat(format: string): readonly Piece[] | Failure {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of format.matchAll(verbSyntax)) {
    pieces.push({ kind: 'text', text: format.slice(at, match.index) });
    at = match.index + match[0].length;
    const [all, flags = '', width, precision, argument, mode] = match;
    if (all === '%%') {
      pieces.push({ kind: 'text', text: '%' });
      continue;
    }
    if (mode === undefined || mode === '%') return failure(`unrecognized format in ${all}.`);
    pieces.push({
      kind: 'verb',
      mode,
      flags,
      width: width === undefined ? undefined : Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      argument: argument === undefined ? undefined : Number(argument),
    });
  }
  pieces.push({ kind: 'text', text: format.slice(at) });
  return pieces;
}

/** Formats the arguments; an unknown one makes the entire text unknown. */
function formatText(format: string, args: readonly Value[]): Value | Failure {
  const pieces = parseFormat(format);
  if ('message' in pieces) return pieces;
  let text = '';
  let next = 0;
  let highest = 0;
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      text += piece.text;
      continue;
    }
    const index = piece.argument === undefined ? next : piece.argument - 1;
    next = index + 1;
    highest = Math.max(highest, next);
    const arg = args[index];
    if (arg === undefined) return failure(`there is no argument ${index + 1} for %${piece.mode}.`);
    const shown = formatVerb(piece, arg);
    if (typeof shown !== 'string') return shown;
    text += shown;
  }
  if (highest < args.length)
    return failure(`only ${highest} of ${args.length} arguments are used.`);
  const unknown = args.find((arg) => !isWhollyKnown(arg));
  if (unknown !== undefined) return unknownValue(unknownReason(unknown) ?? 'unknown', stringType);
  return stringValue(text);
}

function pad(verb: Verb, text: string): string {
  const missing = (verb.width ?? 0) - graphemes(text).length;
  if (missing <= 0) return text;
  if (verb.flags.includes('-')) return text + ' '.repeat(missing);
  return (verb.flags.includes('0') ? '0' : ' ').repeat(missing) + text;
}

function formatVerb(verb: Verb, arg: Value): string | Failure {
  if (!isWhollyKnown(arg)) return '';
  if (arg.kind === 'null' && verb.mode !== 'v') {
    return failure(`null cannot be formatted with %${verb.mode}.`);
  }
  switch (verb.mode) {
    case 'v':
      return pad(verb, generic(verb, arg));
    case 't':
      return withType(arg, verb, (value) => (value.kind === 'bool' ? String(value.value) : ''));
    case 'b':
    case 'd':
    case 'o':
    case 'x':
    case 'X':
      return integer(verb, arg);
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G':
      return withType(arg, verb, (value) =>
        value.kind === 'number' ? formatFloat(verb, value.value) : '',
      );
    case 's':
    case 'q':
      return withType(arg, verb, (value) => (value.kind === 'string' ? quoted(verb, value) : ''));
    default:
      return failure(`unsupported format verb %${verb.mode}.`);
  }
}

function integer(verb: Verb, arg: Value): string | Failure {
  const value = convertValue(arg, numberType);
  if (isFailure(value) || value.kind !== 'number' || !isInteger(value.value)) {
    return failure(`%${verb.mode} takes whole numbers.`);
  }
  return formatInteger(verb, value.value);
}

function generic(verb: Verb, arg: Value): string {
  if (!verb.flags.includes('#')) {
    if (arg.kind === 'string') return arg.value;
    if (arg.kind === 'number') return generalText(arg.value);
  }
  return encodeJson(arg);
}

function quoted(verb: Verb, value: Value & { readonly kind: 'string' }): string {
  const { precision } = verb;
  const text =
    precision === undefined ? value.value : graphemes(value.value).slice(0, precision).join('');
  return pad(verb, verb.mode === 'q' ? quoteJson(text) : text);
}

const wanted: Readonly<Record<string, typeof stringType>> = {
  t: boolType,
  s: stringType,
  q: stringType,
};

function withType(arg: Value, verb: Verb, show: (value: Value) => string): string | Failure {
  const value = convertValue(arg, wanted[verb.mode] ?? numberType);
  return isFailure(value) ? failure(`%${verb.mode}: ${value.message}.`) : show(value);
}

const anything = { type: dynamicType, nullable: true, unknown: true, marked: true } as const;

// Terraform does not call these functions with an untyped null.
const untyped = unknownValue('null without a type cannot be formatted');

function isUntypedNull(value: Value): boolean {
  return value.kind === 'null' && value.type.kind === 'dynamic';
}

const format: FunctionDefinition = {
  parameters: [{ type: stringType }],
  rest: anything,
  returns: stringType,
  call(args) {
    const sensitive = args.some(isSensitiveDeep);
    const plain = args.map(unmarkDeep);
    if (plain.some(isUntypedNull)) return untyped;
    const text = formatText(stringAt(plain, 0), plain.slice(1));
    return isFailure(text) ? text : mark(text, sensitive);
  },
};

function formatEach(template: string, args: readonly Value[]): Value | Failure {
  const lists = args.map(elementsOfValue);
  const sizes = lists.filter((list) => list !== undefined).map((list) => list.length);
  const [size = 1] = sizes;
  if (sizes.some((other) => other !== size)) return failure('lists must have the same length.');
  const texts: Value[] = [];
  for (let index = 0; index < size; index += 1) {
    const row = args.map((arg, at) => lists[at]?.[index] ?? arg);
    const text = formatText(template, row);
    if (isFailure(text)) return text;
    texts.push(text);
  }
  return listValue(texts, stringType);
}

const formatlist: FunctionDefinition = {
  parameters: [{ type: stringType }],
  rest: anything,
  returns: listType(stringType),
  call(args) {
    const sensitive = args.some(isSensitiveDeep);
    const plain = args.map(unmarkDeep);
    if (plain.some(isUntypedNull)) return untyped;
    const rest = plain.slice(1);
    const open = rest.find((arg) => arg.kind === 'unknown' && mayBeList(arg));
    if (open?.kind === 'unknown') return unknownValue(open.reason, listType(stringType));
    const result = formatEach(stringAt(plain, 0), rest);
    return isFailure(result) ? result : mark(result, sensitive);
  },
};

function mayBeList(value: Value & { readonly kind: 'unknown' }): boolean {
  return ['dynamic', 'list', 'set', 'tuple'].includes(value.type.kind);
}

export const formatFunctions: FunctionTable = { format, formatlist };
