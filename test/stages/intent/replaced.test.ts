import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { actor, event, lookup, makeDrift } from './make.ts';

const rule = (more: JsonObject): JsonObject => ({
  allowed_methods: ['GET'],
  allowed_origins: ['https://a.example.com'],
  ...more,
});

function element(value: JsonObject, isThere: boolean, call: string): Drift {
  const path = ['cors_rule', { element: value }];
  const [declared, live] = isThere ? [undefined, value] : [value, undefined];
  const drift = makeDrift('aws_s3_bucket_cors_configuration.parcels', path, declared, live);
  const time = '2026-03-14T01:00:00Z';
  return { ...drift, evidence: [call], writes: [{ event: call, time, value: drift.live }] };
}

const summaries = (old: JsonObject, now: JsonObject, call = 'e1'): readonly string[] => {
  const ann = actor('ann');
  const find = lookup([event('e1', 1, ann), event('e2', 2, ann)]);
  const drifts = [element(old, false, 'e1'), element(now, true, call)];
  return inferIntents({ drifts, event: find }).map(({ summary }) => summary);
};

describe('an element that a call put in the place of another', () => {
  it.each<readonly [string, JsonObject, JsonObject, string]>([
    [
      'one value',
      rule({ max_age_seconds: 600 }),
      rule({ max_age_seconds: 7200 }),
      'Changed max_age_seconds in cors_rule of bucket parcels from 600 to 7200',
    ],
    [
      'two values',
      rule({ expose_headers: ['a'], max_age_seconds: 600 }),
      rule({ expose_headers: ['b'], max_age_seconds: 7200 }),
      'Changed expose_headers and max_age_seconds in cors_rule of bucket parcels',
    ],
  ])('is described by what differs: %s', (_, old, now, summary) => {
    expect(summaries(old, now)).toEqual([summary]);
  });

  it('is another one if more differs', () => {
    const other = { allowed_methods: ['PUT'], allowed_origins: ['*'], max_age_seconds: 1 };

    expect(summaries(rule({}), other).join()).toMatch(/Added .* removed/i);
  });

  it('is another one if another call added it', () => {
    const found = summaries(rule({}), rule({ max_age_seconds: 1 }), 'e2').join();

    expect(found).toMatch(/added/i);
    expect(found).not.toContain('Changed');
  });
});
