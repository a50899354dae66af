import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { createHarmReader } from '../../../src/reconcile/decide/harm.ts';
import type { Stage } from '../../../src/reconcile/stages.ts';
import { make } from '../../code/terraform/config/make.ts';
import { makeDrift } from '../../stages/intent/make.ts';

const address = 'aws_s3_bucket_cors_configuration.a';
const stage = {
  input: { providers: { harm: loadHarmFacts(), schema: loadSchema() } },
  loaded: { project: make('') },
  index: { get: () => undefined, scope: () => undefined },
} as unknown as Stage;

const cors = (more: JsonObject) => ({
  allowed_methods: ['GET'],
  allowed_origins: ['https://a.example.com'],
  ...more,
});

function rule(element: JsonObject, isThere: boolean, event: string): Drift {
  const path = ['cors_rule', { element }];
  const [declared, live] = isThere ? [undefined, element] : [element, undefined];
  const drift = makeDrift(address, path, declared, live);
  return { ...drift, writes: [{ event, time: '2026-03-14T01:00:00Z', value: drift.live }] };
}

function weakened(drifts: readonly Drift[]): readonly (string | undefined)[] {
  const harmOf = createHarmReader(stage, drifts);
  return drifts.flatMap((drift) =>
    harmOf(drift)
      .harms.filter(({ direction }) => direction === 'weakens')
      .map(({ field }) => field),
  );
}

describe('the harm of an element that replaced another', () => {
  it('is that of what differs', () => {
    const drifts = [
      rule(cors({ max_age_seconds: 600 }), false, 'e1'),
      rule(cors({ max_age_seconds: 7200 }), true, 'e1'),
    ];

    expect(weakened(drifts)).toEqual([]);
  });

  it('is found where it opens more', () => {
    const drifts = [
      rule(cors({}), false, 'e1'),
      rule(cors({ allowed_methods: ['GET', 'PUT'] }), true, 'e1'),
    ];

    expect(weakened(drifts)).toEqual(['cors_rule.allowed_methods']);
  });

  it('is that of a new one if another call removed the old one', () => {
    const drifts = [
      rule(cors({ max_age_seconds: 600 }), false, 'e1'),
      rule(cors({ max_age_seconds: 7200 }), true, 'e2'),
    ];

    expect(weakened(drifts)).toEqual(['cors_rule.allowed_methods']);
  });

  it('compares each with the most similar one', () => {
    const [a, b] = ['https://a.example.com', 'https://b.example.com'];
    const drifts = [
      rule(cors({ allowed_origins: [a], max_age_seconds: 1 }), false, 'e1'),
      rule(cors({ allowed_origins: [b], max_age_seconds: 2 }), false, 'e1'),
      rule(cors({ allowed_origins: [b], max_age_seconds: 4 }), true, 'e1'),
      rule(cors({ allowed_origins: [a], max_age_seconds: 3 }), true, 'e1'),
    ];

    expect(weakened(drifts)).toEqual([]);
  });
});
