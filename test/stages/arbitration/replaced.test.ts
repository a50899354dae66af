import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { makeDrift } from '../intent/make.ts';
import { by, play } from './scene.ts';

const old = { allowed_methods: ['GET'], allowed_origins: ['https://a.example.com'] };
const open = { allowed_methods: ['GET', 'PUT'], allowed_origins: ['*'] };

function rule(element: JsonObject, isThere: boolean, event: string): Drift {
  const path = ['cors_rule', { element }];
  const [declared, live] = isThere ? [undefined, element] : [element, undefined];
  const drift = makeDrift('aws_s3_bucket_cors_configuration.a', path, declared, live);
  const value = isThere ? ({ kind: 'value', value: element } as const) : drift.live;
  const writes = [{ event, time: '2026-03-14T01:00:00Z', value }];
  return { ...drift, evidence: [event], writes };
}

const outcomes = (drifts: readonly Drift[]) =>
  play({ drifts, by: by('human'), others: { e2: by('human') }, weighed: true }).map(
    ({ drift, verdict }) => [drift === drifts[0]?.id ? 'removed' : 'added', verdict.outcome],
  );

describe('elements that a call replaced', () => {
  it('are decided together', () => {
    const found = outcomes([rule(old, false, 'e1'), rule(open, true, 'e1')]);

    expect(found.sort()).toEqual([
      ['added', 'reject'],
      ['removed', 'reject'],
    ]);
  });

  it('are decided on their own if two calls changed them', () => {
    const found = outcomes([rule(old, false, 'e1'), rule(open, true, 'e2')]);

    expect(found.sort()).toEqual([
      ['added', 'reject'],
      ['removed', 'accept'],
    ]);
  });
});
