import { describe, expect, it } from 'vitest';
import { unexplainedActor } from '../../../src/model/actor.ts';
import type { Approval } from '../../../src/model/approval.ts';
import type { Outcome } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import { recordRules } from '../../../src/stages/arbitration/policies/common.ts';
import type { RuleMatch } from '../../../src/stages/arbitration/rules/types.ts';
import { created, deleted, makeDrift, member, redacted } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, claimed, defaultRules, now, play, policyNamed } from './scene.ts';

const asg = 'aws_autoscaling_group.web';
const sg = 'aws_security_group.web';
const limits = { min_size: 2, max_size: 6 };
const scaled = (from: number, to: number, more: Partial<Drift> = {}): Drift =>
  makeDrift(asg, ['desired_capacity'], from, to, more);
const opened = (cidr: string): Drift =>
  member(sg, 'ingress', { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: [cidr] }, true);
const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);
const block = makeDrift(
  'aws_s3_bucket_public_access_block.logs',
  ['block_public_acls'],
  false,
  true,
);
const tag = makeDrift(sg, ['tags', 'Team'], 'shop', 'ops');
const incident = { id: 'INC-7', from: '2026-03-13T23:00:00Z' };
const open = { incidents: [incident] };
const freeze = {
  freezes: [{ id: 'quarter-end', from: '2026-03-14T00:00:00Z', to: '2026-03-16T00:00:00Z' }],
};
const owned = (principal: string) => ({ principal, name: 'Scaler', bounds: { max: 4 } });
const approval: Approval = {
  id: 'i-000000000001',
  approver: { name: 'lea', role: 'owner', carries: 4, evidence: 'trusted' },
  address: 'aws_db_instance.main',
  path: ['backup_retention_period'],
  want: { kind: 'range', min: 7 },
  from: '2026-03-14T00:00:00Z',
  until: '2026-03-15T00:00:00Z',
  ticket: 'CHG-7',
};
const staging = { environmentOf: () => 'staging' };

interface Row extends Scene {
  readonly name: string;
  readonly outcome: Outcome;
  readonly rule: string;
  readonly because?: string;
  readonly verdict?: object;
}

const rows: readonly Row[] = [
  // Whether anything is left to decide at all.
  {
    name: 'cloud and code agree',
    drifts: [scaled(3, 3)],
    by: by('human'),
    outcome: 'noop',
    rule: 'nothing-left',
    because: 'desired_capacity is 3 in the cloud and in the code.',
  },
  {
    name: 'a masked value',
    drifts: [makeDrift('aws_lambda_function.api', ['environment'], 'a', redacted)],
    by: by('human'),
    outcome: 'escalate',
    rule: 'hidden-value',
    because:
      'human changed environment of aws_lambda_function.api from a to a value that the log masks; it has to be written by hand.',
  },
  {
    name: 'a change that the code answered since',
    drifts: [memory],
    by: by('human'),
    input: { declaredSince: () => '2026-03-14T07:59:00Z' },
    outcome: 'escalate',
    rule: 'newer-code',
  },
  {
    name: 'an intent whose time is over',
    drifts: [memory],
    by: by('human'),
    intent: { expires: '2026-03-14T07:59:59Z' },
    outcome: 'expired',
    rule: 'window-over',
  },
  {
    name: 'code that was not applied yet',
    drifts: [makeDrift(asg, ['desired_capacity'], 5, 8, { unapplied: 3 })],
    by: by('human'),
    outcome: 'escalate',
    rule: 'newer-code',
    because:
      'The code says 5 for desired_capacity of aws_autoscaling_group.web, set after human changed it to 8 or never applied (the state has 3); neither may silently win.',
  },

  // People.
  {
    name: 'a person at the console',
    drifts: [memory],
    by: by('human', 'ann'),
    outcome: 'accept',
    rule: 'person',
    because: 'ann changed memory_size of aws_lambda_function.api from 256 to 512.',
  },
  {
    name: 'a person in a scaled field is not the autoscaler',
    drifts: [scaled(3, 6)],
    code: limits,
    by: by('human', 'ann'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a person who zeroes capacity in production',
    drifts: [scaled(3, 0)],
    by: by('human'),
    outcome: 'escalate',
    rule: 'person-stops-production',
  },
  {
    name: 'what an incident opens to everyone',
    drifts: [opened('0.0.0.0/0')],
    context: open,
    by: by('human', 'ann'),
    weighed: true,
    outcome: 'escalate',
    rule: 'incident-exposure',
    because:
      'ann added tcp 22 0.0.0.0/0 to ingress of aws_security_group.web during incident INC-7: SSH (22) is now open to everyone (0.0.0.0/0). That cannot wait for the end of the incident.',
  },
  {
    name: 'where a name points',
    drifts: [
      makeDrift('aws_route53_record.shop', ['alias', 0, 'name'], 'a.example.com', 'b.example.com'),
    ],
    by: by('human', 'ann'),
    weighed: true,
    outcome: 'escalate',
    rule: 'traffic',
  },
  {
    name: 'messages that a person lets die earlier',
    drifts: [makeDrift('aws_sqs_queue.jobs', ['message_retention_seconds'], 1_209_600, 345_600)],
    by: by('human', 'ann'),
    weighed: true,
    outcome: 'escalate',
    rule: 'lesser-harm',
  },
  {
    name: 'a value that no table can judge',
    drifts: [makeDrift('aws_ssm_parameter.batch', ['value'], '100', '250')],
    by: by('human', 'ann'),
    weighed: true,
    outcome: 'escalate',
    rule: 'unclear-harm',
  },
  {
    name: 'backups that a person cut, as somebody let them',
    drifts: [makeDrift('aws_db_instance.main', ['backup_retention_period'], 14, 7)],
    by: by('human', 'ann'),
    weighed: true,
    input: { approvals: [approval] },
    outcome: 'accept',
    rule: 'approved',
    because:
      'ann changed backup_retention_period of aws_db_instance.main from 14 to 7; lea (owner) approved it in CHG-7.',
  },
  {
    name: 'the same in staging',
    drifts: [scaled(3, 0)],
    context: staging,
    by: by('human'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a person who deletes in production',
    drifts: [deleted('aws_sqs_queue.jobs')],
    by: by('human'),
    outcome: 'escalate',
    rule: 'deletion',
  },
  {
    name: 'a person who deletes a part in production',
    drifts: [deleted('aws_vpc_security_group_ingress_rule.ssh')],
    by: by('human'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a person who deletes in staging',
    drifts: [deleted('aws_sqs_queue.jobs')],
    context: staging,
    by: by('human'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a resource that a person made',
    drifts: [created('aws_sqs_queue.jobs', { name: 'jobs' })],
    by: by('human'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a capacity that the code leaves open',
    drifts: [scaled(3, 6, { undeclared: true })],
    by: by('human'),
    outcome: 'noop',
    rule: 'controller-manages',
  },
  {
    name: 'somebody whom only the user agent makes a person',
    drifts: [memory],
    by: claimed(by('human')),
    outcome: 'escalate',
    rule: 'unknown-actor',
  },
  {
    name: 'the root user',
    drifts: [memory],
    by: { ...by('human'), principal: 'arn:aws:iam::123456789012:root' },
    outcome: 'escalate',
    rule: 'unknown-actor',
  },

  // Security.
  {
    name: 'a person who opens SSH to everyone',
    drifts: [opened('0.0.0.0/0')],
    by: by('human', 'ann'),
    weighed: true,
    outcome: 'reject',
    rule: 'severe-exposure',
    because:
      'ann added tcp 22 0.0.0.0/0 to ingress of aws_security_group.web: SSH (22) is now open to everyone (0.0.0.0/0) (severity 5, security). That is refused: nobody approved it.',
  },
  {
    name: 'a person who opens SSH to one address',
    drifts: [opened('203.0.113.9/32')],
    by: by('human'),
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a person who keeps backups less long',
    drifts: [makeDrift('aws_db_instance.main', ['backup_retention_period'], 14, 3)],
    by: by('human'),
    weighed: true,
    outcome: 'reject',
    rule: 'severe-loss',
  },
  {
    name: 'a person who stops a service that nothing scales',
    drifts: [makeDrift('aws_lambda_function.api', ['reserved_concurrent_executions'], 10, 0)],
    by: by('human'),
    weighed: true,
    outcome: 'reject',
    rule: 'severe-outage',
  },
  {
    name: 'a cost bot that halves a function in production',
    drifts: [makeDrift('aws_lambda_function.api', ['memory_size'], 1024, 512)],
    by: by('cost'),
    weighed: true,
    outcome: 'escalate',
    rule: 'cost-asks',
  },
  {
    name: 'an unknown actor who weakens',
    drifts: [opened('0.0.0.0/0')],
    by: by('unknown'),
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'a security tool that weakens',
    drifts: [opened('0.0.0.0/0')],
    by: by('security'),
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'a security tool that hardens',
    drifts: [block],
    by: by('security', 'Cloud Custodian'),
    outcome: 'accept',
    rule: 'its-task',
    because:
      'Cloud Custodian changed block_public_acls of aws_s3_bucket_public_access_block.logs from false to true, which is its job.',
  },
  {
    name: 'a compliance tool that tags',
    drifts: [tag],
    by: by('compliance'),
    outcome: 'accept',
    rule: 'its-task',
  },
  {
    name: 'a security tool that does something else',
    drifts: [memory],
    by: by('security'),
    outcome: 'escalate',
    rule: 'automation-elsewhere',
  },
  {
    name: 'a tool that only says it is a security tool',
    drifts: [block],
    by: claimed(by('security')),
    outcome: 'escalate',
    rule: 'unknown-actor',
  },

  // Incidents.
  {
    name: 'a hotfix while the incident is open',
    drifts: [memory],
    by: by('human', 'ann'),
    context: open,
    outcome: 'defer',
    rule: 'incident-hotfix',
    verdict: { expires: '2026-03-17T00:01:00Z' },
    because:
      'ann changed memory_size of aws_lambda_function.api from 256 to 512 during incident INC-7; it is held until 2026-03-17T00:01:00Z.',
  },
  {
    name: 'a hotfix that weakens is held, too',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: open,
    outcome: 'defer',
    rule: 'incident-hotfix',
  },
  {
    name: 'the hold outlasts the incident by the grace time',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { incidents: [{ ...incident, to: '2026-03-14T01:00:00Z' }] },
    outcome: 'defer',
    rule: 'incident-hotfix',
    verdict: { expires: '2026-03-15T01:00:00Z' },
  },
  {
    name: 'a hold that is over',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: {
      incidents: [{ ...incident, to: '2026-03-14T01:00:00Z' }],
      now: '2026-03-15T01:00:00Z',
    },
    outcome: 'expired',
    rule: 'incident-over',
  },
  {
    name: 'an incident that nobody closes holds nothing for ever',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { ...open, now: '2026-03-20T00:00:00Z' },
    outcome: 'expired',
    rule: 'incident-over',
  },
  {
    name: 'a harmless hotfix after its hold goes into the code',
    drifts: [memory],
    by: by('human'),
    context: { ...open, now: '2026-03-20T00:00:00Z' },
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'an incident elsewhere',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { incidents: [{ ...incident, addresses: ['module.shop', 'aws_security_group.we'] }] },
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'an incident here',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { incidents: [{ ...incident, addresses: ['aws_security_group'] }] },
    outcome: 'defer',
    rule: 'incident-hotfix',
  },
  {
    name: 'an incident in another environment',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { incidents: [{ ...incident, environments: ['staging'] }] },
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'an incident that began after the change',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: { incidents: [{ id: 'INC-8', from: '2026-03-14T07:00:00Z' }] },
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'a spoofed ticket without an incident',
    drifts: [opened('0.0.0.0/0')],
    by: { ...by('human'), session: 'INC-7-break-glass' },
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'an autoscaler is no hotfix',
    drifts: [scaled(3, 5)],
    code: limits,
    by: by('controller'),
    context: open,
    outcome: 'delegate',
    rule: 'controller-scales',
  },

  // Controllers and the provider.
  {
    name: 'the autoscaler scales',
    drifts: [scaled(3, 5)],
    code: limits,
    by: by('controller', 'Auto Scaling'),
    outcome: 'delegate',
    rule: 'controller-scales',
    verdict: { bounds: { min: 2, max: 6 }, expires: '2026-06-13T00:00:00Z' },
    because:
      'Auto Scaling scales desired_capacity of aws_autoscaling_group.web (code 3, live 5); it owns the field within 2 to 6 until the end of 2026-06-12.',
  },
  {
    name: 'a service without bounds in the code',
    drifts: [makeDrift('aws_ecs_service.api', ['desired_count'], 2, 4)],
    by: by('controller'),
    outcome: 'delegate',
    rule: 'controller-scales',
    verdict: { expires: '2026-06-13T00:00:00Z' },
  },
  {
    name: 'a capacity that the code leaves to the autoscaler',
    drifts: [scaled(3, 5, { undeclared: true })],
    by: by('controller'),
    outcome: 'noop',
    rule: 'controller-manages',
  },
  {
    name: 'a controller that makes its own records',
    drifts: [created('aws_route53_record.api', { name: 'api' })],
    by: by('controller', 'external-dns'),
    outcome: 'noop',
    rule: 'controller-manages',
  },
  {
    name: 'a controller outside of what it scales',
    drifts: [memory],
    by: by('controller'),
    outcome: 'escalate',
    rule: 'automation-elsewhere',
  },
  {
    name: 'the provider upgrades a minor version',
    drifts: [makeDrift('aws_db_instance.orders', ['engine_version'], '15.4', '15.5')],
    by: by('provider', 'Amazon RDS'),
    outcome: 'accept',
    rule: 'its-task',
  },
  {
    name: 'the provider grows a disk',
    drifts: [makeDrift('aws_db_instance.orders', ['allocated_storage'], 20, 40)],
    code: { max_allocated_storage: 100 },
    by: by('provider', 'Amazon RDS'),
    outcome: 'delegate',
    rule: 'controller-scales',
    verdict: { bounds: { max: 100 } },
  },

  // Cost.
  {
    name: 'a cost bot in staging, within bounds',
    drifts: [scaled(3, 2)],
    code: limits,
    context: staging,
    by: by('cost'),
    outcome: 'accept',
    rule: 'cost-saves',
  },
  {
    name: 'a cost bot in production, within bounds',
    drifts: [scaled(3, 2)],
    code: limits,
    by: by('cost'),
    outcome: 'accept',
    rule: 'cost-saves',
  },
  {
    name: 'a cost bot in staging, below the bounds',
    drifts: [scaled(3, 1)],
    code: limits,
    context: staging,
    by: by('cost', 'Saver'),
    outcome: 'compromise',
    rule: 'cost-below-bounds',
    verdict: { value: 2, bounds: { min: 2, max: 6 } },
    because:
      'Saver wants 1 for desired_capacity of aws_autoscaling_group.web and the code 3; the bounds are 2 to 6 (staging).',
  },
  {
    name: 'a compromise that the code says already',
    drifts: [scaled(2, 1)],
    code: limits,
    context: staging,
    by: by('cost'),
    outcome: 'reject',
    rule: 'cost-below-bounds',
  },
  {
    name: 'a cost bot in production, below the bounds',
    drifts: [scaled(3, 1)],
    code: limits,
    by: by('cost'),
    outcome: 'reject',
    rule: 'cost-in-production',
  },
  {
    name: 'a cost bot in production, below what the autoscaler has just needed',
    drifts: [
      scaled(3, 2, {
        evidence: ['e2', 'e1'],
        writes: [
          { event: 'e2', time: '2026-03-14T06:00:00Z', value: { kind: 'value', value: 6 } },
          { event: 'e3', time: '2026-03-14T06:30:00Z', value: { kind: 'value', value: 3 } },
          { event: 'e1', time: '2026-03-14T07:00:00Z', value: { kind: 'value', value: 2 } },
        ],
      }),
    ],
    code: limits,
    by: by('cost', 'Saver'),
    others: { e2: by('controller', 'Scaler'), e3: by('controller', 'Scaler') },
    outcome: 'reject',
    rule: 'cost-below-floor',
    because:
      'Saver changed desired_capacity of aws_autoscaling_group.web from 3 to 2 to save cost in production, below the floor of 6, to which Scaler had set it at 2026-03-14T06:00:00Z.',
  },
  {
    name: 'a cost bot where nobody knows the environment',
    drifts: [scaled(3, 1)],
    code: limits,
    context: { environmentOf: () => undefined },
    by: by('cost'),
    outcome: 'reject',
    rule: 'cost-in-production',
  },
  {
    name: 'a cost bot that shortens retention in production',
    drifts: [makeDrift('aws_cloudwatch_log_group.api', ['retention_in_days'], 365, 30)],
    by: by('cost'),
    outcome: 'reject',
    rule: 'cost-in-production',
  },
  {
    name: 'a cost bot that shortens retention in staging',
    drifts: [makeDrift('aws_cloudwatch_log_group.api', ['retention_in_days'], 365, 30)],
    context: staging,
    by: by('cost'),
    outcome: 'accept',
    rule: 'cost-saves',
  },
  {
    name: 'a cost bot that tags',
    drifts: [tag],
    by: by('cost'),
    outcome: 'accept',
    rule: 'cost-saves',
  },

  // Our own automation.
  {
    name: 'the deploying pipeline',
    drifts: [memory],
    by: by('pipeline', 'deploy'),
    context: { deployers: ['arn:aws:iam::123456789012:role/deploy'] },
    outcome: 'accept',
    rule: 'its-task',
  },
  {
    name: 'another pipeline',
    drifts: [memory],
    by: by('pipeline', 'other'),
    context: { deployers: ['arn:aws:iam::123456789012:role/deploy'] },
    outcome: 'escalate',
    rule: 'automation-elsewhere',
  },
  {
    name: 'another pipeline in a maintenance window',
    drifts: [memory],
    by: by('pipeline', 'other'),
    context: {
      maintenance: [{ id: 'm', from: '2026-03-14T00:00:00Z', to: '2026-03-14T01:00:00Z' }],
    },
    outcome: 'accept',
    rule: 'its-task',
  },
  {
    name: 'an agent that said nothing',
    drifts: [memory],
    by: by('agent'),
    outcome: 'escalate',
    rule: 'automation-elsewhere',
  },
  {
    name: 'an agent that declared it',
    drifts: [memory],
    by: by('agent'),
    intent: { announced: 'i-000000000000' },
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'another Terraform run',
    drifts: [memory],
    by: by('iac', 'role/other'),
    outcome: 'escalate',
    rule: 'automation-elsewhere',
    because:
      'role/other (iac) has no mandate for this and did not declare it: it changed memory_size of aws_lambda_function.api from 256 to 512.',
  },
  {
    name: 'a change that no record shows',
    drifts: [memory],
    by: { ...claimed(by('unknown')), signature: unexplainedActor },
    outcome: 'escalate',
    rule: 'no-record',
  },
  {
    name: 'an unknown actor',
    drifts: [memory],
    by: by('unknown', 'batch-runner'),
    outcome: 'escalate',
    rule: 'unknown-actor',
  },

  // Freeze.
  {
    name: 'a person in a freeze',
    drifts: [memory],
    by: by('human'),
    context: freeze,
    outcome: 'defer',
    rule: 'change-freeze',
    verdict: { expires: '2026-03-16T00:00:00Z' },
  },
  {
    name: 'a freeze that is over',
    drifts: [memory],
    by: by('human'),
    context: { ...freeze, now: '2026-03-16T00:00:00Z' },
    outcome: 'accept',
    rule: 'person',
  },
  {
    name: 'a freeze does not hold security back',
    drifts: [opened('0.0.0.0/0')],
    by: by('human'),
    context: freeze,
    outcome: 'reject',
    rule: 'severe-exposure',
  },
  {
    name: 'an owner beyond what it was given',
    drifts: [scaled(3, 5)],
    by: by('controller'),
    code: limits,
    input: { ownerOf: () => owned(by('controller').principal) },
    outcome: 'escalate',
    rule: 'not-the-owner',
    because:
      'desired_capacity of aws_autoscaling_group.web is delegated by the code, within 2 to 4 or to somebody else, and controller changed desired_capacity of aws_autoscaling_group.web from 3 to 5.',
  },
  {
    name: 'a machine in the field of another',
    drifts: [scaled(4, 3)],
    by: by('cost'),
    code: limits,
    input: { ownerOf: () => owned('somebody else') },
    outcome: 'escalate',
    rule: 'not-the-owner',
  },
  {
    name: 'a freeze does not answer questions',
    drifts: [memory],
    by: by('unknown'),
    context: freeze,
    outcome: 'escalate',
    rule: 'unknown-actor',
  },
];

describe('the default policy', () => {
  it.each(rows)('$outcome, $rule: $name', ({ outcome, rule, because, verdict, ...scene }) => {
    const decisions = play(scene);

    expect(decisions).toHaveLength(scene.drifts.length);
    const [decision] = decisions;
    expect(decision?.verdict).toMatchObject({ outcome, rule, ...verdict });
    if (because !== undefined) expect(decision?.verdict.because).toBe(because);
    expect(decision?.verdict.because).not.toMatch(/[{}]/);
  });

  it('reaches every outcome', () => {
    const outcomes = new Set(rows.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual([
      'accept',
      'compromise',
      'defer',
      'delegate',
      'escalate',
      'expired',
      'noop',
      'reject',
    ]);
  });

  it('has a case for every rule, and every rule a tier', () => {
    const {
      rules: { rules },
      tiers,
    } = policyNamed('default');
    const tested = new Set([...rows.map(({ rule }) => rule), 'contention']);
    expect(rules.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
    expect(rules.filter(({ tier }) => !tiers.includes(tier))).toEqual([]);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });
});

describe('what stands or falls together', () => {
  const sizes = (min: number, desired: number, max: number): readonly Drift[] => [
    makeDrift(asg, ['min_size'], 2, min),
    makeDrift(asg, ['desired_capacity'], 3, desired),
    makeDrift(asg, ['max_size'], 6, max),
  ];
  const verdicts = (scene: Scene): readonly (readonly [string, string])[] =>
    play(scene).map(({ path, verdict }) => [String(path[0]), `${verdict.outcome} ${verdict.rule}`]);

  it('accepts sizes that fit each other', () => {
    expect(verdicts({ drifts: sizes(4, 9, 12), by: by('human'), code: limits })).toEqual([
      ['desired_capacity', 'accept person'],
      ['max_size', 'accept person'],
      ['min_size', 'accept person'],
    ]);
  });

  it('rejects a size outside of the bounds that the code keeps', () => {
    const scene = { drifts: [scaled(3, 9)], by: by('human'), code: limits };

    const [decision] = play(scene);

    expect(decision?.verdict).toMatchObject({ outcome: 'reject', rule: 'invariant' });
    expect(decision?.verdict.because).toBe(
      'desired_capacity = 9 must be 2 to 6, because of the other sizes of the same resource.',
    );
  });

  it('gives all sizes of one action the verdict of the worst', () => {
    expect(
      verdicts({ drifts: sizes(2, 5, 8).slice(1), by: by('controller'), code: limits }),
    ).toEqual([
      ['desired_capacity', 'escalate automation-elsewhere'],
      ['max_size', 'escalate automation-elsewhere'],
    ]);
  });

  it('asks when the bounds are in question themselves', () => {
    const max = makeDrift(asg, ['max_size'], 6, 12, { evidence: ['e2'] });

    expect(
      verdicts({
        drifts: [scaled(3, 9), max],
        by: by('human'),
        others: { e2: by('unknown') },
        code: { min_size: 2 },
      }),
    ).toEqual([
      ['desired_capacity', 'escalate invariant'],
      ['max_size', 'escalate unknown-actor'],
    ]);
  });

  it('delegates within the bounds that somebody else has just moved', () => {
    const max = makeDrift(asg, ['max_size'], 6, 12, { evidence: ['e2'] });

    const [desired] = play({
      drifts: [scaled(3, 9), max],
      by: by('controller'),
      others: { e2: by('human') },
      code: limits,
    });

    expect(desired?.verdict).toMatchObject({ outcome: 'delegate', bounds: { min: 2, max: 12 } });
  });

  it('rejects both halves of a rule that moved to everyone', () => {
    const rule = (cidr: string): Json => ({
      from_port: 22,
      to_port: 22,
      protocol: 'tcp',
      cidr_blocks: [cidr],
    });
    const drifts = [
      member(sg, 'ingress', rule('10.0.0.0/8'), false),
      member(sg, 'ingress', rule('0.0.0.0/0'), true),
    ];

    const outcomes = play({ drifts, by: by('human') }).map(({ verdict }) => verdict.outcome);

    expect(outcomes).toEqual(['reject', 'reject']);
  });

  it('rejects both halves of a rule that is a resource and moved to everyone', () => {
    const type = 'aws_vpc_security_group_ingress_rule';
    const open = { from_port: 22, to_port: 22, ip_protocol: 'tcp', cidr_ipv4: '0.0.0.0/0' };
    const drifts = [deleted(`${type}.office`), created(`${type}.new`, open)];

    const found = play({ drifts, by: by('human') }).map(({ verdict }) => verdict);

    expect(found.map(({ outcome, rule }) => `${outcome} ${rule}`)).toEqual([
      'reject severe-exposure',
      'reject severe-exposure',
    ]);
  });

  it('lets parts that only went, or only came, go their own ways', () => {
    const drifts = [
      deleted('aws_vpc_security_group_ingress_rule.office'),
      created('aws_route_table_association.new', {}),
    ];

    const outcomes = play({ drifts, by: by('human') }).map(({ verdict }) => verdict.outcome);

    expect(outcomes).toEqual(['accept', 'accept']);
  });

  it('lets tags of one action go their own ways', () => {
    const hidden = makeDrift(sg, ['tags', 'Owner'], 'a', redacted);

    const outcomes = play({ drifts: [tag, hidden], by: by('human') }).map(
      ({ verdict }) => verdict.outcome,
    );

    expect([...outcomes].sort()).toEqual(['accept', 'escalate']);
  });
});

describe('contention between automations', () => {
  const write = (id: string, value: number) => ({
    event: id,
    time: now,
    value: { kind: 'value', value } as const,
  });
  const saver = by('cost', 'Saver');
  const scaler = by('controller', 'Scaler');

  it('is one question that names both sides', () => {
    const drift = scaled(3, 2, {
      evidence: ['e1', 'e2', 'e3', 'e4'],
      writes: [write('e1', 10), write('e2', 2), write('e3', 10), write('e4', 2)],
    });

    const decisions = play({
      drifts: [drift],
      by: scaler,
      others: { e2: saver, e3: scaler, e4: saver },
      code: limits,
    });

    expect(decisions.map(({ verdict }) => [verdict.outcome, verdict.rule])).toEqual([
      ['escalate', 'contention'],
      ['defer', 'open-question'],
    ]);
    expect(decisions[0]?.verdict.because).toContain('Saver and Scaler (3 turns');
  });

  it.each([
    ['two turns', [scaler, saver, scaler], 'delegate'],
    ['a person among them', [scaler, by('human'), scaler, by('human')], 'delegate'],
    ['three parties in turn', [scaler, saver, by('security'), scaler], 'delegate'],
  ] as const)('is not %s', (_name, makers, outcome) => {
    const drift = scaled(3, 5, {
      evidence: makers.map((_, i) => `e${i + 1}`),
      writes: makers.map((_, i) => write(`e${i + 1}`, i % 2 === 0 ? 5 : 4)),
    });
    const [first, ...rest] = makers;

    const [decision] = play({
      drifts: [drift],
      by: first,
      others: Object.fromEntries(rest.map((who, i) => [`e${i + 2}`, who])),
      code: limits,
    });

    expect(decision?.verdict.outcome).toBe(outcome);
  });
});

describe('the other policies', () => {
  const drifts = [
    opened('0.0.0.0/0'),
    scaled(3, 90),
    makeDrift('aws_lambda_function.api', ['environment'], 'a', redacted),
    deleted('aws_sqs_queue.jobs'),
  ];

  it.each(['human', 'controller', 'unknown', 'iac', 'cost'] as const)(
    'accept-all accepts whatever is known, by %s',
    (kind) => {
      const decisions = play({ drifts, by: claimed(by(kind)), policy: 'accept-all', code: limits });

      expect(decisions.map(({ address, verdict }) => [address, verdict.outcome])).toEqual([
        ['aws_autoscaling_group.web', 'accept'],
        ['aws_lambda_function.api', 'escalate'],
        ['aws_security_group.web', 'accept'],
        ['aws_sqs_queue.jobs', 'accept'],
      ]);
    },
  );

  it('observe decides nothing', () => {
    const decisions = play({ drifts, by: by('human'), policy: 'observe' });

    expect(new Set(decisions.map(({ verdict }) => JSON.stringify(verdict)))).toEqual(
      new Set([
        '{"outcome":"defer","rule":"observe","because":"observe policy: nothing is decided."}',
      ]),
    );
  });

  it.each<[string, readonly Pick<RuleMatch, 'because'>[]]>([
    ['the default policy', [...defaultRules, policyNamed('default').fallback]],
    ['accept-all', [...recordRules.map(({ then }) => then), policyNamed('accept-all').fallback]],
    ['observe', [policyNamed('observe').fallback]],
  ])('%s fills every sentence', (_name, sentences) => {
    const known = new Set(
      'actor class address field change declared live unapplied environment incident hold freeze announced bounds contention floor until harm severity dimension approval cost'.split(
        ' ',
      ),
    );
    const names = sentences.flatMap(({ because }) =>
      [...because.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? ''),
    );
    expect(names.filter((one) => !known.has(one))).toEqual([]);
  });
});
