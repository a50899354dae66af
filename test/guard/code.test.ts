import { describe, expect, it } from 'vitest';
import { type CodeSide, judgeCode } from '../../src/guard/code.ts';
import type { OpenDrift } from '../../src/model/open-drift.ts';
import { openDrift } from './plans.ts';

const value = (of: number): CodeSide => ({ kind: 'value', value: of });
const deleted: Partial<OpenDrift> = {
  path: [],
  declared: { kind: 'value', value: {} },
  live: { kind: 'absent' },
};
const created: Partial<OpenDrift> = {
  path: [],
  declared: { kind: 'absent' },
  live: { kind: 'value', value: {} },
};

interface Row {
  readonly what: string;
  readonly base: CodeSide;
  readonly head: CodeSide;
  readonly drift?: Partial<OpenDrift>;
  /** Whether the drift is named, and as one that goes back. */
  readonly said?: boolean;
}

/** The code said 3, and 8 is live. */
const rows: readonly Row[] = [
  { what: 'does not touch the field', base: value(3), head: value(3), said: true },
  { what: 'takes the change over', base: value(3), head: value(8) },
  { what: 'sets a third value', base: value(3), head: value(5), said: false },
  { what: 'is older than the merge that took it over', base: value(8), head: value(3) },
  { what: 'changes what was taken over', base: value(8), head: value(5), said: false },
  { what: 'sets nothing any more', base: value(3), head: { kind: 'absent' }, said: false },
  { what: 'leaves the field to others', base: value(3), head: { kind: 'left' } },
  { what: 'cannot be told', base: value(3), head: { kind: 'unknown' } },
  { what: 'takes the resource out', base: value(3), head: { kind: 'gone' }, said: false },
  {
    what: 'keeps what somebody deleted',
    base: { kind: 'absent' },
    head: { kind: 'absent' },
    drift: deleted,
    said: true,
  },
  {
    what: 'takes out what somebody deleted',
    base: { kind: 'absent' },
    head: { kind: 'gone' },
    drift: deleted,
  },
  {
    what: 'does not have what somebody made',
    base: { kind: 'gone' },
    head: { kind: 'gone' },
    drift: created,
  },
  {
    what: 'is about a secret that nobody may see',
    base: value(3),
    head: value(3),
    drift: { live: { kind: 'redacted' } },
  },
];

describe('a branch that', () => {
  it.each(rows)('$what', ({ base, head, drift, said }) => {
    const found = judgeCode([openDrift('defer', drift)], () => ({ base, head }));

    expect(found.map(({ putsBack }) => putsBack)).toEqual(said === undefined ? [] : [said]);
    for (const one of found)
      expect(one).toMatchObject({ outcome: 'block', intent: { who: 'maria' } });
  });

  it('puts back what was rejected passes', () => {
    const sides = { base: value(3), head: value(3) };
    expect(judgeCode([openDrift('reject')], () => sides)).toMatchObject([{ outcome: 'pass' }]);
  });

  it('has a secret does not show it', () => {
    const head: CodeSide = { kind: 'value', value: 'hunter2', secret: true };
    const [found] = judgeCode([openDrift('defer')], () => ({ base: value(3), head }));
    expect(found?.because).toContain('desired_capacity gets another value');
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});
