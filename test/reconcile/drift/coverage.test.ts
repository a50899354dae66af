import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../src/model/coverage.ts';
import type { Change, Effect } from '../../../src/model/effect.ts';
import { touchedOnly, withCoverage } from '../../../src/reconcile/drift/coverage.ts';
import { makeDrift } from '../../stages/intent/make.ts';

const set: Change = { kind: 'set', path: ['a'], value: { kind: 'known', value: 1 } };
const unknown: Change = { kind: 'set', path: [], value: { kind: 'omitted' } };

function effect(event: string, change: Change, coverage?: Exclude<Coverage, 'mapped'>): Effect {
  const resource = { type: 'aws_x', keys: [{ id: 'x' }] };
  const plain = { event, time: '2026-03-14T08:00:00Z', resource, change };
  return coverage === undefined ? plain : { ...plain, coverage };
}

/** The coverage of a drift that has this evidence. */
function coverageOf(effects: readonly Effect[], evidence: readonly string[]): string {
  const drift = { ...makeDrift('aws_x.x', ['a'], 0, 1), evidence };
  const none = {
    reverted: [],
    settled: [],
    origins: new Map(),
    unmanaged: [],
    perEvent: new Map(),
    unexplained: [],
    stateOnly: [],
    left: [],
  };
  const [found] = withCoverage({ ...none, drifts: [drift] }, effects).drifts;
  return found?.coverage ?? 'mapped';
}

describe('the coverage of a drift', () => {
  it.each<[string, readonly Effect[], readonly string[], Coverage]>([
    ['an entry', [effect('e1', set)], ['e1'], 'mapped'],
    ['a rule', [effect('e1', set, 'derived')], ['e1'], 'derived'],
    ['a touch', [effect('e1', unknown, 'touched')], ['e1'], 'touched'],
    [
      'a rule, where more may have changed',
      [effect('e1', set, 'derived'), effect('e1', unknown, 'touched')],
      ['e1'],
      'derived',
    ],
    [
      'the weakest of several calls',
      [effect('e1', set), effect('e2', set, 'derived')],
      ['e1', 'e2'],
      'derived',
    ],
    [
      'none of a call that is no evidence',
      [effect('e1', set), effect('e2', unknown, 'touched')],
      ['e1'],
      'mapped',
    ],
  ])('is that of %s', (_, effects, evidence, want) => {
    expect(coverageOf(effects, evidence)).toBe(want);
  });
});

describe('a resource that is only touched', () => {
  const drift = {
    ...makeDrift('aws_x.x', [], {}, {}),
    live: { kind: 'unknown', why: 'the log leaves out what the call changed' } as const,
    coverage: 'touched' as const,
    evidence: ['e1'],
  };

  it('is a finding, even if its calls are no longer available', () => {
    expect(touchedOnly([drift], new Map())).toEqual([
      {
        code: 'touched',
        reason: 'Somebody changed it; the log does not contain all of its current value.',
        suggestion: expect.stringContaining('--verify plan'),
        address: 'aws_x.x',
      },
    ]);
  });
});
