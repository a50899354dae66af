import { describe, expect, it } from 'vitest';
import { renderChoice } from '../../../src/present/terminal/choice.ts';
import { renderRefusedPatches } from '../../../src/present/terminal/explanation.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { renderUnresolved } from '../../../src/present/terminal/unresolved.ts';
import { unresolvedRefusal } from '../../../src/reconcile/report/unresolved.ts';
import { synthesize } from '../../../src/stages/patch/synthesize.ts';
import { traceChain } from '../../../src/stages/patch/terraform/chain/trace.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { projectOf, searchBy, valueGoal } from '../../stages/patch/harness.ts';

const style = createStyle(false);

const delayed = `variable "delay" {
  default = 5
}
resource "aws_sqs_queue" "orders" {
  delay_seconds = var.delay
}
`;
const second = `resource "aws_sqs_queue" "jobs" {
  delay_seconds = var.delay
}
`;

function explained(files: Readonly<Record<string, string>>, goals: readonly Goal[]): string {
  const { project, tools } = projectOf(files);
  const { candidates, refused } = synthesize(
    searchBy({ ...tools, alternatives: 3 }),
    project,
    goals,
  );
  const traces = goals.map((goal) => traceChain(project, goal));
  const tried = [...candidates, ...refused.flatMap((each) => each.candidates)];
  return renderChoice(traces, tried, style, '').join('\n');
}

const orders = (value: number) => valueGoal('aws_sqs_queue.orders', ['delay_seconds'], value);

describe('parley explain', () => {
  it('shows the reference chain, and what a variable file overrides', () => {
    const text = explained(
      { 'main.tf': delayed, 'terraform.tfvars': 'delay = 6\n', 'z.auto.tfvars': '\ndelay = 7\n' },
      [orders(9)],
    );

    expect(text).toBe(
      `Where the value comes from
     main.tf:5        var.delay
  <- z.auto.tfvars:2  tfvars: delay  overrides terraform.tfvars:1, main.tf:2
Where it could be changed
  => z.auto.tfvars:2  tfvars: delay
                      It changes exactly what drifted.
   x main.tf:5        literal at the use: delay_seconds of aws_sqs_queue.orders
                      It would work, but cuts the value off from its source.`,
    );
  });

  it('says what else a shared variable would change', () => {
    const text = explained({ 'main.tf': delayed + second }, [orders(9)]);

    expect(text).toContain(
      '=> main.tf:5  literal at the use: delay_seconds of aws_sqs_queue.orders',
    );
    expect(text).toContain(' x main.tf:2  default of var.delay');
    expect(text).toContain('It would also change delay_seconds of aws_sqs_queue.jobs.');
  });

  it('shows the chain through a module and a map', () => {
    const text = explained(
      {
        'main.tf': `locals {
  queues = {
    a = { delay = 5 }
    b = { delay = 6 }
  }
}
module "m" {
  for_each = local.queues
  source   = "./m"
  delay    = each.value.delay
}
`,
        'm/main.tf': delayed,
      },
      [valueGoal('module.m["a"].aws_sqs_queue.orders', ['delay_seconds'], 9)],
    );

    expect(text.split('\n').slice(0, 5)).toEqual([
      'Where the value comes from',
      '     m/main.tf:5  var.delay',
      '  <- main.tf:10   each.value.delay',
      '  <- main.tf:8    local.queues',
      '  <- main.tf:3    local.queues.a.delay',
    ]);
  });

  it('has a heading for each of several attributes', () => {
    const text = explained({ 'main.tf': delayed }, [
      orders(9),
      valueGoal('aws_sqs_queue.orders', ['max_message_size'], 2048),
    ]);

    expect(text).toMatch(/^delay_seconds\n.*\nmax_message_size\n/s);
    expect(text).toContain('not declared: aws_sqs_queue.orders');
  });
});

describe('parley explain for a refused patch', () => {
  it('says what to change by hand, where the value comes from, and what was tried', () => {
    const { project, tools } = projectOf(
      { 'main.tf': delayed },
      {},
      { env: { TF_VAR_delay: '7' } },
    );
    const goal = orders(9);
    const [refused] = synthesize(searchBy(tools), project, [goal]).refused;
    if (refused === undefined) throw new Error('nothing was refused');
    const { refusal, candidates } = refused;
    const looked = { traces: [traceChain(project, goal)], candidates };
    const unresolved = unresolvedRefusal(refusal, goal.address, 'i-0123456789ab', looked);

    expect(renderUnresolved([unresolved], style)).toContain(
      'Write `delay = 9` in terraform.tfvars:1.',
    );
    expect(renderRefusedPatches(unresolved, style)).toBe(
      `aws_sqs_queue.orders delay_seconds
  Where the value comes from
       main.tf:5  var.delay
    <- main.tf:1  environment: TF_VAR_delay
  Where it could be changed
     x main.tf:1  environment: TF_VAR_delay
                  var.delay gets its value from TF_VAR_delay, which no file sets.`,
    );
  });
});
