import { describe, expect, it } from 'vitest';
import { hashSuffix } from '../../../../src/code/manifests/sources/kustomize/hash.ts';

describe('the suffix of a generated name', () => {
  it.each([
    [{}, '42745tchd9'],
    [{ one: '' }, '9g67k2htb6'],
    [{ two: '2', one: '', three: '3' }, 'f5h7t85m9b'],
  ])('of %j is %s', (data, expected) => {
    expect(hashSuffix('', data)).toBe(expected);
  });
});
