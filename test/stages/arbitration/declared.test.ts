import { describe, expect, it } from 'vitest';
import type { Declaration } from '../../../src/model/declaration.ts';
import type { Want } from '../../../src/model/intent.ts';
import type { Json } from '../../../src/model/json.ts';
import { makeDrift, member } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, inputOf, play } from './scene.ts';

const asg = 'module.shop.aws_autoscaling_group.web';
const desired = makeDrift(asg, ['desired_capacity'], 5, 10);
const code = { min_size: 1, max_size: 20 };
const eq = (value: Json): Want => ({ kind: 'eq', value });

function declare(who: string, want: Want, more: Partial<Declaration> = {}): Declaration {
  return {
    actor: by('human', who),
    address: asg,
    path: ['desired_capacity'],
    want,
    purpose: 'scaling',
    summary: `${who} wants it`,
    from: '2026-03-13T00:00:00Z',
    ...more,
  };
}

interface Row {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly scene?: Partial<Scene>;
  /** `actor: outcome rule value`, sorted. */
  readonly expected: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'what was declared is live, and whoever did it carries it',
    declarations: [declare('ben', { kind: 'range', min: 8 })],
    expected: ['ann: accept person', 'ben: noop as-declared'],
  },
  {
    name: 'what was declared is in the code: the newer change of an equal wins no more',
    declarations: [declare('ben', eq(5))],
    expected: ['ann: reject outranked', 'ben: noop as-declared'],
  },
  {
    name: 'another value was declared: it is written, and the live one is not',
    declarations: [declare('ben', eq(8))],
    expected: ['ann: reject outranked', 'ben: accept person 8'],
  },
  {
    name: 'two declarations that agree are written once',
    declarations: [declare('ben', eq(8)), declare('cleo', { kind: 'range', min: 7, max: 9 })],
    expected: ['ann: reject outranked', 'ben: accept person 8', 'cleo: noop as-declared'],
  },
  {
    name: 'a declared maximum leaves alone the code that keeps it',
    declarations: [declare('ben', { kind: 'range', max: 8, prefer: 8 })],
    expected: ['ann: reject outranked', 'ben: noop as-declared'],
  },
  {
    name: 'an autoscaler in force does not give way to the weaker tool',
    declarations: [declare('saver', eq(3), { actor: by('cost', 'saver'), purpose: 'cost-saving' })],
    scene: { by: by('controller', 'scaler') },
    expected: ['saver: reject outranked', 'scaler: delegate controller-scales'],
  },
  {
    name: 'who declares for later has no say yet',
    declarations: [declare('ben', eq(8), { from: '2026-03-14T09:00:00Z' })],
    expected: ['ann: accept person', 'ben: defer not-yet'],
  },
  {
    name: 'who declared until yesterday has none any more',
    declarations: [declare('ben', eq(8), { until: '2026-03-14T07:00:00Z' })],
    expected: ['ann: accept person', 'ben: expired window-over'],
  },
  {
    name: 'a declaration for the whole module',
    declarations: [declare('ben', eq(8), { address: 'module.shop' })],
    expected: ['ann: reject outranked', 'ben: accept person 8'],
  },
  {
    name: 'a declaration for something that begins alike',
    declarations: [declare('ben', eq(8), { address: 'module.shop.aws_autoscaling_group.we' })],
    expected: ['ann: accept person'],
  },
  {
    name: 'an invariant binds what was declared, too',
    declarations: [declare('ben', eq(30))],
    expected: ['ann: reject outranked', 'ben: reject invariant'],
  },
  {
    name: 'both would accept something in between',
    declarations: [
      declare('ben', eq(3), { relaxation: { kind: 'range', min: 3, max: 7 } }),
      declare('cleo', eq(9), { relaxation: { kind: 'range', min: 5, max: 10 } }),
    ],
    expected: [
      'ann: reject outranked',
      'ben: compromise negotiated',
      'cleo: compromise negotiated 6',
    ],
  },
  {
    name: 'they meet where the code is',
    declarations: [
      declare('ben', eq(3), { relaxation: { kind: 'range', min: 3, max: 7 } }),
      declare('cleo', eq(7), { relaxation: { kind: 'range', min: 3, max: 7 } }),
    ],
    expected: ['ann: reject outranked', 'ben: reject negotiated', 'cleo: reject negotiated'],
  },
  {
    name: 'only one of them would give way',
    declarations: [
      declare('ben', eq(3), { relaxation: { kind: 'range', min: 3, max: 7 } }),
      declare('cleo', eq(9)),
    ],
    expected: ['ann: reject outranked', 'ben: reject outranked', 'cleo: accept person 9'],
  },
  {
    name: 'they would not meet anywhere',
    declarations: [
      declare('ben', eq(3), { relaxation: { kind: 'range', min: 3, max: 4 } }),
      declare('cleo', eq(9), { relaxation: { kind: 'range', min: 8, max: 9 } }),
    ],
    expected: ['ann: reject outranked', 'ben: reject outranked', 'cleo: accept person 9'],
  },
];

const names = new Map<string, string>();

function verdicts(scene: Scene): readonly string[] {
  return play(scene)
    .map(({ intent, verdict }) => {
      const words = [verdict.outcome, verdict.rule, verdict.value].filter(
        (one) => one !== undefined,
      );
      return `${names.get(intent) ?? intent}: ${words.join(' ')}`;
    })
    .sort();
}

describe('intents that were declared beforehand', () => {
  it.each(rows)('$name', ({ declarations, scene, expected }) => {
    const whole = { drifts: [desired], by: by('human', 'ann'), code, declarations, ...scene };
    names.clear();
    for (const { id, actor } of inputOf(whole).intents) names.set(id, actor.name);

    expect(verdicts(whole)).toEqual(expected);
  });

  it('cannot talk a weakening into the code', () => {
    const element = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] };
    const opened = member('aws_security_group.web', 'ingress', element, true);
    const declaration = declare(
      'ben',
      { kind: 'present' },
      {
        address: opened.address,
        path: opened.path,
        purpose: 'hardening',
      },
    );

    const outcomes = play({
      drifts: [opened],
      by: by('human', 'ben'),
      declarations: [declaration],
    });

    expect(outcomes.map(({ verdict }) => `${verdict.outcome} ${verdict.rule}`)).toEqual([
      'reject severe-exposure',
      'reject severe-exposure',
    ]);
  });

  it('are not written unseen, unless they are numbers', () => {
    const drift = makeDrift('aws_sqs_queue.jobs', ['name'], 'a', 'b');
    const declaration = declare('ben', eq('c'), { address: drift.address, path: drift.path });

    const found = play({ drifts: [drift], by: by('cost', 'x'), declarations: [declaration] });

    expect(found.map(({ verdict }) => verdict.rule).sort()).toEqual([
      'cost-in-production',
      'unseen-value',
    ]);
  });

  it('announce what an agent does, if it is the same principal, in time and as said', () => {
    const agent = by('agent', 'bot');
    const rules = (declaration: Declaration): readonly string[] =>
      play({ drifts: [desired], by: agent, code, declarations: [declaration] })
        .map(({ verdict }) => verdict.rule)
        .sort();

    expect(rules(declare('bot', eq(10), { actor: agent }))).toEqual(['as-declared', 'person']);
    expect(rules(declare('bot', eq(10), { actor: by('agent', 'other') }))).toContain(
      'automation-elsewhere',
    );
    expect(rules(declare('bot', eq(10), { actor: agent, from: '2026-03-14T00:02:00Z' }))).toContain(
      'automation-elsewhere',
    );
    expect(rules(declare('bot', eq(9), { actor: agent }))).toContain('automation-elsewhere');
  });

  it('show what each side gave up', () => {
    const declarations = [
      declare('ben', eq(3), { relaxation: { kind: 'range', min: 3, max: 7 } }),
      declare('cleo', eq(9), { relaxation: { kind: 'range', min: 5, max: 10 } }),
    ];

    const found = play({ drifts: [desired], by: by('human', 'ann'), code, declarations });

    const met = found.find(({ verdict }) => verdict.value === 6);
    expect(met?.verdict.because).toMatch(/^\w+ and \w+ meet at 6 for desired_capacity of /);
    expect(met?.grounds?.concessions).toEqual(
      expect.arrayContaining([
        'ben wants 3 and would accept 3 to 7; 6 meets 40 % of the wish.',
        'cleo wants 9 and would accept 5 to 10; 6 meets 40 % of the wish.',
        'Of 3 values that all accept, 6 has the greatest product of these shares.',
      ]),
    );
  });
});
