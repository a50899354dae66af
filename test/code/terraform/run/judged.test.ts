import { describe, expect, it } from 'vitest';
import type { NamedPlan } from '../../../../src/code/terraform/run/named.ts';
import { judged, refusedBy } from '../../../../src/code/terraform/run/verify-plan.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';

const schema = loadSchema();
const queue = (name: string): NamedPlan => ({
  address: `aws_sqs_queue.${name}`,
  type: 'aws_sqs_queue',
  path: [],
  drift: `d-${name}`,
});

describe('a plan that could not be made', () => {
  const refused = {
    ...refusedBy({
      code: 'terraform-failed',
      message: 'terraform plan failed: Invalid value for variable (main.tf line 3)',
      hint: 'See the whole message.',
    }),
    message: 'terraform plan failed: Cannot import non-existent remote object: aws_sqs_queue.gone',
  };

  it('counts against the patch that imports what is gone', () => {
    const { address } = queue('gone');
    const options = { schema, adopted: [address], named: [queue('gone'), queue('kept')] };

    expect(judged(refused, [address], options)).toMatchObject({
      clean: false,
      findings: ['aws_sqs_queue.gone would be imported, but no longer exists.'],
      wrong: ['d-gone'],
    });
  });

  it.each([['kept'], ['gon'], ['one']])('names no drift of an unrelated patch: %s', (name) => {
    const { address } = queue(name);
    const options = { schema, adopted: [address], named: [queue(name)] };

    expect(judged(refused, [address], options)).toMatchObject({
      clean: false,
      findings: [
        'terraform plan failed: Invalid value for variable (main.tf line 3) See the whole message.',
      ],
      wrong: [],
    });
  });
});
