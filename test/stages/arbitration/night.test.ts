import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import type { Change, Effect, ResourceRef } from '../../../src/model/effect.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { EvidenceEvent } from '../../../src/stages/intent/types.ts';
import type { World } from '../drift/world.ts';
import { add, at, effect, inputOf, ref, set } from '../drift/world.ts';
import { actor } from '../intent/make.ts';
import { contextOf, policyNamed } from './scene.ts';

/** One night of an estate, from the effects of the calls to the decisions. */
const world: World = {
  state: {
    'module.web.aws_autoscaling_group.this': {
      id: 'web',
      min_size: 2,
      desired_capacity: 3,
      max_size: 6,
    },
    'module.web.aws_security_group.this': { id: 'sg-1', ingress: [] },
    'aws_lambda_function.this["checkout"]': { id: 'checkout', memory_size: 256, timeout: 15 },
    'aws_s3_bucket_public_access_block.this["assets"]': {
      id: 'assets',
      block_public_acls: false,
      block_public_policy: false,
      ignore_public_acls: false,
      restrict_public_buckets: false,
    },
    'aws_cloudwatch_log_group.api': { id: '/api', retention_in_days: 365 },
    'aws_dynamodb_table.orders': { id: 'orders', point_in_time_recovery: [{ enabled: false }] },
    'aws_sqs_queue.jobs': { id: 'jobs', delay_seconds: 0 },
  },
};
const group = ref('aws_autoscaling_group', 'web');
const firewall = ref('aws_security_group', 'sg-1');
const lambda = ref('aws_lambda_function', 'checkout');
const block = ref('aws_s3_bucket_public_access_block', 'assets');
const logs = ref('aws_cloudwatch_log_group', '/api');
const table = ref('aws_dynamodb_table', 'orders');
const queue = ref('aws_sqs_queue', 'jobs');

const maria = actor('oncall', 'human', 'maria');
const ben = actor('oncall', 'human', 'ben');
const scaler = actor('Auto Scaling', 'controller');
const custodian = actor('Cloud Custodian', 'security');
const saver = actor('Saver', 'cost');
const deploy = actor('role/deploy', 'iac');
const nobody = actor('batch-runner', 'unknown');

const open = (cidr: string): Change =>
  add(['ingress'], {
    from_port: 22,
    to_port: 22,
    protocol: 'tcp',
    description: '',
    cidr_blocks: [cidr],
  });
const calls: readonly (readonly [number, Actor, ResourceRef, ...Change[]])[] = [
  [3, deploy, lambda, set(['timeout'], 15)],
  [11, scaler, group, set(['desired_capacity'], 4)],
  [14, maria, lambda, set(['memory_size'], 1024)],
  [15, ben, firewall, open('203.0.113.9/32')],
  [16, ben, firewall, open('0.0.0.0/0')],
  [22, scaler, group, set(['desired_capacity'], 5)],
  [
    30,
    custodian,
    block,
    set(['block_public_acls'], true),
    set(['block_public_policy'], true),
    set(['ignore_public_acls'], true),
    set(['restrict_public_buckets'], true),
  ],
  [35, ben, queue, set(['delay_seconds'], 5)],
  [38, deploy, queue, set(['delay_seconds'], 0)],
  [41, saver, logs, set(['retention_in_days'], 30)],
  [47, nobody, table, set(['point_in_time_recovery', 0, 'enabled'], true)],
];
const effects: readonly Effect[] = calls.flatMap(([minute, , resource, ...changes]) =>
  changes.map((change) => effect(minute, `e${minute}`, resource, change)),
);
const events = new Map<string, EvidenceEvent>(
  calls.map(([minute, who, resource]) => {
    const { event: id, time } = effect(minute, `e${minute}`, resource, { kind: 'delete' });
    return [id, { id, time, actor: who }];
  }),
);

function night(happened: readonly Effect[], policy = 'default') {
  const { drifts, reverted } = netDrift(inputOf(world, happened));
  const intents = inferIntents({ drifts, event: (id) => events.get(id) });
  const decisions = decide({
    intents,
    drifts,
    policy: policyNamed(policy),
    context: contextOf(),
    actorOf: (id) => events.get(id)?.actor,
    declared: (address, path) => at(world.state[address], path),
  });
  return { drifts, reverted, intents, decisions };
}

describe('a night', () => {
  it('is put into sentences', () => {
    const { intents } = night(effects);

    expect(intents.map(({ actor: who, summary, purpose }) => [who.name, summary, purpose])).toEqual(
      [
        ['Auto Scaling', 'Scaled web from 3 to 5 instances', 'scaling'],
        ['oncall', 'Raised memory of function checkout from 256 to 1024 MB', 'scaling'],
        [
          'oncall',
          'Opened port 22 (SSH) to everyone on security group web and opened port 22 (SSH) to 203.0.113.9/32 on security group web',
          'weakening',
        ],
        ['Cloud Custodian', 'Blocked public access to bucket assets', 'hardening'],
        ['Saver', 'Lowered retention of log group api from 365 to 30 days', 'cost-saving'],
        ['batch-runner', 'Turned point-in-time recovery on for table orders', 'hardening'],
      ],
    );
  });

  it('is decided, actor by actor', () => {
    const { decisions, reverted } = night(effects);
    const seen = decisions.map(({ address, verdict }) => [
      address.replace(/\.this.*/, ''),
      verdict.outcome,
      verdict.rule,
    ]);

    expect(seen).toEqual([
      ['aws_cloudwatch_log_group.api', 'reject', 'cost-in-production'],
      ['aws_dynamodb_table.orders', 'escalate', 'unknown-actor'],
      ['aws_lambda_function', 'accept', 'person'],
      ['aws_s3_bucket_public_access_block', 'accept', 'its-task'],
      ['aws_s3_bucket_public_access_block', 'accept', 'its-task'],
      ['aws_s3_bucket_public_access_block', 'accept', 'its-task'],
      ['aws_s3_bucket_public_access_block', 'accept', 'its-task'],
      ['module.web.aws_autoscaling_group', 'delegate', 'controller-scales'],
      ['module.web.aws_security_group', 'reject', 'severe-exposure'],
      ['module.web.aws_security_group', 'accept', 'person'],
    ]);
    expect(reverted.map(({ address, ending }) => [address, ending])).toEqual([
      ['aws_sqs_queue.jobs', 'put-back'],
      ['module.web.aws_autoscaling_group.this', 'overwritten'],
    ]);
  });

  it('is the same in whatever order its records arrive', () => {
    const expected = night(effects);
    const any = fc.shuffledSubarray([...effects, ...effects], { minLength: effects.length * 2 });
    fc.assert(
      fc.property(any, (shuffled) => {
        expect(night(shuffled)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
