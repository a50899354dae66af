import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { createParseCache } from '../../../../src/code/terraform/config/parse-cache.ts';
import { briefly, make, show } from './make.ts';

const module = (source: string): string => `module "m" {
  source = "${source}"
}
`;

describe('loadConfiguration', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a syntax error', { 'main.tf': 'a = \n' }, ['main.tf:1:5 syntax-error']],
    ['JSON that is none', { 'main.tf.json': '{' }, ['main.tf.json syntax-error']],
    ['JSON that is not an object', { 'main.tf.json': '1' }, ['main.tf.json syntax-error']],
    [
      'two resources of one name',
      {
        'a.tf': `resource "aws_vpc" "x" {
}
`,
        'b.tf': `
resource "aws_vpc" "x" {
}
`,
      },
      ['b.tf:2:1 duplicate-declaration'],
    ],
    [
      'two locals of one name',
      {
        'a.tf': `locals {
  a = 1
  b = 2
}
locals {
  b = 3
}
`,
      },
      ['a.tf:6:3 duplicate-declaration'],
    ],
    ['a missing label', { 'a.tf': 'variable {\n}\n' }, ['a.tf:1:1 invalid-block']],
    [
      'a type that is none',
      {
        'a.tf': `variable "a" {
  type = list(nope)
}
`,
      },
      ['a.tf:2:15 invalid-type'],
    ],
    ['a local module that is not there', { 'a.tf': module('./m') }, ['a.tf:1:1 module-not-found']],
    ['a module outside of the tree', { 'a.tf': module('../m') }, ['a.tf:1:1 module-not-found']],
    [
      'a registry module that is not installed',
      { 'a.tf': module('terraform-aws-modules/vpc/aws') },
      ['a.tf:1:1 module-not-found'],
    ],
    [
      'a source that is computed',
      {
        'a.tf': `module "m" {
  source = "./\${var.x}"
}
`,
      },
      ['a.tf:1:1 module-source'],
    ],
    [
      'a broken manifest',
      { 'a.tf': '', '.terraform/modules/modules.json': '{"Modules": 1}' },
      ['.terraform/modules/modules.json module-manifest'],
    ],
    [
      'a broken variable file',
      { 'a.tf': '', 'terraform.tfvars': 'a = [\n' },
      ['terraform.tfvars:2:1 syntax-error'],
    ],
  ])('reports %s and goes on', (_name, files, expected) => {
    const rest = {
      'other.tf': `resource "aws_sqs_queue" "fine" {
  name = "fine"
}
`,
    };

    const { evaluation, problems } = make({ ...files, ...rest });

    expect(briefly(problems)).toEqual(expected);
    expect(show(evaluation.valueAt('aws_sqs_queue.fine', ['name']))).toBe('fine');
  });

  it('reports a missing variable file', () => {
    const { problems } = make('', {}, { varFiles: ['prod.tfvars'] });

    expect(briefly(problems)).toEqual(['prod.tfvars variable-file-not-found']);
  });

  it('keeps what still parses in a broken file', () => {
    const { evaluation } = make(`resource "aws_vpc" "a" {
  x = 1
}

resource "aws_vpc" {{
`);

    expect(evaluation.addresses()).toEqual(['aws_vpc.a']);
  });

  it('stops at modules that call themselves', () => {
    const { configuration, problems } = make({ 'm/main.tf': module('./') }, {}, { root: 'm' });

    expect(briefly(problems)).toEqual(['m/main.tf:1:1 module-recursion']);
    expect(configuration.modules.size).toBe(1);
  });

  it('reads installed modules as not editable', () => {
    const manifest = {
      Modules: [
        { Key: '', Source: '', Dir: '.' },
        {
          Key: 'm',
          Source: 'registry.example.com/a/b',
          Version: '1.0.0',
          Dir: '.terraform/modules/m',
        },
        { Key: 'm.inner', Source: './inner', Dir: '.terraform/modules/m/inner' },
      ],
    };
    const { configuration, evaluation, problems } = make({
      'main.tf': module('a/b/aws'),
      '.terraform/modules/modules.json': JSON.stringify(manifest),
      '.terraform/modules/m/main.tf': `${module('./inner')}resource "aws_vpc" "a" {\n}\n`,
      '.terraform/modules/m/inner/main.tf': `resource "aws_vpc" "b" {
}
`,
    });

    const editable = [...configuration.modules].map(([key, found]) => [
      key,
      found.editable,
      [...found.files.values()].map((file) => file.editable),
    ]);

    expect(problems).toEqual([]);
    expect(evaluation.addresses()).toEqual(['module.m.aws_vpc.a', 'module.m.module.m.aws_vpc.b']);
    expect(Object.fromEntries(editable.map(([key, ...flags]) => [key, flags]))).toEqual({
      '': [true, [true]],
      m: [false, [false]],
      'm.m': [false, [false]],
    });
  });

  it('does not consider JSON files editable', () => {
    const { configuration } = make({ 'main.tf.json': '{"locals": {"a": 1}}' });

    const [file] = configuration.root.files.values();

    expect([file?.format, file?.editable]).toEqual(['json', false]);
  });

  it('prefers .tofu files to .tf files of the same name, and skips editor backups', () => {
    const { configuration } = make({
      'a.tf': '',
      'a.tofu': '',
      'b.tf': '',
      '.c.tf': '',
      'd.tf~': '',
      '#e.tf#': '',
      'f.tf.bak': '',
      'sub/g.tf': '',
    });

    expect([...configuration.root.files.keys()]).toEqual(['a.tofu', 'b.tf']);
  });

  it('parses only changed files if given a cache', () => {
    const cache = createParseCache();
    const tree = new Map([
      [
        'a.tf',
        `locals {
  a = 1
}
`,
      ],
      [
        'b.tf',
        `locals {
  b = 1
}
`,
      ],
    ]);

    const before = loadConfiguration(tree, { cache }).configuration.root.files;
    const changed = new Map([
      ...tree,
      [
        'b.tf',
        `locals {
  b = 2
}
`,
      ],
    ]);
    const after = loadConfiguration(changed, { cache }).configuration.root.files;
    const again = loadConfiguration(tree, { cache }).configuration.root.files;

    expect(after.get('a.tf')?.hcl).toBe(before.get('a.tf')?.hcl);
    expect(after.get('b.tf')?.hcl).not.toBe(before.get('b.tf')?.hcl);
    expect(again.get('b.tf')?.hcl).toBe(before.get('b.tf')?.hcl);
  });

  it('keeps the modules that an edit does not touch, and their problems', () => {
    const cache = createParseCache();
    const tree = new Map([
      [
        'main.tf',
        `module "a" {
  source = "./a"
}
module "b" {
  source = "./b"
}
`,
      ],
      [
        'a/main.tf',
        `locals {
  a = 1
}
`,
      ],
      [
        'b/main.tf',
        `module "c" {
  source = "../a"
}
variable {
}
`,
      ],
    ]);

    const before = loadConfiguration(tree, { cache });
    const changed = new Map([...tree, ['main.tf', `${tree.get('main.tf')}# Hello.\n`]]);
    const after = loadConfiguration(changed, { cache });
    const deeper = new Map([
      ...tree,
      [
        'a/main.tf',
        `locals {
  a = 2
}
`,
      ],
    ]);
    const other = loadConfiguration(deeper, { cache });

    const same = (key: string, { configuration }: typeof before) =>
      configuration.modules.get(key) === before.configuration.modules.get(key);
    const keys = ['', 'a', 'b', 'b.c'];
    expect(keys.filter((key) => same(key, after))).toEqual(['a', 'b', 'b.c']);
    expect(keys.filter((key) => same(key, other))).toEqual([]);
    expect(before.problems.map(({ code }) => code)).toEqual(['invalid-block']);
    expect(after.problems).toEqual(before.problems);
  });
});
