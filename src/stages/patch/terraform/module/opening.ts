import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import type { EditResult } from '../../../../code/hcl/edit/types.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Location } from '../../../../code/terraform/config/location.ts';
import type { SourceFile } from '../../../../code/terraform/config/source.ts';
import type { Json } from '../../../../model/json.ts';
import { mergedText } from '../override/operand.ts';
import { deepest, type TraceContext } from '../trace/context.ts';
import { followTrace } from '../trace/follow.ts';
import { nest } from '../trace/nest.ts';
import type { NewInput } from './open.ts';

/** Name, type and description of an input, wherever a module reads it. */
export type InputBase = Pick<NewInput, 'name' | 'type' | 'description'>;

/** The literal in the module becomes the input, with the literal as its default. */
export function* literalOpenings(
  base: InputBase,
  use: TraceContext,
  want: Json,
): Generator<NewInput> {
  for (const { scope, expr } of openingLiterals(use)) {
    const { file } = scope;
    const replace = (): EditResult => rewrite(file, expr, `var.${base.name}`);
    yield { ...base, want, default: textIn(file, expr), file, offset: expr.start, replace };
  }
}

/** The module keeps its expression, and the input goes before it or is merged over it. */
export function* expressionOpenings(
  base: InputBase,
  use: TraceContext,
  wanted: Json,
): Generator<NewInput> {
  const { rest } = use;
  if (rest.length === 0) {
    yield beforeExpression(base, use, wanted);
    return;
  }
  const want = nest(rest, wanted);
  const { file } = use.scope;
  if (want === undefined || rest.length > 1) return;
  const replace = (): EditResult => rewrite(file, use.expr, mergedText(use, `var.${base.name}`));
  yield { ...base, want, default: '{}', file, offset: use.expr.start, replace };
}

/**
 * For an argument or map that the module does not set: the input has no effect unless it is set.
 */
export function* absentOpenings(
  base: InputBase,
  { parent: { file, block }, rest }: Extract<Location, { kind: 'absent' }>,
  want: Json,
): Generator<NewInput> {
  const [name, ...inner] = rest;
  const nested = nest(inner, want);
  if (typeof name !== 'string' || inner.length > 1 || nested === undefined) return;
  const value = { kind: 'raw', text: `var.${base.name}` } as const;
  const replace = (): EditResult => insertAttribute(file.hcl, block.body, name, value);
  const none = inner.length > 0 ? '{}' : 'null';
  yield { ...base, want: nested, default: none, file, offset: block.start, replace };
}

/** Keeps a computed value, but puts an input before it that has no effect unless it is set. */
function beforeExpression(
  base: InputBase,
  { scope: { file }, expr }: TraceContext,
  want: Json,
): NewInput {
  const [input, own] = [`var.${base.name}`, textIn(file, expr)];
  const isPlain = ['string', 'number', 'bool'].includes(base.type);
  const text = isPlain ? `coalesce(${input}, ${own})` : `${input} != null ? ${input} : (${own})`;
  const replace = (): EditResult => rewrite(file, expr, text);
  return { ...base, want, default: 'null', file, offset: expr.start, replace };
}

function rewrite(file: SourceFile, expr: Expression, text: string): EditResult {
  return setExpression(file.hcl, expr, { kind: 'raw', text });
}

function textIn(file: SourceFile, expr: Expression): string {
  return file.text.slice(expr.start, expr.end);
}

/** Literals in the module itself that provide the value. */
export function* openingLiterals(context: TraceContext): Generator<TraceContext> {
  if (context.depth > deepest) return;
  if (context.rest.length === 0 && isLiteral(context.expr)) {
    yield context;
    return;
  }
  for (const next of followTrace(context)) {
    const stays = next.scope.instance === context.scope.instance;
    if (stays && next.scope.isolated !== true) yield* openingLiterals(next);
  }
}

/** True for an expression that may be a default: one without references or calls. */
function isLiteral(expr: Expression): boolean {
  switch (expr.kind) {
    case 'number':
      return true;
    case 'keyword':
      return expr.value !== null;
    case 'unary':
    case 'parentheses':
      return isLiteral(expr.value);
    case 'quoted':
      return expr.parts.every((part) => part.kind === 'text');
    case 'tuple':
      return expr.items.every(isLiteral);
    case 'object':
      return expr.items.every(
        ({ key, value }) => (key.kind === 'variable' || isLiteral(key)) && isLiteral(value),
      );
    default:
      return false;
  }
}
