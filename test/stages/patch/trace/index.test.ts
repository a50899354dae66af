import { describe, expect, it } from 'vitest';
import { elementGoal, patched } from '../harness.ts';
import { expectEdit, type TraceCase } from './cases.ts';

const rule = 'aws_security_group_rule.r';

/** A security group rule with these networks. */
function networks(expression: string, rest = ''): string {
  return `resource "aws_security_group_rule" "r" {\n  cidr_blocks = ${expression}\n}\n${rest}`;
}

const elements: readonly TraceCase[] = [
  ['concat', 'concat(["a"], var.l)', 1],
  ['flatten', 'flatten([["a"], [var.l]])', 1],
  ['slice', 'slice(concat(["x"], var.l), 1, 2)', 0],
  ['reverse', 'reverse(concat(var.l, ["z"]))', 1],
  ['distinct', 'distinct(concat(["a", "a"], var.l))', 1],
  ['sort', 'sort(concat(["a"], var.l))', 1],
  ['tolist of toset', 'tolist(toset(concat(["a"], var.l)))', 1],
  ['for', '[for v in var.l : lower(v)]', 0],
  ['setproduct', '[for p in setproduct(["x"], var.l) : p[1]]', 0],
  ['chunklist', 'chunklist(["a", var.l[0]], 1)[1]', 0],
  ['formatlist', 'formatlist("%s", var.l)', 0],
].map(
  ([name, expression, index]): TraceCase => ({
    name: String(name),
    code: networks(String(expression), 'variable "l" {\n  default = ["m"]\n}\n'),
    at: [rule, 'cidr_blocks', Number(index)],
    want: 'n',
    edit: ['-default = ["m"]', '+default = ["n"]'],
    site: 'variable default',
  }),
);

describe('an element of a list is changed where it is written', () => {
  it.each(elements)('$name', expectEdit);
});

describe('a list that is made of itself', () => {
  it('is not followed along all of its paths', () => {
    const doubled = Array.from(
      { length: 24 },
      (_, at) => `locals {\n  l${at + 1} = distinct(concat(local.l${at}, local.l${at}))\n}\n`,
    );
    const code = `${networks('local.l24')}locals {\n  l0 = ["10.0.0.0/8"]\n}\n${doubled.join('')}`;
    const shared = `resource "aws_ssm_parameter" "p" {\n  value = join(",", local.l0)\n}\n`;
    const { synthesis } = patched({ 'main.tf': code + shared }, [
      elementGoal(rule, ['cidr_blocks'], 'add', '192.0.2.0/24'),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(synthesis.sites[0]).toMatch(/instance override|list element|literal at the use|local/);
  });
});
