import type { Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import type { VariableDeclaration } from '../../../../code/terraform/config/declarations.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { TraceContext } from './context.ts';

/** The defaults in a variable's type that apply at the path: `optional(number, 30)`. */
export function* optionalDefault(
  context: TraceContext,
  declaration: VariableDeclaration,
): Generator<TraceContext> {
  const { file, block, name } = declaration;
  const type = block.body.items.find((item) => item.kind === 'attribute' && item.name === 'type');
  if (type?.kind !== 'attribute') return;
  const { instance } = context.scope;
  const scope: Scope = { file, instance, bindings: new Map(), isolated: true };
  const label = `optional default of var.${name}`;
  for (const { expr, rest } of defaultsIn(type.value, context.rest, file.text)) {
    yield { ...context, expr, scope, rest, kind: 'variable default', label, common: true };
  }
}

interface Default {
  readonly expr: Expression;
  readonly rest: AttributePath;
}

/** The defaults along the path, outermost first. */
function* defaultsIn(type: Expression, path: AttributePath, text: string): Generator<Default> {
  if (type.kind !== 'call') return;
  const [inner, fallback] = type.args;
  if (inner === undefined) return;
  if (type.name === 'optional') {
    if (fallback !== undefined) yield { expr: fallback, rest: path };
    yield* defaultsIn(inner, path, text);
    return;
  }
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (type.name === 'object' && inner.kind === 'object') {
    const member = typeof step === 'string' ? attributeType(inner, step, text) : undefined;
    if (member !== undefined) yield* defaultsIn(member, rest, text);
  } else if (['list', 'map', 'set'].includes(type.name)) {
    yield* defaultsIn(inner, rest, text);
  }
}

function attributeType(
  object: ObjectExpression,
  name: string,
  text: string,
): Expression | undefined {
  return object.items.find(({ key }) => {
    const source = text.slice(key.start, key.end);
    return source === name || source === `"${name}"`;
  })?.value;
}
