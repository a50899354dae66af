import { describe, it } from 'vitest';
import { expectEdit, queue, type TraceCase, valued } from './cases.ts';

const instance = 'aws_instance.i';
const attribute = 'vpc_security_group_ids';
const shared =
  'locals {\n  base = ["a"]\n  tags = { Team = "shop" }\n}\nresource "aws_instance" "j" {\n  vpc_security_group_ids = local.base\n  tags = local.tags\n}\n';

/** An instance in these groups, which are a set to the provider. */
function groups(expression: string): string {
  return `resource "aws_instance" "i" {\n  ${attribute} = ${expression}\n}\n${shared}`;
}

const cases: readonly TraceCase[] = [
  {
    name: 'several members of concat',
    code: groups('concat(local.base, ["b"])'),
    at: [instance, attribute],
    want: ['d', 'a', 'c'],
    edit: [
      `-${attribute} = concat(local.base, ["b"])`,
      `+${attribute} = concat(local.base, ["d", "c"])`,
    ],
  },
  {
    name: 'several members of a union',
    code: groups('setunion(["b", "c"], local.base)'),
    at: [instance, attribute],
    want: ['a', 'c', 'x', 'y'],
    edit: [
      `-${attribute} = setunion(["b", "c"], local.base)`,
      `+${attribute} = setunion(["c", "x", "y"], local.base)`,
    ],
  },
  {
    name: 'several entries of merge',
    code: queue('tags', 'merge(local.tags, { Name = "q", Old = "x" })', shared),
    at: ['aws_sqs_queue.q', 'tags'],
    want: { Team: 'shop', Name: 'r', Owner: 'ann' },
    edit: [
      '-tags = merge(local.tags, { Name = "q", Old = "x" })',
      '+tags = merge(local.tags, { Name = "r", Owner = "ann" })',
    ],
  },
  {
    name: 'several pieces of join over concat',
    code: valued('join(",", concat(local.base, ["b", "c"]))', shared),
    want: 'a,x,y,z',
    edit: [
      '-value = join(",", concat(local.base, ["b", "c"]))',
      '+value = join(",", concat(local.base, ["x", "y", "z"]))',
    ],
  },
];

describe('a whole list or map is changed in the operand that accounts for it', () => {
  it.each(cases)('$name', expectEdit);
});
