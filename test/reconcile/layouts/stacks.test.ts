import { describe, expect, it } from 'vitest';
import { lineDiff, valueGoal } from '../../stages/patch/harness.ts';
import { type Files, type Place, patchedIn } from './repository.ts';

const queue = (delay: string, more = ''): string => `${more}resource "aws_sqs_queue" "this" {
  name          = "orders"
  delay_seconds = ${delay}
}
`;
const goal = valueGoal('aws_sqs_queue.this', ['delay_seconds'], 9);

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly place: Place;
  readonly diff: Files;
  readonly notes?: readonly string[];
}

const declared = `variable "delay" {
  default = 5
}
`;
const inputs = { 'app/prod.tfvars': 'region = "a"\n', 'app/dev.tfvars': 'region = "b"\n' };
const region = 'variable "region" {}\n';

const variable = `+variable "queue_delay_seconds" {
+ description = "delay_seconds of aws_sqs_queue.this"
+ type = number
+ default = 5`;

const cases: readonly Case[] = [
  {
    name: 'a variable file for each environment: the entry of this one',
    files: {
      'app/main.tf': queue('var.delay', declared),
      'app/prod.tfvars': 'delay = 5\n',
      'app/dev.tfvars': 'delay = 5\n',
    },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: { 'app/prod.tfvars': '-delay = 5\n+delay = 9' },
    notes: [],
  },
  {
    name: 'a default that several environments have: an entry for this one',
    files: { ...inputs, 'app/main.tf': queue('var.delay', region + declared) },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: { 'app/prod.tfvars': '+delay = 9' },
  },
  {
    name: 'a literal that several environments have: a variable that this one sets',
    files: { ...inputs, 'app/main.tf': queue('5', region) },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: {
      'app/main.tf': `- delay_seconds = 5\n${variable}\n+ delay_seconds = var.queue_delay_seconds`,
      'app/prod.tfvars': '+queue_delay_seconds = 9',
    },
    notes: [
      'Nothing changes elsewhere; one other root reads the edited files: app (dev.tfvars).',
      'Judged by the code alone, since the state is not available here: all of them.',
    ],
  },
  {
    name: 'a literal of a module that several environments have',
    files: {
      ...inputs,
      'app/main.tf': `${region}module "queue" {
  source = "../modules/queue"
}
`,
      'modules/queue/main.tf': queue('5'),
    },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: {
      'app/main.tf': `${variable}\n+ queue_delay_seconds = var.queue_delay_seconds`,
      'app/prod.tfvars': '+queue_delay_seconds = 9',
      'modules/queue/main.tf': '- delay_seconds = 5\n+ delay_seconds = var.queue_delay_seconds',
      'modules/queue/variables.tf': `${variable}\n+}`,
    },
  },
  {
    name: 'a variable file that several environments have, where the others say otherwise',
    files: {
      'app/main.tf': queue('var.delay', region + declared),
      'app/env/base.tfvars': 'delay = 5\n',
      'app/env/prod.tfvars': 'region = "a"\n',
      'app/env/dev.tfvars': 'region = "b"\ndelay = 1\n',
    },
    place: { root: 'app', varFiles: ['env/base.tfvars', 'env/prod.tfvars'] },
    diff: { 'app/env/base.tfvars': '-delay = 5\n+delay = 9' },
  },
  {
    name: 'an entry of a map that several environments have: the map for this one',
    files: {
      'app/main.tf': queue('var.delays["orders"]', `${region}variable "delays" {}\n`),
      'app/env/base.tfvars': 'delays = { orders = 5, mail = 1 }\n',
      'app/env/prod.tfvars': 'region = "a"\n',
      'app/env/dev.tfvars': 'region = "b"\n',
    },
    place: { root: 'app', varFiles: ['env/base.tfvars', 'env/prod.tfvars'] },
    diff: { 'app/env/prod.tfvars': '+delays = {\n+ mail = 1\n+ orders = 9\n+}' },
  },
  {
    name: 'what is computed for several environments: a variable before it that this one sets',
    files: { ...inputs, 'app/main.tf': queue('length(var.region) * 5', region) },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: {
      'app/main.tf': `- delay_seconds = length(var.region) * 5
${variable.replace('= 5', '= null')}
+ delay_seconds = coalesce(var.queue_delay_seconds, length(var.region) * 5)`,
      'app/prod.tfvars': '+queue_delay_seconds = 9',
    },
  },
  {
    name: 'variable files in folders beside the code',
    files: {
      'app/main.tf': queue('var.delay', region + declared),
      'envs/prod/app.tfvars': 'region = "a"\n',
      'envs/dev/app.tfvars': 'region = "b"\n',
    },
    place: { root: 'app', varFiles: ['../envs/prod/app.tfvars'] },
    diff: { 'envs/prod/app.tfvars': '+delay = 9' },
  },
  {
    name: 'one environment alone: the literal itself',
    files: { 'app/main.tf': queue('5', region), 'app/prod.tfvars': 'region = "a"\n' },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: { 'app/main.tf': '- delay_seconds = 5\n+ delay_seconds = 9' },
  },
  {
    name: 'a variable file that sets something else is no environment',
    files: {
      'app/main.tf': queue('5', `${region}variable "token" {}\n`),
      'app/prod.tfvars': 'region = "a"\n',
      'app/secrets.tfvars': 'token = "t"\n',
    },
    place: { root: 'app', varFiles: ['prod.tfvars'] },
    diff: { 'app/main.tf': '- delay_seconds = 5\n+ delay_seconds = 9' },
  },
  {
    name: 'a map by workspace: its entry',
    files: {
      'main.tf': `locals {
  delays = { prod = 5, dev = 5 }
}
${queue('local.delays[terraform.workspace]')}`,
      'terraform.tfstate.d/dev/terraform.tfstate': '{}',
    },
    place: { root: '', workspace: 'prod' },
    diff: { 'main.tf': '- delays = { prod = 5, dev = 5 }\n+ delays = { prod = 9, dev = 5 }' },
  },
  {
    name: 'a literal for all workspaces: an exception for this one',
    files: { 'main.tf': queue('5'), 'terraform.tfstate.d/dev/terraform.tfstate': '{}' },
    place: { root: '', workspace: 'prod' },
    diff: {
      'main.tf': '- delay_seconds = 5\n+ delay_seconds = terraform.workspace == "prod" ? 9 : 5',
    },
  },
  {
    name: 'a workspace that the code asks for',
    files: {
      'main.tf': queue(
        'terraform.workspace == "prod" ? 5 : 0',
        `locals {
  size = terraform.workspace == "dev" ? 1 : 2
}
`,
      ),
    },
    place: { root: '', workspace: 'prod' },
    diff: {
      'main.tf':
        '- delay_seconds = terraform.workspace == "prod" ? 5 : 0\n+ delay_seconds = terraform.workspace == "prod" ? 9 : 0',
    },
  },
  {
    name: 'stacks that settings name',
    files: { 'main.tf': queue('5') },
    place: {
      root: '',
      workspace: 'prod',
      named: [
        { folder: '', workspace: 'prod' },
        { folder: '', workspace: 'blue' },
      ],
    },
    diff: {
      'main.tf': '- delay_seconds = 5\n+ delay_seconds = terraform.workspace == "prod" ? 9 : 5',
    },
  },
  {
    name: 'another root with a variable file for each environment',
    files: {
      'app/main.tf': `module "queue" {
  source = "../modules/queue"
}
`,
      'other/main.tf': `variable "delay" {}
module "queue" {
  source = "../modules/queue"
  delay = var.delay
}
`,
      'other/vars/dev.tfvars': 'delay = 1\n',
      'other/vars/prod.tfvars': 'delay = 2\n',
      'modules/queue/main.tf': queue('var.delay', declared),
    },
    place: { root: 'app' },
    diff: { 'app/main.tf': '+ delay = 9' },
  },
];

describe('several stacks of one folder', () => {
  it.each(cases)('$name', async ({ files, place, diff, notes }) => {
    const address = Object.values(files).some((text) => text.includes('module "queue"'))
      ? 'module.queue.aws_sqs_queue.this'
      : goal.address;

    const { changed, synthesis } = await patchedIn(files, place, [{ ...goal, address }]);

    const shown = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(loose(files[path] ?? ''), loose(text)),
    ]);
    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(Object.fromEntries(shown)).toEqual(diff);
    expect(synthesis.verification.passed).toBe(true);
    if (notes !== undefined) expect(synthesis.verification.notes).toEqual(notes);
  });
});

function loose(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}
