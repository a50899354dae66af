import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, typeOf, valueGoal } from '../harness.ts';

function rule(port: number, cidr: string, description = ''): Json {
  return {
    from_port: port,
    to_port: port,
    protocol: 'tcp',
    description,
    cidr_blocks: [cidr],
  };
}

function content(port: string, cidrs: string, description: string): string {
  return `      description = ${description}\n      from_port   = ${port}\n      to_port     = ${port}\n      protocol    = "tcp"\n      cidr_blocks = ${cidrs}\n`;
}

function group(name: string, collection: string, body: string): string {
  return `resource "aws_security_group" "${name}" {\n  dynamic "ingress" {\n    for_each = ${collection}\n    iterator = rule\n    content {\n${body}    }\n  }\n}\n`;
}

const web = 'aws_security_group.web';
const entry = content('rule.value.port', 'rule.value.cidrs', 'rule.key');
const unnamed = content('rule.value.port', 'rule.value.cidrs', 'null');
const office = '"10.0.0.0/8"';
const byName = '{\n    https = { port = 443, cidrs = ["10.0.0.0/8"] }\n  }';

interface Row {
  readonly name: string;
  readonly collection: string;
  /** Default of `var.rules`. */
  readonly rules: string;
  readonly content: string;
  readonly action: 'add' | 'remove';
  readonly element: Json;
  readonly diff: string;
}

const rows: readonly Row[] = [
  {
    name: 'a map: an entry whose key the content reads',
    collection: 'var.rules',
    rules: byName,
    content: entry,
    action: 'add',
    element: rule(22, '192.0.2.7/32', 'ssh'),
    diff: '+    ssh   = { port = 22, cidrs = ["192.0.2.7/32"] }',
  },
  {
    name: 'a map: an entry with a key made of its description',
    collection: 'var.rules',
    rules: byName,
    content: content(
      'rule.value["port"]',
      'rule.value.cidrs',
      'lookup(rule.value, "description", null)',
    ),
    action: 'add',
    element: rule(22, '192.0.2.7/32', 'SSH for on-call'),
    diff: '-    https = { port = 443, cidrs = ["10.0.0.0/8"] }\n+    https           = { port = 443, cidrs = ["10.0.0.0/8"] }\n+    ssh_for_on_call = { port = 22, cidrs = ["192.0.2.7/32"], description = "SSH for on-call" }',
  },
  {
    name: 'a map: an entry that says things as its siblings do',
    collection: 'var.rules',
    rules: byName,
    content: content(
      'lookup(rule.value, "from_port", lookup(rule.value, "port", null))',
      'try(rule.value.cidrs, [])',
      'lookup(rule.value, "description", rule.key)',
    ),
    action: 'add',
    element: rule(22, '192.0.2.7/32'),
    diff: '-    https = { port = 443, cidrs = ["10.0.0.0/8"] }\n+    https  = { port = 443, cidrs = ["10.0.0.0/8"] }\n+    tcp_22 = { port = 22, cidrs = ["192.0.2.7/32"], description = "" }',
  },
  {
    name: 'a set: a member of the type that the others have',
    collection: 'toset(var.rules)',
    rules: '["443", "80"]',
    content: content('rule.value', `[${office}]`, 'null'),
    action: 'add',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = ["443", "80"]\n+  default = ["443", "80", "22"]',
  },
  {
    name: 'a set: a member goes',
    collection: 'toset(var.rules)',
    rules: '["443", "80"]',
    content: content('rule.value', `[${office}]`, 'null'),
    action: 'remove',
    element: rule(80, '10.0.0.0/8'),
    diff: '-  default = ["443", "80"]\n+  default = ["443"]',
  },
  {
    name: 'a list: a number that stands in a text, too',
    collection: 'var.rules',
    rules: '[443]',
    content: content('rule.value', `[${office}]`, '"port ${rule.value}"'),
    action: 'add',
    element: rule(22, '10.0.0.0/8', 'port 22'),
    diff: '-  default = [443]\n+  default = [443, 22]',
  },
  {
    name: 'a list that a map is made of',
    collection: '{ for r in var.rules : r.name => r }',
    rules: '[\n    { name = "https", port = 443, cidrs = ["10.0.0.0/8"] },\n  ]',
    content: entry,
    action: 'add',
    element: rule(22, '192.0.2.7/32', 'ssh'),
    diff: '+    { name = "ssh", port = 22, cidrs = ["192.0.2.7/32"] },',
  },
  {
    name: 'an empty list',
    collection: 'var.rules',
    rules: '[]',
    content: content('rule.value.port', `[${office}]`, 'null'),
    action: 'add',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = []\n+  default = [\n+    {\n+      port = 22\n+    },\n+  ]',
  },
  {
    name: 'a switch that is off',
    collection: 'var.rules ? [1] : []',
    rules: 'false',
    content: content('22', `[${office}]`, 'null'),
    action: 'add',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = false\n+  default = true',
  },
  {
    name: 'a switch that is on',
    collection: 'var.rules ? [1] : []',
    rules: 'true',
    content: content('22', `[${office}]`, 'null'),
    action: 'remove',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = true\n+  default = false',
  },
  {
    name: 'a value that is optional, and comes',
    collection: 'var.rules == null ? [] : [var.rules]',
    rules: 'null',
    content: content('rule.value', `[${office}]`, 'null'),
    action: 'add',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = null\n+  default = 22',
  },
  {
    name: 'a value that is optional, and goes',
    collection: 'var.rules != null ? [var.rules] : []',
    rules: '22',
    content: content('rule.value', `[${office}]`, 'null'),
    action: 'remove',
    element: rule(22, '10.0.0.0/8'),
    diff: '-  default = 22\n+  default = null',
  },
];

describe('a block that a dynamic block makes, in', () => {
  it.each(rows)('$name', ({ collection, rules, content: body, action, element, diff }) => {
    const text = `${group('web', collection, body)}variable "rules" {\n  default = ${rules}\n}\n`;

    const { changed, synthesis } = patched({ 'main.tf': text }, [
      elementGoal(web, ['ingress'], action, element),
    ]);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(diff);
    expect(synthesis.verification.passed).toBe(true);
  });
});

const lifecycle = 'aws_s3_bucket_lifecycle_configuration.l';
const nested = `resource "aws_s3_bucket_lifecycle_configuration" "l" {
  bucket = "b"

  dynamic "rule" {
    for_each = local.rules

    content {
      id     = rule.value.id
      status = try(rule.value.enabled ? "Enabled" : "Disabled", "Enabled")

      filter {
        prefix = try(rule.value.prefix, "")
      }

      dynamic "transition" {
        for_each = try(flatten([rule.value.transition]), [])

        content {
          days          = transition.value.days
          storage_class = transition.value.storage_class
        }
      }
    }
  }
}

locals {
  rules = [
    { id = "a", transition = [{ days = 30, storage_class = "STANDARD_IA" }] },
    { id = "b", prefix = "b/" },
  ]
}
`;
const glacier = { days: 90, storage_class: 'GLACIER' };

function nestedGoal(id: string, action: 'add' | 'remove', element: Json): Goal {
  const path: AttributePath = ['rule', { element: { id } }, 'transition'];
  const type = typeOf(lifecycle);
  return { kind: 'element', drift: 'd', address: lifecycle, type, path, action, element };
}

const within: readonly (readonly [string, Goal, string])[] = [
  [
    'joins the list in the entry',
    nestedGoal('a', 'add', glacier),
    '-    { id = "a", transition = [{ days = 30, storage_class = "STANDARD_IA" }] },\n+    { id = "a", transition = [{ days = 30, storage_class = "STANDARD_IA" }, { days = 90, storage_class = "GLACIER" }] },',
  ],
  [
    'brings the list into an entry without one',
    nestedGoal('b', 'add', glacier),
    '-    { id = "b", prefix = "b/" },\n+    { id = "b", prefix = "b/", transition = [{ days = 90, storage_class = "GLACIER" }] },',
  ],
  [
    'leaves the list in the entry',
    nestedGoal('a', 'remove', { days: 30, storage_class: 'STANDARD_IA' }),
    '-    { id = "a", transition = [{ days = 30, storage_class = "STANDARD_IA" }] },\n+    { id = "a", transition = [] },',
  ],
  [
    'comes with the entry around it',
    elementGoal(lifecycle, ['rule'], 'add', {
      id: 'logs',
      status: 'Disabled',
      filter: [{ prefix: 'logs/' }],
      transition: [glacier],
    }),
    '+    { id = "logs", prefix = "logs/", enabled = false, transition = [{ days = 90, storage_class = "GLACIER" }] },',
  ],
  [
    'changes in the entry',
    valueGoal(lifecycle, ['rule', { element: { id: 'a' } }, 'transition', 0, 'days'], 45),
    '-    { id = "a", transition = [{ days = 30, storage_class = "STANDARD_IA" }] },\n+    { id = "a", transition = [{ days = 45, storage_class = "STANDARD_IA" }] },',
  ],
];

const twoTransitions = nested.replace(
  '"STANDARD_IA" }]',
  '"STANDARD_IA" }, { days = 60, storage_class = "GLACIER" }]',
);

describe('a block of a set, which is identified by its content', () => {
  it('changes in its entry', () => {
    const goal = valueGoal(
      lifecycle,
      ['rule', { element: { id: 'a' } }, 'transition'],
      [
        { days: 30, storage_class: 'STANDARD_IA' },
        { days: 45, storage_class: 'GLACIER' },
      ],
    );

    const { changed, synthesis } = patched({ 'main.tf': twoTransitions }, [goal]);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(changed['main.tf']).toBe(twoTransitions.replace('days = 60', 'days = 45'));
  });
});

describe('a block of a dynamic block within another', () => {
  it.each(within)('%s', (_name, goal, diff) => {
    const { changed, synthesis } = patched({ 'main.tf': nested }, [goal]);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(lineDiff(nested, changed['main.tf'] ?? '')).toBe(diff);
  });
});

const each = `resource "aws_security_group" "g" {
  for_each = toset(["a", "b"])

  # public
  ingress {
    from_port   = 443 # https
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}
`;
const shared = `${group('web', 'local.rules', unnamed)}${group('api', 'local.rules', unnamed)}locals {\n  rules = [{ port = 443, cidrs = ["10.0.0.0/8"] }]\n}\n`;

const exceptions: readonly (readonly [string, string, Goal, string])[] = [
  [
    'a block of one instance',
    each,
    elementGoal('aws_security_group.g["a"]', ['ingress'], 'add', rule(22, '192.0.2.7/32')),
    '+  dynamic "ingress" {\n+    for_each = each.key == "a" ? [1] : []\n+    content {\n+      from_port   = 22\n+      to_port     = 22\n+      protocol    = "tcp"\n+      cidr_blocks = ["192.0.2.7/32"]\n+    }',
  ],
  [
    'a block that one instance lost',
    each,
    elementGoal('aws_security_group.g["a"]', ['ingress'], 'remove', rule(443, '10.0.0.0/8')),
    '-  ingress {\n-    from_port   = 443 # https\n-    to_port     = 443\n-    protocol    = "tcp"\n-    cidr_blocks = ["10.0.0.0/8"]\n+  dynamic "ingress" {\n+    for_each = each.key == "a" ? [] : [1]\n+    content {\n+      from_port   = 443 # https\n+      to_port     = 443\n+      protocol    = "tcp"\n+      cidr_blocks = ["10.0.0.0/8"]\n+    }',
  ],
  [
    'a member of a list in a block of one instance',
    each,
    elementGoal('aws_security_group.g["b"]', ['ingress'], 'add', rule(443, '192.0.2.7/32')),
    '-    cidr_blocks = ["10.0.0.0/8"]\n+    cidr_blocks = concat(["10.0.0.0/8"], each.key == "b" ? ["192.0.2.7/32"] : [])',
  ],
  [
    'a block of one of two that share a collection',
    shared,
    elementGoal(web, ['ingress'], 'add', rule(22, '192.0.2.7/32')),
    '+    for_each = concat(local.rules, [{ port = 22, cidrs = ["192.0.2.7/32"] }])',
  ],
  [
    'an argument that all entries share',
    `${nested.replaceAll(/status = .*/g, 'status = "Enabled"')}`,
    valueGoal(lifecycle, ['rule', { element: { id: 'b' } }, 'status'], 'Disabled'),
    '-      status = "Enabled"\n-    { id = "b", prefix = "b/" },\n+      status = lookup(rule.value, "status", "Enabled")\n+    { id = "b", prefix = "b/", status = "Disabled" },',
  ],
  [
    'an argument that all members share, which have no attributes',
    nested
      .replace('local.rules', '["a", "b"]')
      .replace('rule.value.id', 'rule.value')
      .replaceAll(/status = .*/g, 'status = "Enabled"'),
    valueGoal(lifecycle, ['rule', { element: { id: 'b' } }, 'status'], 'Disabled'),
    '-      status = "Enabled"\n+      status = rule.key == 1 ? "Disabled" : "Enabled"',
  ],
];

describe('an exception is made for', () => {
  it.each(exceptions)('%s', (_name, text, goal, diff) => {
    const { changed, synthesis } = patched({ 'main.tf': text }, [goal]);

    expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(diff);
    expect(synthesis.verification.passed).toBe(true);
  });
});
