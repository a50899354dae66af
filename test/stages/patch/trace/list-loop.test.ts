import { describe, it } from 'vitest';
import { expectEdit, type TraceCase } from './cases.ts';

const rule = 'aws_security_group_rule.r';
const base = 'locals {\n  base = ["a"]\n}\n';

/** A security group rule with these networks. */
function networks(expression: string, rest = ''): string {
  return `resource "aws_security_group_rule" "r" {\n  cidr_blocks = ${expression}\n}\n${rest}`;
}

const members: readonly TraceCase[] = [
  {
    name: 'for: an element whose value comes back through the loop',
    code: networks(
      '[for ip in var.ips : "${ip}/32"]',
      'variable "ips" {\n  default = ["192.0.2.1"]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.7/32',
    edit: ['-default = ["192.0.2.1"]', '+default = ["192.0.2.1", "192.0.2.7"]'],
    site: 'variable default',
  },
  {
    name: 'for: what a condition asks for comes along',
    code: networks(
      '[for s in var.sites : s.cidr if s.open && s.env == "prod"]',
      'variable "sites" {\n  default = [\n    { cidr = "10.0.0.0/8", open = true, env = "prod" },\n    { cidr = "10.1.0.0/16", open = true, env = "dev" },\n  ]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: ['+{ cidr = "192.0.2.0/24", open = true, env = "prod" },'],
  },
  {
    name: 'for: one that the condition kept out',
    code: networks(
      '[for s in var.sites : s.cidr if s.open]',
      'variable "sites" {\n  default = [\n    { cidr = "10.0.0.0/8", open = true },\n    { cidr = "10.1.0.0/16", open = false },\n  ]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '10.1.0.0/16',
    edit: ['-{ cidr = "10.1.0.0/16", open = false },', '+{ cidr = "10.1.0.0/16", open = true },'],
  },
  {
    name: 'for: an entry of a map goes',
    code: networks(
      '[for k, v in var.sites : v]',
      'variable "sites" {\n  default = {\n    office = "10.0.0.0/8"\n    home   = "192.0.2.7/32"\n  }\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    remove: '192.0.2.7/32',
    edit: ['-home   = "192.0.2.7/32"'],
  },
  {
    name: 'for: shared with what would go along, so the condition moves',
    code: networks(
      '[for k, v in var.sites : v.cidr if v.open]',
      'variable "sites" {\n  default = {\n    office = { cidr = "10.0.0.0/8", open = true }\n    home   = { cidr = "192.0.2.7/32", open = true }\n  }\n}\nresource "aws_ssm_parameter" "p" {\n  value = join(",", [for k, v in var.sites : v.cidr])\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    remove: '192.0.2.7/32',
    edit: [
      '-home   = { cidr = "192.0.2.7/32", open = true }',
      '+home   = { cidr = "192.0.2.7/32", open = false }',
    ],
  },
  {
    name: 'a splat over objects',
    code: networks(
      'var.sites[*].cidr',
      'variable "sites" {\n  default = [{ cidr = "10.0.0.0/8" }]\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-default = [{ cidr = "10.0.0.0/8" }]',
      '+default = [{ cidr = "10.0.0.0/8" }, { cidr = "192.0.2.0/24" }]',
    ],
  },
  {
    name: 'split of a text',
    code: networks('split(",", var.csv)', 'variable "csv" {\n  default = "10.0.0.0/8"\n}\n'),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: ['-default = "10.0.0.0/8"', '+default = "10.0.0.0/8,192.0.2.0/24"'],
  },
  {
    name: 'lookup of a list, that has none yet',
    code: networks(
      'lookup(var.m, "x", [])',
      'variable "m" {\n  default = { y = ["10.0.0.0/8"] }\n}\n',
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-default = { y = ["10.0.0.0/8"] }',
      '+default = { y = ["10.0.0.0/8"], x = ["192.0.2.0/24"] }',
    ],
  },
  {
    name: 'the branch taken',
    code: networks(
      'var.open ? ["0.0.0.0/0"] : concat(local.base, [])',
      `${base}variable "open" {\n  default = false\n}\n`,
    ),
    at: [rule, 'cidr_blocks'],
    add: '192.0.2.0/24',
    edit: [
      '-cidr_blocks = var.open ? ["0.0.0.0/0"] : concat(local.base, [])',
      '+cidr_blocks = var.open ? ["0.0.0.0/0"] : concat(local.base, ["192.0.2.0/24"])',
    ],
  },
];

describe('a member is added to or removed from what a loop or a choice yields', () => {
  it.each(members)('$name', expectEdit);
});
