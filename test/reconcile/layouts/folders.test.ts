import { describe, expect, it } from 'vitest';
import { lineDiff, valueGoal } from '../../stages/patch/harness.ts';
import { type Files, type Place, patchedIn } from './repository.ts';

const queue = (delay = '5'): string => `variable "name" {
  default = "orders"
}

resource "aws_sqs_queue" "this" {
  name          = var.name
  delay_seconds = ${delay}
}
`;
const call = (source: string, more = ''): string =>
  `module "queue" {
  source = "${source}"
${more}}
`;
const address = 'module.queue.aws_sqs_queue.this';
const inModule = valueGoal(address, ['delay_seconds'], 9);
const inRoot = valueGoal('aws_sqs_queue.this', ['delay_seconds'], 9);
const literal = '- delay_seconds = 5\n+ delay_seconds = 9';

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly place: Place;
  readonly goal: typeof inModule;
  readonly diff: Files;
}

const linked: readonly Case[] = [
  {
    name: 'a folder of modules that is linked into the root',
    files: { 'modules/queue/main.tf': queue(), 'envs/prod/main.tf': call('./modules/queue') },
    place: { root: 'envs/prod', links: { 'envs/prod/modules': '../../modules' } },
    goal: inModule,
    diff: { 'modules/queue/main.tf': literal },
  },
  {
    name: 'a module that another root has under a link',
    files: {
      'modules/queue/main.tf': queue(),
      'envs/prod/main.tf': call('../../modules/queue'),
      'envs/dev/main.tf': call('./queue'),
    },
    place: { root: 'envs/prod', links: { 'envs/dev/queue': '../../modules/queue' } },
    goal: inModule,
    diff: {
      'envs/prod/main.tf': '+ delay_seconds = 9',
      'modules/queue/main.tf': `- delay_seconds = 5
+variable "delay_seconds" {
+ description = "delay_seconds of aws_sqs_queue.this"
+ type = number
+ default = 5
+ delay_seconds = var.delay_seconds`,
    },
  },
  {
    name: 'a version that a link names',
    files: {
      'modules/queue/v2/main.tf': queue(),
      'envs/prod/main.tf': call('../../modules/queue/current'),
    },
    place: { root: 'envs/prod', links: { 'modules/queue/current': 'v2' } },
    goal: inModule,
    diff: { 'modules/queue/v2/main.tf': literal },
  },
  {
    name: 'what a linked module calls, found from where it really is',
    files: {
      'common/platform/main.tf': call('../queue'),
      'common/queue/main.tf': queue(),
      'envs/prod/main.tf': `module "platform" {
  source = "./platform"
}
`,
    },
    place: { root: 'envs/prod', links: { 'envs/prod/platform': '../../common/platform' } },
    goal: valueGoal('module.platform.module.queue.aws_sqs_queue.this', ['delay_seconds'], 9),
    diff: { 'common/queue/main.tf': literal },
  },
  {
    name: 'a file that is linked into one root',
    files: { 'common/queue.tf': queue(), 'envs/prod/main.tf': 'locals {}\n' },
    place: { root: 'envs/prod', links: { 'envs/prod/queue.tf': '../../common/queue.tf' } },
    goal: inRoot,
    diff: { 'common/queue.tf': literal },
  },
  {
    name: 'a variable file that is linked',
    files: {
      'envs/prod/main.tf': `variable "delay" {}\n${queue('var.delay')}`,
      'inputs/prod.tfvars': 'delay = 5\n',
    },
    place: {
      root: 'envs/prod',
      links: { 'envs/prod/terraform.tfvars': '../../inputs/prod.tfvars' },
    },
    goal: inRoot,
    diff: { 'inputs/prod.tfvars': '-delay = 5\n+delay = 9' },
  },
  {
    name: 'a root that is a link itself',
    files: { 'modules/queue/main.tf': queue(), 'envs/prod/main.tf': call('../../modules/queue') },
    place: { root: 'live', links: { live: 'envs/prod' } },
    goal: inModule,
    diff: { 'modules/queue/main.tf': literal },
  },
];

describe('links', () => {
  it.each(linked)('lead to $name', async ({ files, place, goal, diff }) => {
    const { changed, synthesis } = await patchedIn(files, place, [goal]);

    const shown = Object.entries(changed).map(([path, text]) => [
      path,
      files[path] === undefined ? '' : lineDiff(loose(files[path]), loose(text)),
    ]);
    expect(synthesis.refused).toEqual([]);
    expect(Object.fromEntries(shown)).toEqual(diff);
    expect(synthesis.verification.passed).toBe(true);
  });

  it('that lead out of the repository are not followed', async () => {
    const outside = { 'main.tf': call('./queue') };

    const made = patchedIn(outside, { root: '', links: { queue: '/usr/share' } }, [inModule]);

    await expect(made).rejects.toThrow('module-not-found');
  });

  it('that form a circle come to an end', async () => {
    const files = { 'main.tf': queue(), 'a/b.txt': '' };

    const { changed } = await patchedIn(
      files,
      { root: '', links: { 'a/up': '..', loop: 'loop' } },
      [inRoot],
    );

    expect(Object.keys(changed)).toEqual(['main.tf']);
  });

  it('of one file into two roots make it shared', async () => {
    const files = {
      'common/queue.tf': queue(),
      'envs/prod/main.tf': 'locals {}\n',
      'envs/dev/main.tf': 'locals {}\n',
    };
    const links = {
      'envs/prod/queue.tf': '../../common/queue.tf',
      'envs/dev/queue.tf': '../../common/queue.tf',
    };

    const { changed, synthesis } = await patchedIn(files, { root: 'envs/prod', links }, [inRoot]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toContain('in envs/dev');
  });
});

describe('files that functions read', () => {
  const policy = '{"Version":"2012-10-17","Statement":[]}';
  const wanted =
    '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"*","Resource":"*"}]}';
  const reading = (path: string) =>
    `resource "aws_sqs_queue" "this" {
  name   = "orders"
  policy = file("${path}")
}
`;
  const goal = valueGoal('aws_sqs_queue.this', ['policy'], wanted);

  it.each(['../../policies/queue.json', '${path.module}/../../policies/queue.json'])(
    'may lie elsewhere in the repository: %s',
    async (path) => {
      const files = { 'envs/prod/main.tf': reading(path), 'policies/queue.json': policy };

      const { changed } = await patchedIn(files, { root: 'envs/prod' }, [goal]);

      expect(Object.keys(changed)).toEqual(['policies/queue.json']);
    },
  );

  it('are not changed for another root that reads them', async () => {
    const files = {
      'envs/prod/main.tf': reading('../../policies/queue.json'),
      'envs/dev/main.tf': reading('../../policies/queue.json'),
      'policies/queue.json': policy,
    };

    const { changed } = await patchedIn(files, { root: 'envs/prod' }, [goal]);

    expect(Object.keys(changed)).toEqual(['envs/prod/main.tf']);
  });
});

function loose(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}
