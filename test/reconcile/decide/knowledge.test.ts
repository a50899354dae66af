import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import type {
  KnowledgeEntry,
  KnowledgeJudgment,
  KnowledgeTrust,
  KnownOperation,
} from '../../../src/model/knowledge.ts';
import { entryIssue } from '../../../src/providers/catalog/learned.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import {
  foldKnowledge,
  judgeKnowledge,
  unprovedDrifts,
} from '../../../src/reconcile/decide/knowledge.ts';
import { change, idle, type Members, plan } from '../../code/terraform/run/plan-json.ts';

const schema = loadSchema();
const queue = 'aws_sqs_queue.orders';
const now = '2026-03-15T09:00:00Z';

const entry: KnowledgeEntry = {
  service: 'sqs.amazonaws.com',
  operation: 'TuneQueue',
  type: 'aws_sqs_queue',
  key: { attribute: 'id', member: 'queueUrl' },
  changes: [{ attribute: 'visibility_timeout_seconds', member: 'visibilitySeconds', as: 'number' }],
  origin: 'test, operation',
};

const two: KnowledgeEntry = {
  ...entry,
  changes: [...entry.changes, { attribute: 'delay_seconds', member: 'delay', as: 'number' }],
};

function drift(
  live: Json,
  path: Drift['path'] = ['visibility_timeout_seconds'],
  evidence: readonly string[] = ['e1'],
): Drift {
  return {
    id: `d-${JSON.stringify(path)}`,
    address: queue,
    type: 'aws_sqs_queue',
    path,
    declared: { kind: 'value', value: 30 },
    declaredFrom: 'code',
    live: { kind: 'value', value: live },
    evidence,
    basis: 'inferred',
  };
}

const drifted = (before: Json, after: Json): Members => ({
  resource_changes: [idle(queue, after)],
  resource_drift: [change(queue, ['update'], before, after)],
});

const shown = drifted({ visibility_timeout_seconds: 30 }, { visibility_timeout_seconds: 90 });

interface Situation {
  readonly entry?: KnowledgeEntry;
  readonly drifts?: readonly Drift[];
  readonly plan?: Members;
  readonly clean?: boolean;
  readonly trust?: KnowledgeTrust;
}

function judged({ plan: members, ...more }: Situation) {
  const { drifts = [drift(90)], clean = true, trust = 'proposed' } = more;
  const uses = [{ event: 'e1', entry: more.entry ?? entry, trust }];
  const ids = new Set(drifts.map(({ id }) => id));
  const judges = members === undefined ? [] : [{ plan: plan(members), clean, drifts: ids }];
  return {
    judgments: judgeKnowledge(uses, drifts, judges, schema),
    unproved: [...unprovedDrifts(uses, drifts, judges, schema).keys()],
  };
}

describe('an entry that translated a call', () => {
  it.each<[string, Situation, KnowledgeJudgment['outcome'], number]>([
    ['is confirmed when the plan shows just that', { plan: shown }, 'confirmed', 0],
    [
      'is confirmed for a member of a map',
      {
        entry: { ...entry, changes: [{ attribute: 'tags', member: 'tags', as: 'map' }] },
        drifts: [drift('b', ['tags', 'Team'])],
        plan: drifted({ tags: { Team: 'a' } }, { tags: { Team: 'b' } }),
      },
      'confirmed',
      0,
    ],
    [
      'is contradicted by another value',
      { plan: drifted({ visibility_timeout_seconds: 30 }, { visibility_timeout_seconds: 91 }) },
      'contradicted',
      1,
    ],
    [
      'is contradicted by a change of something else',
      { plan: drifted({ delay_seconds: 0 }, { delay_seconds: 90 }) },
      'contradicted',
      1,
    ],
    [
      'is contradicted when nothing changed',
      { plan: { resource_changes: [idle(queue, { visibility_timeout_seconds: 30 })] } },
      'contradicted',
      1,
    ],
    [
      'is open when the state had the value before',
      { plan: { resource_changes: [idle(queue, { visibility_timeout_seconds: 90 })] } },
      'open',
      1,
    ],
    ['is open when the patched project is not clean', { plan: shown, clean: false }, 'open', 1],
    ['is open when planning failed', { plan: { ...shown, errored: true } }, 'open', 1],
    ['is open without a plan', {}, 'open', 1],
    ['may be used without a plan once it was confirmed', { trust: 'confirmed' }, 'open', 0],
    [
      'must not be used against a plan even then',
      { trust: 'confirmed', plan: drifted({ delay_seconds: 0 }, { delay_seconds: 90 }) },
      'contradicted',
      1,
    ],
    ['is open when only a part of it was tried', { entry: two, plan: shown }, 'open', 0],
    [
      'is confirmed when all of it was tried',
      {
        entry: two,
        drifts: [drift(90), drift(5, ['delay_seconds'])],
        plan: drifted(
          { visibility_timeout_seconds: 30, delay_seconds: 0 },
          { visibility_timeout_seconds: 90, delay_seconds: 5 },
        ),
      },
      'confirmed',
      0,
    ],
    [
      'is open where a later call set the value',
      {
        drifts: [
          {
            ...drift(90, undefined, ['e1', 'e2']),
            writes: [
              { event: 'e1', time: now, value: { kind: 'value', value: 60 } },
              { event: 'e2', time: now, value: { kind: 'value', value: 90 } },
            ],
          },
        ],
        plan: shown,
      },
      'open',
      0,
    ],
  ])('%s', (_, situation, outcome, unproved) => {
    const found = judged(situation);

    expect(found.judgments.map((one) => one.outcome)).toEqual([outcome]);
    expect(found.unproved.length).toBe(unproved);
  });
});

const judgment = (
  outcome: KnowledgeJudgment['outcome'],
  evidence: readonly string[] = ['e1'],
  trust: KnowledgeTrust = 'proposed',
): KnowledgeJudgment => ({ entry, trust, outcome, because: '', evidence });

function folded(...judgments: readonly KnowledgeJudgment[]): KnownOperation | undefined {
  let known: KnownOperation | undefined;
  for (const one of judgments) known = foldKnowledge(known, one, now);
  return known;
}

describe('what is known', () => {
  it.each<[string, readonly KnowledgeJudgment[], Partial<KnownOperation> | undefined]>([
    ['is nothing after open ones', [judgment('open')], undefined],
    ['is nothing of what a person wrote', [judgment('confirmed', ['e1'], 'reviewed')], undefined],
    [
      'counts a plan for each event',
      [judgment('confirmed'), judgment('confirmed'), judgment('confirmed', ['e2'])],
      { status: 'confirmed', confirmations: 2, contradictions: 0, evidence: ['e1', 'e2'] },
    ],
    [
      'is withdrawn when a later plan says otherwise',
      [judgment('confirmed'), judgment('contradicted', ['e2'], 'confirmed')],
      { status: 'withdrawn', confirmations: 1, contradictions: 1 },
    ],
    [
      'is not used when the first plan says otherwise',
      [judgment('contradicted')],
      { status: 'withdrawn', confirmations: 0 },
    ],
    [
      'stays withdrawn',
      [judgment('contradicted'), judgment('confirmed', ['e2'])],
      { status: 'withdrawn', confirmations: 0 },
    ],
  ])('%s', (_, judgments, known) => {
    if (known === undefined) expect(folded(...judgments)).toBeUndefined();
    else expect(folded(...judgments)).toMatchObject(known);
  });

  it('never trusts what was refuted, and stays small', () => {
    const one = fc.record({
      outcome: fc.constantFrom('confirmed', 'contradicted', 'open'),
      evidence: fc.array(fc.string({ maxLength: 3 }), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (list) => {
        const judgments = list.map(({ outcome, evidence }) => judgment(outcome, evidence));
        const known = folded(...judgments);
        const isRefuted = list.some(({ outcome }) => outcome === 'contradicted');

        expect(known?.status === 'withdrawn').toBe(isRefuted);
        expect(known?.evidence.length ?? 0).toBeLessThanOrEqual(20);
        expect(known?.contradictions ?? 0).toBe(isRefuted ? 1 : 0);
      }),
    );
  });
});

describe('an entry that a person wrote', () => {
  it.each<[string, Partial<KnowledgeEntry>, readonly (string | number)[] | undefined]>([
    ['fits', {}, undefined],
    ['names a type that is none', { type: 'aws_sqs_quue' }, ['type']],
    [
      'is found by an attribute that is none',
      { key: { attribute: 'idd', member: 'queueUrl' } },
      ['key', 'attribute'],
    ],
    [
      'sets what the provider computes',
      { changes: [{ attribute: 'arn', member: 'a', as: 'text' }] },
      ['changes', 0, 'attribute'],
    ],
    [
      'gets the kind of value wrong',
      { changes: [{ attribute: 'delay_seconds', member: 'a', as: 'text' }] },
      ['changes', 0, 'as'],
    ],
  ])('%s', (_, more, path) => {
    expect(entryIssue(schema, { ...entry, ...more })?.path).toEqual(path);
  });
});
