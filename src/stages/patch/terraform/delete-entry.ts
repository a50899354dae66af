import type { ForObject } from '../../../code/hcl/syntax/ast.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { DeleteGoal } from '../types.ts';
import { switchedSites } from './delete-switch.ts';
import { deepest, repetitionUse, type TraceContext } from './trace/context.ts';
import { entrySites } from './trace/entry.ts';
import { followTrace } from './trace/follow.ts';
import { inIteration, iterationsWith } from './trace/for.ts';
import { memberSites } from './trace/member.ts';
import { literalMembership } from './trace/member-search.ts';
import type { Site } from './types.ts';

/**
 * Removes the key from the `for_each`: its switch is turned off, or its entry or element is
 * removed.
 */
export function* forEachSites(
  goal: DeleteGoal,
  evaluation: Evaluation,
  instance: ResourceInstance,
  key: string,
): Generator<Site> {
  const { forEach } = instance.declaration;
  if (forEach === undefined) return;
  const label = `for_each of ${goal.address}`;
  yield* keySites(repetitionUse(evaluation, instance.scope, forEach, label), key);
}

/** Ways to remove the key from a collection, wherever the collection is written. */
export function* keySites(context: TraceContext, key: string): Generator<Site> {
  for (const loop of loopsBehind(context)) {
    const { condition } = loop.expr;
    const [iteration] = iterationsWith(loop.context, loop.expr, key);
    if (condition === undefined || iteration === undefined) continue;
    yield* switchedSites(
      { ...inIteration(loop.context, loop.expr, iteration), expr: condition },
      false,
    );
  }
  yield* entrySites(context, key);
  yield* memberSites(context, literalMembership('remove', key));
}

interface Loop {
  readonly context: TraceContext;
  readonly expr: ForObject;
}

/** The `{for ...}` expressions that produce a collection, followed through references. */
export function loopsBehind(context: TraceContext): readonly Loop[] {
  const { expr, depth } = context;
  if (depth > deepest) return [];
  if (expr.kind === 'for-object') return [{ context, expr }];
  return [...followTrace(context)].flatMap(loopsBehind);
}
