import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { readLogValue } from '../../src/model/masked.ts';

describe('readLogValue', () => {
  it.each<[string, Json]>([
    ['the common marker', 'HIDDEN_DUE_TO_SECURITY_REASONS'],
    ['RDS passwords', '****'],
    ['API Gateway stage variables', '***'],
    ['EC2 user data', '<sensitiveDataRemoved>'],
    ['a redacted diff', '*** (after)'],
    ['a PartiQL statement', "UPDATE Music SET Album = ***(Redacted) WHERE Artist = 'x'"],
    ['a masked leaf of an object', { name: 'a', nested: [{ value: '*****' }] }],
  ])('never returns %s as a value', (_, value) => {
    expect(readLogValue(value)).toEqual({ kind: 'redacted' });
  });

  it.each<[string, Json]>([
    ['a wildcard', '*'],
    ['a glob', '**'],
    ['a glob path', 'logs/**/*.gz'],
    ['null', null],
    ['zero', 0],
    ['an empty object', {}],
    ['an attribute that happens to be called omitted', { omitted: true }],
  ])('keeps %s', (_, value) => {
    expect(readLogValue(value)).toEqual({ kind: 'known', value });
  });

  it.each<[Json]>([[true], ['true']])('says that an oversize part is omitted (%j)', (omitted) => {
    const part = { reason: 'requestParameters too large', omitted, originalSize: 149_893 };

    expect(readLogValue(part)).toEqual({ kind: 'omitted' });
  });
});
