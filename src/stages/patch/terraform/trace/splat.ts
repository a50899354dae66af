import type { Expression, Splat } from '../../../../code/hcl/syntax/ast.ts';
import type { AttributePath, PathStep } from '../../../../model/path.ts';
import { contextElements, evaluated, type TraceContext, valueIn } from './context.ts';

/** `of[*].a.b`: what the splat goes over, and the steps it takes in each element. */
export interface SplatChain {
  readonly splat: Splat;
  readonly steps: AttributePath;
}

/** A splat and what follows it; undefined for any other expression. */
export function splatChain(context: TraceContext, expr: Expression): SplatChain | undefined {
  const steps: PathStep[] = [];
  let indexed = false;
  let at = expr;
  for (;;) {
    if (at.kind === 'splat') {
      // Behind `.*` an index selects from the result; behind `[*]` from each element.
      return indexed && !at.full ? undefined : { splat: at, steps: steps.reverse() };
    }
    indexed ||= at.kind === 'index';
    const step = splatStep(context, at);
    if (step === undefined) return undefined;
    steps.push(step.key);
    at = step.of;
  }
}

/** The last selection of an expression: `["a"]` of `merge(x, y)["a"]`. */
export function splatStep(
  context: TraceContext,
  expr: Expression,
): { readonly of: Expression; readonly key: string | number } | undefined {
  switch (expr.kind) {
    case 'get':
      return { of: expr.of, key: expr.name };
    case 'legacy-index':
      return { of: expr.of, key: expr.index };
    case 'index': {
      const key = evaluated(context, expr.key);
      return typeof key === 'string' || typeof key === 'number' ? { of: expr.of, key } : undefined;
    }
    default:
      return undefined;
  }
}

/** Into the element that an index of the splat's result stands for. */
export function* followSplat(
  context: TraceContext,
  { splat, steps }: SplatChain,
): Generator<TraceContext> {
  const [index, ...rest] = context.rest;
  if (index === undefined || typeof index === 'string') return;
  const inner = [...steps, ...rest];
  // A splat of what is no list sees it as the only element of one.
  const isList = contextElements(valueIn(context, splat.of)) !== undefined;
  yield { ...context, expr: splat.of, rest: isList ? [index, ...inner] : inner };
}
