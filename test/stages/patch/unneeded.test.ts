import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, patchedBy, valueGoal } from './harness.ts';

const group = 'aws_security_group.web';
const rule = (port: number, cidr: string) => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  description: '',
  cidr_blocks: [cidr],
});
const goes = (port: number, cidr: string): Goal =>
  elementGoal(group, ['ingress'], 'remove', rule(port, cidr));

const main = (entry: string, more = '') => `resource "aws_security_group" "web" {
  dynamic "ingress" {
    for_each = local.rules
    content {
      from_port   = ingress.value.port
      to_port     = ingress.value.port
      protocol    = "tcp"
      cidr_blocks = ingress.value.cidrs
    }
  }
}
${more}locals {
  rules = [
    { port = 443, cidrs = ["10.1.0.0/16"] },
    ${entry},
  ]
}
variable "office" {}
`;
const ssh = '{ port = 22, cidrs = var.office }';
const networks = 'office = ["10.0.0.0/8", "192.0.2.0/24"]\n';

interface Row {
  readonly name: string;
  readonly main: string;
  readonly vars: string;
  readonly goals: readonly Goal[];
  readonly diff: Readonly<Record<string, string>>;
}

const bothGo = [goes(22, '10.0.0.0/8'), goes(22, '192.0.2.0/24')];

const rows: readonly Row[] = [
  {
    name: 'the variable of an entry that goes in the end',
    main: main(ssh),
    vars: networks,
    goals: bothGo,
    diff: { 'main.tf': `-    ${ssh},` },
  },
  {
    name: 'a list in the same file, before the entry that goes',
    main: main(
      '{ port = 22, cidrs = local.office }',
      `locals {
  office = ["10.0.0.0/8", "192.0.2.0/24"]
}
`,
    ),
    vars: networks,
    goals: bothGo,
    diff: { 'main.tf': '-    { port = 22, cidrs = local.office },' },
  },
  {
    name: 'not the variable where another change came through it',
    main: main(ssh),
    vars: networks,
    goals: [goes(22, '10.0.0.0/8'), goes(443, '10.1.0.0/16')],
    diff: {
      'main.tf': '-    { port = 443, cidrs = ["10.1.0.0/16"] },',
      'terraform.tfvars': `-${networks.trim()}\n+office = ["192.0.2.0/24"]`,
    },
  },
  {
    name: 'not the variable that gives another wanted value',
    main: main(
      ssh,
      `resource "aws_security_group_rule" "peer" {
  type        = "ingress"
  cidr_blocks = var.office
}
`,
    ),
    vars: networks,
    goals: [
      ...bothGo,
      valueGoal('aws_security_group_rule.peer', ['cidr_blocks'], ['192.0.2.0/24']),
    ],
    diff: {
      'main.tf': `-    ${ssh},`,
      'terraform.tfvars': `-${networks.trim()}\n+office = ["192.0.2.0/24"]`,
    },
  },
];

describe('edits that later ones made unnecessary are dropped', () => {
  it.each(rows)('$name', ({ main: text, vars, goals, diff }) => {
    const files: Record<string, string> = { 'main.tf': text, 'terraform.tfvars': vars };

    const { changed, synthesis } = patched(files, goals);

    const seen = Object.entries(changed).map(([path, now]) => [
      path,
      lineDiff(files[path] ?? '', now),
    ]);
    expect(Object.fromEntries(seen)).toEqual(diff);
    expect(synthesis.refused).toEqual([]);
    expect(synthesis.verification).toEqual({ level: 'evaluate', passed: true, notes: [] });
    expect(synthesis.sites).toHaveLength(Object.keys(diff).length);
  });

  const files = { 'main.tf': main(ssh), 'terraform.tfvars': networks };

  it('and reported as such', () => {
    const { synthesis } = patched(files, bothGo);

    expect(
      synthesis.candidates.map(({ file, chosen, because }) => [file, chosen, because]),
    ).toEqual([
      ['terraform.tfvars', false, 'Another edit of the patch made it unnecessary.'],
      ['main.tf', true, 'It changes exactly what drifted.'],
    ]);
  });

  it('unless a person picked the place', () => {
    const [first] = patched(files, bothGo).synthesis.candidates;
    if (first === undefined) throw new Error('no candidate');
    const picks = [{ ...first, drift: bothGo[0]?.drift ?? '' }];

    const { changed } = patchedBy({ picks }, files, bothGo);

    expect(Object.keys(changed)).toEqual(['main.tf', 'terraform.tfvars']);
  });
});
