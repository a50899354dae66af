import { expect, it } from 'vitest';
import { renderPutBack } from '../../../src/present/terminal/put-back.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import type { PutBack } from '../../../src/reconcile/put-back/changes.ts';

const back: PutBack = {
  targets: ['aws_sqs_queue.orders'],
  restored: [
    {
      address: 'aws_sqs_queue.orders',
      path: ['delay_seconds'],
      live: { kind: 'value', value: 30 },
      declared: { kind: 'value', value: 5 },
      outcome: 'reject',
    },
  ],
  alongside: [],
  elsewhere: [],
};

it.each([
  [{}, 'terraform apply -target=aws_sqs_queue.orders', 'Terraform asks for confirmation'],
  [
    { program: 'tofu' as const },
    'tofu apply -target=aws_sqs_queue.orders',
    'OpenTofu asks for confirmation',
  ],
  [
    { moves: ['aws_sqs_queue.jobs', 'aws_sqs_queue.orders', 'aws_sqs_queue.tasks'] },
    'terraform apply -target=aws_sqs_queue.orders -target=aws_sqs_queue.jobs -target=aws_sqs_queue.tasks',
    'Terraform asks for confirmation',
  ],
])('names the program that applies, and what has to be in its plan: %j', (place, command, asks) => {
  const lines = renderPutBack(back, { varFiles: [], ...place }, createStyle(false));

  expect(lines[0]).toBe(command);
  expect(lines[1]).toContain(asks);
  expect(lines).toContain('  aws_sqs_queue.orders delay_seconds: 30 -> 5');
});
