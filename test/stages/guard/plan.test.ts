import { describe, expect, it } from 'vitest';
import type { Declaration } from '../../../src/model/declaration.ts';
import type { Json } from '../../../src/model/json.ts';
import type { KnownDeclaration, KnownDelegation } from '../../../src/stages/guard/known.ts';
import { readGuardPlan } from '../../../src/stages/guard/plan/read.ts';
import { changed, guard, openDrift, planJson, planOf, set } from './plans.ts';

const web = 'aws_autoscaling_group.web';
const bucket = 'aws_s3_bucket_public_access_block.logs';
const group = 'aws_security_group.web';
const rule = (port: number, cidr: string) => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  cidr_blocks: [cidr],
});

describe('planned harm', () => {
  const open = changed(bucket, { block_public_acls: true }, { block_public_acls: false });

  it('is reported from the plan alone, with dimension, severity, direction and reason', () => {
    const { report } = guard(planOf({ changes: [open] }), { store: false });

    expect(report.schema).toBe('parley/guard/v1');
    expect(report.changes).toHaveLength(1);
    expect(report.changes[0]).toMatchObject({
      address: bucket,
      path: 'block_public_acls',
      putsBack: false,
      harm: [{ dimension: 'security', direction: 'weakens' }],
    });
    expect(report.known.store).toBe(false);
  });

  it.each([
    [1, 'block'],
    [5, 'warn'],
  ] as const)('blocks from a chosen severity: %s, %s', (blockFrom, outcome) => {
    const { report } = guard(planOf({ changes: [open] }), {}, { options: { blockFrom } });
    expect(report.outcome).toBe(outcome);
  });

  it('passes what strengthens, and says so', () => {
    const close = changed(bucket, { block_public_acls: false }, { block_public_acls: true });
    const { report } = guard(planOf({ changes: [close] }));

    expect(report.outcome).toBe('pass');
    expect(report.changes[0]?.harm).toMatchObject([{ direction: 'strengthens' }]);
  });

  it('of a policy is reported by what it means', () => {
    const policy = (action: string, resource: string) =>
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: action, Resource: resource }],
      });
    const wider = set(
      'aws_iam_policy.ci',
      ['policy'],
      policy('s3:GetObject', 'arn:aws:s3:::shop/*'),
      policy('*', '*'),
    );
    const { report } = guard(planOf({ changes: [wider] }));
    expect(report.outcome).toBe('block');
    expect(report.changes[0]).toMatchObject({ path: 'policy', outcome: 'block' });
  });

  it('of values that nobody knows yet is a warning at most', () => {
    const later = changed(
      bucket,
      { block_public_acls: true },
      {},
      {
        after_unknown: { block_public_acls: true },
      },
    );
    expect(guard(planOf({ changes: [later] })).report.outcome).not.toBe('block');
  });

  it('never shows a secret', () => {
    const marks = { before_sensitive: { ingress: true }, after_sensitive: { ingress: true } };
    const secret = changed(
      group,
      { ingress: [rule(443, '198.51.100.7/32')] },
      { ingress: [rule(22, '0.0.0.0/0'), rule(443, '198.51.100.7/32')] },
      marks,
    );
    const text = JSON.stringify(guard(planOf({ changes: [secret] })).report);
    expect(text).not.toMatch(/198\.51|0\.0\.0\.0/);
  });

  it('of putting back a rejected drift does not count, but that of other changes does', () => {
    const live = rule(8080, '10.0.0.0/8');
    const gone = rule(443, '10.0.0.0/8');
    const drift = openDrift('reject', {
      address: group,
      path: ['ingress', { element: live }],
      declared: { kind: 'absent' },
      live: { kind: 'value', value: live },
    });
    const alone = changed(group, { ingress: [gone, live] }, { ingress: [gone] });
    const more = changed(
      group,
      { ingress: [gone, live] },
      { ingress: [gone, rule(22, '0.0.0.0/0')] },
    );

    expect(guard(planOf({ changes: [alone] }), { drifts: [drift] }).report).toMatchObject({
      outcome: 'pass',
      changes: [{ putsBack: true, verdict: { outcome: 'reject' } }],
    });
    const { report } = guard(planOf({ changes: [more] }), { drifts: [drift] });
    expect(report.outcome).not.toBe('pass');
    expect(report.changes.some(({ intent, putsBack }) => !intent && !putsBack)).toBe(true);
  });
});

describe('where a change comes from', () => {
  const live = { desired_capacity: 8, min_size: 1 };
  const code = { desired_capacity: 3, min_size: 2 };
  const seen = changed(web, { desired_capacity: 3, min_size: 1 }, live);

  it('is reported from what the refresh found, also where nobody remembers anything', () => {
    const plan = planOf({ changes: [changed(web, live, code)], drift: [seen] });
    const { report } = guard(plan, { store: false });

    expect(report.outcome).toBe('warn');
    expect(report.changes.filter(({ putsBack }) => putsBack)).toMatchObject([
      { path: 'desired_capacity', outcome: 'warn' },
    ]);
    expect(report.changes[0]?.because).toContain('Who changed it and why is not recorded');
  });

  it('is the base branch if its plan has the same', () => {
    const bad = changed(bucket, { block_public_acls: true }, { block_public_acls: false });
    const own = changed(bucket, { block_public_policy: true }, { block_public_policy: false });
    const both = changed(
      bucket,
      { block_public_acls: true, block_public_policy: true },
      { block_public_acls: false, block_public_policy: false },
    );
    const plan = planOf({ changes: [both] });
    expect(
      guard(plan, {}, { base: planOf({ changes: [bad] }) }).report.changes.map((each) => [
        each.path,
        each.inBase ?? false,
        each.putsBack,
      ]),
    ).toEqual([
      ['block_public_acls', true, false],
      ['block_public_policy', false, false],
    ]);
    expect(guard(planOf({ changes: [own] })).report.changes[0]?.inBase).toBeUndefined();
  });

  it('is the cloud if a resource is made again that somebody deleted', () => {
    const plan = planOf({
      changes: [changed('aws_sqs_queue.jobs', null, { name: 'jobs' })],
      drift: [changed('aws_sqs_queue.jobs', { name: 'jobs' }, null)],
    });
    expect(guard(plan).report.changes).toMatchObject([{ path: '', putsBack: true }]);
  });
});

describe('a delegated field', () => {
  const owned: KnownDelegation = {
    address: web,
    path: ['desired_capacity'],
    owner: 'Auto Scaling',
    bounds: { min: 2, max: 10 },
    since: '2026-02-01T08:00:00Z',
  };
  const sides = (from: Json, to: Json) =>
    set(web, ['desired_capacity'], from, to, { name: 'web', min_size: 1 });

  it('blocks a plan that takes it back, with whose it is', () => {
    const { report } = guard(planOf({ changes: [sides(6, 3)] }), { delegations: [owned] });

    expect(report.outcome).toBe('block');
    expect(report.changes[0]).toMatchObject({
      path: 'desired_capacity',
      intent: { kind: 'delegation', who: 'Auto Scaling' },
    });
    expect(report.changes[0]?.because).toContain(
      'Overwrites a field owned by Auto Scaling since 2026-02-01 08:00 UTC, within 2 to 10. desired_capacity goes from 6 to 3.',
    );
  });

  it('allows a plan that leaves it alone', () => {
    const plan = planOf({ changes: [set(web, ['name'], 'a', 'b', { desired_capacity: 6 })] });
    expect(guard(plan, { delegations: [owned] }).report.outcome).toBe('pass');
  });

  it('is taken back by a replacement, whatever the code ignores', () => {
    const anew = changed(
      web,
      { desired_capacity: 6 },
      { desired_capacity: 3 },
      {
        actions: ['delete', 'create'],
      },
    );
    const { report } = guard(planOf({ changes: [anew] }), { delegations: [owned] });
    expect(report.changes[0]?.because).toContain('when a resource is replaced');
    expect(report.outcome).toBe('block');
  });
});

describe('a declared intent', () => {
  const floor = (more: Partial<Declaration> = {}): KnownDeclaration => ({
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
      path: ['default_cooldown'],
      want: { kind: 'range', min: 4 },
      purpose: 'scaling',
      summary: 'Spring sale',
      from: '2026-03-01T00:00:00Z',
      ...more,
    },
  });
  const claimed = { ...floor().declaration.actor, evidence: 'claimed' } as const;
  const rows: readonly (readonly [string, KnownDeclaration, Json, Json, string])[] = [
    ['contradicted', floor(), 5, 2, 'block'],
    ['satisfied', floor(), 5, 4, 'pass'],
    ['only claimed', floor({ actor: claimed }), 5, 2, 'warn'],
    ['with what would do as well', floor({ relaxation: { kind: 'range', min: 2 } }), 5, 2, 'warn'],
    ['that is over', floor({ until: '2026-03-10T00:00:00Z' }), 5, 2, 'pass'],
    ['that is not there yet', floor({ from: '2026-04-01T00:00:00Z' }), 5, 2, 'pass'],
    ['of a module', floor({ address: 'module.shop' }), 5, 2, 'pass'],
    ['that is leave for anybody', floor({ actor: { ...claimed, principal: '*' } }), 5, 2, 'pass'],
  ];

  it.each(rows)('%s', (_, declaration, from, to, outcome) => {
    const change = set(web, ['default_cooldown'], from, to, { name: 'web' });
    const { report } = guard(planOf({ changes: [change] }), { declarations: [declaration] });
    const named = report.changes.filter(({ intent }) => intent !== undefined);
    expect(named.map((each) => each.outcome)).toEqual(outcome === 'pass' ? [] : [outcome]);
    for (const each of named)
      expect(each.because).toContain('SRE wants at least 4 here: Spring sale');
  });
});

describe('a plan that does not see what is remembered', () => {
  const old = {
    more: { timestamp: '2026-03-14T01:00:00Z' },
    prior: { [web]: { desired_capacity: 3 } },
  };
  const other = set(web, ['name'], 'a', 'b', { desired_capacity: 3 });

  it.each([
    ['is older, and changes the resource', { ...old, changes: [other] }, 'stale', 'block'],
    ['is older, and leaves the resource alone', old, 'stale', 'warn'],
    ['does not tell its time', { ...old, more: { timestamp: null } }, 'stale', 'warn'],
    ['is newer: it may be without a refresh', { prior: old.prior }, 'unseen', 'warn'],
    [
      'is newer, and sees a third value',
      { prior: { [web]: { desired_capacity: 4 } } },
      'unseen',
      'warn',
    ],
  ] as const)('%s', (_, parts, kind, outcome) => {
    const { report } = guard(planOf(parts), { drifts: [openDrift('defer')] });
    expect(report.notes).toMatchObject([{ kind, outcome, address: web, path: 'desired_capacity' }]);
    expect(report.outcome).toBe(outcome);
  });

  it('and is newer passes where it was rejected', () => {
    const { report } = guard(planOf({ prior: old.prior }), { drifts: [openDrift('reject')] });
    expect(report).toMatchObject({ outcome: 'pass', notes: [{ kind: 'unseen' }] });
  });

  it('because it does not have the resource says nothing of it', () => {
    expect(guard(planOf({}), { drifts: [openDrift('defer')] }).report.notes).toEqual([]);
  });
});

describe('a plan as a whole', () => {
  it.each([
    ['that ended with an error', { errored: true }, 'block', 'errored'],
    ['that is incomplete', { complete: false }, 'warn', 'incomplete'],
  ] as const)('%s', (_, more, outcome, kind) => {
    expect(guard(planOf({ more })).report).toMatchObject({ outcome, notes: [{ kind }] });
  });

  it('of OpenTofu is read the same', () => {
    const change = changed(bucket, { block_public_acls: true }, { block_public_acls: false });
    const more = { terraform_version: '1.8.0', format_version: '1.2', timestamp: null };
    expect(guard(planOf({ changes: [change], more })).report.changes).toHaveLength(1);
  });

  it('without changes passes', () => {
    expect(guard(planOf({})).report).toMatchObject({ outcome: 'pass', notes: [], changes: [] });
  });

  it('leaves out data, deposed objects, and what is left as it is', () => {
    const changes = [
      { ...changed('data.aws_ami.x', null, { id: 'a' }), mode: 'data' },
      { ...changed(bucket, { block_public_acls: true }, null), deposed: 'ab12' },
      changed(
        bucket,
        { block_public_acls: true },
        { block_public_acls: false },
        { actions: ['no-op'] },
      ),
      changed(bucket, { block_public_acls: true }, null, { actions: ['forget'] }),
    ];
    expect(guard(planOf({ changes })).report).toMatchObject({ outcome: 'pass', changes: [] });
  });

  const deep = '['.repeat(5000) + ']'.repeat(5000);
  it.each([
    ['no JSON', 'Error: no plan', 'plan-malformed'],
    ['a state', '{"format_version":"1.0","values":{}}', 'plan-malformed'],
    ['another format', JSON.stringify({ ...planJson({}), format_version: '2.0' }), 'plan-format'],
    ['endless nesting', `{"format_version":"1.0","planned_values":${deep}}`, 'plan-malformed'],
  ])('is a problem where it is %s', (_, text, code) => {
    const read = readGuardPlan(text, 'plan.json');
    expect(read).toMatchObject({ ok: false, error: { code, place: { file: 'plan.json' } } });
  });
});
