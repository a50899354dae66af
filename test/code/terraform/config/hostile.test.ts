import { describe, expect, it } from 'vitest';
import { isWhollyKnown } from '../../../../src/code/hcl/eval/value.ts';
import { make } from './make.ts';

const doubling = (expression: (name: string) => string) =>
  Array.from({ length: 40 }, (_, at) => `  a${at + 1} = ${expression(`local.a${at}`)}\n`).join('');

const anchors = (count: number, item: (name: string) => string) =>
  `yamldecode(<<EOT\na0: &a0 [x]\n${Array.from(
    { length: count },
    (_, at) => `a${at + 1}: &a${at + 1} ${item(`*a${at}`)}\n`,
  ).join('')}EOT\n)`;

/** Code that would take hours or all memory, and an expression that reveals what became of it. */
const projects: readonly (readonly [name: string, code: string, value: string])[] = [
  [
    'nested loops',
    '',
    'length([for a in range(1024) : [for b in range(1024) : [for c in range(1024) : "${a}${b}${c}"]]])',
  ],
  [
    'nested loops of objects',
    '',
    '{ for a in range(1024) : a => { for b in range(1024) : b => [for c in range(1024) : c] } }',
  ],
  [
    'loops in templates',
    '',
    '"%{ for a in range(1024) }%{ for b in range(1024) }%{ for c in range(1024) }x%{ endfor }%{ endfor }%{ endfor }"',
  ],
  [
    'locals that double lists',
    `locals {
  a0 = [1, 2]
${doubling((name) => `concat(${name}, ${name})`)}}
`,
    'length(local.a40)',
  ],
  [
    'locals that double by nesting',
    `locals {
  a0 = ["x"]
${doubling((name) => `[${name}, ${name}]`)}}
`,
    'jsonencode(local.a40)',
  ],
  [
    'locals that double objects',
    `locals {
  a0 = { x = 1 }
${doubling((name) => `{ a = ${name}, b = ${name} }`)}}
`,
    'jsonencode(local.a40)',
  ],
  [
    'locals that double texts',
    `locals {
  a0 = "xx"
${doubling((name) => `"\${${name}}\${${name}}"`)}}
`,
    'local.a40',
  ],
  [
    'locals that double by functions',
    `locals {
  a0 = "xx"
${doubling((name) => `join("", [${name}, ${name}])`)}}
`,
    'local.a40',
  ],
  [
    'products of sets',
    `locals {
  s = toset([for i in range(1000) : tostring(i)])
}
`,
    'length(setproduct(local.s, local.s, local.s))',
  ],
  ['aliases of YAML that double', '', `jsonencode(${anchors(40, (name) => `[${name}, ${name}]`)})`],
  ['aliases of YAML that are deep', '', anchors(5000, (name) => `[${name}]`)],
  [
    'YAML in brackets',
    `locals {
  t = join("", [for i in range(1000) : "[[[[[[[[[[[[[[[[[[[["])
}
`,
    'yamldecode(local.t)',
  ],
  [
    'locals that are deep',
    `locals {
  a0 = [1]
${Array.from({ length: 5000 }, (_, at) => `  a${at + 1} = [local.a${at}]\n`).join('')}}
`,
    'jsonencode(local.a5000)',
  ],
  [
    'a hostile expression',
    `locals {
  t = join("", [for i in range(1000) : "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])
}
`,
    'replace(local.t, "/^(a+)+$/", "x") == can(regex("^(a|a)*b$", local.t))',
  ],
];

describe('a project that would exhaust the machine', () => {
  it.each(projects)('%s: the value is unknown, and all others are known', (_, code, value) => {
    const { evaluation } = make({
      'main.tf': `${code}
resource "aws_sqs_queue" "a" {
  name = "plain"
  policy = ${value}
}
`,
    });
    const before = process.cpuUsage();
    const found = evaluation.valueAt('aws_sqs_queue.a', ['policy']);
    const { user: microseconds } = process.cpuUsage(before);

    expect(found && (['number', 'bool'].includes(found.kind) || !isWhollyKnown(found))).toBe(true);
    expect(evaluation.valueAt('aws_sqs_queue.a', ['name'])).toMatchObject({ value: 'plain' });
    expect(microseconds).toBeLessThan(60_000_000);
  });

  it('may have a template that calls itself, whose value is unknown', () => {
    const { evaluation } = make({
      'main.tf': `resource "aws_sqs_queue" "a" {
  policy = templatefile("t.tpl", {})
}
`,
      't.tpl': 'x${templatefile("t.tpl", {})}',
    });

    expect(evaluation.valueAt('aws_sqs_queue.a', ['policy'])?.kind).toBe('unknown');
  });

  const calls = (...sources: readonly string[]) =>
    sources
      .map(
        (source, at) => `module "m${at}" {
  source = "${source}"
}
`,
      )
      .join('');
  const plain = `resource "aws_sqs_queue" "a" {
  name = "plain"
}
`;

  it.each([
    ['call each other', { 'a/main.tf': calls('../b', '../b'), 'b/main.tf': calls('../a', '../a') }],
    ['call themselves', { 'a/main.tf': calls('./', '../a') }],
    [
      'call the next one twice',
      Object.fromEntries(
        ['a', ...Array.from({ length: 30 }, (_, at) => `a${at}`), 'end'].map((name, at, all) => [
          `${name}/main.tf`,
          name === 'end' ? '\n' : calls(`../${all[at + 1]}`, `../${all[at + 1]}`),
        ]),
      ),
    ],
  ])('may have modules that %s: they are reported, and the rest is known', (_, modules) => {
    const before = process.cpuUsage();
    const made = make({ ...modules, 'main.tf': `${plain}${calls('./a')}` });
    const { user: microseconds } = process.cpuUsage(before);

    expect(made.problems.map(({ code }) => code)).toContain('module-recursion');
    expect(made.evaluation.valueAt('aws_sqs_queue.a', ['name'])).toMatchObject({ value: 'plain' });
    expect(microseconds).toBeLessThan(60_000_000);
  });

  it('is not one with many ordinary loops', () => {
    const { evaluation } = make({
      'main.tf': `locals {
  all = [for a in range(1000) : [for b in range(100) : a * b]]
}
resource "aws_sqs_queue" "a" {
  delay_seconds = length(flatten(local.all))
}
`,
    });

    expect(evaluation.valueAt('aws_sqs_queue.a', ['delay_seconds'])).toMatchObject({
      kind: 'number',
    });
  });
});
