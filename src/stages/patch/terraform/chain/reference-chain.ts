import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import { childNodes, type SyntaxNode } from '../../../../code/hcl/syntax/walk.ts';
import { deepest, type TraceContext } from '../trace/context.ts';
import { followTrace } from '../trace/follow.ts';

/** The expressions from a use to its literal, starting with the use. */
export function referenceChain(
  context: TraceContext,
  through = nextExpression,
): readonly TraceContext[] {
  const chain = [context];
  for (
    let at: TraceContext | undefined = context;
    at !== undefined && chain.length <= 4 * deepest;
  ) {
    const next: TraceContext | undefined = through(at);
    if (next !== undefined) chain.push(next);
    at = next;
  }
  return chain;
}

/** The next expression that passes the value on unchanged. */
function nextExpression(context: TraceContext): TraceContext | undefined {
  return followTrace(context)[Symbol.iterator]().next().value ?? undefined;
}

/**
 * The next expression that the value depends on, even if it is computed from it:
 * `!each.value.public`.
 */
export function supplierContext(context: TraceContext): TraceContext | undefined {
  const next = nextExpression(context);
  if (next !== undefined || !['unary', 'binary'].includes(context.expr.kind)) return next;
  const [first] = childNodes(context.expr).filter(
    (node): node is Expression =>
      isExpression(node) && context.evaluation.define(context.scope, node) !== undefined,
  );
  return first === undefined ? undefined : { ...context, expr: first };
}

function isExpression(node: SyntaxNode): node is Expression {
  return ![
    'body',
    'block',
    'attribute',
    'object-item',
    'text',
    'interpolation',
    'directive',
  ].includes(node.kind);
}

/** Arguments in the chain that all instances of a module call share. */
export function sharedArguments(context: TraceContext): readonly TraceContext[] {
  return referenceChain(context).filter(
    ({ kind, scope, expr }, index, chain) =>
      index > 0 &&
      kind === 'module argument' &&
      scope.repetition !== undefined &&
      chain[index - 1]?.scope.instance !== scope.instance &&
      expr !== chain[index - 1]?.expr,
  );
}
