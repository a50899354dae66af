import { failure, isFailure } from '../failure.ts';
import type { Type } from '../type.ts';
import { dynamicType, objectType, stringType, tupleType } from '../type.ts';
import type { Value } from '../value.ts';
import {
  listValue,
  nullValue,
  objectValue,
  stringValue,
  tupleValue,
  unknownValue,
} from '../value.ts';
import type { FunctionTable } from './define.ts';
import { fixed, stringAt } from './define.ts';
import type { HclPattern, PatternMatch } from './pattern.ts';
import { compilePattern } from './pattern.ts';

type Shape = 'text' | 'tuple' | 'object';

function shapeOf({ groups }: HclPattern): Shape | undefined {
  if (groups.length === 0) return 'text';
  const named = groups.filter((name) => name !== undefined).length;
  if (named === 0) return 'tuple';
  return named === groups.length ? 'object' : undefined;
}

function captured(match: PatternMatch, { groups }: HclPattern, shape: Shape): Value {
  const texts = groups.map((_, index): Value => {
    const text = match.texts[index + 1];
    return text === undefined ? nullValue(stringType) : stringValue(text);
  });
  switch (shape) {
    case 'text':
      return stringValue(match.texts[0] ?? '');
    case 'tuple':
      return tupleValue(texts);
    case 'object':
      return objectValue(texts.map((text, index) => [groups[index] ?? '', text]));
  }
}

function resultType({ groups }: HclPattern, shape: Shape): Type {
  if (shape === 'text') return stringType;
  if (shape === 'tuple') return tupleType(groups.map(() => stringType));
  return objectType(new Map(groups.map((name) => [name ?? '', stringType])));
}

/**
 * The result is unknown, not an error, because Terraform would finish the match, however long it
 * takes.
 */
function tooMuch(type: Type): Value {
  return unknownValue('the regular expression takes too long to try', type);
}

const mixed = 'groups must be all named or all unnamed.';

const regex = fixed([stringType, stringType], dynamicType, (args) => {
  const pattern = compilePattern(stringAt(args, 0));
  if (isFailure(pattern)) return pattern;
  const shape = shapeOf(pattern);
  if (shape === undefined) return failure(mixed);
  const text = stringAt(args, 1);
  if (pattern.isTooMuch(text)) return tooMuch(dynamicType);
  const match = pattern.matchesIn(text).next().value;
  if (match === undefined) return failure('the pattern does not match.');
  return captured(match, pattern, shape);
});

const regexall = fixed([stringType, stringType], dynamicType, (args) => {
  const pattern = compilePattern(stringAt(args, 0));
  if (isFailure(pattern)) return pattern;
  const shape = shapeOf(pattern);
  if (shape === undefined) return failure(mixed);
  const text = stringAt(args, 1);
  if (pattern.isTooMuch(text)) return tooMuch(dynamicType);
  const found = Array.from(pattern.matchesIn(text), (match) => captured(match, pattern, shape));
  return listValue(found, resultType(pattern, shape));
});

const reference = /\$(?:\$|([A-Za-z0-9_]+)|\{([A-Za-z0-9_]+)\})/g;

/** Replaces `$1`, `${name}` and `$$` in a replacement. */
function fill(template: string, match: PatternMatch, { groups }: HclPattern): string {
  return template.replace(reference, (all, bare, braced) => {
    const name: string | undefined = bare ?? braced;
    if (name === undefined) return all === '$$' ? '$' : '';
    const index = /^\d+$/.test(name) ? Number(name) : groups.indexOf(name) + 1;
    if (index === 0 && name !== '0') return '';
    return match.texts[index] ?? '';
  });
}

function replacePattern(text: string, pattern: HclPattern, template: string): string {
  let result = '';
  let at = 0;
  for (const match of pattern.matchesIn(text)) {
    result += text.slice(at, match.start) + fill(template, match, pattern);
    at = match.end;
  }
  return result + text.slice(at);
}

const replace = fixed([stringType, stringType, stringType], stringType, (args) => {
  const text = stringAt(args, 0);
  const search = stringAt(args, 1);
  const replacement = stringAt(args, 2);
  if (search.length > 1 && search.startsWith('/') && search.endsWith('/')) {
    const pattern = compilePattern(search.slice(1, -1));
    if (isFailure(pattern)) return pattern;
    if (pattern.isTooMuch(text)) return tooMuch(stringType);
    return stringValue(replacePattern(text, pattern, replacement));
  }
  if (search !== '') return stringValue(text.split(search).join(replacement));
  // The empty string matches before every character and at the end.
  return stringValue([...text].map((char) => replacement + char).join('') + replacement);
});

export const regexFunctions: FunctionTable = { regex, regexall, replace };
