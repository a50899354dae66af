import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/model/decision.ts';
import type { DriftValue } from '../../src/model/drift.ts';
import type { Patch } from '../../src/model/patch.ts';
import type { Report } from '../../src/model/report.ts';
import { assess, revival, withLifecycle } from '../../src/pipeline/lifecycle.ts';
import type { StoredIntent } from '../../src/pipeline/store.ts';

const known: DriftValue = { kind: 'value', value: 1 };

function reportOf(outcomes: readonly Outcome[], live: DriftValue = known): Report {
  const ids = outcomes.map((_, i) => `d-${i}`);
  const at = (i: number) => ({ address: `aws_x.y[${i}]`, path: ['size'] });
  return {
    intents: [{ id: 'i-1', drifts: ids }],
    drifts: ids.map((id, i) => ({ id, live, ...at(i) })),
    decisions: outcomes.map((outcome, i) => ({
      intent: 'i-1',
      drift: `d-${i}`,
      ...at(i),
      verdict: { outcome },
    })),
  } as unknown as Report;
}

function patchOf(...drifts: readonly string[]): readonly Patch[] {
  return [{ drifts } as unknown as Patch];
}

describe('an intent after a run', () => {
  it.each<readonly [string, readonly Outcome[], readonly Patch[], string]>([
    ['accepted and written', ['accept', 'delegate'], patchOf('d-0', 'd-1'), 'in-force'],
    ['accepted, of which a part is written', ['accept', 'accept'], patchOf('d-0'), 'translated'],
    ['accepted and only shown', ['accept'], [], 'translated'],
    ['as the code says already', ['noop'], [], 'in-force'],
    ['held', ['accept', 'defer'], patchOf('d-0'), 'translated'],
    ['up to a person', ['escalate'], [], 'translated'],
    ['rejected', ['reject', 'expired'], [], 'retired'],
    ['rejected in part', ['reject', 'accept'], patchOf('d-1'), 'translated'],
  ])('that is %s', (_, outcomes, written, state) => {
    expect(withLifecycle(reportOf(outcomes), written).lifecycle).toMatchObject([
      { intent: 'i-1', state },
    ]);
  });

  it('whose values the log hides is not understood', () => {
    const report = withLifecycle(reportOf(['escalate'], { kind: 'redacted' }), []);

    expect(report.lifecycle).toMatchObject([{ state: 'ingested' }]);
  });
});

describe('an intent of an earlier run', () => {
  const stored = (state: StoredIntent['state']): StoredIntent =>
    ({
      state,
      fields: [{ address: 'aws_x.y[0]', path: ['size'], outcome: 'accept' }],
    }) as unknown as StoredIntent;

  it.each([
    ['in-force', 'kept', 'broken'],
    ['assured', 'kept', 'broken'],
    ['translated', undefined, undefined],
    ['violated', undefined, undefined],
    ['retired', undefined, undefined],
  ] as const)('that is %s', (state, otherwise, drifted) => {
    expect(assess(reportOf([]), stored(state))?.event).toBe(otherwise);
    expect(assess(reportOf(['accept']), stored(state))?.event).toBe(drifted);
  });
});

describe('an intent that is retired', () => {
  const retiredOf = (...outcomes: readonly Outcome[]): StoredIntent =>
    ({
      state: 'retired',
      fields: outcomes.map((outcome, i) => ({ address: `aws_x.y[${i}]`, path: ['size'], outcome })),
    }) as unknown as StoredIntent;

  it.each<readonly [string, StoredIntent, readonly Outcome[], string | undefined]>([
    ['was refused and is accepted', retiredOf('reject'), ['accept'], 'accept'],
    ['was refused and is delegated', retiredOf('reject', 'expired'), ['delegate'], 'delegate'],
    ['was refused and is up to a person', retiredOf('reject'), ['escalate'], undefined],
    ['was refused and is nobody’s', retiredOf('reject'), ['noop', 'defer'], undefined],
    ['is refused still', retiredOf('reject'), ['reject'], undefined],
    ['was closed by a person', retiredOf('accept'), ['accept'], undefined],
    ['was refused in part, and closed', retiredOf('reject', 'accept'), ['accept'], undefined],
    ['is not decided', retiredOf('reject'), [], undefined],
    ['counts', { ...retiredOf('reject'), state: 'translated' }, ['accept'], undefined],
  ])('and %s', (_, stored, outcomes, word) => {
    const step = revival(stored, outcomes);

    expect(step?.event).toBe(word === undefined ? undefined : 'revived');
    expect(step?.because).toBe(word && `It was decided anew: ${word}.`);
  });
});
