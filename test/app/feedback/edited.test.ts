import { describe, expect, it } from 'vitest';
import { hasChange } from '../../../src/app/feedback/edited.ts';

describe('a change in a text', () => {
  const [before, after] = ['a = 1\nb = 2\n', 'a = 1\nb = 3\n'] as const;

  it.each([
    ['a = 1\nb = 3\n', true],
    ['# new\na = 7\nb = 3\n', true],
    ['a = 1\n  b = 3\r\n', true],
    ['a = 1\nb = 4\n', false],
    ['a = 1\nb = 2\nb = 3\n', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(hasChange(before, after, text)).toBe(is);
  });
});
