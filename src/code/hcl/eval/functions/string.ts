import { failure } from '../failure.ts';
import { toSafeInteger } from '../number.ts';
import { trimEnd, trimStart } from '../spaces.ts';
import { boolType, listType, numberType, stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { boolValue, listValue, stringValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { fixed, numberArgument, stringAt, stringsAt } from './define.ts';
import { toLower, toTitle, toUpper } from './letters.ts';

function textToText(change: (text: string) => string): FunctionDefinition {
  return fixed([stringType], stringType, (args) => stringValue(change(stringAt(args, 0))));
}

function twoTexts(change: (text: string, other: string) => string): FunctionDefinition {
  return fixed([stringType, stringType], stringType, (args) =>
    stringValue(change(stringAt(args, 0), stringAt(args, 1))),
  );
}

function test(check: (text: string, other: string) => boolean): FunctionDefinition {
  return fixed([stringType, stringType], boolType, (args) =>
    boolValue(check(stringAt(args, 0), stringAt(args, 1))),
  );
}

/** User-perceived characters, which are what string offsets and lengths count. */
export function graphemes(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return [...text];
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

function trimSet(text: string, cutset: string): string {
  const cut = new Set(cutset);
  const points = [...text];
  let from = 0;
  let to = points.length;
  while (from < to && cut.has(points[from] ?? '')) from += 1;
  while (to > from && cut.has(points[to - 1] ?? '')) to -= 1;
  return points.slice(from, to).join('');
}

const substr = fixed([stringType, numberType, numberType], stringType, (args) => {
  const offset = toSafeInteger(numberArgument(args, 1));
  const length = toSafeInteger(numberArgument(args, 2));
  if (offset === undefined || length === undefined) {
    return failure('offset and length must be whole numbers.');
  }
  const all = graphemes(stringAt(args, 0));
  const start = Math.max(offset < 0 ? offset + all.length : offset, 0);
  const end = length < 0 ? all.length : start + length;
  return stringValue(all.slice(start, end).join(''));
});

const join: FunctionDefinition = {
  parameters: [{ type: stringType }],
  rest: { type: listType(stringType) },
  returns: stringType,
  call(args) {
    if (args.length < 2) return failure('at least one list is required.');
    const texts: string[] = [];
    for (let index = 1; index < args.length; index += 1) {
      const list = stringsAt(args, index);
      if (list === undefined) return failure('a list must not contain null.');
      texts.push(...list);
    }
    return stringValue(texts.join(stringAt(args, 0)));
  },
};

const indent = fixed([numberType, stringType], stringType, (args) => {
  const spaces = toSafeInteger(numberArgument(args, 0));
  if (spaces === undefined || spaces < 0) return failure('the indentation must be a whole number.');
  return stringValue(stringAt(args, 1).replaceAll('\n', `\n${' '.repeat(spaces)}`));
});

function splitText(separator: string, text: string): Value {
  const parts = separator === '' ? [...text] : text.split(separator);
  return listValue(parts.map(stringValue), stringType);
}

export const stringFunctions: FunctionTable = {
  chomp: textToText((text) => text.replace(/(?:\r\n?|\n)*$/, '')),
  endswith: test((text, suffix) => text.endsWith(suffix)),
  indent,
  join,
  lower: textToText(toLower),
  split: fixed([stringType, stringType], listType(stringType), (args) =>
    splitText(stringAt(args, 0), stringAt(args, 1)),
  ),
  startswith: test((text, prefix) => text.startsWith(prefix)),
  strcontains: test((text, part) => text.includes(part)),
  strrev: textToText((text) => graphemes(text).toReversed().join('')),
  substr,
  title: textToText(toTitle),
  trim: twoTexts(trimSet),
  trimprefix: twoTexts((text, prefix) =>
    text.startsWith(prefix) ? text.slice(prefix.length) : text,
  ),
  trimspace: textToText((text) => trimEnd(trimStart(text))),
  trimsuffix: twoTexts((text, suffix) =>
    suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  ),
  upper: textToText(toUpper),
};
