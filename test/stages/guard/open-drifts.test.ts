import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { KnownDrift } from '../../../src/stages/guard/known.ts';
import type { GuardOutcome } from '../../../src/stages/guard/types.ts';
import { changed, guard, openDrift, type PlanParts, planOf, set } from './plans.ts';

const web = 'aws_autoscaling_group.web';
const back = set(web, ['desired_capacity'], 8, 3, { name: 'web' });

describe('a plan that undoes an open drift', () => {
  const verdicts: readonly (readonly [Outcome | undefined, GuardOutcome, RegExp])[] = [
    ['defer', 'block', /It is held.*accept or revert it first/],
    ['escalate', 'block', /waits for a person/],
    ['accept', 'block', /accepted.*not in the code yet: merge its proposal first/],
    ['delegate', 'block', /handed over.*merge its proposal first/],
    ['compromise', 'block', /compromise/],
    ['reject', 'pass', /The policy rejects it.*puts it back as it should be/],
    ['noop', 'warn', /lets the code win/],
    ['expired', 'warn', /lets the code win/],
    [undefined, 'block', /has not been decided yet/],
  ];

  it.each(verdicts)('that is decided as %s: %s', (verdict, outcome, because) => {
    const { report } = guard(planOf({ changes: [back] }), { drifts: [openDrift(verdict)] });

    const [change] = report.changes;
    expect(report.outcome).toBe(outcome);
    expect(report.changes).toHaveLength(1);
    expect(change).toMatchObject({ address: web, path: 'desired_capacity', putsBack: true });
    expect(change?.because).toMatch(because);
  });

  it('says whose it is, since when, why, what was decided, and what to do', () => {
    const proposal = { branch: 'parley/i-1', location: 'https://forge.example/shop/pull/41' };
    const held = openDrift('defer', { proposal }, { expires: '2026-03-14T10:00:00.000Z' });
    const { report } = guard(planOf({ changes: [back] }), { drifts: [held] });

    expect(report.changes[0]).toMatchObject({
      intent: {
        kind: 'drift',
        id: 'i-000000000001',
        who: 'maria',
        since: '2026-03-14T02:14:00.000Z',
        why: 'Raised the capacity of web during the incident',
        proposal: 'https://forge.example/shop/pull/41',
      },
      verdict: { outcome: 'defer', rule: 'some-rule', expires: '2026-03-14T10:00:00.000Z' },
    });
    expect(report.changes[0]?.because).toContain(
      'Undoes what maria did on 2026-03-14 02:14 UTC: Raised the capacity of web during the incident. ' +
        'desired_capacity goes from 8 to 3. It is held until 2026-03-14 10:00 UTC',
    );
  });
});

interface Row {
  readonly what: string;
  readonly drift: KnownDrift;
  readonly plan: PlanParts;
  readonly outcome: GuardOutcome;
  /** The `putsBack` of the one change that names the drift; undefined if none does. */
  readonly putsBack?: boolean;
}

const ssh = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['203.0.113.9/32'] };
const https = { from_port: 443, to_port: 443, protocol: 'tcp', cidr_blocks: ['10.0.0.0/8'] };
const group = 'aws_security_group.web';
const opened = openDrift('defer', {
  address: group,
  type: 'aws_security_group',
  path: ['ingress', { element: ssh }],
  declared: { kind: 'absent' },
  live: { kind: 'value', value: ssh },
});
const deleted = openDrift('escalate', {
  address: 'aws_sqs_queue.jobs',
  type: 'aws_sqs_queue',
  path: [],
  declared: { kind: 'value', value: {} },
  live: { kind: 'absent' },
});
const tagged = openDrift('accept', {
  path: ['tags', 'Team'],
  declared: { kind: 'value', value: 'press' },
  live: { kind: 'value', value: 'paper' },
});
const hidden = openDrift('escalate', {
  address: 'aws_db_instance.main',
  path: ['password'],
  declared: { kind: 'redacted' },
  live: { kind: 'redacted' },
});

const rows: readonly Row[] = [
  {
    what: 'leaves the field alone, since the code says it now',
    drift: openDrift('accept'),
    plan: {
      changes: [set(web, ['min_size'], 1, 2, { desired_capacity: 8 })],
      prior: { [web]: { desired_capacity: 8 } },
    },
    outcome: 'pass',
  },
  {
    what: 'sets it to what is live, while the state is older',
    drift: openDrift('accept', { lastConfirmed: { at: '2026-03-14T08:40:00Z', how: 'state' } }),
    plan: { changes: [set(web, ['desired_capacity'], 3, 8)] },
    outcome: 'pass',
  },
  {
    what: 'sets a third value',
    drift: openDrift('reject'),
    plan: { changes: [set(web, ['desired_capacity'], 8, 5)] },
    outcome: 'warn',
    putsBack: false,
  },
  {
    what: 'sets a third value where it is held',
    drift: openDrift('defer'),
    plan: { changes: [set(web, ['desired_capacity'], 8, 5)] },
    outcome: 'block',
    putsBack: false,
  },
  {
    what: 'sets the compromise',
    drift: openDrift('compromise', {}, { value: 5 }),
    plan: { changes: [set(web, ['desired_capacity'], 8, 5)] },
    outcome: 'pass',
    putsBack: false,
  },
  {
    what: 'sets a value that is known only after the apply',
    drift: openDrift('defer'),
    plan: {
      changes: [
        changed(web, { desired_capacity: 8 }, {}, { after_unknown: { desired_capacity: true } }),
      ],
    },
    outcome: 'warn',
    putsBack: false,
  },
  {
    what: 'writes the number as a text',
    drift: openDrift('defer'),
    plan: { changes: [set(web, ['desired_capacity'], '8', '3')] },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'takes an element out of a set',
    drift: opened,
    plan: {
      changes: [
        changed(group, { ingress: [https, { ...ssh, description: '' }] }, { ingress: [https] }),
      ],
    },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'takes a source out of a rule that has several',
    drift: opened,
    plan: {
      changes: [
        changed(
          group,
          { ingress: [{ ...ssh, cidr_blocks: ['10.0.0.0/8', '203.0.113.9/32'], description: '' }] },
          { ingress: [{ ...ssh, cidr_blocks: ['10.0.0.0/8'], description: '' }] },
        ),
      ],
      drift: [
        changed(
          group,
          { ingress: [{ ...ssh, cidr_blocks: ['10.0.0.0/8'], description: '' }] },
          { ingress: [{ ...ssh, cidr_blocks: ['10.0.0.0/8', '203.0.113.9/32'], description: '' }] },
        ),
      ],
    },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'writes the set in another order, and changes something else',
    drift: opened,
    plan: {
      changes: [
        changed(group, { ingress: [ssh, https], name: 'a' }, { ingress: [https, ssh], name: 'b' }),
      ],
    },
    outcome: 'pass',
  },
  {
    what: 'makes what was deleted again',
    drift: deleted,
    plan: {
      changes: [
        changed('aws_sqs_queue.jobs', null, { name: 'jobs' }, { after_unknown: { arn: true } }),
      ],
    },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'deletes the resource with the change',
    drift: openDrift('defer'),
    plan: { changes: [changed(web, { desired_capacity: 8 }, null)] },
    outcome: 'block',
    putsBack: false,
  },
  {
    what: 'puts a tag back, beside the copy that the provider makes',
    drift: tagged,
    plan: {
      changes: [
        changed(
          web,
          { tags: { Team: 'paper' }, tags_all: { Team: 'paper' } },
          { tags: { Team: 'press' }, tags_all: { Team: 'press' } },
        ),
      ],
    },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'changes a secret that nobody may see',
    drift: hidden,
    plan: {
      changes: [
        changed(
          'aws_db_instance.main',
          { password: 'hunter2' },
          { password: 'hunter3' },
          {
            before_sensitive: { password: true },
            after_sensitive: { password: true },
          },
        ),
      ],
    },
    outcome: 'block',
    putsBack: false,
  },
  {
    what: 'moves the resource in the code and puts the field back',
    drift: openDrift('defer', { address: 'aws_autoscaling_group.old' }),
    plan: { changes: [{ ...back, previous_address: 'aws_autoscaling_group.old' }] },
    outcome: 'block',
    putsBack: true,
  },
  {
    what: 'is about another resource',
    drift: openDrift('defer'),
    plan: { changes: [set('aws_sqs_queue.jobs', ['delay_seconds'], 1, 2)] },
    outcome: 'pass',
  },
];

describe('an open drift and a plan that', () => {
  it.each(rows)('$what: $outcome', ({ drift, plan, outcome, putsBack }) => {
    const { report } = guard(planOf(plan), { drifts: [drift] });

    const named = report.changes.filter(({ intent }) => intent !== undefined);
    expect(report.outcome).toBe(outcome);
    expect(named.map((each) => each.putsBack)).toEqual(putsBack === undefined ? [] : [putsBack]);
    expect(JSON.stringify(report)).not.toMatch(/hunter[23]/);
    // Nothing is reported twice.
    const unnamed = report.changes.filter(({ intent, harm }) => !intent && harm.length === 0);
    expect(unnamed).toEqual([]);
  });
});
