import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { changersText, lengthText } from '../../../src/model/passed.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import type { Ending, Reverted } from '../../../src/model/reverted.ts';
import { findReverted } from '../../../src/stages/intent/passed.ts';
import { actor, event, lookup, makeDrift, redacted, side, typeIn } from './make.ts';

const ann = actor('ann');
const ben = actor('ben');
const deployer = actor('deploy', 'iac');
const pretender: Actor = { ...actor('eve', 'iac'), evidence: 'claimed' };
const scaler = actor('Cluster Autoscaler', 'controller');

/** A history of one field: minute, who, value. The last write ends it unless `end` is given. */
interface Reported {
  readonly address: string;
  readonly path: AttributePath;
  readonly before: Json | undefined;
  readonly writes: readonly (readonly [minute: number, who: Actor, value: Json | undefined])[];
  readonly ending: Ending;
  readonly end?: readonly [minute: number, who: Actor];
  readonly created?: JsonObject;
  readonly type?: string;
}

const idOf = (address: string, minute: number, who: Actor) => `${address} ${minute} ${who.name}`;

function entryOf(one: Reported): Reverted {
  const { address, path, before, ending, end, created } = one;
  const writes = one.writes.map(([minute, who, value]) => ({
    event: idOf(address, minute, who),
    time: event('', minute, who).time,
    value: value === '(hidden)' ? redacted : side(value),
  }));
  const last = writes.at(-1);
  const isEnded = end === undefined && ending !== 'undeclared' && ending !== 'refuted';
  const changes = isEnded ? writes.slice(0, -1) : writes;
  const from = writes[0]?.time ?? '';
  const ended = isEnded ? last?.event : end && idOf(address, ...end);
  const to = (end && event('', ...end).time) ?? last?.time ?? from;
  const isKnown = ended !== undefined;
  return {
    address,
    type: one.type ?? typeIn(address),
    path,
    evidence: writes.map((write) => write.event),
    window: { from, to },
    writes,
    ending,
    before: before === '(hidden)' ? redacted : side(before),
    changes: changes.map((write) => write.event),
    ...(ended === undefined ? {} : { ended }),
    ...(isKnown ? { durationMs: Date.parse(to) - Date.parse(from) } : {}),
    times: 1,
    ...(created === undefined ? {} : { created }),
  };
}

function tell(all: readonly Reported[], drifts: readonly Drift[] = []): readonly Reverted[] {
  const events = all.flatMap(({ address, writes, end }) =>
    [...writes, ...(end === undefined ? [] : [end])].map(([minute, who]) =>
      event(idOf(address, minute, who), minute, who),
    ),
  );
  return findReverted({ reverted: all.map(entryOf), drifts, event: lookup(events) });
}

const group = 'aws_security_group.web';
const rule = (cidr: string): JsonObject => ({
  from_port: 22,
  to_port: 22,
  protocol: 'tcp',
  cidr_blocks: [cidr],
});
const world = rule('0.0.0.0/0');
const opened = { address: group, path: ['ingress', { element: world }], before: undefined };
const database = 'aws_db_instance.shop';
const encryption = { address: database, path: ['storage_encrypted'], before: true };
const size = { address: database, path: ['allocated_storage'], before: 20 };

const cases: readonly (readonly [
  name: string,
  reported: Reported,
  purpose: string,
  sentence: string,
])[] = [
  [
    'opened and put back by the same person',
    {
      ...opened,
      writes: [
        [1, ann, world],
        [7, ann, undefined],
      ],
      ending: 'put-back',
    },
    'weakening',
    'Opened port 22 (SSH) to everyone on security group web for 6 minutes; put back by the same person',
  ],
  [
    'opened by one and put back by another',
    {
      ...opened,
      writes: [
        [1, ann, world],
        [7, ben, undefined],
      ],
      ending: 'put-back',
    },
    'weakening',
    'Opened port 22 (SSH) to everyone on security group web for 6 minutes; put back by ben',
  ],
  [
    'encryption off until an apply put it right',
    {
      ...encryption,
      writes: [
        [1, ann, false],
        [7, deployer, true],
      ],
      ending: 'in-code',
    },
    'weakening',
    'Turned encryption off for database shop for 6 minutes; replaced by deploy with what the code says',
  ],
  [
    'a weakening among harmless values',
    {
      address: 'aws_lb.web',
      path: ['access_logs', 0, 'enabled'],
      before: true,
      writes: [
        [1, ann, false],
        [2, ann, true],
      ],
      ending: 'put-back',
    },
    'weakening',
    'Turned access logs off for load balancer web for 1 minute; put back by the same person',
  ],
  [
    'off until the resource went',
    { ...encryption, writes: [[1, ann, false]], ending: 'deleted', end: [121, ben] },
    'weakening',
    'Turned encryption off for database shop for 2 hours; the resource was deleted by ben',
  ],
  [
    'what the code does not declare any more',
    { ...encryption, writes: [[1, ann, false]], ending: 'undeclared' },
    'weakening',
    'Turned encryption off for database shop; no event shows its end, and the code no longer declares the resource',
  ],
  [
    'what the provider does not see',
    { ...encryption, writes: [[1, ann, false]], ending: 'refuted' },
    'weakening',
    'Turned encryption off for database shop; the provider reads what was there before, and no event shows why',
  ],
  [
    'scaled by a robot, and put back by it',
    {
      address: 'aws_autoscaling_group.web',
      path: ['desired_capacity'],
      before: 2,
      writes: [
        [1, scaler, 5],
        [181, scaler, 2],
      ],
      ending: 'put-back',
    },
    'scaling',
    'Scaled web from 2 to 5 instances for 3 hours; put back by Cluster Autoscaler',
  ],
  [
    'deleted and created again',
    {
      address: 'aws_cloudtrail.main',
      path: [],
      before: {},
      writes: [
        [1, ann, undefined],
        [7, ben, {}],
      ],
      ending: 'put-back',
    },
    'weakening',
    'Deleted trail main; created again 6 minutes later by ben',
  ],
  [
    'came and went',
    {
      address: 'aws_sqs_queue (jobs)',
      type: 'aws_sqs_queue',
      path: [],
      before: undefined,
      writes: [
        [1, ann, {}],
        [7, ann, undefined],
      ],
      ending: 'deleted',
      created: { name: 'jobs' },
    },
    'change',
    'Created queue jobs outside Terraform; deleted 6 minutes later by the same person',
  ],
  [
    'a rule of its own that came and went',
    {
      address: 'aws_vpc_security_group_ingress_rule (sgr-1)',
      type: 'aws_vpc_security_group_ingress_rule',
      path: [],
      before: undefined,
      writes: [
        [1, ann, {}],
        [7, ann, undefined],
      ],
      ending: 'deleted',
      created: { from_port: 22, to_port: 22, ip_protocol: 'tcp', cidr_ipv4: '0.0.0.0/0' },
    },
    'weakening',
    'Opened port 22 (SSH) to everyone on security group rule sgr-1 for 6 minutes; deleted by the same person',
  ],
  [
    'a secret, of which no value is told',
    {
      address: database,
      path: ['password'],
      before: '(hidden)',
      writes: [
        [1, ann, '(hidden)'],
        [7, ann, '(hidden)'],
      ],
      ending: 'put-back',
    },
    'change',
    'Changed password of database shop to a value that the log hides for 6 minutes; put back by the same person',
  ],
];

describe('findReverted', () => {
  it.each(cases)('%s', (_, one, purpose, sentence) => {
    const [reported, ...more] = tell([one]);

    expect(more).toEqual([]);
    expect(reported?.sentence).toBe(sentence);
    expect(reported?.purpose).toBe(purpose);
    expect(reported?.changedBy).toEqual([one.writes[0]?.[1]]);
  });

  it('names everybody who changed it, and the most important of all values', () => {
    const [reported] = tell([
      {
        address: database,
        path: ['backup_retention_period'],
        before: 7,
        writes: [
          [1, ann, 14],
          [2, ben, 0],
          [3, scaler, 7],
        ],
        ending: 'put-back',
      },
    ]);

    expect(reported?.changedBy).toEqual([ann, ben]);
    expect(reported?.endedBy).toEqual(scaler);
    expect(reported).toMatchObject({ purpose: 'weakening', durationMs: 60_000, times: 1 });
    expect(changersText(reported ?? {})).toBe('ann (human) and ben (human)');
    expect(reported?.summary).toBe('Lowered backup retention of database shop from 7 to 0 days');
  });

  it('reads what one call did to one resource as one', () => {
    const block = 'aws_s3_bucket_public_access_block.assets';
    const fields = ['block_public_acls', 'block_public_policy', 'ignore_public_acls'];
    const reported = tell(
      fields.map((field) => ({
        address: block,
        path: [field],
        before: true,
        writes: [
          [1, ann, false],
          [7, ann, true],
        ],
        ending: 'put-back' as const,
      })),
    );

    expect(reported.map(({ purpose }) => purpose)).toEqual(['weakening', 'weakening', 'weakening']);
    expect(new Set(reported.map(({ sentence }) => sentence)).size).toBe(1);
  });

  it('has weakenings first, then the newest', () => {
    const reported = tell([
      {
        ...size,
        writes: [
          [1, ann, 30],
          [2, ann, 20],
        ],
        ending: 'put-back',
      },
      {
        ...encryption,
        writes: [
          [3, ann, false],
          [4, ann, true],
        ],
        ending: 'put-back',
      },
      {
        ...size,
        address: 'aws_db_instance.b',
        writes: [
          [5, ann, 30],
          [6, ann, 20],
        ],
        ending: 'put-back',
      },
      {
        ...opened,
        writes: [
          [2, ann, world],
          [9, ann, undefined],
        ],
        ending: 'put-back',
      },
    ]);

    expect(reported.map(({ address, purpose }) => `${address} ${purpose === 'weakening'}`)).toEqual(
      [
        'aws_db_instance.shop true',
        'aws_security_group.web true',
        'aws_db_instance.b false',
        'aws_db_instance.shop false',
      ],
    );
  });

  it.each([
    ['the deployer did on the way to a deletion', deployer, 'deleted', 0],
    ['the deployer did before the code said otherwise', deployer, 'in-code', 0],
    ['somebody did who only claims to be the deployer', pretender, 'deleted', 1],
    ['the deployer did and put back', deployer, 'put-back', 1],
  ] as const)('tells or leaves out what %s', (_, who, ending, n) => {
    const end = ending === 'put-back' ? {} : { end: [9, ben] as const };
    const back = ending === 'put-back' ? [[9, ben, true] as const] : [];
    const reported = tell([{ ...encryption, writes: [[1, who, false], ...back], ending, ...end }]);

    expect(reported).toHaveLength(n);
  });

  const overwritten = (
    field: typeof size | typeof encryption | typeof opened,
    writes: Reported['writes'],
  ): readonly Reverted[] => {
    const one: Reported = { ...field, writes, ending: 'overwritten' };
    const entry = entryOf(one);
    const last = entry.writes?.at(-1);
    const drift = makeDrift(one.address, one.path, one.before, undefined, {
      ...(last === undefined ? {} : { live: last.value, writes: [last] }),
    });
    return tell([one], [drift]);
  };

  it.each([
    [
      'its author replaced',
      size,
      [
        [1, ann, 30],
        [5, ann, 40],
      ],
      0,
    ],
    [
      'somebody else replaced',
      size,
      [
        [1, ann, 30],
        [5, ben, 40],
      ],
      1,
    ],
    [
      'its author weakened, and then did something else',
      {
        ...size,
        address: 'aws_instance.a',
        path: ['metadata_options', 0, 'http_tokens'],
        before: 'required',
      },
      [
        [1, ann, 'optional'],
        [5, ann, 'required'],
      ],
      1,
    ],
    [
      'its author weakened, and weakened otherwise',
      { ...size, address: 'aws_s3_bucket_acl.a', path: ['acl'], before: 'private' },
      [
        [1, ann, 'public-read'],
        [5, ann, 'public-read-write'],
      ],
      0,
    ],
  ] as const)('of a drift, tells or leaves out what %s', (_, field, writes, n) => {
    expect(overwritten(field as unknown as typeof size, writes)).toHaveLength(n);
  });

  it('has nobody where the event is not known, and no words where the type is not', () => {
    const entry = entryOf({
      ...encryption,
      writes: [
        [1, ann, false],
        [2, ann, true],
      ],
      ending: 'put-back',
    });
    const { type: _, ...old } = entry;
    const nobody = { drifts: [], event: () => undefined };

    expect(findReverted({ ...nobody, reverted: [entry] })).toMatchObject([
      { changedBy: [], sentence: expect.stringMatching(/for 1 minute; put back$/) },
    ]);
    expect(findReverted({ ...nobody, reverted: [old] })[0]).not.toHaveProperty('sentence');
  });

  it('does not depend on the order, and escapes what names bring', () => {
    const all: readonly Reported[] = [
      {
        ...opened,
        writes: [
          [1, ann, world],
          [7, ann, undefined],
        ],
        ending: 'put-back',
      },
      {
        ...size,
        writes: [
          [1, actor('a\u202eb\n'), 30],
          [2, actor('c\u001b[31m'), 20],
        ],
        ending: 'put-back',
      },
      {
        ...encryption,
        writes: [
          [1, ann, false],
          [3, ben, true],
        ],
        ending: 'put-back',
      },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: 3 }), (shuffled) => {
        expect(tell(shuffled)).toEqual(tell(all));
      }),
    );
    for (const each of tell(all)) {
      expect(`${each.sentence} ${changersText(each)}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('the length of a change', () => {
  it.each([
    [0, 'less than a second'],
    [1000, '1 second'],
    [59_000, '59 seconds'],
    [60_000, '1 minute'],
    [90_000, '2 minutes'],
    [346_000, '6 minutes'],
    [3_600_000, '60 minutes'],
    [5_400_000, '2 hours'],
    [36 * 3_600_000, '36 hours'],
    [50 * 3_600_000, '2 days'],
  ])('%i ms', (milliseconds, text) => {
    expect(lengthText({ durationMs: milliseconds })).toBe(text);
  });
});
