import { describe, expect, it } from 'vitest';
import { textsOfPattern } from '../../../src/stages/policy/lint/pattern.ts';

describe('texts of a pattern', () => {
  it.each([
    '^INC-[0-9]+$',
    '^prod(-[a-z]+)?$',
    'a|b',
    '^(?:module\\.)*aws_[a-z_]+\\.x{2,3}$',
    '^[^a-z]+$',
    '^[[:digit:]]x?$',
    '^\\d{4}-\\w+\\s\\S$',
    '^(?P<name>x)y*$',
    '^[\\w.-]+@example\\.com$',
    '^.{3,}$',
    '(?i)^INC$',
  ])('are some that %s matches', (pattern) => {
    // JavaScript spells these differently.
    const flags = pattern.startsWith('(?i)') ? 'i' : '';
    const source = pattern.replace('(?i)', '').replace('[[:digit:]]', '\\d').replace('?P<', '?<');

    expect(
      textsOfPattern(pattern).filter((text) => new RegExp(source, flags).test(text)),
    ).not.toEqual([]);
  });

  it.each(['(', '[a', '\\p{L}', `${'('.repeat(50)}${')'.repeat(50)}`, 'x{1000}{1000}'])(
    'are none for %s',
    (pattern) => {
      expect(textsOfPattern(pattern)).toEqual([]);
    },
  );
});
