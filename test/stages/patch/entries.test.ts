import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, patched, valueGoal } from './harness.ts';

const queue = 'aws_sqs_queue.a';

function block(tags: string, head = ''): string {
  return `resource "aws_sqs_queue" "a" {\n${head}  tags = ${tags}\n}\n`;
}

const literal = '{ Team = "x", Env = "y" }';
const other = 'resource "aws_sqs_queue" "b" {\n  tags = local.tags\n}\n';
const shared = `${other}locals {\n  tags = ${literal}\n}\n`;
const gone = (address: string, ...keys: readonly string[]): readonly Goal[] =>
  keys.map((key) => valueGoal(address, ['tags', key], null));

interface Case {
  readonly name: string;
  readonly code: string;
  readonly goals: readonly Goal[];
  readonly diff: string;
}

const lines = '{\n    Own = "z"\n    Two = "2"\n  }';

const cases: readonly Case[] = [
  {
    name: 'the last two, one after the other',
    code: block('{\n    Team = "x"\n    Env  = "y"\n  }', '  name = "a"\n'),
    goals: gone(queue, 'Team', 'Env'),
    diff: '-  tags = {\n-    Team = "x"\n-    Env  = "y"\n-  }',
  },
  {
    name: 'the last of an operand takes the operand along',
    code: `${block('merge(local.tags, { Own = "z" })')}${shared}`,
    goals: gone(queue, 'Own'),
    diff: '-  tags = merge(local.tags, { Own = "z" })',
  },
  {
    name: 'one whose key is a template',
    code: `${block('{\n    "${local.p}-center" = "x"\n    Env                 = "y"\n  }')}locals {\n  p = "cost"\n}\n`,
    goals: gone(queue, 'cost-center'),
    diff: '-    "${local.p}-center" = "x"\n-    Env                 = "y"\n+    Env = "y"',
  },
  {
    name: 'one whose key is computed',
    code: `${block('{\n    (local.p) = "x"\n    Env       = "y"\n  }')}locals {\n  p = "cost"\n}\n`,
    goals: gone(queue, 'cost'),
    diff: '-    (local.p) = "x"\n-    Env       = "y"\n+    Env = "y"',
  },
  {
    name: 'one that an instance by number does without',
    code: block(literal, '  count = 3\n'),
    goals: gone(`${queue}[2]`, 'Team'),
    diff: `-  tags = ${literal}\n+  tags = count.index == 2 ? { Env = "y" } : ${literal}`,
  },
  {
    name: 'one of a shared map that an instance by key does without',
    code: `${block('local.tags', '  for_each = toset(["one", "two"])\n')}${shared}`,
    goals: gone(`${queue}["two"]`, 'Team'),
    diff: '+  tags = each.key == "two" ? { Env = local.tags.Env } : local.tags',
  },
  {
    name: 'one of a shared operand that an instance does without',
    code: `${block('merge(local.tags, {\n    Own = "z"\n  })', '  count = 3\n')}${shared}`,
    goals: gone(`${queue}[1]`, 'Team'),
    diff: '-  tags = merge(local.tags, {\n+  tags = merge(count.index == 1 ? { Env = local.tags.Env } : local.tags, {',
  },
  {
    name: 'one of a literal of several lines that an instance does without',
    code: block(`merge(local.tags, ${lines})`, '  count = 3\n') + shared,
    goals: gone(`${queue}[1]`, 'Own'),
    diff: '-  tags = merge(local.tags, {\n+  tags = count.index == 1 ? merge(local.tags, {\n+    }) : merge(local.tags, {',
  },
  {
    name: 'one of an operand that others share',
    code: `${block('merge(local.tags, { Own = "z" })')}${shared}`,
    goals: gone(queue, 'Team'),
    diff: '-  tags = merge(local.tags, { Own = "z" })\n+  tags = merge({ Env = local.tags.Env }, { Own = "z" })',
  },
  {
    name: 'one of what a function makes',
    code: `${block('zipmap(local.keys, local.keys)')}${other.replace('local.tags', 'zipmap(local.keys, local.keys)')}locals {\n  keys = ["Team", "Env"]\n}\n`,
    goals: gone(queue, 'Team'),
    diff: '+  tags = { Env = "Env" }',
  },
];

describe('a map entry that is removed', () => {
  it.each(cases)('$name', ({ code, goals, diff }) => {
    const { changed, synthesis } = patched({ 'main.tf': code }, goals);

    expect(synthesis.refused).toEqual([]);
    expect(lineDiff(code, changed['main.tf'] ?? '')).toBe(diff);
  });

  it('takes the argument with it as the last one, and the empty line before it', () => {
    const code = block('{\n    Team = "x"\n  }', '  name = "a"\n\n');
    const { changed } = patched({ 'main.tf': code }, gone(queue, 'Team'));

    expect(changed['main.tf']).toBe('resource "aws_sqs_queue" "a" {\n  name = "a"\n}\n');
  });

  it('takes the argument with it as the only entry of a shared map', () => {
    const locals = `${other}locals {\n  tags = { Team = "x" }\n}\n`;
    const { changed } = patched(
      { 'main.tf': `${block('local.tags', '  name = "a"\n')}${locals}` },
      gone(queue, 'Team'),
    );

    expect(changed['main.tf']).toBe(`resource "aws_sqs_queue" "a" {\n  name = "a"\n}\n${locals}`);
  });

  it('of a map that is a secret is never written out', () => {
    const code = `${block('var.tags')}${other.replace('local.tags', 'var.tags')}variable "tags" {\n  sensitive = true\n  default   = { Team = "x", Env = "planted" }\n}\n`;
    const { changed, synthesis } = patched({ 'main.tf': code }, gone(queue, 'Team'));

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});

describe('a data source that an edit leaves without a reader', () => {
  const source = 'data "aws_region" "here" {\n  name = "eu-central-1"\n}\n';
  const reading = (more: string): string =>
    `resource "aws_sqs_queue" "a" {\n  name = data.aws_region.here.name\n}\n\n${source}${more}`;

  it.each([
    ['is named', '', ['Nothing reads data.aws_region.here (main.tf:5) any more.']],
    [
      'is not, where something else reads it',
      'output "region" {\n  value = data.aws_region.here.name\n}\n',
      [],
    ],
  ])('%s', (_, more, notes) => {
    const goals = [valueGoal(queue, ['name'], 'orders')];
    const state = { 'data.aws_region.here': { name: 'eu-central-1' } };
    const { synthesis } = patched({ 'main.tf': reading(more) }, goals, state);

    expect(synthesis.sites).toEqual(['main.tf:2 (literal at the use: name of aws_sqs_queue.a)']);
    expect(synthesis.verification).toMatchObject({ passed: true, notes });
  });
});
