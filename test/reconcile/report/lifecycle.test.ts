import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { DriftValue } from '../../../src/model/drift.ts';
import type { Patch } from '../../../src/model/patch.ts';
import type { Report } from '../../../src/model/report.ts';
import type { StoredIntent } from '../../../src/ports/store/run-store.ts';
import { assess, revival, withLifecycle } from '../../../src/reconcile/report/lifecycle.ts';

const known: DriftValue = { kind: 'value', value: 1 };

function reportOf(outcomes: readonly Outcome[], live: DriftValue = known): Report {
  const ids = outcomes.map((_, i) => `d-${i}`);
  const at = (i: number) => ({ address: `aws_x.y[${i}]`, path: ['size'] });
  return {
    intents: [{ id: 'i-1', drifts: ids }],
    proposals: [],
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
  return [{ intent: 'i-1', drifts } as unknown as Patch];
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

  it('that is on a branch is in force with its merge, and not before', () => {
    const proposals = [{ intent: 'i-1' }] as unknown as Report['proposals'];
    const report = { ...reportOf(['accept']), proposals };

    expect(withLifecycle(report, patchOf('d-0')).lifecycle).toMatchObject([
      { state: 'translated' },
    ]);
  });

  it('whose values the log hides is not understood', () => {
    const report = withLifecycle(reportOf(['escalate'], { kind: 'redacted' }), []);

    expect(report.lifecycle).toMatchObject([{ state: 'ingested' }]);
  });
});

describe('an intent of an earlier run', () => {
  const field = { address: 'aws_x.y[0]', path: ['size'] };
  const stored = (state: StoredIntent['state'], outcome: Outcome = 'accept'): StoredIntent =>
    ({
      state,
      lastSeen: '2026-03-14T03:00:00.000Z',
      fields: [{ ...field, outcome }],
    }) as unknown as StoredIntent;
  const closed = (reason: string): Report =>
    ({
      ...reportOf([]),
      closedDrifts: [{ ...field, reason, because: 'So it is.' }],
    }) as unknown as Report;
  const looked = (is: boolean) => () => is;
  const agrees = () => undefined;

  it.each([
    ['in-force', 'kept', 'broken'],
    ['assured', 'kept', 'broken'],
    ['translated', undefined, undefined],
    ['violated', undefined, undefined],
    ['retired', undefined, undefined],
  ] as const)('that is %s', (state, otherwise, drifted) => {
    expect(assess(reportOf([]), stored(state), looked(true), agrees)?.event).toBe(otherwise);
    expect(assess(reportOf(['accept']), stored(state), looked(true), agrees)?.event).toBe(drifted);
    expect(assess(reportOf([]), stored(state), looked(false), agrees)).toBeUndefined();
    expect(assess(reportOf(['accept']), stored(state), looked(false), agrees)?.event).toBe(drifted);
  });

  it('is broken by what is open, even if this run found nothing', () => {
    const open = { ...reportOf([]), openDrifts: [{ ...field, path: [] }] } as unknown as Report;

    expect(assess(open, stored('assured'), looked(true), agrees)?.event).toBe('broken');
  });

  it('is checked for events since it was last looked at', () => {
    const asked: unknown[] = [];
    assess(reportOf([]), stored('in-force'), (...args) => asked.push(args) > 0, agrees);

    expect(asked).toEqual([[{ ...field, outcome: 'accept' }, '2026-03-14T03:00:00.000Z']]);
  });

  it.each([
    ['translated', 'in-code', 'accept', 'enforced'],
    ['translated', 'handed-over', 'delegate', 'enforced'],
    ['translated', 'went-back', 'accept', undefined],
    ['translated', 'gone', 'accept', undefined],
    ['translated', 'in-code', 'escalate', 'enforced'],
    ['translated', 'in-code', 'reject', undefined],
    ['violated', 'went-back', 'accept', 'enforced'],
    ['violated', 'in-code', 'accept', 'enforced'],
    ['violated', 'dismissed', 'accept', undefined],
    ['retired', 'in-code', 'accept', undefined],
  ] as const)('that is %s, once its field is closed: %s, %s', (state, reason, outcome, event) => {
    expect(assess(closed(reason), stored(state, outcome), looked(true), agrees)?.event).toBe(event);
  });
});

describe('an intent whose value the code replaced', () => {
  const says = 'The code says something else: 45 for aws_x.y size.';
  const stored = (state: StoredIntent['state'], outcome: Outcome, drift?: string): StoredIntent =>
    ({
      intent: { wants: [{ drift: 'd-0', want: { kind: 'eq', value: 120 } }] },
      state,
      lastSeen: '2026-03-14T03:00:00.000Z',
      fields: [{ address: 'aws_x.y', path: ['size'], outcome, ...(drift ? { drift } : {}) }],
    }) as unknown as StoredIntent;
  const closed = {
    ...reportOf([]),
    closedDrifts: [{ address: 'aws_x.y', path: ['size'], reason: 'in-code', because: 'So.' }],
  } as unknown as Report;
  const open = {
    ...reportOf([]),
    openDrifts: [{ address: 'aws_x.y', path: ['size'] }],
  } as unknown as Report;

  it.each<[string, Report, StoredIntent, string | undefined]>([
    ['has ended, if it was in force', reportOf([]), stored('in-force', 'accept', 'd-0'), 'ended'],
    ['has ended, if it was assured', reportOf([]), stored('assured', 'accept', 'd-0'), 'ended'],
    ['has ended, if it was violated', closed, stored('violated', 'accept', 'd-0'), 'ended'],
    ['has ended, even if that was not applied', open, stored('in-force', 'accept', 'd-0'), 'ended'],
    ['never was in force', closed, stored('translated', 'escalate', 'd-0'), 'ended'],
    ['waits for its drift to close', open, stored('translated', 'accept', 'd-0'), undefined],
    ['may be delegated', reportOf([]), stored('in-force', 'delegate', 'd-0'), 'kept'],
    ['may be dismissed', reportOf([]), stored('in-force', 'noop', 'd-0'), 'kept'],
    ['is not known of old ones', reportOf([]), stored('in-force', 'accept'), 'kept'],
  ])('%s', (_, report, intent, event) => {
    const step = assess(
      report,
      intent,
      () => true,
      () => says,
    );

    expect(step?.event).toBe(event);
    if (event === 'ended') expect(step?.because).toBe(says);
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
    expect(step?.because).toBe(word && `It was decided again: ${word}.`);
  });
});
