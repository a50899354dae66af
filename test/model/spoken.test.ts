import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { spokenForm } from '../../src/model/spoken.ts';

describe('a value in a sentence', () => {
  it.each<[Json, string]>([
    ['tcp', 'tcp'],
    ['', '""'],
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    [[], 'an empty list'],
    [['a'], 'a'],
    [['a', 'b', 'c'], 'a, b and c'],
    [{}, 'an empty object'],
    [
      { to_port: 443, from_port: 443, cidr_blocks: ['10.0.0.0/8'], self: false, ipv6: [] },
      'cidr_blocks 10.0.0.0/8, from_port 443, to_port 443',
    ],
    [{ enabled: true, days: 7 }, 'days 7, enabled'],
    ['{"Version":"2012-10-17"}', 'a document'],
    ['[draft] not JSON', '[draft] not JSON'],
  ])('%j is "%s"', (value, text) => {
    expect(spokenForm(value)).toBe(text);
  });

  it('is never a JSON object', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        fc.pre(typeof value === 'object' && value !== null);
        expect(spokenForm(value as Json).startsWith('{"')).toBe(false);
      }),
    );
  });
});
