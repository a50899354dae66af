import { evaluate } from '../../hcl/eval/evaluate.ts';
import { dynamicType } from '../../hcl/eval/type.ts';
import { readConstraint } from '../../hcl/eval/type-expression.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Block, Expression } from '../../hcl/syntax/ast.ts';
import type { LocalValue, OutputBlock, ProviderBlock, VariableBlock } from './blocks.ts';
import type { Layers } from './body.ts';
import { lastAttribute, mergedBlocks, plainBool, plainString, sourceLayers } from './body.ts';
import type { ProblemSink } from './problems.ts';
import type { SourceBlock, SourceExpression, SourceFile } from './source.ts';

/** A block of a module with the blocks that override it. */
export interface DeclaredBlocks extends SourceBlock {
  readonly labels: readonly string[];
  readonly overrides: readonly SourceBlock[];
}

export function attributeExpression(layers: Layers, name: string): SourceExpression | undefined {
  const found = lastAttribute(layers, name);
  return found === undefined ? undefined : { file: found.file, expr: found.expr };
}

/** `enabled` in the `lifecycle` block, which only OpenTofu supports. */
export function enabledIn(layers: Layers): SourceExpression | undefined {
  return attributeExpression(mergedBlocks(layers).get('lifecycle') ?? [], 'enabled');
}

/** Sets a property only when there is a value for it. */
function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

export function declareVariable(declared: DeclaredBlocks, report: ProblemSink): VariableBlock {
  const layers = sourceLayers(declared);
  const type = lastAttribute(layers, 'type');
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
    ...optional('default', attributeExpression(layers, 'default')),
    nullable: plainBool(attributeExpression(layers, 'nullable')?.expr) ?? true,
    sensitive: plainBool(attributeExpression(layers, 'sensitive')?.expr) ?? false,
    parsing: type === undefined || primitives.has(constraint.type.kind) ? 'literal' : 'expression',
  };
}

const primitives: ReadonlySet<string> = new Set(['string', 'number', 'bool']);

export function declareLocals(file: SourceFile, block: Block): readonly LocalValue[] {
  return block.body.items.flatMap((item) =>
    item.kind === 'attribute'
      ? [{ name: item.name, attribute: item, block, file, expr: item.value }]
      : [],
  );
}

export function declareOutput(declared: DeclaredBlocks): OutputBlock {
  const layers = sourceLayers(declared);
  const { file, block, labels } = declared;
  return {
    name: labels[0] ?? '',
    file,
    block,
    ...optional('value', attributeExpression(layers, 'value')),
    sensitive: plainBool(attributeExpression(layers, 'sensitive')?.expr) ?? false,
  };
}

export function declareProvider(declared: DeclaredBlocks): ProviderBlock {
  const layers = sourceLayers(declared);
  const { file, block, overrides, labels } = declared;
  const alias = lastAttribute(layers, 'alias');
  const suffix = alias && plainString(alias.expr, alias.file.text);
  const [name = ''] = labels;
  return { name: suffix === undefined ? name : `${name}.${suffix}`, file, block, overrides };
}

/** Evaluates an expression that may not refer to anything, as in variable files and defaults. */
function evaluateIsolated(expr: Expression, file: SourceFile, report: ProblemSink): Value {
  return evaluate(expr, file.text, {
    host: {},
    lookup: () => undefined,
    report: (diagnostic) => report.at(file, diagnostic, 'invalid-expression'),
  });
}
