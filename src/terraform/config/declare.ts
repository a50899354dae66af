import { dynamicType } from '../../hcl/eval/type.ts';
import { readConstraint } from '../../hcl/eval/type-expression.ts';
import type { Block } from '../../hcl/syntax/ast.ts';
import type { Layers } from './body.ts';
import {
  attributeOf,
  attributesOf,
  layersOf,
  plainBool,
  plainString,
  providerName,
} from './body.ts';
import type {
  LocalDeclaration,
  ModuleCall,
  OutputDeclaration,
  ProviderDeclaration,
  ResourceDeclaration,
  VariableDeclaration,
} from './declarations.ts';
import { evaluateIsolated } from './isolated.ts';
import type { Report } from './problems.ts';
import type { ConfigFile, SourceBlock, SourceExpression } from './types.ts';

/** A block of a module with those that override it. */
export interface Declared extends SourceBlock {
  readonly labels: readonly string[];
  readonly overrides: readonly SourceBlock[];
}

function source(layers: Layers, name: string): SourceExpression | undefined {
  const found = attributeOf(layers, name);
  return found === undefined ? undefined : { file: found.file, expr: found.expr };
}

/** Sets a property only when there is a value for it. */
function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

export function declareVariable(declared: Declared, report: Report): VariableDeclaration {
  const layers = layersOf(declared);
  const type = attributeOf(layers, 'type');
  const constraint =
    type === undefined
      ? { type: dynamicType }
      : readConstraint(type.expr, {
          text: type.file.text,
          evaluate: (expr) => evaluateIsolated(expr, type.file, report),
          report: (problem) => report.at(type.file, problem, 'invalid-type'),
        });
  const { file, block, labels } = declared;
  return {
    name: labels[0] ?? '',
    file,
    block,
    ...constraint,
    ...optional('default', source(layers, 'default')),
    nullable: plainBool(source(layers, 'nullable')?.expr) ?? true,
    sensitive: plainBool(source(layers, 'sensitive')?.expr) ?? false,
    parsing: type === undefined || primitives.has(constraint.type.kind) ? 'literal' : 'expression',
  };
}

const primitives: ReadonlySet<string> = new Set(['string', 'number', 'bool']);

export function declareLocals(file: ConfigFile, block: Block): readonly LocalDeclaration[] {
  return block.body.items.flatMap((item) =>
    item.kind === 'attribute'
      ? [{ name: item.name, attribute: item, block, file, expr: item.value }]
      : [],
  );
}

export function declareOutput(declared: Declared): OutputDeclaration {
  const layers = layersOf(declared);
  const { file, block, labels } = declared;
  return {
    name: labels[0] ?? '',
    file,
    block,
    ...optional('value', source(layers, 'value')),
    sensitive: plainBool(source(layers, 'sensitive')?.expr) ?? false,
  };
}

/** What a block must say somewhere to set one of these; that is told without parsing its body. */
const metaArgument = /\b(?:count|for_each|provider)\b/;

function textOf({ file, block }: SourceBlock): string {
  return file.text.slice(block.open, block.close);
}

export function declareResource(declared: Declared): Omit<ResourceDeclaration, 'modulePath'> {
  const layers = layersOf(declared);
  const { file, block, overrides, labels } = declared;
  const [type = '', name = ''] = labels;
  const isPlain = layers.every((layer) => !metaArgument.test(textOf(layer)));
  const base = {
    mode: block.type === 'data' ? 'data' : 'managed',
    type,
    name,
    file,
    block,
  } as const;
  if (isPlain) return { ...base, overrides, provider: type.split('_')[0] ?? type };
  const provider = attributeOf(layers, 'provider');
  const named = provider && providerName(provider.expr, provider.file.text);
  return {
    ...base,
    overrides,
    ...optional('count', source(layers, 'count')),
    ...optional('forEach', source(layers, 'for_each')),
    provider: named ?? type.split('_')[0] ?? type,
  };
}

const callArguments: ReadonlySet<string> = new Set([
  'source',
  'version',
  'count',
  'for_each',
  'providers',
  'depends_on',
]);

export function declareCall(declared: Declared): Omit<ModuleCall, 'module'> {
  const layers = layersOf(declared);
  const { file, block, overrides, labels } = declared;
  const from = attributeOf(layers, 'source');
  const inputs = new Map(
    [...attributesOf(layers)]
      .filter(([name]) => !callArguments.has(name))
      .map(([name, { file, expr, attribute }]) => [name, { file, expr, attribute }] as const),
  );
  return {
    name: labels[0] ?? '',
    file,
    block,
    overrides,
    ...optional('source', from && plainString(from.expr, from.file.text)),
    ...optional('count', source(layers, 'count')),
    ...optional('forEach', source(layers, 'for_each')),
    inputs,
    providers: passedProviders(layers),
  };
}

function passedProviders(layers: Layers): ReadonlyMap<string, string> {
  const passed = new Map<string, string>();
  const providers = attributeOf(layers, 'providers');
  if (providers?.expr.kind !== 'object') return passed;
  const { text } = providers.file;
  for (const { key, value } of providers.expr.items) {
    const child = providerName(key, text);
    const own = providerName(value, text);
    if (child !== undefined && own !== undefined) passed.set(child, own);
  }
  return passed;
}

export function declareProvider(declared: Declared): ProviderDeclaration {
  const layers = layersOf(declared);
  const { file, block, overrides, labels } = declared;
  const alias = attributeOf(layers, 'alias');
  const suffix = alias && plainString(alias.expr, alias.file.text);
  const [name = ''] = labels;
  return { name: suffix === undefined ? name : `${name}.${suffix}`, file, block, overrides };
}
