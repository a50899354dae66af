import { describe, it } from 'vitest';
import { expectEdit, other, queue, type TraceCase, valued } from './cases.ts';

const prefix = 'locals {\n  prefix = "shop"\n}\n';
const shared = prefix + other('local.prefix');

const templates: readonly TraceCase[] = [
  {
    name: 'the suffix of a template',
    code: valued('"${local.prefix}-bastion"', shared),
    want: 'shop-gate',
    edit: ['-value = "${local.prefix}-bastion"', '+value = "${local.prefix}-gate"'],
    site: 'literal',
  },
  {
    name: 'the prefix of a template',
    code: valued('"eu-${local.prefix}"', shared),
    want: 'us-shop',
    edit: ['-value = "eu-${local.prefix}"', '+value = "us-${local.prefix}"'],
  },
  {
    name: 'the middle between two interpolations',
    code: valued('"${local.prefix}-eu-${local.prefix}"', shared),
    want: 'shop-us-shop',
    edit: [
      '-value = "${local.prefix}-eu-${local.prefix}"',
      '+value = "${local.prefix}-us-${local.prefix}"',
    ],
  },
  {
    name: 'text on both sides of a reference that stays',
    code: valued('"eu-${local.prefix}-a"', shared),
    want: 'us-shop-b',
    edit: ['-value = "eu-${local.prefix}-a"', '+value = "us-${local.prefix}-b"'],
  },
  {
    name: 'the one of several interpolations that changed',
    code: valued('"${local.prefix}-${var.name}"', `${shared}variable "name" {}\n`),
    vars: 'name = "orders"\n',
    want: 'shop-jobs',
    edit: ['-name = "orders"', '+name = "jobs"'],
    site: 'tfvars',
  },
  {
    name: 'a number inside a template',
    code: queue('name', '"q-${var.n * 2}"', 'variable "n" {\n  default = 4\n}\n'),
    at: ['aws_sqs_queue.q', 'name'],
    want: 'q-12',
    edit: ['-default = 4', '+default = 6'],
  },
  {
    name: 'a shared prefix: the text at the use, as a literal',
    code: valued('"${local.prefix}-a"', shared),
    want: 'pay-a',
    edit: ['-value = "${local.prefix}-a"', '+value = "pay-a"'],
    site: 'literal at the use',
  },
  {
    name: 'text within a conditional of a template',
    code: valued(
      '"a%{ if var.public }-open%{ else }-closed%{ endif }"',
      'variable "public" {\n  default = true\n}\n',
    ),
    want: 'a-wide',
    edit: [
      '-value = "a%{ if var.public }-open%{ else }-closed%{ endif }"',
      '+value = "a%{ if var.public }-wide%{ else }-closed%{ endif }"',
    ],
  },
  {
    name: 'the switch of a conditional of a template',
    code: valued(
      '"a%{ if var.public }-open%{ endif }"',
      'variable "public" {\n  default = true\n}\n',
    ),
    want: 'a',
    edit: ['-default = true', '+default = false'],
    site: 'variable default',
  },
  {
    name: 'an element behind a loop of a template',
    code: valued(
      '"%{ for h in var.hosts }${h};%{ endfor }"',
      'variable "hosts" {\n  default = ["a", "b"]\n}\n',
    ),
    want: 'a;c;',
    edit: ['-default = ["a", "b"]', '+default = ["a", "c"]'],
  },
  {
    name: 'a line of a heredoc with interpolations',
    code: valued(
      '<<-EOT\n    host = ${local.prefix}\n    port = 80\n    tls  = off\n  EOT',
      shared,
    ),
    want: 'host = shop\nport = 8080\ntls  = off\n',
    edit: ['-port = 80', '+port = 8080'],
  },
  {
    name: 'a line more in a heredoc with interpolations',
    code: valued('<<-EOT\n    host = ${local.prefix}\n    port = 80\n  EOT', shared),
    want: 'host = shop\nport = 80\ntls  = on\n',
    edit: ['+tls  = on'],
  },
  {
    name: 'blanks next to a trim marker',
    code: valued('"a ${~ local.prefix ~} b"', shared),
    want: 'ashopc',
    edit: ['-value = "a ${~ local.prefix ~} b"', '+value = "a ${~ local.prefix ~} c"'],
  },
  {
    name: 'text with a sign of its own',
    code: valued('"${local.prefix}-x"', shared),
    want: 'shop-"${y}',
    edit: ['-value = "${local.prefix}-x"', '+value = "${local.prefix}-\\"$${y}"'],
  },
];

const functions: readonly TraceCase[] = [
  {
    name: 'the format of format',
    code: valued('format("%s-orders", local.prefix)', shared),
    want: 'shop-jobs',
    edit: [
      '-value = format("%s-orders", local.prefix)',
      '+value = format("%s-jobs", local.prefix)',
    ],
  },
  {
    name: 'the argument of format',
    code: valued('format("%s-orders", local.prefix)', prefix),
    want: 'pay-orders',
    edit: ['-prefix = "shop"', '+prefix = "pay"'],
    site: 'local',
  },
  {
    name: 'a number with zeros in front',
    code: valued('format("q-%03d", var.n)', 'variable "n" {\n  default = 7\n}\n'),
    want: 'q-012',
    edit: ['-default = 7', '+default = 12'],
  },
  {
    name: 'a piece of join',
    code: valued('join("-", [local.prefix, "orders", "eu"])', shared),
    want: 'shop-jobs-eu',
    edit: [
      '-value = join("-", [local.prefix, "orders", "eu"])',
      '+value = join("-", [local.prefix, "jobs", "eu"])',
    ],
  },
  {
    name: 'a piece more in join over a variable',
    code: valued('join(",", var.hosts)', 'variable "hosts" {\n  default = ["a", "b"]\n}\n'),
    want: 'a,b,c',
    edit: ['-default = ["a", "b"]', '+default = ["a", "b", "c"]'],
  },
  {
    name: 'lower, keeping the letters that did not change',
    code: valued('lower(var.name)', 'variable "name" {\n  default = "Shop-Orders"\n}\n'),
    want: 'shop-jobs',
    edit: ['-default = "Shop-Orders"', '+default = "Shop-Jobs"'],
  },
  {
    name: 'upper of a template',
    code: valued('upper("${local.prefix}-orders")', shared),
    want: 'SHOP-JOBS',
    edit: ['-value = upper("${local.prefix}-orders")', '+value = upper("${local.prefix}-jobs")'],
  },
  {
    name: 'the text behind replace',
    code: valued(
      'replace(var.name, "_", "-")',
      'variable "name" {\n  default = "shop_orders"\n}\n',
    ),
    want: 'shop-jobs',
    edit: ['-default = "shop_orders"', '+default = "shop_jobs"'],
  },
  {
    name: 'the text behind trimprefix',
    code: valued(
      'trimprefix(var.name, "app-")',
      'variable "name" {\n  default = "app-orders"\n}\n',
    ),
    want: 'jobs',
    edit: ['-default = "app-orders"', '+default = "app-jobs"'],
  },
  {
    name: 'the text behind trimspace and a heredoc',
    code: valued('trimspace(<<-EOT\n    a = ${local.prefix}\n    b = 1\n  EOT\n  )', shared),
    want: 'a = shop\nb = 2',
    edit: ['-b = 1', '+b = 2'],
  },
  {
    name: 'an element of split',
    code: valued('split(",", var.csv)[1]', 'variable "csv" {\n  default = "a,b,c"\n}\n'),
    want: 'x',
    edit: ['-default = "a,b,c"', '+default = "a,x,c"'],
  },
  {
    name: 'base64encode',
    code: valued('base64encode("a=${local.prefix}")', shared),
    want: 'Yj1zaG9w',
    edit: [
      '-value = base64encode("a=${local.prefix}")',
      '+value = base64encode("b=${local.prefix}")',
    ],
  },
  {
    name: 'a hash: a literal at the use',
    code: valued('md5("a")'),
    want: 'x',
    edit: ['-value = md5("a")', '+value = "x"'],
    site: 'literal at the use',
  },
  {
    name: 'cidrsubnet: a literal at the use',
    code: valued('cidrsubnet("10.0.0.0/16", 8, 1)'),
    want: '10.0.9.0/24',
    edit: ['-value = cidrsubnet("10.0.0.0/16", 8, 1)', '+value = "10.0.9.0/24"'],
    site: 'literal at the use',
  },
];

describe('a text is changed where it is written', () => {
  it.each(templates)('template: $name', expectEdit);
  it.each(functions)('function: $name', expectEdit);
});
