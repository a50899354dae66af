import { describe, expect, it } from 'vitest';
import type { Want } from '../../../src/model/intent.ts';
import type { History } from './history.ts';
import { decideOn, historyInput, lines } from './history.ts';
import { by, claimed, contextOf, policyNamed } from './scene.ts';

const scaler = by('controller', 'Auto Scaling');
const saver = by('cost', 'Cost Saver');
const maria = by('human', 'maria');
const ben = by('human', 'ben');
const guard = by('security', 'Guard');
const unmanagedResource = by('unknown', 'stranger');
const agent = by('agent', 'helper');

const group: History = { code: 6, beside: { min_size: 2, max_size: 12 }, calls: [] };
const queue: History = {
  address: 'aws_sqs_queue.orders',
  path: ['visibility_timeout_seconds'],
  code: 3600,
  calls: [],
};
const incident = contextOf({
  incidents: [{ id: 'INC-1', from: '2026-03-14T00:00:00Z' }],
});
const staging = contextOf({ environmentOf: () => 'staging' });

interface Row extends History {
  readonly name: string;
  /** What becomes of the field, then of what else was wanted: the same in every order. */
  readonly reported: readonly string[];
  /** The verdicts for the reverse order of the calls, if they differ. */
  readonly otherwise?: readonly string[];
}

const rows: readonly Row[] = [
  {
    ...group,
    name: 'a controller and a cost bot below what it needs',
    calls: [
      { by: scaler, to: 10 },
      { by: saver, to: 3 },
    ],
    reported: ['Auto Scaling delegate controller-scales', 'Cost Saver reject cost-below-floor'],
  },
  {
    ...group,
    name: 'a controller and a cost bot outside of production',
    calls: [
      { by: scaler, to: 10 },
      { by: saver, to: 3 },
    ],
    input: { context: staging },
    reported: ['Auto Scaling delegate controller-scales', 'Cost Saver reject outranked'],
  },
  {
    ...group,
    name: 'a controller and a person',
    calls: [
      { by: scaler, to: 10 },
      { by: maria, to: 8 },
    ],
    reported: ['Auto Scaling delegate controller-scales', 'maria reject outranked'],
  },
  {
    ...group,
    name: 'a controller that sets what cannot be, and a person',
    calls: [
      { by: scaler, to: 14 },
      { by: maria, to: 8 },
    ],
    reported: ['maria accept person', 'Auto Scaling reject invariant'],
    otherwise: ['maria accept person 8', 'Auto Scaling reject invariant'],
  },
  {
    ...queue,
    name: 'a person and a cost role that may not',
    calls: [
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ],
    reported: ['maria accept person 14400', 'Cost Saver reject cost-in-production'],
    otherwise: ['maria accept person', 'Cost Saver reject cost-in-production'],
  },
  {
    ...queue,
    name: 'a cost role that may not, twice, around a person',
    calls: [
      { by: saver, to: 1800 },
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ],
    reported: ['maria accept person 14400', 'Cost Saver reject cost-in-production'],
  },
  {
    ...queue,
    name: 'a cost role and a person outside of production',
    calls: [
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ],
    input: { context: staging },
    reported: ['Cost Saver accept cost-saves', 'maria reject outranked'],
    otherwise: ['Cost Saver accept cost-saves 7200', 'maria reject outranked'],
  },
  {
    ...queue,
    name: 'two people',
    calls: [
      { by: maria, to: 14400 },
      { by: ben, to: 7200 },
    ],
    reported: ['ben escalate equals', 'maria defer open-question'],
    otherwise: ['maria escalate equals', 'ben defer open-question'],
  },
  {
    ...queue,
    name: 'two people who want the same, and a cost role between them',
    calls: [
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
      { by: ben, to: 14400 },
    ],
    reported: [
      expect.stringMatching(/^(maria|ben) accept person$/) as unknown as string,
      'Cost Saver reject cost-in-production',
      expect.stringMatching(/^(maria|ben) noop agreed$/) as unknown as string,
    ],
  },
  {
    ...queue,
    name: 'a person and somebody whom nobody knows',
    calls: [
      { by: maria, to: 14400 },
      { by: unmanagedResource, to: 7200 },
    ],
    reported: ['stranger escalate unknown-actor', 'maria defer open-question'],
  },
  {
    ...queue,
    name: 'an agent that declared nothing, and somebody whom nobody knows',
    calls: [
      { by: agent, to: 14400 },
      { by: unmanagedResource, to: 7200 },
    ],
    reported: ['stranger escalate unknown-actor', 'helper defer open-question'],
    otherwise: ['helper escalate automation-elsewhere', 'stranger defer open-question'],
  },
  {
    ...group,
    name: 'a controller, and a person who fights an incident',
    calls: [
      { by: maria, to: 11 },
      { by: scaler, to: 10 },
    ],
    input: { context: incident },
    reported: ['maria defer incident-hotfix', 'Auto Scaling defer held'],
  },
  {
    ...group,
    name: 'a person who stops production, and the controller after that',
    calls: [
      { by: maria, to: 0 },
      { by: scaler, to: 10 },
    ],
    reported: ['maria escalate person-stops-production', 'Auto Scaling defer open-question'],
  },
  {
    ...queue,
    name: 'all who are refused leave the code as it is',
    calls: [
      { by: saver, to: 7200 },
      { by: by('cost', 'Other Saver'), to: 1800 },
    ],
    reported: ['Other Saver reject cost-in-production', 'Cost Saver reject cost-in-production'],
    otherwise: ['Cost Saver reject cost-in-production', 'Other Saver reject cost-in-production'],
  },
  {
    ...queue,
    name: 'a person whom a security tool that nobody asked corrects',
    calls: [
      { by: maria, to: 14400 },
      { by: guard, to: 60 },
    ],
    reported: ['Guard escalate automation-elsewhere', 'maria defer open-question'],
  },
  {
    ...queue,
    name: 'whoever says to be the autoscaler',
    calls: [
      { by: maria, to: 14400 },
      { by: claimed(scaler), to: 7200 },
    ],
    reported: ['Auto Scaling escalate unknown-actor', 'maria defer open-question'],
  },
];

function verdictsOf(history: History): readonly string[] {
  return lines(decideOn(history), historyInput(history));
}

describe('all who acted on a field', () => {
  it.each(rows)('decides between $name', (row) => {
    expect(verdictsOf(row)).toEqual(row.reported);
  });

  it.each(rows.filter(({ calls }) => calls.length === 2))(
    'decides the same in the other order: $name',
    (row) => {
      expect(verdictsOf({ ...row, calls: row.calls.toReversed() })).toEqual(
        row.otherwise ?? row.reported,
      );
    },
  );

  it('count as one party if the same one acts again', () => {
    const calls = [
      { by: maria, to: 14400 },
      { by: maria, to: 60 },
    ];

    expect(verdictsOf({ ...queue, calls })).toEqual(['maria accept person']);
  });

  it('start over once the field is as the code says', () => {
    const calls = [
      { by: ben, to: 7200 },
      { by: saver, to: 3600 },
      { by: maria, to: 14400 },
    ];

    expect(verdictsOf({ ...queue, calls })).toEqual(['maria accept person']);
  });

  it('do not count if the code was set after them, and somebody else acted after that', () => {
    const calls = [
      { by: ben, to: 7200 },
      { by: maria, to: 14400 },
    ];
    const input = { declaredSince: () => '2026-03-14T01:05:00Z' };

    expect(verdictsOf({ ...queue, calls, input })).toEqual([
      'maria accept person',
      'ben expired answered-by-code',
    ]);
  });

  it('start over once the owner of a delegated field kept to its bounds', () => {
    const calls = [
      { by: ben, to: 4 },
      { by: scaler, to: 9 },
      { by: maria, to: 8 },
    ];
    const owner = { principal: scaler.principal, name: scaler.name };
    const ownedBy = (max: number) => ({
      ...group,
      calls,
      input: { ownerOf: () => ({ ...owner, bounds: { min: 2, max } }) },
    });

    expect(verdictsOf(ownedBy(12))).toEqual([
      'maria accept person',
      expect.stringMatching(/ expired as-delegated$/),
      expect.stringMatching(/ expired as-delegated$/),
    ]);
    expect(verdictsOf(ownedBy(7))[0]).toBe('Auto Scaling escalate not-the-owner');
  });

  it.each<readonly [string, object, string]>([
    ['before it was granted, by its end', { expires: '2026-06-13T00:00:00Z' }, 'reject outranked'],
    ['after it was granted, by its end', { expires: '2026-06-12T00:00:00Z' }, 'accept person'],
    ['with nothing that tells', {}, 'accept person'],
  ])('lose to the owner of a delegated field once: %s', (_, more, expected) => {
    const calls = [
      { by: scaler, to: 9 },
      { by: maria, to: 8 },
    ];
    const owner = { principal: scaler.principal, name: scaler.name, bounds: { min: 2, max: 12 } };
    const rows = verdictsOf({ ...group, calls, input: { ownerOf: () => ({ ...owner, ...more }) } });

    expect(rows.filter((row) => row.startsWith('maria'))).toEqual([`maria ${expected}`]);
  });

  it('count one by one if a person has answered about them', () => {
    const history = {
      ...queue,
      calls: [
        { by: maria, to: 14400 },
        { by: ben, to: 7200 },
      ],
    };
    const { intents } = historyInput(history);
    const answerTo = (name: string, action: 'accept' | 'revert') => ({
      answers: [
        {
          intent: intents.find(({ actor }) => actor.name === name)?.id ?? '',
          action,
          by: 'slack:carol',
          at: '2026-03-14T07:00:00Z',
        },
      ],
    });

    expect(verdictsOf({ ...history, input: answerTo('maria', 'accept') })).toEqual([
      'maria accept answer 14400',
      'ben reject outranked',
    ]);
    expect(verdictsOf({ ...history, input: answerTo('ben', 'accept') })).toEqual([
      'ben accept answer',
      'maria reject outranked',
    ]);
    expect(verdictsOf({ ...history, input: answerTo('ben', 'revert') })).toEqual([
      'ben reject answer',
      'maria reject outranked',
    ]);
  });

  it('are whoever came last under accept-all', () => {
    const calls = [
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ];

    expect(verdictsOf({ ...queue, calls, input: { policy: policyNamed('accept-all') } })).toEqual([
      'Cost Saver accept accept-all',
      'maria noop overtaken',
    ]);
  });
});

describe('a document that one person after another adds to', () => {
  const statement = (action: string) => ({ Effect: 'Allow', Action: action, Resource: '*' });
  const policy = (...actions: readonly string[]) =>
    JSON.stringify({ Version: '2012-10-17', Statement: actions.map(statement) });
  const document: History = {
    address: 'aws_sqs_queue.orders',
    path: ['policy'],
    code: policy('sqs:SendMessage'),
    calls: [],
  };

  it.each<[string, History]>([
    [
      'is whoever came last where nothing was taken back',
      {
        ...document,
        calls: [
          { by: maria, to: policy('sqs:SendMessage', 'sqs:ReceiveMessage') },
          { by: ben, to: policy('sqs:DeleteMessage', 'sqs:ReceiveMessage', 'sqs:SendMessage') },
        ],
      },
    ],
    [
      'is whoever came last where members are known by name',
      {
        ...document,
        code: [{ name: 'web', image: 'web:1', cpu: 1 }],
        calls: [
          { by: maria, to: [{ name: 'web', image: 'web:2', cpu: 1 }] },
          { by: ben, to: [{ name: 'web', image: 'web:2', cpu: 2 }] },
        ],
      },
    ],
  ])('%s', (_name, history) => {
    expect(verdictsOf(history)).toEqual(['ben accept person']);
  });

  it.each<[string, History]>([
    [
      'what one of them added is gone',
      {
        ...document,
        calls: [
          { by: maria, to: policy('sqs:SendMessage', 'sqs:ReceiveMessage') },
          { by: ben, to: policy('sqs:SendMessage', 'sqs:DeleteMessage') },
        ],
      },
    ],
    [
      'what one of them set has another value',
      {
        ...document,
        code: [{ name: 'web', image: 'web:1' }],
        calls: [
          { by: maria, to: [{ name: 'web', image: 'web:2' }] },
          { by: ben, to: [{ name: 'web', image: 'web:3' }] },
        ],
      },
    ],
  ])('is a question where %s', (_name, history) => {
    expect(verdictsOf(history)).toEqual(['ben escalate equals', 'maria defer open-question']);
  });
});

describe('the reason', () => {
  const reasons = (history: History) => decideOn(history).map(({ verdict }) => verdict.because);

  it('says what is live, who set it, and what an apply does about that', () => {
    const calls = [
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ];

    expect(reasons({ ...queue, calls })).toEqual([
      'maria changed visibility_timeout_seconds of aws_sqs_queue.orders from 3600 to 14400. The live value is 7200, set by Cost Saver (rejected, cost-in-production): the code gets 14400, and `terraform apply` sets it.',
      'Cost Saver changed visibility_timeout_seconds of aws_sqs_queue.orders from 3600 to 7200 to save cost in production; the code stays. This is live, but what counts is what maria wants: 14400 (accepted, person).',
    ]);
  });

  it('speaks of manifests where the field is of an object of a cluster', () => {
    const path = ['spec', 'replicas'];
    const calls = [
      { by: maria, to: 5 },
      { by: saver, to: 2 },
    ];

    const reported = reasons({
      address: 'apps/Deployment/prod/web',
      type: 'apps/Deployment',
      path,
      code: 3,
      calls,
    });

    expect(reported.join()).toContain(', and an apply of the manifests sets it.');
    expect(reported.join().toLowerCase()).not.toContain('terraform');
  });

  it.each([
    [
      'the cost bot came last',
      [10, 3],
      ', since replaced',
      ' The live value is 3, set by Cost Saver (rejected, cost-below-floor): the code leaves the field to Auto Scaling, and `terraform apply` does not touch it, so it stays until Auto Scaling sets it again.',
      ' This is live, but what counts is what Auto Scaling wants: 10 (delegated, controller-scales).',
    ],
    [
      'the controller came last',
      [3, 10],
      '',
      ' Also set: 3 by Cost Saver (rejected, cost-below-floor).',
      ' What counts is what Auto Scaling wants: 10 (delegated, controller-scales).',
    ],
  ])(
    'says the same of the autoscaler where %s',
    (_name, [first = 0, second = 0], replaced, won, lost) => {
      const call = (to: number) => ({ by: to === 10 ? scaler : saver, to });

      const [winner, loser] = reasons({ ...group, calls: [call(first), call(second)] });

      expect(winner).toBe(
        `Auto Scaling scales desired_capacity of aws_autoscaling_group.web (code 6, live 10${replaced}); it owns the field within 2 to 12 until the end of 2026-06-12.${won}`,
      );
      expect(loser).toMatch(
        /^Cost Saver changed desired_capacity of aws_autoscaling_group\.web from 6 to 3 to save cost in production, below the floor of 10, to which Auto Scaling had set it at 2026-03-14T01:[01]0:00Z\./,
      );
      expect(loser?.endsWith(lost)).toBe(true);
    },
  );

  it('names every party with its wish and its verdict', () => {
    const calls = [
      { by: saver, to: 1800 },
      { by: ben, to: 60 },
      { by: maria, to: 14400 },
      { by: saver, to: 7200 },
    ];

    const [decision] = decideOn({ ...queue, calls });

    expect(decision?.parties).toMatchObject([
      { name: 'ben', value: { kind: 'value', value: 60 }, live: false, decides: true },
      { name: 'maria', value: { kind: 'value', value: 14400 }, outcome: 'defer' },
      { name: 'Cost Saver', live: true, outcome: 'reject', rule: 'cost-in-production' },
    ]);
    expect(decision?.explanation).toEqual(
      expect.arrayContaining([
        'ben (human) wants 60: escalated by rule equals, which decides.',
        'maria (human) wants 14400: deferred by rule open-question.',
        'Cost Saver (cost) wants 7200, which is live: rejected by rule cost-in-production.',
      ]),
    );
  });
});

describe('another value that would do', () => {
  const said = (actor: typeof saver, value: number, relaxation: Want) => ({
    actor,
    want: { kind: 'eq', value } as const,
    relaxation,
    purpose: 'scaling' as const,
    summary: 'what else would do',
    from: '2026-03-13T00:00:00Z',
  });
  const range = (min: number, max: number): Want => ({ kind: 'range', min, max });
  const history: History = {
    ...group,
    code: 5,
    calls: [
      { by: scaler, to: 10 },
      { by: saver, to: 3 },
    ],
    declarations: [said(scaler, 10, range(6, 12)), said(saver, 3, range(2, 8))],
  };

  it.each([
    ['as they came', history.calls],
    ['in the other order', history.calls.toReversed()],
  ])('is where those who acted meet, %s', (_name, calls) => {
    const [decision] = decideOn({ ...history, calls });

    expect(decision?.verdict).toMatchObject({ outcome: 'compromise', value: 7 });
    expect(decision?.grounds?.concessions).toEqual([
      'Auto Scaling wants 10 and would accept 6 to 12; 7 meets 40 % of the wish.',
      'Cost Saver wants 3 and would accept 2 to 8; 7 meets 33 % of the wish.',
      'Of 3 values that all accept, 7 has the greatest product of these shares.',
    ]);
  });

  it('is nothing if only one of them said so', () => {
    const [decision] = decideOn({ ...history, declarations: [said(saver, 3, range(2, 8))] });

    expect(decision?.verdict).toMatchObject({ outcome: 'delegate', rule: 'controller-scales' });
  });

  it('also is what a wanted range says', () => {
    const declarations = [
      { ...said(scaler, 10, range(6, 12)), want: range(6, 12), relaxation: range(6, 12) },
      said(saver, 3, range(2, 8)),
    ].map(({ relaxation, ...one }) => (one.want.kind === 'eq' ? { ...one, relaxation } : one));

    const [decision] = decideOn({ ...history, declarations });

    expect(decision?.verdict).toMatchObject({ outcome: 'compromise' });
  });

  it('does not help against what the controller said it needs', () => {
    const declarations = [said(scaler, 10, range(9, 12)), said(saver, 3, range(2, 8))];

    const reported = lines(
      decideOn({ ...history, declarations }),
      historyInput({ ...history, declarations }),
    );

    expect(reported).toContain('Cost Saver reject cost-below-floor');
  });
});

describe('the floor of a party that saves cost', () => {
  const savers = (history: History) =>
    lines(decideOn(history), historyInput(history)).find((line) => line.startsWith('Cost Saver'));

  it.each<[string, History, string]>([
    [
      'what a controller needed a moment before, although it took it back',
      {
        ...group,
        calls: [
          { by: scaler, to: 10 },
          { by: scaler, to: 6 },
          { by: saver, to: 4 },
        ],
      },
      'Cost Saver reject cost-below-floor',
    ],
    [
      'the least that the code allows',
      { ...group, calls: [{ by: saver, to: 1 }] },
      'Cost Saver reject cost-in-production',
    ],
    [
      'the least that a scaling target allows',
      {
        ...group,
        address: 'aws_ecs_service.web',
        path: ['desired_count'],
        beside: {},
        calls: [{ by: saver, to: 3 }],
        input: { limitsOf: () => ({ min: 4, max: 12 }) },
      },
      'Cost Saver reject cost-in-production',
    ],
    ['nothing else', { ...group, calls: [{ by: saver, to: 4 }] }, 'Cost Saver accept cost-saves'],
    [
      'not what somebody claims to need who only says to be a controller',
      {
        ...group,
        calls: [
          { by: claimed(scaler), to: 10 },
          { by: claimed(scaler), to: 6 },
          { by: saver, to: 4 },
        ],
      },
      'Cost Saver accept cost-saves',
    ],
  ])('is %s', (_name, history, reported) => {
    expect(savers(history)).toBe(reported);
  });
});
