import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import type { VariableBlock } from '../../../../code/terraform/config/blocks.ts';
import type { Definition } from '../../../../code/terraform/config/definition.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { AttributePath, PathStep } from '../../../../model/path.ts';
import type { TraceContext } from './context.ts';
import { followSplat, splatChain, splatStep } from './splat.ts';

/** Follows a reference, or a selection from another expression, towards the literal. */
export function* followReference(context: TraceContext): Generator<TraceContext> {
  const definition = context.evaluation.define(context.scope, context.expr);
  if (definition === undefined) {
    yield* followSelection(context);
    return;
  }
  const rest: AttributePath = [...definition.rest, ...context.rest];
  const next = { ...context, rest, depth: context.depth + 1 };
  const typed = { ...next, typedBy: context.typedBy ?? context };
  switch (definition.kind) {
    case 'variable':
      yield* followVariable(typed, definition);
      return;
    case 'argument': {
      const { expr, scope, call, declaration } = definition;
      const label = `argument ${declaration.name} of module.${call.name}`;
      yield { ...typed, expr, scope, kind: 'module argument', label };
      yield* optionalDefault(typed, declaration);
      return;
    }
    case 'local': {
      const { expr, scope, name } = definition;
      yield { ...next, expr, scope, kind: 'local', label: `local.${name}` };
      return;
    }
    case 'each':
      yield* followEach(next, definition);
      return;
    case 'iterator':
      yield* followIterator(next, definition);
      return;
    case 'output': {
      const { expr, scope, declaration } = definition;
      yield { ...next, expr, scope, kind: 'literal', label: `output ${declaration.name}` };
      return;
    }
    case 'resource':
      yield* followResource(next, definition.address);
      return;
    case 'count':
    case 'data':
      return;
  }
}

/** Follows a selection from an unnamed expression: `merge(a, b)["x"]`, `local.rules[*].port`. */
function* followSelection(context: TraceContext): Generator<TraceContext> {
  const chain = splatChain(context, context.expr);
  if (chain !== undefined) {
    yield* followSplat(context, chain);
    return;
  }
  const step = splatStep(context, context.expr);
  if (step !== undefined) {
    yield { ...context, expr: step.of, rest: [step.key, ...context.rest] };
  }
}

type Of<K extends Definition['kind']> = Extract<Definition, { kind: K }>;

function* followVariable(
  context: TraceContext,
  definition: Of<'variable'>,
): Generator<TraceContext> {
  const { declaration, sources } = definition;
  const winner = sources[0];
  const label = `default of var.${declaration.name}`;
  // A value from the environment or the command line is not in any file.
  if (winner?.kind === 'tfvars') {
    const { expr, scope } = winner;
    yield { ...context, expr, scope, kind: 'tfvars', label: declaration.name };
  } else if (winner?.kind === 'default') {
    const { expr, scope } = winner;
    yield { ...context, expr, scope, kind: 'variable default', label };
  }
  yield* optionalDefault(context, declaration);
}

/** The key of an instance cannot be changed without turning it into another instance. */
function* followEach(context: TraceContext, definition: Of<'each'>): Generator<TraceContext> {
  if (definition.part === 'key') return;
  const { expr, scope, key } = definition;
  const rest = [key, ...context.rest];
  yield { ...context, expr, scope, rest, kind: 'for_each entry', label: 'for_each' };
}

function* followIterator(
  context: TraceContext,
  definition: Of<'iterator'>,
): Generator<TraceContext> {
  if (definition.part === 'key') return;
  const { expr, scope } = definition;
  const isSet = context.evaluation.evaluate(expr, scope).kind === 'set';
  const key = valueToJson(definition.key);
  if (key === undefined) return;
  // Members of a set are addressed by their content.
  if (!isSet && typeof key !== 'string' && typeof key !== 'number') return;
  const step: PathStep =
    isSet || typeof key === 'boolean' || typeof key === 'object' ? { element: key } : key;
  const rest = [step, ...context.rest];
  yield { ...context, expr, scope, rest, kind: 'collection entry', label: 'collection' };
}

/** Follows the reference to another resource's argument, where the value is written. */
function* followResource(context: TraceContext, address: string): Generator<TraceContext> {
  const location = context.evaluation.locate(address, context.rest);
  if (location?.kind !== 'attribute') return;
  const { expr, scope, rest } = location;
  yield { ...context, expr, scope, rest, kind: 'literal', label: address };
}

/** The defaults in a variable's type that apply at the path: `optional(number, 30)`. */
function* optionalDefault(
  context: TraceContext,
  declaration: VariableBlock,
): Generator<TraceContext> {
  const { file, block, name } = declaration;
  const type = attributeIn(block, 'type');
  if (type === undefined) return;
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
