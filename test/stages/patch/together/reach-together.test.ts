import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editTree } from '../../../../src/stages/patch/apply.ts';
import { synthesize } from '../../../../src/stages/patch/synthesize.ts';
import type { Project } from '../../../../src/stages/patch/terraform/types.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { cases } from '../../../cases.ts';
import { elementGoal, projectOf, searchBy, valueGoal } from '../harness.ts';

type Files = Readonly<Record<string, string>>;

interface Story {
  readonly files: (count: number) => Files;
  readonly goals: (count: number) => readonly Goal[];
}

const each = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const vpc = 'aws_vpc.it';
const network = (lines: string): string =>
  `resource "aws_vpc" "it" {
  cidr_block = "10.0.0.0/16"
${lines}}
`;
const tag = (at: number, value: string | null): Goal =>
  valueGoal(vpc, ['tags', `key-${at}`], value);
const entries = (count: number): string =>
  each(count, (at) => `    key-${at} = "old" # ${at}\n`).join('');

const group = 'aws_security_group.it';
const rule = (port: number, cidr: string) => ({
  ...{ from_port: port, to_port: port, protocol: 'tcp' },
  cidr_blocks: [cidr],
});
const openRule = `  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
`;
const groupWith = (lines: string): string =>
  `resource "aws_security_group" "it" {
  name = "it"
${lines}}
`;

const queue = (at: number): string => `aws_sqs_queue.it["q${at}"]`;
const seconds = ['visibility_timeout_seconds'];
const queues = (entry: (at: number) => string, count: number): Files => ({
  'main.tf': `locals {
  queues = {
${each(count, (at) => `    q${at} = ${entry(at)}\n`).join('')}  }
}

resource "aws_sqs_queue" "it" {
  for_each                   = local.queues
  name                       = each.key
  visibility_timeout_seconds = each.value.timeout
}
`,
});

const stories: Readonly<Record<string, Story>> = {
  'tags of a resource without any': {
    files: () => ({ 'main.tf': network('') }),
    goals: (count) => each(count, (at) => tag(at, `v${at}`)),
  },
  'tags beside others': {
    files: () => ({
      'main.tf': network(`  tags = {
    Own  = "x"
    Team = "y" # ours
  }
`),
    }),
    goals: (count) => each(count, (at) => tag(at, `v${at}`)),
  },
  'tags that come in no order': {
    files: () => ({
      'main.tf': network(`  tags = {
    a = 1
    b = 2
    c = 3
  }
`),
    }),
    goals: (count) => each(count, (at) => tag((at * 37) % 101, `v${at}`)),
  },
  'tags in the operand of a merge': {
    files: () => ({
      'main.tf': network('  tags = merge(local.common, { Own = "x" })\n'),
      'locals.tf': `locals {
  common = { Team = "y" }
}
`,
    }),
    goals: (count) => each(count, (at) => tag(at, `v${at}`)),
  },
  'tags that change': {
    files: (count) => ({
      'main.tf': network(`  tags = {
${entries(count)}  }
`),
    }),
    goals: (count) => each(count, (at) => tag(at, `v${at}`)),
  },
  'tags that go': {
    files: (count) => ({
      'main.tf': network(`  tags = {
${entries(count)}    Own = "x"
  }
`),
    }),
    goals: (count) => each(count, (at) => tag(at, null)),
  },
  'tags in a variable file': {
    files: (count) => ({
      'main.tf': network('  tags = var.tags\n'),
      'variables.tf': `variable "tags" {
  type = map(string)
}
`,
      'terraform.tfvars': `tags = {\n${entries(count)}}\n`,
    }),
    goals: (count) => each(count, (at) => tag(at, `v${at}`)),
  },
  'rules with a block each': {
    files: () => ({ 'main.tf': groupWith(openRule) }),
    goals: (count) =>
      each(count, (at) => elementGoal(group, ['ingress'], 'add', rule(1000 + at, '192.0.2.1/32'))),
  },
  'networks of one rule': {
    files: () => ({ 'main.tf': groupWith(openRule) }),
    goals: (count) =>
      each(count, (at) => elementGoal(group, ['ingress'], 'add', rule(443, `192.0.2.${at}/32`))),
  },
  'instances of a block': {
    files: (count) => queues(() => '{ timeout = 30 }', count),
    goals: (count) => each(count, (at) => valueGoal(queue(at), seconds, 60 + at)),
  },
  'instances of which some share what is written': {
    files: (count) => ({
      ...queues((at) => (at % 9 === 4 ? 'local.usual' : '{ timeout = 30 }'), count),
      'locals.tf': `locals {
  usual = { timeout = 30 }
}
`,
    }),
    goals: (count) =>
      each(count, (at) => valueGoal(queue(at), seconds, at % 9 === 4 ? 90 : 60 + at)),
  },
};

interface Outcome {
  readonly files: Files;
  readonly loads: number;
  readonly refused: number;
  readonly passed: boolean;
  readonly places: number;
}

/** Reaches the goals in slices of this size, each on the result of the previous one. */
function reached({ files, goals }: Story, count: number, slice: number): Outcome {
  const { project, tools } = projectOf(files(count));
  let loads = 0;
  const load = (tree: Project['tree']): Project => {
    loads += 1;
    return tools.load(tree);
  };
  const all = goals(count);
  const found = { refused: 0, passed: true, places: 0 };
  let now = project;
  for (let from = 0; from < all.length; from += slice) {
    const own = all.slice(from, from + slice);
    const synthesis = synthesize(searchBy({ ...tools, load }), now, own, all);
    const applied = editTree(now.tree, synthesis.files);
    expect(applied).toEqual({ ok: true, value: synthesis.code.tree });
    found.refused += synthesis.refused.length;
    found.passed &&= synthesis.verification.passed;
    found.places += synthesis.candidates.filter(({ chosen }) => chosen).length;
    now = synthesis.code;
  }
  return { files: Object.fromEntries(now.tree), loads, ...found };
}

const fewerThanAreJoined = 20;

describe('many goals in one edit', () => {
  it.each(Object.keys(stories))('says the same as one edit after the other: %s', (name) => {
    const story = stories[name];
    if (story === undefined) throw new Error(name);
    const together = reached(story, 64, 64);
    const apart = reached(story, 64, fewerThanAreJoined);
    expect(together.files).toEqual(apart.files);
    expect(together).toMatchObject({ refused: 0, passed: true, places: apart.places });
  });

  it.each(Object.keys(stories))('costs no more evaluations for twice as many: %s', (name) => {
    const story = stories[name];
    if (story === undefined) throw new Error(name);
    const [some, more] = [reached(story, 45, 45), reached(story, 90, 90)];
    expect(some.loads).toBeLessThan(45);
    expect(more.loads).toBeLessThan(some.loads + 15);
  });

  it('is the same with any goals among them', () => {
    const kind = fc.constantFrom('new', 'changed', 'gone', 'shared');
    const property = fc.property(fc.array(kind, { minLength: 30, maxLength: 60 }), (kinds) => {
      const at = (wanted: string) => kinds.flatMap((one, index) => (one === wanted ? [index] : []));
      const old = [...at('changed'), ...at('gone')].sort((a, b) => a - b);
      const own = old.map((index) => `    key-${index} = "old"\n`).join('');
      const common = at('shared').map((index) => `    key-${index} = "old"\n`);
      const story: Story = {
        files: () => ({
          'main.tf': `${network(`  tags = merge(local.common, {
    Own = "x"
${own}  })
`)}
resource "aws_vpc" "other" {
  cidr_block = "10.1.0.0/16"
  tags       = local.common
}
`,
          'locals.tf': `locals {
  common = {
${common.join('')}  }
}
`,
        }),
        goals: () => kinds.map((one, index) => tag(index, one === 'gone' ? null : `v${index}`)),
      };
      const together = reached(story, kinds.length, kinds.length);
      const apart = reached(story, kinds.length, fewerThanAreJoined);
      expect(together.files).toEqual(apart.files);
      expect(together).toMatchObject({ refused: apart.refused, passed: apart.passed });
    });
    fc.assert(property, { numRuns: cases(200, 12) });
  });
});
