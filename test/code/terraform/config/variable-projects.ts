import type { Project } from './projects.ts';

const output = (value: string): string =>
  `resource "terraform_data" "x" {
  input = ${value}
}
`;
const declared = (names: readonly string[], body = 'default = "default"'): string =>
  names
    .map(
      (name) => `variable "${name}" {
${body}
}
`,
    )
    .join('');
const address = 'terraform_data.x';

const installed = JSON.stringify({
  Modules: [
    { Key: '', Source: '', Dir: '.' },
    {
      Key: 'outer',
      Source: 'registry.terraform.io/parley-examples/outer/aws',
      Version: '1.2.3',
      Dir: '.terraform/modules/outer',
    },
    {
      Key: 'outer.inner',
      Source: './modules/inner',
      Dir: '.terraform/modules/outer/modules/inner',
    },
    {
      Key: 'alone',
      Source: 'registry.terraform.io/parley-examples/outer/aws//modules/inner',
      Version: '1.2.3',
      Dir: '.terraform/modules/alone/modules/inner',
    },
  ],
});
const inner = `variable "v" {}
resource "terraform_data" "x" {
  input = "\${var.v}-\${basename(path.module)}"
}
output "v" {
  value = terraform_data.x.input
}
`;

/** Projects about where the values of variables come from, and how they are converted. */
export const variableProjects: readonly Project[] = [
  {
    name: 'variable files by name',
    files: {
      'main.tf':
        declared(['a', 'b', 'c', 'd', 'e']) + output('[var.a, var.b, var.c, var.d, var.e]'),
      'terraform.tfvars': 'a = "tfvars"\nb = "tfvars"\n',
      'terraform.tfvars.json': '{"a": "tfvars.json"}',
      'B.auto.tfvars': 'c = "B"\nd = "B"\n',
      'Z.auto.tfvars': 'c = "Z"\n',
      'a.auto.tfvars': 'd = "a"\n',
      'a.auto.tfvars.json': '{"d": "a json"}',
      '_.auto.tfvars': 'c = "_"\n',
      '.hidden.auto.tfvars': 'e = "hidden"\n',
      'e.tfvars': 'e = "not automatic"\n',
    },
    inputs: { [address]: ['tfvars.json', 'tfvars', '_', 'a json', 'hidden'] },
  },
  {
    name: 'variable files that are named, in order',
    files: {
      'main.tf': declared(['a', 'b', 'c', 'd']) + output('[var.a, var.b, var.c, var.d]'),
      'x.auto.tfvars': 'a = "auto"\nb = "auto"\nc = "auto"\nd = "auto"\n',
      'z.tfvars': 'a = "z"\nb = "z"\n',
      'envs/a.tfvars': 'b = "a"\nc = "a"\n',
      'envs/last.tfvars.json': '{"c": "last ${d}"}',
    },
    options: {
      varFiles: ['z.tfvars', 'envs/a.tfvars', 'envs/last.tfvars.json'],
      env: { TF_VAR_d: 'env' },
    },
    inputs: { [address]: ['z', 'a', 'last ${d}', 'auto'] },
  },
  {
    name: 'null from every place',
    files: {
      'main.tf': `
        variable "kept" {
          default = "default"
        }
        variable "refused" {
          default  = "default"
          nullable = false
        }
        variable "object" {
          type = object({
            a = optional(string, "a")
            b = optional(string)
            c = optional(list(number), [1])
          })
          default = { a = null, b = null, c = null }
        }
        module "m" {
          source  = "./m"
          set     = null
          refused = null
          typed   = null
          part    = { a = null }
        }
        ${output('[var.kept, var.refused, var.object, module.m.all]')}
      `,
      'terraform.tfvars': 'kept = null\nrefused = null\n',
      'm/main.tf': `
        variable "set" {
          default = "default"
        }
        variable "refused" {
          default  = "default"
          nullable = false
        }
        variable "typed" {
          type     = list(object({ a = optional(number, 7) }))
          default  = [{}]
          nullable = false
        }
        variable "part" {
          type = object({ a = optional(object({ b = optional(number, 2) }), { b = 3 }) })
        }
        output "all" {
          value = [var.set, var.refused, var.typed, var.part]
        }
      `,
    },
    inputs: {
      [address]: [
        null,
        'default',
        { a: 'a', b: null, c: [1] },
        [null, 'default', [{ a: 7 }], { a: { b: 3 } }],
      ],
    },
  },
  {
    name: 'optional attributes at every depth',
    files: {
      'main.tf': `
        variable "o" {
          type = object({
            a = optional(string, "x")
            b = optional(object({ c = optional(number, 1), d = optional(list(string), ["q"]) }), {})
            e = optional(object({ f = string }))
            g = optional(map(object({ h = optional(bool, true) })), { k = {} })
          })
          default = {}
        }
        variable "list" {
          type = list(object({ a = optional(number, 1), t = optional(tuple([string, number])) }))
        }
        variable "map" {
          type = map(object({ tags = optional(map(string), { Team = "none" }) }))
        }
        variable "set" {
          type = set(object({ n = string, p = optional(string, "tcp") }))
        }
        ${output('[var.o, var.list, var.map, [for s in var.set : "${s.n}/${s.p}"]]')}
      `,
      'terraform.tfvars': `
        list = [{}, { a = "2" }, { a = null, t = ["x", "3"] }]
        map  = { a = {}, b = { tags = {} }, c = { tags = null } }
        set  = [{ n = "a" }, { n = "a", p = "udp" }, { n = "a", p = null }]
      `,
    },
    inputs: {
      [address]: [
        { a: 'x', b: { c: 1, d: ['q'] }, e: null, g: { k: { h: true } } },
        [
          { a: 1, t: null },
          { a: 2, t: null },
          { a: 1, t: ['x', 3] },
        ],
        { a: { tags: { Team: 'none' } }, b: { tags: {} }, c: { tags: { Team: 'none' } } },
        ['a/tcp', 'a/udp'],
      ],
    },
  },
  {
    name: 'conversion into the declared type',
    files: {
      'main.tf': `
        ${declared(['n'], 'type = number')}
        ${declared(['s'], 'type = string')}
        ${declared(['b'], 'type = bool')}
        ${declared(['strings'], 'type = list(string)')}
        ${declared(['numbers'], 'type = set(number)')}
        ${declared(['map'], 'type = map(string)')}
        ${declared(['any_map'], 'type = map(any)')}
        ${declared(['objects'], 'type = list(object({ a = string }))')}
        ${output('[var.n, var.s, var.b, var.strings, sort([for n in var.numbers : tostring(n)]), var.map, var.any_map, var.objects]')}
      `,
      'terraform.tfvars': `
        n       = "0x10" == "" ? 1 : "1.50"
        s       = 1.50
        b       = "true"
        strings = [1, true, "x"]
        numbers = ["1", 1, 2]
        map     = { a = 1, b = true }
        any_map = { a = 1, b = "x" }
        objects = [{ a = 1, extra = 2 }, { a = false }]
      `,
    },
    inputs: {
      [address]: [
        1.5,
        '1.5',
        true,
        ['1', 'true', 'x'],
        ['1', '2'],
        { a: '1', b: 'true' },
        { a: '1', b: 'x' },
        [{ a: '1' }, { a: 'false' }],
      ],
    },
  },
  {
    name: 'installed modules, nested ones and submodules',
    files: {
      'main.tf': `
        module "outer" {
          source  = "parley-examples/outer/aws"
          version = "~> 1.2"
          v       = "o"
        }
        module "alone" {
          source  = "parley-examples/outer/aws//modules/inner"
          version = "1.2.3"
          v       = module.outer.v
        }
      `,
      '.terraform/modules/modules.json': installed,
      '.terraform/modules/outer/main.tf': `variable "v" {}
module "inner" {
  source = "./modules/inner"
  v      = "\${var.v}i"
}
output "v" {
  value = module.inner.v
}
`,
      '.terraform/modules/outer/modules/inner/main.tf': inner,
      '.terraform/modules/alone/modules/inner/main.tf': inner,
    },
    inputs: {
      'module.outer.module.inner.terraform_data.x': 'oi-inner',
      'module.alone.terraform_data.x': 'oi-inner-inner',
    },
  },
  {
    name: 'templates, splats and blocks that hold no values',
    files: {
      'main.tf': `
        locals {
          hosts = [{ name = "a", ports = [1, 2] }, { name = "b", ports = [] }]
          text  = <<-EOT
            %{ for host in local.hosts ~}
            \${host.name}: %{ if length(host.ports) > 0 }\${join(",", host.ports)}%{ else }none%{ endif }
            %{ endfor ~}
          EOT
        }
        variable "once" {
          default   = "x"
          ephemeral = true
        }
        check "c" {
          assert {
            condition     = length(local.hosts) == 2
            error_message = "no"
          }
        }
        ${output('[local.hosts[*].name, local.hosts.*.ports, flatten(local.hosts[*].ports[*]), local.text, one([for h in local.hosts : h if h.name == "a"]).ports[0], local.hosts[0][*].name]')}
      `,
    },
    inputs: {
      [address]: [
        ['a', 'b'],
        [[1, 2], []],
        [1, 2],
        '            a: 1,2\n            b: none\n',
        1,
        ['a'],
      ],
    },
  },
];
