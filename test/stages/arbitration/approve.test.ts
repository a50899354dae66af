import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Approvers, declaredApproval } from '../../../src/config/approvers.ts';
import { CommittedDeclaration, intentDeclaration } from '../../../src/config/declarations.ts';
import type { Actor } from '../../../src/model/actor.ts';
import type { Approval } from '../../../src/model/approval.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import { findApproval } from '../../../src/stages/arbitration/approve/find.ts';
import { cases } from '../../cases.ts';
import { actor, deleted, makeDrift, member } from '../intent/make.ts';
import { inputOf, play, type Scene } from './scene.ts';

const maria = actor('maria', 'human', 'maria.lopez@example.com');
const database = 'module.shop.aws_db_instance.main';
const backups = makeDrift(database, ['backup_retention_period'], 14, 3);
const everyone = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] };
const group = 'aws_security_group.web';

const approvers: Approvers = [
  { who: 'Sam@example.com', role: 'owner', up_to: 5 },
  { who: 'lee@example.com', role: 'lead', up_to: 3 },
];

const entry = {
  by: maria.principal,
  at: database,
  field: 'backup_retention_period',
  want: { equals: 3 } as Json,
  because: 'The audit is over',
  from: '2026-03-14T00:00:00Z',
  until: '2026-03-14T01:00:00Z',
  ticket: 'CHG-311',
  approved_by: 'sam@example.com',
};

type Entry = Partial<Record<keyof typeof entry, Json | undefined>>;

function approval(more: Entry = {}, evidence: Actor['evidence'] = 'trusted', id = 'a-1'): Approval {
  const written = CommittedDeclaration.parse({ ...entry, ...more });
  const found = declaredApproval(id, intentDeclaration(written, evidence), approvers);
  if (found === undefined) throw new Error('not an approval');
  return found;
}

function judge(approvals: readonly Approval[], drift: Drift = backups, more: Partial<Scene> = {}) {
  const scene = { drifts: [drift], by: maria, weighed: true, input: { approvals }, ...more };
  const [decision] = play(scene);
  return { rule: decision?.verdict.rule, because: decision?.verdict.because ?? '' };
}

interface Row {
  readonly name: string;
  readonly given?: Entry;
  readonly evidence?: Actor['evidence'];
  readonly drift?: Drift;
  readonly by?: Actor;
  /** What is said about an approval that does not cover the change; undefined if it does. */
  readonly gap?: RegExp;
}

const ingress = {
  at: group,
  field: 'ingress',
  want: { contains: [everyone] },
} satisfies Entry;
const key = 'aws_kms_key.main';

const rows: readonly Row[] = [
  { name: 'all of it is as approved' },
  { name: 'by anybody', given: { by: '*' } },
  { name: 'by the name of the actor', given: { by: 'Maria' } },
  { name: 'by somebody else', given: { by: 'arn:aws:iam::1:role/ben' }, gap: /not for maria/ },
  { name: 'everything in the module', given: { at: 'module.shop' } },
  { name: 'another module', given: { at: 'module.blog' }, gap: /nobody approved it/ },
  { name: 'a module whose name begins alike', given: { at: 'module.sho' }, gap: /nobody approved/ },
  { name: 'another service', given: { at: 'aws_sqs_queue.jobs' }, gap: /nobody approved it/ },
  { name: 'another resource', given: { at: `${database}2` }, gap: /nobody approved it/ },
  { name: 'another field', given: { field: 'backup_window' }, gap: /nobody approved it/ },
  { name: 'a value in the range', given: { want: { min: 3, max: 14 } } },
  { name: 'a value below the range', given: { want: { min: 7, max: 14 } }, gap: /another value/ },
  { name: 'one of the values', given: { want: { one_of: [3, 7] } } },
  { name: 'none of the values', given: { want: { one_of: [5, 7] } }, gap: /another value/ },
  { name: 'another value', given: { want: { equals: 7 } }, gap: /another value/ },
  { name: 'the same digits as a text', given: { want: { equals: '3' } }, gap: /another value/ },
  { name: 'leave to set it is none to lower it', given: { want: { present: true } }, gap: /value/ },
  { name: 'leave to take it away', given: { want: { absent: true } }, gap: /another value/ },
  {
    name: 'the window closed before',
    given: { from: '2026-03-13T00:00:00Z', until: '2026-03-14T00:00:30Z' },
    gap: /it ended at 2026-03-14T00:00:30.000Z/,
  },
  {
    name: 'the window closed in that moment',
    given: { until: '2026-03-14T00:01:00Z' },
    gap: /ended/,
  },
  { name: 'the window began in that moment', given: { from: '2026-03-14T00:01:00Z' } },
  {
    name: 'the window begins later',
    given: { from: '2026-03-14T00:01:01Z' },
    gap: /it begins only at 2026-03-14T00:01:01.000Z/,
  },
  {
    name: 'a role that carries less',
    given: { approved_by: 'lee@example.com' },
    gap: /CHG-311 does not cover it: lee@example.com \(lead\) may approve harm up to severity 3, and this is 4/,
  },
  {
    name: 'nobody whom the settings know',
    given: { approved_by: 'kim@example.com' },
    gap: /kim@example.com may approve harm up to severity 2, and this is 4/,
  },
  {
    name: 'not signed by anybody',
    evidence: 'claimed',
    gap: /sam@example.com \(owner\) may approve harm up to severity 3, and this is 4/,
  },
  {
    name: 'a member that is added',
    given: ingress,
    drift: member(group, 'ingress', everyone, true),
  },
  {
    name: 'a member that is like what was approved in part',
    given: { ...ingress, want: { contains: [{ from_port: 22, to_port: 22 }] } },
    drift: member(group, 'ingress', everyone, true),
  },
  {
    name: 'a member that is wider',
    given: { ...ingress, want: { contains: [{ ...everyone, cidr_blocks: ['10.0.0.0/8'] }] } },
    drift: member(group, 'ingress', everyone, true),
    gap: /another value/,
  },
  {
    name: 'leave to take a member away is none to add it',
    given: { ...ingress, want: { excludes: [everyone] } },
    drift: member(group, 'ingress', everyone, true),
    gap: /another value/,
  },
  {
    name: 'leave for a member is none for what came beside it in the list',
    given: {
      at: 'aws_eks_cluster.main',
      field: 'vpc_config[0].public_access_cidrs',
      want: { contains: ['192.0.2.0/24'] },
    },
    drift: makeDrift(
      'aws_eks_cluster.main',
      ['vpc_config', 0, 'public_access_cidrs'],
      ['198.51.100.0/24'],
      ['0.0.0.0/0', '192.0.2.0/24', '198.51.100.0/24'],
    ),
    gap: /another value/,
  },
  {
    name: 'leave to delete it',
    given: { at: key, field: undefined, want: { absent: true } },
    drift: deleted(key),
  },
  {
    name: 'leave to make it is none to delete it',
    given: { at: key, field: undefined, want: { present: true } },
    drift: deleted(key),
    gap: /deleted aws_kms_key.main in production/,
  },
];

describe('an approval', () => {
  it.each(rows)('covers or not: $name', ({ given, evidence, drift, gap }) => {
    const { rule, because } = judge([approval(given, evidence)], drift);

    if (gap === undefined) {
      expect(rule).toBe('approved');
      expect(because).toMatch(/sam@example\.com \(owner\) approved it in CHG-311/);
    } else {
      expect(rule).not.toBe('approved');
      expect(because).toMatch(gap);
    }
  });

  it.each([
    'maria',
    'MARIA.LOPEZ@example.com',
    'maria.lopez',
    'Maria Lopez',
    'maria_lopez@other.example',
    'maria.lopez+cab@example.com',
    'Maria Lopez <maria.lopez@example.com>',
    'EXAMPLE\\maria.lopez',
    'ｍａｒｉａ',
    'arn:aws:iam::123456789012:role/maria',
    'arn:aws:sts::123456789012:assumed-role/Admin/maria.lopez@example.com',
  ])('of one’s own counts for nothing, spelled %s', (who) => {
    const own: Approvers = [{ who, up_to: 5 }];
    const written = CommittedDeclaration.parse({ ...entry, by: '*', approved_by: who });
    const found = declaredApproval('a-1', intentDeclaration(written, 'trusted'), own);

    const { rule, because } = judge(found === undefined ? [] : [found]);
    expect(rule).toBe('severe-loss');
    expect(because).toContain('maria approved it for themselves');
  });

  it('never covers an unknown actor, or one whose identity is only claimed', () => {
    const given = [approval({ by: '*' })];

    expect(judge(given, backups, { by: actor('who', 'unknown') }).rule).toBe('unknown-actor');
    expect(judge(given, backups, { by: { ...maria, evidence: 'claimed' } }).rule).toBe(
      'unknown-actor',
    );
  });

  it('is the best of several, else the one that comes closest with what it lacks', () => {
    const far = approval({ by: 'arn:aws:iam::1:role/ben', want: { equals: 7 } }, 'trusted', 'a-1');
    const near = approval({ want: { equals: 7 }, ticket: 'CHG-9' }, 'trusted', 'a-2');
    const weak = approval({ approved_by: 'kim@example.com' }, 'trusted', 'a-3');
    const full = approval({}, 'trusted', 'a-4');

    for (const order of [
      [far, near],
      [near, far],
    ]) {
      expect(judge(order).because).toContain('CHG-9 of sam@example.com (owner) does not cover it');
    }
    for (const order of [
      [far, weak, full],
      [full, weak, far],
      [weak, full, far],
    ]) {
      expect(judge(order).rule).toBe('approved');
    }
  });
});

const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 0, minute)).toISOString();
const [intent] = inputOf({ drifts: [backups], by: maria }).intents;

/** Parts of an approval, from widest to narrowest: each allows what the next one does. */
const wider = {
  by: ['*', maria.principal],
  at: ['module.shop', database],
  want: [{ min: 0, max: 20 }, { min: 2, max: 9 }, { one_of: [3, 5] }, { equals: 3 }],
} satisfies Record<string, readonly Json[]>;

const part = fc.record({
  by: fc.nat(wider.by.length - 1),
  at: fc.nat(wider.at.length - 1),
  want: fc.nat(wider.want.length - 1),
  from: fc.integer({ min: -5, max: 5 }),
  until: fc.integer({ min: 6, max: 9 }),
});
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

function made(one: Part): Approval {
  const { by, at: place, want } = wider;
  return approval({
    by: by[one.by],
    at: place[one.at],
    want: want[one.want],
    from: at(one.from),
    until: at(one.until),
  });
}

function covers(given: Approval, drift: Drift): boolean {
  if (intent === undefined) throw new Error('no intent');
  const found = findApproval([given], intent, drift);
  return found !== undefined && found.gap === undefined;
}

const live = fc.oneof(fc.integer({ min: -3, max: 25 }), fc.constant(null), fc.string());

describe('approvals of any kind', () => {
  it('never cover more when a part is narrowed', () => {
    fc.assert(
      fc.property(part, part, live, (a, b, value) => {
        const drift = makeDrift(database, ['backup_retention_period'], 14, value);
        const narrowed = {
          by: Math.max(a.by, b.by),
          at: Math.max(a.at, b.at),
          want: Math.max(a.want, b.want),
          from: Math.max(a.from, b.from),
          until: Math.min(a.until, b.until),
        };
        if (covers(made(narrowed), drift)) expect(covers(made(a), drift)).toBe(true);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never cover a change of anything else', () => {
    const elsewhere = fc.constantFrom(
      ...['module.shopping.aws_db_instance.main', 'aws_db_instance.main', 'module.blog.x.y'].map(
        (address) => makeDrift(address, ['backup_retention_period'], 14, 3),
      ),
      makeDrift(database, ['deletion_protection'], true, false),
      makeDrift(database, ['backup_retention_period', 0], 14, 3),
      makeDrift(database, [], {}, undefined),
      makeDrift(database, ['tags', 'backup_retention_period'], 14, 3),
    );
    fc.assert(
      fc.property(part, elsewhere, (one, drift) => {
        expect(covers(made(one), drift)).toBe(false);
      }),
      { numRuns: cases(500) },
    );
  });
});
