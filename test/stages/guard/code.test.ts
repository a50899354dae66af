import { describe, expect, it } from 'vitest';
import type { Declaration } from '../../../src/model/declaration.ts';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import { type CodeSide, type CodeSides, judgeCode } from '../../../src/stages/guard/code.ts';
import type {
  KnownDeclaration,
  KnownDelegation,
  KnownDrift,
} from '../../../src/stages/guard/known.ts';
import { now, openDrift } from './plans.ts';

const none = { drifts: [], delegations: [], declarations: [] };

function judge(drifts: readonly KnownDrift[], sides: CodeSides) {
  return judgeCode({ ...none, drifts }, { addresses: [], sidesOf: () => sides }, now);
}

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
  /** Whether the named drift would be put back; undefined if it is not named. */
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
  { what: 'cannot be determined', base: value(3), head: { kind: 'unknown' } },
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
    const found = judge([openDrift('defer', drift)], { base, head });

    expect(found.map(({ putsBack }) => putsBack)).toEqual(said === undefined ? [] : [said]);
    for (const one of found)
      expect(one).toMatchObject({ outcome: 'block', intent: { who: 'maria' } });
  });

  it('puts back what was rejected passes', () => {
    const sides = { base: value(3), head: value(3) };
    expect(judge([openDrift('reject')], sides)).toMatchObject([{ outcome: 'pass' }]);
  });

  it('has a secret does not show it', () => {
    const head: CodeSide = { kind: 'value', value: 'hunter2', secret: true };
    const [found] = judge([openDrift('defer')], { base: value(3), head });
    expect(found?.because).toContain('desired_capacity gets another value');
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});

const web = 'aws_autoscaling_group.web';
const left: CodeSide = { kind: 'left' };
const gone: CodeSide = { kind: 'gone' };
const unknown: CodeSide = { kind: 'unknown' };

describe('a branch and a field that is handed over', () => {
  const delegation: KnownDelegation = {
    address: web,
    path: ['desired_capacity'],
    owner: 'Auto Scaling',
    since: '2026-03-01T00:00:00Z',
    bounds: { min: 2, max: 9 },
  };
  const rows: readonly (readonly [string, CodeSide, CodeSide, string | undefined])[] = [
    ['is left alone', left, left, undefined],
    ['is taken back', left, value(3), 'block'],
    ['is taken back, and set no more', left, { kind: 'absent' }, 'block'],
    ['goes with its resource', left, gone, 'warn'],
    ['cannot be determined', left, unknown, undefined],
    ['is handed over only now', value(3), left, undefined],
    ['was taken back before', value(3), value(4), undefined],
  ];

  it.each(rows)('%s', (_, base, head, outcome) => {
    const sidesOf = () => ({ base, head });
    const known = { ...none, delegations: [delegation] };
    const found = judgeCode(known, { addresses: [web], sidesOf }, now);

    expect(found.map((each) => each.outcome)).toEqual(outcome === undefined ? [] : [outcome]);
    for (const each of found) {
      expect(each).toMatchObject({ address: web, path: 'desired_capacity', putsBack: false });
      expect(each.intent).toMatchObject({ kind: 'delegation', who: 'Auto Scaling' });
      expect(each.because).toContain('Overwrites a field owned by Auto Scaling');
    }
  });

  it('is reported once if its drift is open, too', () => {
    const known = { ...none, drifts: [openDrift('defer')], delegations: [delegation] };
    const sidesOf = () => ({ base: left, head: value(3) });
    const found = judgeCode(known, { addresses: [web], sidesOf }, now);
    expect(found.map(({ intent }) => intent?.kind)).toEqual(['drift']);
  });
});

describe('a branch and a declared intent', () => {
  const wish = (more: Partial<Declaration> = {}): KnownDeclaration => ({
    id: 'i-0000000000aa',
    declaration: {
      actor: {
        class: 'human',
        principal: 'arn:aws:iam::111122223333:role/sre',
        name: 'SRE',
        signature: 'declared',
        evidence: 'trusted',
      },
      address: web,
      path: ['min_size'],
      want: { kind: 'range', min: 4 },
      purpose: 'scaling',
      summary: 'Spring sale',
      from: '2026-03-01T00:00:00Z',
      ...more,
    },
  });
  const claimed = { ...wish().declaration.actor, evidence: 'claimed' } as const;
  const rows: readonly (readonly [string, KnownDeclaration, CodeSide, CodeSide, string[]])[] = [
    ['is against it', wish(), value(5), value(2), ['block']],
    ['is within it', wish(), value(5), value(4), []],
    ['leaves the field as it is', wish(), value(2), value(2), []],
    ['leaves the field to others', wish(), value(5), left, []],
    ['cannot be determined', wish(), value(5), unknown, []],
    ['takes the value out', wish(), value(5), { kind: 'absent' }, ['block']],
    ['takes the resource out', wish(), value(5), gone, ['block']],
    ['makes the resource otherwise', wish(), gone, value(2), ['block']],
    ['does not have the resource', wish(), gone, gone, []],
    [
      'has what would do as well',
      wish({ relaxation: { kind: 'range', min: 2 } }),
      value(5),
      value(2),
      ['warn'],
    ],
    ['is against what nobody reviewed', wish({ actor: claimed }), value(5), value(2), ['warn']],
    ['comes when it is over', wish({ until: '2026-03-10T00:00:00Z' }), value(5), value(2), []],
    ['comes before it', wish({ from: '2026-04-01T00:00:00Z' }), value(5), value(2), []],
    ['is about another resource', wish({ address: 'module.shop' }), value(5), value(2), []],
  ];

  it.each(rows)('%s', (_, declaration, base, head, outcomes) => {
    const known = { ...none, declarations: [declaration] };
    const found = judgeCode(known, { addresses: [web], sidesOf: () => ({ base, head }) }, now);

    expect(found.map(({ outcome }) => outcome)).toEqual(outcomes);
    for (const each of found) {
      expect(each.intent).toMatchObject({ kind: 'declaration', who: 'SRE' });
      expect(each.because).toContain('SRE wants at least 4 here: Spring sale');
    }
  });

  it('is against what somebody wants for everything in a module', () => {
    const inside = ['module.shop.aws_autoscaling_group.a', 'module.shop.aws_autoscaling_group.b'];
    const known = { ...none, declarations: [wish({ address: 'module.shop' })] };
    const sidesOf = ({ address }: { readonly address: string }) => ({
      base: value(5),
      head: address === inside[0] ? value(2) : value(6),
    });
    const found = judgeCode(known, { addresses: [...inside, web], sidesOf }, now);
    expect(found.map(({ address }) => address)).toEqual(inside.slice(0, 1));
  });
});
