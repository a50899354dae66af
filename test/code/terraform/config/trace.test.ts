import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../../src/code/terraform/config/definition.ts';
import type { Location } from '../../../../src/code/terraform/config/location.ts';
import type { Evaluation } from '../../../../src/code/terraform/config/types.ts';
import { make, show, textOf } from './make.ts';

const files = {
  'main.tf': `
variable "size" {
  default = 1
}
variable "apps" {
  default = { web = { port = 80 } }
}
locals {
  tags = { Env = "prod" }
}
module "m" {
  source   = "./m"
  for_each = var.apps
  port     = each.value.port
}
resource "aws_x" "a" {
  for_each = var.apps
  size     = var.size
  env      = local.tags["Env"]
  key      = each.key
  port     = each.value.port
  out      = module.m["web"].out.x
  ref      = aws_y.b[0].tags.Name
  data     = data.aws_z.z.id
  paren    = (local.tags).Env
  splat    = aws_y.b[*].tags
  literal  = 1
  root     = path.root
  none     = var.none
  unknown  = local.tags[data.aws_z.z.id]
}
resource "aws_y" "b" {
  count = 1
  index = count.index
  tags  = { Name = "b" }
  dynamic "rule" {
    for_each = [for p in ["a"] : upper(p)]
    content {
      name = rule.value
      nr   = rule.key
    }
  }
}
data "aws_z" "z" {
}
`,
  'terraform.tfvars': 'size = 2\n',
  'm/main.tf': `
variable "port" {
}
variable "other" {
  default = "o"
}
resource "aws_w" "w" {
  port  = var.port
  other = var.other
}
output "out" {
  value = { x = 1 }
}
`,
};

function expressionAt(evaluation: Evaluation, address: string, name: string): Location | undefined {
  return evaluation.locate(address, [name]);
}

function trace(address: string, name: string): Definition | undefined {
  const { evaluation } = make(files);
  const location = expressionAt(evaluation, address, name);
  if (location?.kind !== 'attribute') throw new Error(`${address} has no ${name}`);
  return evaluation.define(location.scope, location.expr);
}

/** The parts of a definition that show where it leads. */
function brief(definition: Definition | undefined): unknown {
  if (definition === undefined) return undefined;
  const { kind, rest } = definition;
  switch (definition.kind) {
    case 'variable': {
      const sources = definition.sources.map((source) =>
        'expr' in source
          ? `${source.kind} ${source.file.path} ${textOf(source.expr, source.scope)}`
          : source.kind,
      );
      return { kind, rest, sources, caller: definition.caller?.call.name };
    }
    case 'resource':
    case 'data':
      return { kind, rest, address: definition.address };
    default: {
      const { file, expr } = definition;
      return { kind, rest, text: file.text.slice(expr.start, expr.end), file: file.path };
    }
  }
}

describe('define', () => {
  const web = 'aws_x.a["web"]';

  it.each<[string, string, unknown]>([
    [
      web,
      'size',
      {
        kind: 'variable',
        rest: [],
        sources: ['tfvars terraform.tfvars 2', 'default main.tf 1'],
      },
    ],
    [web, 'env', { kind: 'local', rest: ['Env'], text: '{ Env = "prod" }', file: 'main.tf' }],
    [web, 'paren', { kind: 'local', rest: ['Env'], text: '{ Env = "prod" }', file: 'main.tf' }],
    [web, 'key', { kind: 'each', rest: [], text: 'var.apps', file: 'main.tf' }],
    [web, 'port', { kind: 'each', rest: ['port'], text: 'var.apps', file: 'main.tf' }],
    [web, 'out', { kind: 'output', rest: ['x'], text: '{ x = 1 }', file: 'm/main.tf' }],
    [web, 'ref', { kind: 'resource', rest: ['tags', 'Name'], address: 'aws_y.b[0]' }],
    [web, 'data', { kind: 'data', rest: ['id'], address: 'data.aws_z.z' }],
    [web, 'splat', undefined],
    [web, 'literal', undefined],
    [web, 'root', undefined],
    [web, 'none', undefined],
    [web, 'unknown', undefined],
    ['aws_y.b[0]', 'index', { kind: 'count', rest: [], text: '1', file: 'main.tf' }],
    [
      'module.m["web"].aws_w.w',
      'port',
      { kind: 'argument', rest: [], text: 'each.value.port', file: 'main.tf' },
    ],
    [
      'module.m["web"].aws_w.w',
      'other',
      { kind: 'variable', rest: [], sources: ['default m/main.tf "o"'], caller: 'm' },
    ],
  ])('%s %s', (address, name, expected) => {
    const definition = brief(trace(address, name));

    if (expected === undefined) expect(definition).toBeUndefined();
    else expect(definition).toMatchObject(expected as object);
  });

  it('leads from a module input to the caller', () => {
    const { evaluation } = make(files);
    const location = expressionAt(evaluation, 'module.m["web"].aws_w.w', 'port');
    if (location?.kind !== 'attribute') throw new Error('no attribute');

    const first = evaluation.define(location.scope, location.expr);
    const second =
      first?.kind === 'argument' ? evaluation.define(first.scope, first.expr) : undefined;

    expect(second).toMatchObject({ kind: 'each', part: 'value', key: 'web', rest: ['port'] });
  });

  it.each([
    ['name', 'value', 'A'],
    ['nr', 'key', 0],
  ])('leads from the iterator of a dynamic block to its collection (%s)', (name, part, value) => {
    const { evaluation } = make(files);
    const location = evaluation.locate('aws_y.b[0]', ['rule', 0, name]);
    if (location?.kind !== 'attribute') throw new Error('no attribute');

    const definition = evaluation.define(location.scope, location.expr);

    if (definition?.kind !== 'iterator') throw new Error('no iterator');
    expect(definition.part).toBe(part);
    expect(show(part === 'key' ? definition.key : definition.value)).toBe(value);
    expect(textOf(definition.expr, definition.scope)).toBe('[for p in ["a"] : upper(p)]');
  });

  it('leads from a manually bound name to its collection', () => {
    const { evaluation } = make(files);
    const location = evaluation.locate('aws_y.b[0]', ['rule', 0, 'name']);
    const dynamic = location?.kind === 'attribute' ? location.through[0]?.dynamic : undefined;
    const loop = dynamic?.collection.expr;
    if (dynamic === undefined || loop?.kind !== 'for-tuple') throw new Error('no for expression');
    const collection = { file: dynamic.scope.file, expr: loop.collection };
    const { key, value } = dynamic;
    const binding = { shape: 'value', key, value, collection, scope: dynamic.scope } as const;

    const scope = evaluation.bind(dynamic.scope, new Map([['p', binding]]));
    const variable = loop.value.kind === 'call' ? loop.value.args[0] : undefined;
    const definition = variable && evaluation.define(scope, variable);

    expect(definition).toMatchObject({ kind: 'iterator', part: 'value', rest: [] });
    expect(show(evaluation.evaluate(loop.value, scope))).toBe('A');
  });
});

describe('locate', () => {
  const text = `
resource "aws_x" "x" {
  name = "x"
  tags = {
    A = 1
  }
  rule {
    port = 1
    to {
      n = 1
    }
  }
  dynamic "rule" {
    for_each = [2, 3]
    content {
      port = rule.value
    }
  }
  single {
    n = 1
  }
  dynamic "none" {
    for_each = []
    content {
    }
  }
}
`;
  const { evaluation } = make(text);

  function describeLocation(location: Location | undefined): unknown {
    switch (location?.kind) {
      case 'attribute': {
        const { attribute, rest, through } = location;
        const value = show(evaluation.evaluate(location.expr, location.scope));
        return [attribute.name, value, rest, through.map(({ index }) => index)];
      }
      case 'block': {
        const { occurrence } = location;
        return ['block', occurrence.content.type, occurrence.index, occurrence.dynamic?.iterator];
      }
      case 'blocks':
        return [
          'blocks',
          location.occurrences.length,
          location.dynamics.length,
          location.parent.block.type,
        ];
      case 'absent':
        return ['absent', location.parent.block.type, location.rest];
      default:
        return undefined;
    }
  }

  it.each([
    [['name'], ['name', 'x', [], []]],
    [
      ['tags', 'A'],
      ['tags', { A: 1 }, ['A'], []],
    ],
    [
      ['tags', 'B'],
      ['tags', { A: 1 }, ['B'], []],
    ],
    [['rule'], ['blocks', 3, 1, 'resource']],
    [
      ['rule', 0],
      ['block', 'rule', 0, undefined],
    ],
    [
      ['rule', 2],
      ['block', 'content', 2, 'rule'],
    ],
    [
      ['rule', 2, 'port'],
      ['port', 3, [], [2]],
    ],
    [
      ['rule', { element: { port: 2 } }, 'port'],
      ['port', 2, [], [1]],
    ],
    [
      ['rule', 0, 'to', 0, 'n'],
      ['n', 1, [], [0, 0]],
    ],
    [
      ['rule', 0, 'none'],
      ['absent', 'rule', ['none']],
    ],
    [
      ['rule', 1, 'none'],
      ['absent', 'content', ['none']],
    ],
    [
      ['rule', 9],
      ['absent', 'resource', ['rule', 9]],
    ],
    [
      ['rule', { element: { port: 9 } }],
      ['absent', 'resource', ['rule', { element: { port: 9 } }]],
    ],
    [
      ['single', 'n'],
      ['n', 1, [], [0]],
    ],
    [
      ['single', 0, 'n'],
      ['n', 1, [], [0]],
    ],
    [['none'], ['blocks', 0, 1, 'resource']],
    [
      ['gone', 'x'],
      ['absent', 'resource', ['gone', 'x']],
    ],
    [[], ['absent', 'resource', []]],
  ])('%j', (path, expected) => {
    expect(describeLocation(evaluation.locate('aws_x.x', path))).toEqual(expected);
  });

  it('finds nothing for an undeclared instance', () => {
    expect(evaluation.locate('aws_x.y', ['name'])).toBeUndefined();
  });

  it('returns the file that wins', () => {
    const { evaluation: overridden } = make({
      'main.tf': `resource "aws_x" "x" {
  a = 1
  b = 1
}
`,
      'override.tf': `resource "aws_x" "x" {
  b = 2
}
`,
    });

    const places = ['a', 'b', 'c'].map((name) => {
      const location = overridden.locate('aws_x.x', [name]);
      if (location?.kind === 'attribute') return [location.file.path, location.scope.file.path];
      return location?.kind === 'absent' ? [location.parent.file.path] : undefined;
    });

    expect(places).toEqual([['main.tf', 'main.tf'], ['override.tf', 'override.tf'], ['main.tf']]);
  });
});
