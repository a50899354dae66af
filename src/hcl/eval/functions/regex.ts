import { failure, isFailure } from '../failure.ts';
import type { Type } from '../type.ts';
import { dynamicType, objectType, stringType, tupleType } from '../type.ts';
import type { Value } from '../value.ts';
import { listValue, nullValue, objectValue, stringValue, tupleValue } from '../value.ts';
import type { FunctionTable } from './define.ts';
import { fixed, stringAt } from './define.ts';
import type { Pattern } from './pattern.ts';
import { compilePattern } from './pattern.ts';

/** All matches; an empty one right behind another match does not count. */
function* matches(pattern: Pattern, text: string): Generator<RegExpExecArray> {
  let end = -1;
  for (const match of text.matchAll(pattern.regex)) {
    if (match[0] === '' && match.index === end) continue;
    end = match.index + match[0].length;
    yield match;
  }
}

type Shape = 'text' | 'tuple' | 'object';

function shapeOf({ groups }: Pattern): Shape | undefined {
  if (groups.length === 0) return 'text';
  const named = groups.filter((name) => name !== undefined).length;
  if (named === 0) return 'tuple';
  return named === groups.length ? 'object' : undefined;
}

function captured(match: RegExpExecArray, { groups }: Pattern, shape: Shape): Value {
  const texts = groups.map((_, index): Value => {
    const text = match[index + 1];
    return text === undefined ? nullValue(stringType) : stringValue(text);
  });
  switch (shape) {
    case 'text':
      return stringValue(match[0]);
    case 'tuple':
      return tupleValue(texts);
    case 'object':
      return objectValue(texts.map((text, index) => [groups[index] ?? '', text]));
  }
}

function resultType({ groups }: Pattern, shape: Shape): Type {
  if (shape === 'text') return stringType;
  if (shape === 'tuple') return tupleType(groups.map(() => stringType));
  return objectType(new Map(groups.map((name) => [name ?? '', stringType])));
}

const mixed = 'groups must be all named or all unnamed.';

const regex = fixed([stringType, stringType], dynamicType, (args) => {
  const pattern = compilePattern(stringAt(args, 0));
  if (isFailure(pattern)) return pattern;
  const shape = shapeOf(pattern);
  if (shape === undefined) return failure(mixed);
  const match = matches(pattern, stringAt(args, 1)).next().value;
  if (match === undefined) return failure('the pattern does not match.');
  return captured(match, pattern, shape);
});

const regexall = fixed([stringType, stringType], dynamicType, (args) => {
  const pattern = compilePattern(stringAt(args, 0));
  if (isFailure(pattern)) return pattern;
  const shape = shapeOf(pattern);
  if (shape === undefined) return failure(mixed);
  const found = Array.from(matches(pattern, stringAt(args, 1)), (match) =>
    captured(match, pattern, shape),
  );
  return listValue(found, resultType(pattern, shape));
});

const reference = /\$(?:\$|([A-Za-z0-9_]+)|\{([A-Za-z0-9_]+)\})/g;

/** `$1`, `${name}` and `$$` in a replacement. */
function fill(template: string, match: RegExpExecArray, { groups }: Pattern): string {
  return template.replace(reference, (all, bare, braced) => {
    const name: string | undefined = bare ?? braced;
    if (name === undefined) return all === '$$' ? '$' : '';
    const index = /^\d+$/.test(name) ? Number(name) : groups.indexOf(name) + 1;
    if (index === 0 && name !== '0') return '';
    return match[index] ?? '';
  });
}

function replacePattern(text: string, pattern: Pattern, template: string): string {
  let result = '';
  let at = 0;
  for (const match of matches(pattern, text)) {
    result += text.slice(at, match.index) + fill(template, match, pattern);
    at = match.index + match[0].length;
  }
  return result + text.slice(at);
}

const replace = fixed([stringType, stringType, stringType], stringType, (args) => {
  const text = stringAt(args, 0);
  const search = stringAt(args, 1);
  const replacement = stringAt(args, 2);
  if (search.length > 1 && search.startsWith('/') && search.endsWith('/')) {
    const pattern = compilePattern(search.slice(1, -1));
    return isFailure(pattern) ? pattern : stringValue(replacePattern(text, pattern, replacement));
  }
  if (search !== '') return stringValue(text.split(search).join(replacement));
  // Nothing is found in front of every character and at the end.
  return stringValue([...text].map((char) => replacement + char).join('') + replacement);
});

export const regexFunctions: FunctionTable = { regex, regexall, replace };
