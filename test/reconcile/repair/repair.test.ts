import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../src/code/terraform/run/plan.ts';
import type { Decision, Verdict } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { PatchedIntent } from '../../../src/ports/patched-intent.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { repairsFrom } from '../../../src/reconcile/repair/repair.ts';

const schema = loadSchema();

interface Change {
  readonly address: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly importing?: string;
  readonly secret?: JsonObject;
}

function planOf(...changes: readonly Change[]) {
  const plan = parsePlan(
    JSON.stringify({
      format_version: '1.2',
      resource_changes: changes.map(({ address, before, after, importing, secret = {} }) => ({
        address,
        mode: 'managed',
        type: address.split('.')[0],
        name: 'x',
        change: {
          actions: ['update'],
          before,
          after,
          before_sensitive: secret,
          after_sensitive: secret,
          ...(importing === undefined ? {} : { importing: { id: importing } }),
        },
      })),
    }),
    'plan.json',
  );
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

const field: Drift = {
  id: 'd-000000000001',
  address: 'aws_sqs_queue.jobs',
  type: 'aws_sqs_queue',
  path: ['delay_seconds'],
  declared: { kind: 'value', value: 0 },
  declaredFrom: 'code',
  live: { kind: 'value', value: 30 },
  evidence: ['e1'],
  basis: 'inferred',
};

const created: Drift = {
  ...field,
  path: [],
  declared: { kind: 'absent' },
  live: { kind: 'value', value: {} },
  creation: {
    attributes: { name: 'jobs', delay_seconds: 30 },
    importId: 'https://sqs/jobs',
    withheld: ['policy'],
  },
};

function patched(drift: Drift, verdict: Partial<Verdict> = {}): PatchedIntent {
  const decision: Decision = {
    intent: 'i-000000000001',
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict: { outcome: 'accept', rule: 'person', because: 'So.', ...verdict },
    explanation: [],
  };
  return {
    intent: {} as PatchedIntent['intent'],
    decisions: [decision],
    patch: { drifts: [drift.id] } as unknown as PatchedIntent['patch'],
    files: [],
    moved: [],
  };
}

function repair(drift: Drift, changes: readonly Change[], verdict?: Partial<Verdict>) {
  return repairsFrom(planOf(...changes), patched(drift, verdict), [drift], schema);
}

describe('a value that the plan contradicts', () => {
  it('becomes the live one, with a note of both', () => {
    const { drifts, notes } = repair(field, [
      { address: field.address, before: { delay_seconds: 60 }, after: { delay_seconds: 30 } },
    ]);

    expect(drifts.get(field.id)).toMatchObject({
      live: { kind: 'value', value: 60 },
      basis: 'confirmed',
    });
    expect(notes).toEqual([
      'By the plan delay_seconds of aws_sqs_queue.jobs is 60; the log said 30.',
    ]);
  });

  it.each([
    ['a value that the policy chose', { outcome: 'compromise', value: 20 }],
    ['what is handed over', { outcome: 'delegate' }],
    ['an accepted value that was declared', { outcome: 'accept', value: 30 }],
  ] as const)('leaves %s alone', (_name, verdict) => {
    const change = {
      address: field.address,
      before: { delay_seconds: 60 },
      after: { delay_seconds: 30 },
    };

    expect(repair(field, [change], verdict).drifts.size).toBe(0);
  });

  it.each([
    [
      'another attribute of the resource',
      { before: { delay_seconds: 30, fifo_queue: true }, after: { delay_seconds: 30 } },
    ],
    ['the same in other words', { before: { delay_seconds: '30' }, after: { delay_seconds: 31 } }],
  ])('is not %s', (_name, sides) => {
    expect(repair(field, [{ address: field.address, ...sides }]).drifts.size).toBe(0);
  });

  it('is never a secret', () => {
    const secret: Drift = {
      ...field,
      address: 'aws_db_instance.main',
      type: 'aws_db_instance',
      path: ['password'],
    };
    const { drifts, notes } = repair(secret, [
      {
        address: 'aws_db_instance.main',
        before: { password: 'hunter2' },
        after: { password: 'hunter3' },
        secret: { password: true },
      },
    ]);

    expect([drifts.size, notes]).toEqual([0, []]);
  });

  it('is a member of a set that the log had wrong', () => {
    const member: Drift = {
      ...field,
      address: 'aws_security_group.web',
      type: 'aws_security_group',
      path: ['ingress', { element: { from_port: 443 } }],
      live: { kind: 'value', value: { from_port: 443 } },
    };
    const rest = { from_port: 22 };
    const { drifts } = repair(member, [
      {
        address: 'aws_security_group.web',
        before: { ingress: [rest, { from_port: 8443 }] },
        after: { ingress: [rest, { from_port: 443 }] },
      },
    ]);

    expect(drifts.get(member.id)).toMatchObject({
      path: ['ingress', { element: { from_port: 8443 } }],
      live: { kind: 'value', value: { from_port: 8443 } },
    });
  });
});

describe('what the plan shows beside the drift in its block', () => {
  const tracing: Drift = {
    ...field,
    address: 'aws_lambda_function.api',
    type: 'aws_lambda_function',
    path: ['vpc_config', 0, 'subnet_ids'],
    live: { kind: 'value', value: ['subnet-1'] },
  };

  it('is a drift with the same decision', () => {
    const side = (ipv6: boolean) => ({
      vpc_config: [{ subnet_ids: ['subnet-1'], ipv6_allowed_for_dual_stack: ipv6 }],
    });
    const { drifts, decisions } = repair(tracing, [
      { address: tracing.address, before: side(true), after: side(false) },
    ]);
    const [added] = [...drifts.values()];

    expect(added).toMatchObject({
      path: ['vpc_config', 0, 'ipv6_allowed_for_dual_stack'],
      declared: { kind: 'value', value: false },
      live: { kind: 'value', value: true },
      evidence: ['e1'],
      basis: 'confirmed',
    });
    expect(decisions).toMatchObject([{ drift: added?.id, verdict: { outcome: 'accept' } }]);
  });

  it('is left to an event that may still come', () => {
    const plan = planOf({
      address: tracing.address,
      before: { vpc_config: [{ subnet_ids: ['subnet-1'], ipv6_allowed_for_dual_stack: true }] },
      after: { vpc_config: [{ subnet_ids: ['subnet-1'], ipv6_allowed_for_dual_stack: false }] },
    });
    const path = ['vpc_config', 0, 'ipv6_allowed_for_dual_stack'];
    const waiting: Drift = { ...tracing, id: 'd-000000000002', path, evidence: [] };

    const { drifts } = repairsFrom(plan, patched(tracing), [tracing], schema, [waiting]);

    expect(drifts.size).toBe(0);
  });
});

describe('a created resource', () => {
  const address = created.address;
  const importing = 'https://sqs/jobs';

  it('gets what the import plan shows, and keeps the rest', () => {
    const { drifts, notes } = repair(created, [
      {
        address,
        importing,
        before: {
          name: 'jobs',
          delay_seconds: 60,
          fifo_queue: false,
          arn: 'arn:x',
          tags: { Team: 'a' },
          tags_all: { Team: 'a' },
          policy: '{"a":1}',
        },
        after: { name: 'jobs', delay_seconds: 30, fifo_queue: false, arn: 'arn:y', tags: null },
      },
    ]);

    expect(drifts.get(created.id)?.creation).toEqual({
      importId: importing,
      attributes: { name: 'jobs', delay_seconds: 60, policy: '{"a":1}', tags: { Team: 'a' } },
    });
    expect(notes).toEqual(['The plan showed delay_seconds, policy, tags of aws_sqs_queue.jobs.']);
  });

  it('loses what is not there', () => {
    const { drifts } = repair(created, [
      { address, importing, before: { delay_seconds: null }, after: { delay_seconds: 30 } },
    ]);

    expect(drifts.get(created.id)?.creation?.attributes).toEqual({ name: 'jobs' });
  });

  it('is found under the key of an instance by what it is imported as', () => {
    const { drifts } = repair(created, [
      {
        address: 'aws_sqs_queue.all["jobs"]',
        importing,
        before: { delay_seconds: 60 },
        after: { delay_seconds: 30 },
      },
    ]);

    expect(drifts.get(created.id)?.creation?.attributes['delay_seconds']).toBe(60);
  });

  it.each([
    ['nothing more', { before: { delay_seconds: 30 }, after: { delay_seconds: 30 } }],
    [
      'only a secret',
      { before: { policy: 'a' }, after: { policy: 'b' }, secret: { policy: true } },
    ],
    ['that it would be made anew', { before: null, after: { delay_seconds: 30 } }],
  ])('stays as it is when the plan reports %s', (_name, sides) => {
    expect(repair(created, [{ address, importing, ...sides }]).drifts.size).toBe(0);
  });
});
