import { describe, it } from 'vitest';
import { expectEdit, other, queue, type TraceCase, valued } from './cases.ts';

const q = 'aws_sqs_queue.q';
const list = 'variable "l" {\n  default = ["a", "b"]\n}\n';

/** A queue with these tags. */
function tags(expression: string, repetition = ''): string {
  return `resource "aws_sqs_queue" "q" {\n${repetition}  tags = ${expression}\n}\n`;
}

/** An expression that cannot be inverted, so that a literal replaces it at its use. */
function literal(name: string, expression: string, want: string, rest = ''): TraceCase {
  return {
    name,
    code: valued(expression, rest),
    want,
    edit: [`-value = ${expression}`, `+value = "${want}"`],
    site: 'literal at the use',
  };
}

const cases: readonly TraceCase[] = [
  literal('a length', 'tostring(length(var.l))', '3', list),
  literal('a hash', 'sha256("a")', 'x'),
  literal('an address in a network', 'cidrhost("10.0.0.0/16", 5)', '10.0.0.9'),
  literal('a place in a list', 'tostring(index(var.l, "b"))', '0', list),
  literal('a pattern that would have to be another', 'regex("[a-z]+", "abc")', '123x'),
  {
    name: 'what others use, too',
    code: `${other('local.name')}${valued('local.name')}locals {\n  name = "a"\n}\n`,
    want: 'b',
    edit: ['+value = "b"'],
    site: 'literal at the use',
  },
  {
    name: 'the key of an instance, which stays what it is',
    code: 'resource "aws_sqs_queue" "q" {\n  for_each = toset(["a", "b"])\n  name     = "x-${each.key}"\n}\n',
    at: [`${q}["a"]`, 'name'],
    want: 'x-c',
    edit: ['-name     = "x-${each.key}"', '+name     = each.key == "a" ? "x-c" : "x-${each.key}"'],
    site: 'instance override',
  },
  {
    name: 'an entry that others share, and this one does without',
    code: `${tags('local.tags')}locals {\n  tags = { A = "1", B = "2" }\n}\nresource "aws_sqs_queue" "p" {\n  tags = local.tags\n}\n`,
    at: [q, 'tags', 'A'],
    edit: ['+tags = { B = local.tags.B }'],
    site: 'instance override',
  },
  {
    name: 'an entry that one instance does without',
    code: `${tags('merge(local.tags, { C = "3" })', '  for_each = toset(["x", "y"])\n')}locals {\n  tags = { A = "1", B = "2" }\n}\n`,
    at: [`${q}["x"]`, 'tags', 'C'],
    edit: [
      '-tags = merge(local.tags, { C = "3" })',
      '+tags = each.key == "x" ? local.tags : merge(local.tags, { C = "3" })',
    ],
    site: 'instance override',
  },
  {
    name: 'an argument that one instance does without',
    code: `resource "aws_sqs_queue" "q" {\n  count = 2\n  delay_seconds = var.n\n}\nvariable "n" {\n  default = 5\n}\n`,
    at: [`${q}[1]`, 'delay_seconds'],
    edit: ['-delay_seconds = var.n', '+delay_seconds = count.index == 1 ? null : var.n'],
    site: 'instance override',
  },
  {
    name: 'a number that two attributes are made of',
    code: queue(
      'delay_seconds',
      'var.n',
      'variable "n" {\n  default = 5\n}\nresource "aws_sqs_queue" "p" {\n  delay_seconds = var.n + 1\n}\n',
    ),
    at: [q, 'delay_seconds'],
    want: 7,
    edit: ['-delay_seconds = var.n', '+delay_seconds = 7'],
    site: 'literal at the use',
  },
];

describe('an expression that cannot be inverted', () => {
  it.each(cases)('$name', expectEdit);
});
