import { describe, expect, it } from 'vitest';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { jsonLiteral } from '../../../../src/code/hcl/edit/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { edited, lines } from './support.ts';

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
  it('refuses what is not there', () => {
    expect(remove('a = [1]\n', 1)).toBe('refused: not-found');
    expect(remove('a = [1]\n', 0, 2)).toBe('refused: not-found');
  });
});

function set(text: string, key: string, value: Json): string {
  return edited(text, ({ file, value: map }) => {
    if (map.kind !== 'object') throw new Error('no object');
    return mapSet(file, map, key, jsonLiteral(value));
  });
}

describe('mapSet', () => {
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
