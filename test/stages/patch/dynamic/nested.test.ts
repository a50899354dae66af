import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, valueGoal } from '../harness.ts';

const lifecycle = 'aws_s3_bucket_lifecycle_configuration.l';

/** Rules of a bucket, each with transitions, and more blocks. */
function rules(content: string, more = ''): string {
  return `resource "aws_s3_bucket_lifecycle_configuration" "l" {
  bucket = "b"

  dynamic "rule" {
    for_each = var.rules

    content {
      id     = rule.value.id
      status = "Enabled"

      filter {
        prefix = ""
      }

      dynamic "transition" {
${content}
      }
${more}    }
  }
}

variable "rules" {}
`;
}

function transitions(collection: string, days: string, storage: string): string {
  return `        for_each = ${collection}

        content {
          days          = ${days}
          storage_class = ${storage}
        }`;
}

const listed = rules(
  transitions('rule.value.transitions', 'transition.value.days', 'transition.value.storage_class'),
);
const mapped = rules(transitions('rule.value.transitions', 'transition.value', 'transition.key'));
const looped = rules(
  transitions(
    '[for d in rule.value.days : { days = d, storage_class = "STANDARD_IA" }]',
    'transition.value.days',
    'transition.value.storage_class',
  ),
);

function expiring(collection: string, days: string): string {
  return rules(
    transitions('rule.value.transitions', 'transition.value.days', 'transition.value.to'),
    `
      dynamic "expiration" {
        for_each = ${collection}

        content {
          days = ${days}
        }
      }
`,
  );
}

const at = (id: string, block: string): AttributePath => ['rule', { element: { id } }, block];
const becomes = (id: string, block: string, value: Json) =>
  valueGoal(lifecycle, at(id, block), value);
const moves = (days: number, to = 'STANDARD_IA') => ({ days, storage_class: to });
const comes = (element: { readonly [name: string]: Json }) =>
  elementGoal(lifecycle, ['rule'], 'add', { id: 'c', filter: [{}], status: 'Enabled', ...element });

interface Row {
  readonly name: string;
  readonly main: string;
  readonly vars: readonly string[];
  readonly goals: readonly Goal[];
  /** Changed lines of the variable file. */
  readonly diff: readonly string[];
}

const twoLists = [
  '{ id = "a", transitions = [{ days = 30, storage_class = "STANDARD_IA" }, { days = 60, storage_class = "GLACIER" }] },',
  '{ id = "b", transitions = [{ days = 30, storage_class = "STANDARD_IA" }] },',
];
const twoMaps = [
  '{ id = "a", transitions = { STANDARD_IA = 30, GLACIER = 60 } },',
  '{ id = "b", transitions = { STANDARD_IA = 30 } },',
];
const twoDays = ['{ id = "a", days = [30, 60] },', '{ id = "b", days = [30] },'];
const expires = [
  '{ id = "a", expire = 365, transitions = [] },',
  '{ id = "b", expire = null, transitions = [] },',
];

const rows: readonly Row[] = [
  {
    name: 'a value in one of two entries with equal ones',
    main: listed,
    vars: twoLists,
    goals: [becomes('b', 'transition', [moves(45)])],
    diff: [
      '-{ id = "b", transitions = [{ days = 30, storage_class = "STANDARD_IA" }] },',
      '+{ id = "b", transitions = [{ days = 45, storage_class = "STANDARD_IA" }] },',
    ],
  },
  {
    name: 'a member instead of another',
    main: listed,
    vars: twoLists,
    goals: [
      elementGoal(lifecycle, at('b', 'transition'), 'remove', moves(30)),
      elementGoal(lifecycle, at('b', 'transition'), 'add', moves(45)),
    ],
    diff: [
      '-{ id = "b", transitions = [{ days = 30, storage_class = "STANDARD_IA" }] },',
      '+{ id = "b", transitions = [{ days = 45, storage_class = "STANDARD_IA" }] },',
    ],
  },
  {
    name: 'a member that another entry has, too',
    main: listed,
    vars: twoLists,
    goals: [becomes('b', 'transition', [moves(30), moves(60, 'GLACIER')])],
    diff: [
      '-{ id = "b", transitions = [{ days = 30, storage_class = "STANDARD_IA" }] },',
      '+{ id = "b", transitions = [{ days = 30, storage_class = "STANDARD_IA" }, { days = 60, storage_class = "GLACIER" }] },',
    ],
  },
  {
    name: 'an entry without the blocks of its siblings',
    main: listed,
    vars: twoLists,
    goals: [comes({})],
    diff: ['+{ id = "c", transitions = [] },'],
  },
  {
    name: 'an entry of a map in an entry',
    main: mapped,
    vars: twoMaps,
    goals: [becomes('b', 'transition', [moves(30), moves(60, 'GLACIER')])],
    diff: [
      '-{ id = "b", transitions = { STANDARD_IA = 30 } },',
      '+{ id = "b", transitions = { STANDARD_IA = 30, GLACIER = 60 } },',
    ],
  },
  {
    name: 'values of a map, whose order is another one',
    main: mapped,
    vars: twoMaps,
    goals: [becomes('a', 'transition', [moves(45), moves(75, 'GLACIER')])],
    diff: [
      '-{ id = "a", transitions = { STANDARD_IA = 30, GLACIER = 60 } },',
      '+{ id = "a", transitions = { STANDARD_IA = 45, GLACIER = 75 } },',
    ],
  },
  {
    name: 'an entry of a map goes',
    main: mapped,
    vars: twoMaps,
    goals: [elementGoal(lifecycle, at('a', 'transition'), 'remove', moves(60, 'GLACIER'))],
    diff: [
      '-{ id = "a", transitions = { STANDARD_IA = 30, GLACIER = 60 } },',
      '+{ id = "a", transitions = { STANDARD_IA = 30 } },',
    ],
  },
  {
    name: 'an entry with a map',
    main: mapped,
    vars: twoMaps,
    goals: [comes({ transition: [moves(90, 'GLACIER')] })],
    diff: ['+{ id = "c", transitions = { GLACIER = 90 } },'],
  },
  {
    name: 'the number from which a loop makes the block',
    main: looped,
    vars: twoDays,
    goals: [becomes('b', 'transition', [moves(45)])],
    diff: ['-{ id = "b", days = [30] },', '+{ id = "b", days = [45] },'],
  },
  {
    name: 'the number goes from which a loop made the block',
    main: looped,
    vars: twoDays,
    goals: [elementGoal(lifecycle, at('a', 'transition'), 'remove', moves(60))],
    diff: ['-{ id = "a", days = [30, 60] },', '+{ id = "a", days = [30] },'],
  },
  {
    name: 'a number from which a loop makes another block',
    main: looped,
    vars: twoDays,
    goals: [becomes('b', 'transition', [moves(30), moves(90)])],
    diff: ['-{ id = "b", days = [30] },', '+{ id = "b", days = [30, 90] },'],
  },
  {
    name: 'an entry from which a loop makes blocks',
    main: looped,
    vars: twoDays,
    goals: [comes({ transition: [moves(9), moves(19)] })],
    diff: ['+{ id = "c", days = [9, 19] },'],
  },
];

function check({ main, vars, goals, diff }: Row): void {
  const text = `rules = [\n${vars.map((line) => `  ${line}\n`).join('')}]\n`;
  const files = { 'main.tf': main, 'terraform.tfvars': text };

  const { changed, synthesis } = patched(files, goals);

  expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
  expect(Object.keys(changed)).toEqual(['terraform.tfvars']);
  const lines = lineDiff(text, changed['terraform.tfvars'] ?? '').split('\n');
  expect(lines.map((line) => line.replace(/^([+-])\s*/, '$1'))).toEqual(diff);
  expect(synthesis.verification.passed).toBe(true);
}

describe('the data of a block within a block is changed:', () => {
  it.each(rows)('$name', check);
});

describe.each([
  ['rule.value.expire[*]', 'expiration.value'],
  ['rule.value.expire == null ? [] : [rule.value.expire]', 'expiration.value'],
  ['rule.value.expire != null ? [rule.value.expire] : []', 'expiration.value'],
  ['rule.value.expire != null ? [1] : []', 'rule.value.expire'],
  ['compact([rule.value.expire])', 'expiration.value'],
])('a block that exists if a value does, by %s,', (collection, days) => {
  const optional: readonly Omit<Row, 'main' | 'vars'>[] = [
    {
      name: 'changes',
      goals: [becomes('a', 'expiration', [{ days: 400 }])],
      diff: [
        '-{ id = "a", expire = 365, transitions = [] },',
        '+{ id = "a", expire = 400, transitions = [] },',
      ],
    },
    {
      name: 'comes',
      goals: [becomes('b', 'expiration', [{ days: 400 }])],
      diff: [
        '-{ id = "b", expire = null, transitions = [] },',
        '+{ id = "b", expire = 400, transitions = [] },',
      ],
    },
    {
      name: 'goes',
      goals: [becomes('a', 'expiration', null)],
      diff: [
        '-{ id = "a", expire = 365, transitions = [] },',
        '+{ id = "a", expire = null, transitions = [] },',
      ],
    },
    {
      name: 'comes with the entry around it',
      goals: [comes({ expiration: [{ days: 9 }] })],
      diff: ['+{ id = "c", expire = 9, transitions = [] },'],
    },
    {
      name: 'is left out with the entry around it',
      goals: [comes({})],
      diff: ['+{ id = "c", expire = null, transitions = [] },'],
    },
  ];

  it.each(optional)('$name', (row) =>
    check({ ...row, main: expiring(collection, days), vars: expires }),
  );
});

const splats = (of: string) => rules(transitions(of, 'transition.value', '"GLACIER"'));
const archived = (...days: readonly number[]) => days.map((each) => moves(each, 'GLACIER'));
const twoObjects = [
  '{ id = "a", days = [{ n = 30 }, { n = 60 }] },',
  '{ id = "b", days = [{ n = 30 }] },',
];

describe('a splat over a list keeps its form:', () => {
  it.each<Row>([
    {
      name: 'one of two numbers is left',
      main: splats('rule.value.days[*]'),
      vars: twoDays,
      goals: [becomes('a', 'transition', archived(30))],
      diff: ['-{ id = "a", days = [30, 60] },', '+{ id = "a", days = [30] },'],
    },
    {
      name: 'a number changes',
      main: splats('rule.value.days[*]'),
      vars: twoDays,
      goals: [becomes('b', 'transition', archived(45))],
      diff: ['-{ id = "b", days = [30] },', '+{ id = "b", days = [45] },'],
    },
    {
      name: 'the last number goes',
      main: splats('rule.value.days[*]'),
      vars: twoDays,
      goals: [becomes('b', 'transition', null)],
      diff: ['-{ id = "b", days = [30] },', '+{ id = "b", days = [] },'],
    },
    {
      name: 'an attribute of objects',
      main: splats('rule.value.days[*].n'),
      vars: twoObjects,
      goals: [becomes('b', 'transition', archived(30, 90))],
      diff: [
        '-{ id = "b", days = [{ n = 30 }] },',
        '+{ id = "b", days = [{ n = 30 }, { n = 90 }] },',
      ],
    },
    {
      name: 'an entry with objects',
      main: splats('rule.value.days[*].n'),
      vars: twoObjects,
      goals: [comes({ transition: archived(9) })],
      diff: ['+{ id = "c", days = [{ n = 9 }] },'],
    },
  ])('$name', check);
});

describe('what the data cannot say is refused:', () => {
  const computed = rules(
    transitions('range(length(rule.value.days))', 'rule.value.days[transition.value]', '"GLACIER"'),
  );

  it.each<readonly [string, string, Goal]>([
    [
      'a block that all entries would get',
      computed,
      becomes('b', 'transition', [moves(30, 'GLACIER'), moves(60, 'GLACIER')]),
    ],
    [
      'a literal in place of a value of the only entry',
      rules(transitions('[1]', 'pow(rule.value.n, 2)', '"GLACIER"')),
      becomes('a', 'transition', [moves(30, 'GLACIER')]),
    ],
  ])('%s', (_name, main, goal) => {
    const [first = '', second = ''] = twoDays;
    const vars = main === computed ? [first, second] : ['{ id = "a", n = 5 },'];
    const text = `rules = [\n${vars.join('\n')}\n]\n`;

    const { changed, synthesis } = patched({ 'main.tf': main, 'terraform.tfvars': text }, [goal]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});
