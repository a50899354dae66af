import type { LoadOptions } from '../../../../src/code/terraform/config/configuration.ts';
import type { Json } from '../../../../src/model/json.ts';

/** A project of `terraform_data` resources, and the expected `input` of each. */
export interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  readonly inputs: Readonly<Record<string, Json>>;
}

const output = (name: string, value: string): string =>
  `resource "terraform_data" "${name}" {
  input = ${value}
}
`;

const variable = (name: string, body: string): string => `variable "${name}" {
${body}
}
`;

export const projects: readonly Project[] = [
  {
    name: 'variables by precedence',
    files: {
      'main.tf': [
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => variable(name, 'default = "default"')),
        output('x', '[var.a, var.b, var.c, var.d, var.e, var.f, var.g]'),
      ].join(''),
      'terraform.tfvars': 'c = "tfvars"\nd = "tfvars"\ne = "tfvars"\nf = "tfvars"\ng = "tfvars"\n',
      '2.auto.tfvars': 'd = "auto 2"\ne = "auto 2"\nf = "auto 2"\ng = "auto 2"\n',
      '10.auto.tfvars': 'd = "auto 10"\n',
      'x.auto.tfvars.json': '{"e": "auto json ${x}", "f": "auto json"}',
      'envs/prod.tfvars': 'f = "var-file"\ng = "var-file"\n',
      'ignored.tfvars': 'a = "ignored"\n',
      'sub/terraform.tfvars': 'a = "ignored"\n',
    },
    options: {
      varFiles: ['envs/prod.tfvars'],
      vars: { g: 'flag' },
      env: { TF_VAR_b: 'env', TF_VAR_c: 'env', OTHER: 'x' },
    },
    inputs: {
      'terraform_data.x': [
        'default',
        'env',
        'tfvars',
        'auto 2',
        'auto json ${x}',
        'var-file',
        'flag',
      ],
    },
  },
  {
    name: 'variables given as text',
    files: {
      'main.tf': [
        variable('plain', ''),
        variable('text', 'type = string'),
        variable('number', 'type = number'),
        variable('flag', 'type = bool'),
        variable('any', 'type = any'),
        variable('list', 'type = list(string)'),
        variable('map', 'type = map(number)'),
        output('x', '[var.plain, var.text, var.number, var.flag, var.any, var.list, var.map]'),
      ].join(''),
    },
    options: {
      env: {
        TF_VAR_plain: '[1]',
        TF_VAR_text: '["a"]',
        TF_VAR_number: '5',
        TF_VAR_flag: 'true',
        TF_VAR_any: '[1]',
        TF_VAR_list: '["a", 1]',
      },
      vars: { map: '{ a = 1, b = "2" }' },
    },
    inputs: { 'terraform_data.x': ['[1]', '["a"]', 5, true, [1], ['a', '1'], { a: 1, b: 2 }] },
  },
  {
    name: 'types, optional attributes and defaults',
    files: {
      'main.tf': [
        variable(
          'app',
          `type = object({
             name  = string
             size  = optional(number, 3)
             tags  = optional(map(string), {})
             net   = optional(object({ cidr = optional(string, "10.0.0.0/8"), public = optional(bool) }), {})
             ports = optional(list(object({ port = number, proto = optional(string, "tcp") })), [])
           })`,
        ),
        variable('apps', 'type = map(object({ size = optional(number, 1) }))'),
        variable('pair', 'type = tuple([string, number])'),
        variable('ids', 'type = set(string)'),
        variable('any_list', 'type = list(any)'),
        output('x', '[var.app, var.apps, var.pair, var.ids, var.any_list]'),
      ].join(''),
      'terraform.tfvars': `
        app      = { name = "web", ports = [{ port = "80" }, { port = 53, proto = "udp" }], extra = 1 }
        apps     = { a = {}, b = { size = "5" }, c = { size = null } }
        pair     = [1, "2"]
        ids      = ["b", "a", "b"]
        any_list = ["a", 1, true]
      `,
    },
    inputs: {
      'terraform_data.x': [
        {
          name: 'web',
          size: 3,
          tags: {},
          net: { cidr: '10.0.0.0/8', public: null },
          ports: [
            { port: 80, proto: 'tcp' },
            { port: 53, proto: 'udp' },
          ],
        },
        { a: { size: 1 }, b: { size: 5 }, c: { size: 1 } },
        ['1', 2],
        ['a', 'b'],
        ['a', '1', 'true'],
      ],
    },
  },
  {
    name: 'nullable variables',
    files: {
      'main.tf': `
        module "m" {
          source = "./m"
          a      = null
          b      = null
        }
      `,
      'm/main.tf': [
        variable('a', 'default = "a"'),
        variable('b', 'default = "b"\nnullable = false'),
        variable('c', 'default = null'),
        output('x', '[var.a, var.b, var.c]'),
      ].join(''),
    },
    inputs: { 'module.m.terraform_data.x': [null, 'b', null] },
  },
  {
    name: 'override files',
    files: {
      'main.tf': `
        variable "size" {
          type    = number
          default = 1
        }
        locals {
          a = "main"
          b = "main"
        }
        resource "terraform_data" "x" {
          input            = [local.a, local.b, var.size, terraform_data.y.input]
          triggers_replace = 1
        }
        resource "terraform_data" "y" {
          input = "main"
        }
        module "m" {
          source = "./m"
          v      = "main"
          w      = "main"
        }
      `,
      'override.tf': `
        variable "size" {
          default = 2
        }
        locals {
          b = "override"
        }
      `,
      'a_override.tf': `resource "terraform_data" "y" {
  input = "a_override"
}
`,
      'z_override.tf': `resource "terraform_data" "y" {
  input = "z_override"
}
module "m" {
  w = "override"
}
`,
      'm/main.tf': variable('v', '') + variable('w', '') + output('x', '[var.v, var.w]'),
    },
    inputs: {
      'terraform_data.x': ['main', 'override', 2, 'z_override'],
      'terraform_data.y': 'z_override',
      'module.m.terraform_data.x': ['main', 'override'],
    },
  },
  {
    name: 'count',
    files: {
      'main.tf': `
        variable "names" {
          default = ["a", "b"]
        }
        resource "terraform_data" "x" {
          count = length(var.names)
          input = "\${count.index}-\${var.names[count.index]}"
        }
        resource "terraform_data" "none" {
          count = false ? 1 : 0
          input = "never"
        }
        resource "terraform_data" "one" {
          count = "1"
          input = one(terraform_data.none[*].input)
        }
        resource "terraform_data" "all" {
          input = [terraform_data.x[*].input, terraform_data.x.*.input, terraform_data.x[1].input,
                   length(terraform_data.none), try(terraform_data.none[0].input, "fallback")]
        }
      `,
    },
    inputs: {
      'terraform_data.x[0]': '0-a',
      'terraform_data.x[1]': '1-b',
      'terraform_data.one[0]': null,
      'terraform_data.all': [['0-a', '1-b'], ['0-a', '1-b'], '1-b', 0, 'fallback'],
    },
  },
  {
    name: 'for_each',
    files: {
      'main.tf': `
        locals {
          apps = { web = { port = 80 }, "a.b \\"c\\"" = { port = 81 } }
        }
        resource "terraform_data" "map" {
          for_each = local.apps
          input    = [each.key, each.value.port, try(each.value.host, "none")]
        }
        resource "terraform_data" "set" {
          for_each = toset(["b", "a"])
          input    = [each.key, each.value]
        }
        resource "terraform_data" "chained" {
          for_each = terraform_data.set
          input    = each.value.input
        }
        resource "terraform_data" "all" {
          input = [
            { for k, v in terraform_data.map : k => v.input[1] },
            values(terraform_data.set)[*].input[0],
            keys(terraform_data.chained),
            terraform_data.map["web"].input,
          ]
        }
      `,
    },
    inputs: {
      'terraform_data.map["web"]': ['web', 80, 'none'],
      'terraform_data.map["a.b \\"c\\""]': ['a.b "c"', 81, 'none'],
      'terraform_data.set["a"]': ['a', 'a'],
      'terraform_data.set["b"]': ['b', 'b'],
      'terraform_data.chained["a"]': ['a', 'a'],
      'terraform_data.chained["b"]': ['b', 'b'],
      'terraform_data.all': [
        { web: 80, 'a.b "c"': 81 },
        ['a', 'b'],
        ['a', 'b'],
        ['web', 80, 'none'],
      ],
    },
  },
  {
    name: 'nested modules with for_each and count',
    files: {
      'main.tf': `
        locals {
          envs = { dev = { sizes = [1] }, prod = { sizes = [2, 3] } }
        }
        module "env" {
          source   = "./modules/env"
          for_each = local.envs
          name     = each.key
          sizes    = each.value.sizes
        }
        resource "terraform_data" "x" {
          input = [module.env["prod"].sizes, [for k, m in module.env : "\${k}=\${m.first}"], keys(module.env)]
        }
      `,
      'modules/env/main.tf': `
        variable "name" {}
        variable "sizes" {
          type = list(number)
        }
        module "node" {
          source = "../node"
          count  = length(var.sizes)
          label  = "\${var.name}-\${count.index}"
          size   = var.sizes[count.index]
        }
        output "sizes" {
          value = module.node[*].size
        }
        output "first" {
          value = module.node[0].label
        }
      `,
      'modules/node/main.tf': `
        variable "label" {}
        variable "size" {}
        resource "terraform_data" "this" {
          input = { label = var.label, size = var.size, path = path.module }
        }
        output "size" {
          value = terraform_data.this.input.size
        }
        output "label" {
          value = terraform_data.this.input.label
        }
      `,
    },
    inputs: {
      'module.env["dev"].module.node[0].terraform_data.this': {
        label: 'dev-0',
        size: 1,
        path: 'modules/node',
      },
      'module.env["prod"].module.node[0].terraform_data.this': {
        label: 'prod-0',
        size: 2,
        path: 'modules/node',
      },
      'module.env["prod"].module.node[1].terraform_data.this': {
        label: 'prod-1',
        size: 3,
        path: 'modules/node',
      },
      'terraform_data.x': [
        [2, 3],
        ['dev=dev-0', 'prod=prod-0'],
        ['dev', 'prod'],
      ],
    },
  },
  {
    name: 'one module called twice',
    files: {
      'main.tf': `
        module "a" {
          source = "./m"
          v      = "a"
        }
        module "b" {
          source = "./m"
          v      = module.a.v
        }
      `,
      'm/main.tf': `${variable('v', '')}${output('x', 'var.v')}output "v" {
  value = "\${var.v}!"
}
`,
    },
    inputs: { 'module.a.terraform_data.x': 'a', 'module.b.terraform_data.x': 'a!' },
  },
  {
    name: 'locals in any order, templates and files',
    files: {
      'main.tf': `
        locals {
          c = "\${local.b}c"
          a = "a"
        }
        ${output('x', '[local.c, local.doc, terraform.workspace, path.root, file("${path.module}/hello.txt"), local.rendered]')}
      `,
      'locals.tf': `
        locals {
          b        = "\${local.a}b"
          doc      = jsonencode({ name = local.c })
          rendered = templatefile("tpl/t.tftpl", { names = ["x", "y"] })
        }
      `,
      'hello.txt': 'hello',
      'tpl/t.tftpl': '%{ for n in names ~}\n- ${n}\n%{ endfor ~}\n',
    },
    inputs: {
      'terraform_data.x': ['abc', '{"name":"abc"}', 'default', '.', 'hello', '- x\n- y\n'],
    },
  },
  {
    name: 'blocks that are no resources',
    files: {
      'main.tf': `
        terraform {
          required_version = ">= 1.0"
        }
        moved {
          from = terraform_data.old
          to   = terraform_data.x
        }
        removed {
          from = terraform_data.gone
          lifecycle {
            destroy = false
          }
        }
        check "c" {
          assert {
            condition     = terraform_data.x.input == 1
            error_message = "no"
          }
        }
        ${output('x', '1')}
      `,
    },
    inputs: { 'terraform_data.x': 1 },
  },
  {
    name: 'JSON configuration',
    files: {
      'main.tf.json': JSON.stringify({
        '//': 'comment',
        variable: { v: { type: 'string', default: 'a"b' } },
        locals: [{ l: '${var.v}-${upper("x")}' }],
        resource: {
          terraform_data: {
            x: { input: ['${local.l}', 'plain "text"\n', 1.5, true, null, { k: '$${x}' }] },
            y: [{ for_each: '${toset(["a"])}', input: '${each.key}' }],
          },
        },
        module: { m: { source: './m', v: '${local.l}' } },
      }),
      'm/main.tf': variable('v', '') + output('x', 'var.v'),
    },
    inputs: {
      'terraform_data.x': ['a"b-X', 'plain "text"\n', 1.5, true, null, { k: '${x}' }],
      'terraform_data.y["a"]': 'a',
      'module.m.terraform_data.x': 'a"b-X',
    },
  },
  {
    name: 'hostile keys',
    files: {
      'main.tf': `
        locals {
          m = { "__proto__" = { a = 1 }, constructor = { a = 2 }, "\${"x"}" = { a = 3 } }
        }
        resource "terraform_data" "x" {
          for_each = local.m
          input    = each.value.a
        }
        resource "terraform_data" "y" {
          input = [local.m["__proto__"].a, keys(local.m), try({}.toString, "none"), lookup({}, "__proto__", "none")]
        }
      `,
    },
    inputs: {
      'terraform_data.x["__proto__"]': 1,
      'terraform_data.x["constructor"]': 2,
      'terraform_data.x["x"]': 3,
      'terraform_data.y': [1, ['__proto__', 'constructor', 'x'], 'none', 'none'],
    },
  },
  {
    name: 'sensitive values',
    files: {
      'main.tf': `
        variable "secret" {
          default   = "s3cret"
          sensitive = true
        }
        ${output('x', '"pw-${var.secret}"')}
        ${output('y', 'nonsensitive(length(var.secret))')}
      `,
    },
    inputs: { 'terraform_data.x': 'pw-s3cret', 'terraform_data.y': 6 },
  },
  {
    name: 'line breaks and byte order marks',
    files: {
      'main.tf': `\ufefflocals {\r\n  a = <<-EOT\r\n    x\r\n      y\r\n  EOT\r\n}\r\n${output('x', '[local.a]')}`,
    },
    inputs: { 'terraform_data.x': ['x\r\n  y\r\n'] },
  },
  {
    name: 'a root module that is not at the root',
    files: {
      'envs/prod/main.tf': `
        module "m" {
          source = "../../modules/m"
          v      = var.v
        }
        variable "v" {}
        ${output('x', '[path.root, path.module]')}
      `,
      'envs/prod/terraform.tfvars': 'v = "prod"\n',
      'modules/m/main.tf': variable('v', '') + output('x', '[var.v, path.module]'),
    },
    options: { root: 'envs/prod' },
    inputs: {
      'terraform_data.x': ['.', '.'],
      'module.m.terraform_data.x': ['prod', '../../modules/m'],
    },
  },
];
