import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, patched, typeOf } from './harness.ts';

function gone(address: string): Goal {
  return { kind: 'delete', drift: `d-${address}`, address, type: typeOf(address) };
}

const queue = 'resource "aws_sqs_queue" "q" {\n  name = "q"\n}\n';

describe('a deleted resource that others need', () => {
  it.each([
    ['an output', 'output "url" {\n  value = aws_sqs_queue.q.id\n}\n', 'output url (main.tf:5)'],
    ['a local', 'locals {\n  a = 1\n  b = [aws_sqs_queue.q.arn]\n}\n', 'local.b (main.tf:6)'],
    [
      'depends_on',
      'resource "aws_sns_topic" "t" {\n  name       = "t"\n  depends_on = [aws_sqs_queue.q]\n}\n',
      'aws_sns_topic.t (main.tf:6)',
    ],
    [
      'a data source',
      'data "aws_sqs_queue" "d" {\n  name = aws_sqs_queue.q.name\n}\n',
      'data.aws_sqs_queue.d (main.tf:5)',
    ],
    [
      'a document',
      'resource "aws_sns_topic" "t" {\n  policy = <<-EOT\n    {"a": "${aws_sqs_queue.q.arn}"}\n  EOT\n}\n',
      'aws_sns_topic.t (main.tf:6)',
    ],
  ])('stays, and %s is named', (_, text, dependant) => {
    const { changed, synthesis } = patched({ 'main.tf': `${queue}${text}` }, [
      gone('aws_sqs_queue.q'),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.code).toBe('has-dependants');
    expect(synthesis.refused[0]?.refusal.reason).toContain(dependant);
  });

  it('names a module argument', () => {
    const files = {
      'main.tf': `${queue}module "m" {\n  source = "./m"\n  arn    = aws_sqs_queue.q.arn\n}\n`,
      'm/main.tf': 'variable "arn" {}\n',
    };

    const { synthesis } = patched(files, [gone('aws_sqs_queue.q')]);

    expect(synthesis.refused[0]?.refusal.reason).toContain('module.m (main.tf:6)');
  });

  it('goes together with those that are deleted, too', () => {
    const files = {
      'main.tf': `${queue}\nresource "aws_sqs_queue_policy" "p" {\n  queue_url = aws_sqs_queue.q.id\n}\n\nlocals {}\n`,
    };

    const { changed, synthesis } = patched(files, [
      gone('aws_sqs_queue.q'),
      gone('aws_sqs_queue_policy.p'),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe('locals {}\n');
  });

  it('goes when another change of the same intent takes the reference away', () => {
    const files = {
      'main.tf': `resource "aws_security_group" "a" {\n  name = "a"\n}\n\nresource "aws_instance" "i" {\n  vpc_security_group_ids = ["sg-1", aws_security_group.a.id]\n}\n`,
    };

    const { changed, synthesis } = patched(
      files,
      [
        gone('aws_security_group.a'),
        {
          kind: 'element',
          drift: 'd-2',
          address: 'aws_instance.i',
          type: 'aws_instance',
          path: ['vpc_security_group_ids'],
          action: 'remove',
          element: 'sg-2',
        },
      ],
      { 'aws_security_group.a': { id: 'sg-2' } },
    );

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(
      'resource "aws_instance" "i" {\n  vpc_security_group_ids = ["sg-1"]\n}\n',
    );
  });

  it('tells a named instance from others', () => {
    const text =
      'resource "aws_sqs_queue" "q" {\n  for_each = toset(["a", "b"])\n  name     = each.key\n}\noutput "a" {\n  value = aws_sqs_queue.q["a"].arn\n}\noutput "all" {\n  value = [for q in aws_sqs_queue.q : q.name]\n}\n';

    expect(patched({ 'main.tf': text }, [gone('aws_sqs_queue.q["a"]')]).changed).toEqual({});
    expect(
      lineDiff(
        text,
        patched({ 'main.tf': text }, [gone('aws_sqs_queue.q["b"]')]).changed['main.tf'] ?? '',
      ),
    ).toBe('-  for_each = toset(["a", "b"])\n+  for_each = toset(["a"])');
  });
});

describe('blocks about a deleted resource', () => {
  it('go with it', () => {
    const files = {
      'main.tf': `${queue}\nimport {\n  to = aws_sqs_queue.q\n  id = "q"\n}\n`,
      'moved.tf':
        'moved {\n  from = aws_sqs_queue.old\n  to   = aws_sqs_queue.q\n}\n\nmoved {\n  from = aws_sqs_queue.a\n  to   = aws_sqs_queue.b\n}\n',
    };

    const { changed } = patched(files, [gone('aws_sqs_queue.q')]);

    expect(changed['main.tf']).toBe('');
    expect(changed['moved.tf']).toBe(
      'moved {\n  from = aws_sqs_queue.a\n  to   = aws_sqs_queue.b\n}\n',
    );
  });
});

describe('a deleted for_each instance', () => {
  const loop =
    'resource "aws_sqs_queue" "q" {\n  for_each = { for k, v in local.queues : k => v if v.on }\n  name     = each.key\n}\nresource "aws_sns_topic" "t" {\n  for_each = local.queues\n  name     = each.key\n}\nlocals {\n  queues = {\n    a = { on = true }\n    b = { on = true }\n  }\n}\n';

  it('is switched off if its entry feeds others', () => {
    const { changed } = patched({ 'main.tf': loop }, [gone('aws_sqs_queue.q["b"]')]);

    expect(lineDiff(loop, changed['main.tf'] ?? '')).toBe(
      '-    b = { on = true }\n+    b = { on = false }',
    );
  });

  it('takes its entry with it if the others are gone, too', () => {
    const text = loop.replaceAll(' if v.on', '');

    const { changed } = patched({ 'main.tf': text }, [
      gone('aws_sqs_queue.q["b"]'),
      gone('aws_sns_topic.t["b"]'),
    ]);

    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe('-    b = { on = true }');
  });

  it('is removed from a variable file', () => {
    const files = {
      'main.tf':
        'variable "names" {\n  type = set(string)\n}\nresource "aws_sqs_queue" "q" {\n  for_each = var.names\n  name     = each.value\n}\n',
      'terraform.tfvars': 'names = [\n  "a",\n  "b", # old\n]\n',
    };

    const { changed } = patched(files, [gone('aws_sqs_queue.q["b"]')]);

    expect(changed).toEqual({ 'terraform.tfvars': 'names = [\n  "a",\n]\n' });
  });
});

describe('a deleted instance of a count', () => {
  it.each([
    [
      'a list loses its last element',
      'locals {\n  names = ["a", "b", "c"]\n}\nresource "aws_sqs_queue" "q" {\n  count = length(local.names)\n  name  = local.names[count.index]\n}\n',
      2,
      '-  names = ["a", "b", "c"]\n+  names = ["a", "b"]',
    ],
    [
      'a switch is turned off',
      'variable "on" {\n  default = true\n}\nresource "aws_sqs_queue" "q" {\n  count = var.on ? 1 : 0\n  name  = "q"\n}\n',
      0,
      '-  default = true\n+  default = false',
    ],
    [
      'a switch with a comparison is left to a person',
      'variable "env" {\n  default = "prod"\n}\nresource "aws_sqs_queue" "q" {\n  count = var.env == "prod" ? 1 : 0\n  name  = "q"\n}\n',
      0,
      undefined,
    ],
    [
      'a variable gets smaller',
      'variable "n" {\n  default = 3\n}\nresource "aws_sqs_queue" "q" {\n  count = var.n\n  name  = "q-${count.index}"\n}\n',
      2,
      '-  default = 3\n+  default = 2',
    ],
    [
      'one that is not last stays',
      'resource "aws_sqs_queue" "q" {\n  count = 3\n  name  = "q-${count.index}"\n}\n',
      1,
      undefined,
    ],
  ])('%s', (_, text, index, diff) => {
    const { changed, synthesis } = patched({ 'main.tf': text }, [
      gone(`aws_sqs_queue.q[${index}]`),
    ]);

    if (diff === undefined) {
      expect(changed).toEqual({});
      expect(synthesis.refused).toHaveLength(1);
    } else {
      expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(diff);
      expect(synthesis.verification.notes).toHaveLength(1);
    }
  });

  it('takes the block with it as the only one', () => {
    const text = 'resource "aws_sqs_queue" "q" {\n  count = 1\n  name  = "q"\n}\n';

    expect(patched({ 'main.tf': text }, [gone('aws_sqs_queue.q[0]')]).changed['main.tf']).toBe('');
  });

  it('says what would be renumbered', () => {
    const text = 'resource "aws_sqs_queue" "q" {\n  count = 4\n  name  = "q-${count.index}"\n}\n';

    const { synthesis } = patched({ 'main.tf': text }, [gone('aws_sqs_queue.q[1]')]);

    expect(synthesis.refused[0]?.refusal).toMatchObject({
      code: 'count-renumbers',
      nearest: { file: 'main.tf', line: 2 },
    });
    expect(synthesis.refused[0]?.refusal.reason).toContain(
      'aws_sqs_queue.q[2] to aws_sqs_queue.q[3]',
    );
  });

  it('goes together with those after it', () => {
    const text = 'resource "aws_sqs_queue" "q" {\n  count = 4\n  name  = "q-${count.index}"\n}\n';

    const { changed } = patched({ 'main.tf': text }, [
      gone('aws_sqs_queue.q[2]'),
      gone('aws_sqs_queue.q[3]'),
    ]);

    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe('-  count = 4\n+  count = 2');
  });
});

describe('an attachment that a list makes goes by its element', () => {
  const attached = (collection: string, role: string, policy: string) =>
    `resource "aws_iam_role_policy_attachment" "a" {\n  for_each   = ${collection}\n  role       = ${role}\n  policy_arn = ${policy}\n}\n`;
  const each = (collection: string) => attached(collection, '"ci"', 'each.value');
  const pair = (collection: string) => attached(collection, 'each.value.role', 'each.value.policy');
  const list = 'variable "policies" {\n  type = list(string)\n}\n';
  const roles =
    'variable "roles" {\n  type = map(object({ policies = optional(list(string), []) }))\n}\n';

  it.each([
    [
      'a list in a variable file',
      list + each('toset(var.policies)'),
      'policies = ["read", "write"]\n',
      'write',
      'policies = ["read"]\n',
    ],
    [
      'a set in a variable file',
      list.replace('list', 'set') + each('var.policies'),
      'policies = ["read", "write"]\n',
      'write',
      'policies = ["read"]\n',
    ],
    [
      'a list joined with another',
      `${list}locals {\n  base = ["read"]\n}\n${each('toset(concat(local.base, var.policies))')}`,
      'policies = ["write"]\n',
      'write',
      'policies = []\n',
    ],
    [
      'lists of roles, flattened',
      `${roles}locals {\n  pairs = flatten([for role, r in var.roles : [for p in r.policies : { role = role, policy = p }]])\n}\n${pair('{ for x in local.pairs : "${x.role}/${x.policy}" => x }')}`,
      'roles = {\n  ci  = { policies = ["read", "write"] }\n  ops = { policies = ["write"] }\n}\n',
      'ci/write',
      'roles = {\n  ci  = { policies = ["read"] }\n  ops = { policies = ["write"] }\n}\n',
    ],
    [
      'maps of roles, merged',
      `${roles}${pair('merge([for role, r in var.roles : { for p in r.policies : "${role}/${p}" => { role = role, policy = p } }]...)')}`,
      'roles = {\n  ci  = { policies = ["read", "write"] }\n  ops = { policies = ["write"] }\n}\n',
      'ops/write',
      'roles = {\n  ci  = { policies = ["read", "write"] }\n  ops = { policies = [] }\n}\n',
    ],
    [
      'a product with a single role',
      `${list}${attached('{ for p in setproduct(["ci"], var.policies) : "${p[0]}/${p[1]}" => p }', 'each.value[0]', 'each.value[1]')}`,
      'policies = ["read", "write"]\n',
      'ci/write',
      'policies = ["read"]\n',
    ],
  ])('of %s', (_, main, tfvars, key, after) => {
    const files = { 'main.tf': main, 'terraform.tfvars': tfvars };

    const { changed, synthesis } = patched(files, [
      gone(`aws_iam_role_policy_attachment.a["${key}"]`),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed).toEqual({ 'terraform.tfvars': after });
  });

  it('stays if other pairs of a product would go with it', () => {
    const main = attached(
      '{ for p in setproduct(["ci", "ops"], ["read", "write"]) : "${p[0]}/${p[1]}" => p }',
      'each.value[0]',
      'each.value[1]',
    );

    const { changed } = patched({ 'main.tf': main }, [
      gone('aws_iam_role_policy_attachment.a["ci/write"]'),
    ]);

    expect(changed).toEqual({});
  });
});

describe('a deleted resource of a module', () => {
  const inner =
    'resource "aws_sqs_queue" "q" {\n  name = "q"\n}\nresource "aws_sns_topic" "t" {\n  name = "t"\n}\n';

  it('stays where other callers have it', () => {
    const files = {
      'main.tf': 'module "a" {\n  source = "./m"\n}\nmodule "b" {\n  source = "./m"\n}\n',
      'm/main.tf': inner,
    };

    const { changed, synthesis } = patched(files, [gone('module.a.aws_sqs_queue.q')]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toContain('module.b.aws_sqs_queue.q');
  });

  it('takes the call with it when nothing of the module is left', () => {
    const files = {
      'main.tf': 'module "a" {\n  source = "./m"\n}\n\nmodule "b" {\n  source = "./m"\n}\n',
      'm/main.tf': inner,
    };

    const { changed } = patched(files, [
      gone('module.a.aws_sqs_queue.q'),
      gone('module.a.aws_sns_topic.t'),
    ]);

    expect(changed).toEqual({ 'main.tf': 'module "b" {\n  source = "./m"\n}\n' });
  });

  it('takes the entry of the module with it', () => {
    const files = {
      'main.tf': 'module "a" {\n  source   = "./m"\n  for_each = toset(["x", "y"])\n}\n',
      'm/main.tf': inner,
    };

    const { changed } = patched(files, [
      gone('module.a["x"].aws_sqs_queue.q'),
      gone('module.a["x"].aws_sns_topic.t'),
    ]);

    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(
      '-  for_each = toset(["x", "y"])\n+  for_each = toset(["y"])',
    );
  });
});
