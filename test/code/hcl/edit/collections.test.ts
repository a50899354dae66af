import { describe, expect, it } from 'vitest';
import { ensureListElement } from '../../../../src/code/hcl/edit/ensure.ts';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { jsonLiteral, raw } from '../../../../src/code/hcl/edit/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { edited, lines, type Subject } from './support.ts';

function insert(text: string, value: Json, index?: number): string {
  return edited(text, ({ file, value: list }) => {
    if (list.kind !== 'tuple') throw new Error('no list');
    return listInsert(file, list, jsonLiteral(value), index);
  });
}

function remove(text: string, index: number, count?: number): string {
  return edited(text, ({ file, value: list }) => {
    if (list.kind !== 'tuple') throw new Error('no list');
    return listRemove(file, list, index, count);
  });
}

describe('listInsert', () => {
  it.each<[string, string, number | undefined, string]>([
    ['an empty list', 'a = []\n', undefined, 'a = ["n"]\n'],
    ['an empty list on lines', 'a = [\n]\n', undefined, 'a = [\n  "n",\n]\n'],
    ['a list of only a comment', 'a = [\n  # none\n]\n', undefined, 'a = [\n  # none\n  "n",\n]\n'],
    ['an inline list, last', 'a = [1, 2]\n', undefined, 'a = [1, 2, "n"]\n'],
    ['an inline list, first', 'a = [1, 2]\n', 0, 'a = ["n", 1, 2]\n'],
    ['an inline list, between', 'a = [1, 2]\n', 1, 'a = [1, "n", 2]\n'],
    ['a padded list with a last comma', 'a = [ 1, ]\n', undefined, 'a = [ 1, "n", ]\n'],
    ['lines with a last comma', 'a = [\n  1,\n]\n', undefined, 'a = [\n  1,\n  "n",\n]\n'],
    ['lines without a last comma', 'a = [\n  1\n]\n', undefined, 'a = [\n  1,\n  "n"\n]\n'],
    ['behind a comment', 'a = [\n  1 # one\n]\n', undefined, 'a = [\n  1, # one\n  "n"\n]\n'],
    [
      'above the comment of the next',
      'a = [\n  1, # one\n  # two\n  2,\n]\n',
      1,
      'a = [\n  1, # one\n  "n",\n  # two\n  2,\n]\n',
    ],
    [
      'several on a line',
      'a = [\n  1, 2,\n  3, 4\n]\n',
      undefined,
      'a = [\n  1, 2,\n  3, 4, "n"\n]\n',
    ],
    ['a bracket beside an element', 'a = [1,\n  2]\n', undefined, 'a = [1,\n  2, "n"]\n'],
    [
      'behind a heredoc',
      'a = [\n  <<E\nx\nE\n]\n',
      undefined,
      'a = [\n  <<E\nx\nE\n  ,\n  "n"\n]\n',
    ],
    ['a CRLF list', 'a = [\r\n  1,\r\n]\r\n', undefined, 'a = [\r\n  1,\r\n  "n",\r\n]\r\n'],
  ])('adds to %s', (_what, text, index, expected) => {
    expect(insert(text, 'n', index)).toBe(expected);
  });

  it('writes an object like its neighbors', () => {
    expect(insert('a = [\n  { from = 1, to = 2 },\n]\n', { to: 4, from: 3 })).toBe(
      'a = [\n  { from = 1, to = 2 },\n  { from = 3, to = 4 },\n]\n',
    );
  });

  // As `terraform fmt` has it, which looks at the sum of the brackets of a line.
  it.each([
    ['a = [{\n  b = 1\n}]\n', undefined, 'a = [{\n  b = 1\n  }, {\n  b = 2\n}]\n'],
    ['a = [{\n  b = 1\n}]\n', 0, 'a = [{\n  b = 2\n  }, {\n  b = 1\n}]\n'],
    [
      'a = [{\n  b = 1\n  }, {\n  b = 3\n}]\n',
      1,
      'a = [{\n  b = 1\n  }, {\n  b = 2\n  }, {\n  b = 3\n}]\n',
    ],
    [
      'a = [{\n  b = 1\n}, {\n  b = 3\n}]\n',
      undefined,
      'a = [{\n  b = 1\n}, {\n  b = 3\n}, {\n  b = 2\n}]\n',
    ],
  ])('writes an object between brackets that share lines: %j at %s', (text, index, expected) => {
    expect(insert(text, { b: 2 }, index)).toBe(expected);
  });

  it('refuses an index that is not there', () => {
    expect(insert('a = [1]\n', 'n', 2)).toBe('refused: not-found');
  });
});

describe('listRemove', () => {
  it.each([
    ['the only one', 'a = [1]\n', 0, 'a = []\n'],
    ['the only line', 'a = [\n  1,\n]\n', 0, 'a = []\n'],
    [
      'the only line under a comment of the list',
      'a = [\n  # all\n\n  1,\n]\n',
      0,
      'a = [\n  # all\n\n]\n',
    ],
    ['the first', 'a = [1, 2]\n', 0, 'a = [2]\n'],
    ['the last', 'a = [1, 2]\n', 1, 'a = [1]\n'],
    ['the last before a comma', 'a = [1, 2, ]\n', 1, 'a = [1, ]\n'],
    [
      'a line with its comments',
      'a = [\n  1,\n  # two\n  2, # deux\n  3,\n]\n',
      1,
      'a = [\n  1,\n  3,\n]\n',
    ],
    ['the last line', 'a = [\n  1,\n  2\n]\n', 1, 'a = [\n  1\n]\n'],
    [
      'the first line under a heading',
      'a = [\n  # odd\n  1,\n  3,\n]\n',
      0,
      'a = [\n  # odd\n  3,\n]\n',
    ],
    ['one of several on a line', 'a = [\n  1, 2,\n  3, 4,\n]\n', 2, 'a = [\n  1, 2,\n  4,\n]\n'],
    ['the end of a line', 'a = [\n  1, 2,\n  3, 4,\n]\n', 1, 'a = [\n  1,\n  3, 4,\n]\n'],
    ['an object', 'a = [{\n  b = 1\n}, {\n  b = 2\n}]\n', 0, 'a = [{\n  b = 2\n}]\n'],
    ['the last object', 'a = [{\n  b = 1\n  }, {\n  b = 2\n}]\n', 1, 'a = [{\n  b = 1\n}]\n'],
  ])('removes %s', (_what, text, index, expected) => {
    expect(remove(text, index)).toBe(expected);
  });

  it('refuses what is not there', () => {
    expect(remove('a = [1]\n', 1)).toBe('refused: not-found');
    expect(remove('a = [1]\n', 0, 2)).toBe('refused: not-found');
  });
});

describe('ensureListElement', () => {
  const ensure = (text: string, element: string) =>
    edited(text, ({ file, body }: Subject) =>
      ensureListElement(file, body, 'ignore_changes', raw(element)),
    );

  it.each([
    ['adds the argument', 'lifecycle {\n}\n', 'lifecycle {\n  ignore_changes = [tags["a"]]\n}\n'],
    [
      'adds the element',
      'lifecycle {\n  ignore_changes = [size]\n}\n',
      'lifecycle {\n  ignore_changes = [size, tags["a"]]\n}\n',
    ],
    [
      'finds it as it is written',
      'lifecycle {\n  ignore_changes = [ tags[ "a" ] ]\n}\n',
      'lifecycle {\n  ignore_changes = [ tags[ "a" ] ]\n}\n',
    ],
    ['refuses what is no list', 'lifecycle {\n  ignore_changes = all\n}\n', 'refused: not-literal'],
  ])('%s', (_what, text, expected) => {
    expect(ensure(text, 'tags["a"]')).toBe(expected);
  });
});

function set(text: string, key: string, value: Json): string {
  return edited(text, ({ file, value: map }) => {
    if (map.kind !== 'object') throw new Error('no object');
    return mapSet(file, map, key, jsonLiteral(value));
  });
}

function drop(text: string, key: string): string {
  return edited(text, ({ file, value: map }) => {
    if (map.kind !== 'object') throw new Error('no object');
    return mapRemove(file, map, key);
  });
}

describe('mapSet', () => {
  it.each([
    ['a value', 'a = { b = 1 }\n', 'b', 'a = { b = 2 }\n'],
    ['an empty map', 'a = {}\n', 'b', 'a = {\n  b = 2\n}\n'],
    ['an inline map', 'a = { b = 1 }\n', 'c', 'a = { b = 1, c = 2 }\n'],
    ['a map of colons', 'a = { "b": 1, }\n', 'c', 'a = { "b": 1, "c": 2, }\n'],
    ['a map without blanks', 'a = {b=1}\n', 'c', 'a = {b=1, c=2}\n'],
    [
      'aligned lines',
      'a = {\n  b   = 1\n  cde = 2\n}\n',
      'fghi',
      'a = {\n  b    = 1\n  cde  = 2\n  fghi = 2\n}\n',
    ],
    [
      'lines that are not',
      'a = {\n  b = 1\n  cde = 2\n}\n',
      'f',
      'a = {\n  b = 1\n  cde = 2\n  f = 2\n}\n',
    ],
    [
      'lines with commas',
      'a = {\n  b = 1,\n  c = 2,\n}\n',
      'd',
      'a = {\n  b = 1,\n  c = 2,\n  d = 2,\n}\n',
    ],
    [
      'sorted keys',
      'a = {\n  b = 1\n  d = 1\n  e = 1\n}\n',
      'c',
      'a = {\n  b = 1\n  c = 2\n  d = 1\n  e = 1\n}\n',
    ],
    ['quoted keys', 'a = {\n  "b" = 1\n}\n', 'c', 'a = {\n  "b" = 1\n  "c" = 2\n}\n'],
    [
      'a key that needs quotes',
      'a = {\n  b = 1\n}\n',
      'c/d',
      'a = {\n  b     = 1\n  "c/d" = 2\n}\n',
    ],
    ['a key set twice', 'a = {\n  b = 1\n  "b" = 1\n}\n', 'b', 'refused: ambiguous'],
  ])('sets a key of %s', (_what, text, key, expected) => {
    expect(set(text, key, 2)).toBe(expected);
  });

  it('sets entries apart as the others are', () => {
    const text = lines(
      'a = {',
      '  b = {',
      '    c = 1',
      '  }',
      '',
      '  d = {',
      '    c = 1',
      '  }',
      '}',
    );

    expect(set(text, 'e', { c: 1 })).toBe(
      text.replace(/\}\n$/, '') + lines('', '  e = {', '    c = 1', '  }', '}'),
    );
  });
});

describe('mapRemove', () => {
  it.each([
    ['the only key', 'a = { b = 1 }\n', 'b', 'a = {}\n'],
    ['the first', 'a = { b = 1, c = 2 }\n', 'b', 'a = { c = 2 }\n'],
    ['the last', 'a = { b = 1, c = 2 }\n', 'c', 'a = { b = 1 }\n'],
    ['a line', 'a = {\n  b    = 1 # one\n  long = 2\n}\n', 'b', 'a = {\n  long = 2\n}\n'],
    [
      'the widest line',
      'a = {\n  b    = 1 # one\n  long = 2\n}\n',
      'long',
      'a = {\n  b = 1 # one\n}\n',
    ],
    ['the last line with commas', 'a = {\n  b = 1,\n  c = 2\n}\n', 'c', 'a = {\n  b = 1\n}\n'],
    ['nothing', 'a = {}\n', 'b', 'refused: not-found'],
  ])('removes %s', (_what, text, key, expected) => {
    expect(drop(text, key)).toBe(expected);
  });
});
