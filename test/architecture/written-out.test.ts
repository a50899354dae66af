import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../scripts/architecture/imports.ts';

const root = resolve(import.meta.dirname, '../..');

/** `a < b ? -1 : 1` in any form; an index below a plain number is something else. */
const comparison = /[\w)\]}`] < (?!\d)[^?;]{1,200}?\?\s*-1\s*:/;

/** `Object.hasOwn(object, key) ? object[key] : ...`. */
const ownMember = /Object\.hasOwn\(\s*([\w.]+),\s*([\w.]+|'[^']*')\s*\)\s*\?\s*\(?\1\[\2\]/;

/** Files that compare what is no text, or have the function itself, and why. */
const comparesOther: Readonly<Record<string, string>> = {
  'src/code/hcl/eval/functions/time.ts': 'nanoseconds are large integers',
  'src/code/hcl/eval/number.ts': 'numbers of Terraform are large integers',
  'src/model/address-range.ts': 'addresses are large integers',
  'src/model/text.ts': 'the comparison of texts itself',
  'src/providers/harm/network/grid.ts': 'addresses are large integers',
  'src/providers/harm/value/amount.ts': 'amounts are exact numbers',
  'src/providers/kubernetes/values/quantity.ts': 'quantities are exact numbers',
};

function filesWith(pattern: RegExp): readonly string[] {
  return sourceFiles(join(root, 'src'))
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
    .sort();
}

describe('what has a name is not written out again', () => {
  it('the comparison of texts: compareText and compareKeys', () => {
    expect(filesWith(comparison)).toEqual(Object.keys(comparesOther));
  });

  it('the order of a language, which differs between machines', () => {
    expect(filesWith(/\.localeCompare\(/)).toEqual([]);
  });

  it('the own member of an object: own and jsonAt', () => {
    expect(filesWith(ownMember)).toEqual(['src/model/json.ts']);
  });

  it.each([
    'sort((a, b) => (a.id < b.id ? -1 : 1))',
    'a.key < b.key\n  ? -1\n  : a.key > b.key ? 1 : 0',
    'left(a) < right(b) ? -1 : Number(a > b)',
  ])('is found: %s', (text) => {
    expect(comparison.test(text)).toBe(true);
  });

  it.each([
    'Object.hasOwn(a, name) ? a[name] : undefined',
    "Object.hasOwn(a.b, 'c')\n  ? (a.b['c'] ?? null)\n  : null",
  ])('is found: %s', (text) => {
    expect(ownMember.test(text)).toBe(true);
  });

  it('is not found in the place of a text', () => {
    expect(comparison.test('end < 0 ? -1 : end')).toBe(false);
  });
});
