import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, patched, valueGoal } from './harness.ts';

const main = `variable "queue" {
  type = object({ delay = number, wait = optional(number, 0) })
}
variable "name" {}
variable "groups" {
  type = list(string)
}
resource "aws_sqs_queue" "q" {
  name                      = var.name
  delay_seconds             = var.queue.delay
  receive_wait_time_seconds = var.queue.wait
}
resource "aws_instance" "i" {
  vpc_security_group_ids = var.groups
}
`;
const values = `{
  "//": "set by the release",
  "name": "orders \${x}",
  "queue": { "delay": 5 },
  "groups": [
    "sg-1",
    "sg-2"
  ]
}
`;

const cases: readonly (readonly [string, Goal, readonly [string, string]])[] = [
  ['a number', valueGoal('aws_sqs_queue.q', ['delay_seconds'], 9), ['"delay": 5', '"delay": 9']],
  [
    'text, which is no template here',
    valueGoal('aws_sqs_queue.q', ['name'], 'bills ${y}'),
    ['"orders ${x}"', '"bills ${y}"'],
  ],
  [
    'an optional attribute',
    valueGoal('aws_sqs_queue.q', ['receive_wait_time_seconds'], 20),
    ['{ "delay": 5 }', '{ "delay": 5, "wait": 20 }'],
  ],
  [
    'a member more',
    elementGoal('aws_instance.i', ['vpc_security_group_ids'], 'add', 'sg-3'),
    ['"sg-2"\n', '"sg-2",\n    "sg-3"\n'],
  ],
  [
    'a member less',
    elementGoal('aws_instance.i', ['vpc_security_group_ids'], 'remove', 'sg-1'),
    ['"sg-1",\n    "sg-2"', '"sg-2"'],
  ],
];

describe('variable files in JSON are edited as JSON', () => {
  it.each(cases)('%s', (_name, goal, [before, after]) => {
    const files = { 'main.tf': main, 'terraform.tfvars.json': values };

    const { changed, synthesis } = patched(files, [goal]);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(changed).toEqual({ 'terraform.tfvars.json': values.replace(before, () => after) });
    expect(synthesis.verification.passed).toBe(true);
  });

  it('but configuration is not', () => {
    const files = {
      'main.tf.json': '{"resource": {"aws_sqs_queue": {"q": {"delay_seconds": 5}}}}',
    };

    const { changed, synthesis } = patched(files, [
      valueGoal('aws_sqs_queue.q', ['delay_seconds'], 9),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});
