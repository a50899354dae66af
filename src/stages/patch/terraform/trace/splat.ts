import { elementsOfValue } from '../../../../code/hcl/eval/elements.ts';
import type { Expression, Splat } from '../../../../code/hcl/syntax/ast.ts';
import type { AttributePath, PathStep } from '../../../../model/path.ts';
import { evaluated, type TraceContext, valueIn } from './context.ts';

/** `of[*].a.b`: the splat, and the steps that it applies to each element. */
export interface SplatChain {
  readonly splat: Splat;
  readonly steps: AttributePath;
}

/** A splat and the steps after it; undefined for any other expression. */
export function splatChain(context: TraceContext, expr: Expression): SplatChain | undefined {
  const steps: PathStep[] = [];
  let indexed = false;
  let at = expr;
  for (;;) {
    if (at.kind === 'splat') {
      // After `.*`, an index selects from the result; after `[*]`, from each element.
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

/** Follows a splat to the element that an index of its result stands for. */
export function* followSplat(
  context: TraceContext,
  { splat, steps }: SplatChain,
): Generator<TraceContext> {
  const [index, ...rest] = context.rest;
  if (index === undefined || typeof index === 'string') return;
  const inner = [...steps, ...rest];
  // A splat treats a value that is not a list as the only element of one.
  const isList = elementsOfValue(valueIn(context, splat.of)) !== undefined;
  yield { ...context, expr: splat.of, rest: isList ? [index, ...inner] : inner };
}
