import { describe, it } from 'vitest';
import { expectEdit, queue, type TraceCase } from './cases.ts';

const q = 'aws_sqs_queue.q';

function number(
  name: string,
  expression: string,
  want: number,
  edit: readonly string[],
  site?: string,
  rest = '',
): TraceCase {
  const code = queue('max_message_size', expression, rest);
  const base = { name, code, at: [q, 'max_message_size'], want, edit } as const;
  return site === undefined ? base : { ...base, site };
}

const gb = 'variable "gb" {\n  default = 2\n}\n';
const line = (expression: string) => `max_message_size = ${expression}`;

const cases: readonly TraceCase[] = [
  number(
    'the factor in a variable',
    'var.gb * 1024',
    4096,
    ['-default = 2', '+default = 4'],
    'variable default',
    gb,
  ),
  number(
    'the factor that is no unit',
    '60 * 5',
    540,
    [`-${line('60 * 5')}`, `+${line('60 * 9')}`],
    'literal',
  ),
  number('the factor in front', '5 * 60', 540, [`-${line('5 * 60')}`, `+${line('9 * 60')}`]),
  number('days of a chain', '7 * 24 * 60 * 60', 259_200, [
    `-${line('7 * 24 * 60 * 60')}`,
    `+${line('3 * 24 * 60 * 60')}`,
  ]),
  number('days at the end of a chain', '60 * 60 * 24 * 7', 86_400, [
    `-${line('60 * 60 * 24 * 7')}`,
    `+${line('60 * 60 * 24 * 1')}`,
  ]),
  number('a sum', 'var.gb + 3', 9, ['-default = 2', '+default = 6'], undefined, gb),
  number('a difference', '10 - var.gb', 3, ['-default = 2', '+default = 7'], undefined, gb),
  number('a quotient', 'var.gb / 2', 5, ['-default = 2', '+default = 10'], undefined, gb),
  number(
    'what the supplier of max says',
    'max(var.gb, 1)',
    6,
    ['-default = 2', '+default = 6'],
    undefined,
    gb,
  ),
  number('what outdoes the rest in max', 'max(1, 3)', 9, [
    `-${line('max(1, 3)')}`,
    `+${line('max(1, 9)')}`,
  ]),
  number(
    'below the rest in max: a literal',
    'max(5, 3)',
    2,
    [`-${line('max(5, 3)')}`, `+${line('2')}`],
    'literal at the use',
  ),
  number('min', 'min(var.gb, 9)', 4, ['-default = 2', '+default = 4'], undefined, gb),
  number(
    'no whole factor: a literal',
    'var.gb * 1024',
    3000,
    [`-${line('var.gb * 1024')}`, `+${line('3000')}`],
    'literal at the use',
    gb,
  ),
  number(
    'a remainder: a literal',
    '7 % 4',
    2,
    [`-${line('7 % 4')}`, `+${line('2')}`],
    'literal at the use',
  ),
  number(
    'tonumber of a text',
    'tonumber(var.t)',
    9,
    ['-default = "7"', '+default = "9"'],
    undefined,
    'variable "t" {\n  default = "7"\n}\n',
  ),
  number('a negated number', '-var.gb', -5, ['-default = 2', '+default = 5'], undefined, gb),
  number(
    'in parentheses',
    '(var.gb + 1) * 10',
    90,
    ['-default = 2', '+default = 8'],
    undefined,
    gb,
  ),
  number('floor', 'floor(var.gb)', 5, ['-default = 2', '+default = 5'], undefined, gb),
  number(
    'parseint',
    'parseint(var.t, 16)',
    255,
    ['-default = "a"', '+default = "ff"'],
    undefined,
    'variable "t" {\n  default = "a"\n}\n',
  ),
  {
    name: 'a comparison: a literal',
    code: queue('fifo_queue', 'var.gb > 1', gb),
    at: [q, 'fifo_queue'],
    want: false,
    edit: ['-fifo_queue = var.gb > 1', '+fifo_queue = false'],
    site: 'literal at the use',
  },
  {
    name: 'the operand of `and` that says no',
    code: queue(
      'fifo_queue',
      'var.a && var.b',
      'variable "a" {\n  default = true\n}\nvariable "b" {\n  default = false\n}\n',
    ),
    at: [q, 'fifo_queue'],
    want: true,
    edit: ['-default = false'],
    site: 'variable default',
  },
];

describe('a number is changed where its operand is written', () => {
  it.each(cases)('$name', expectEdit);
});
