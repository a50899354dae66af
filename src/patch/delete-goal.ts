import { removeBlock } from '../hcl/edit/block.ts';
import type { Json } from '../model/json.ts';
import type { Evaluation, ResourceInstance } from '../terraform/config/types.ts';
import { siteIn } from './site.ts';
import type { Context } from './trace/context.ts';
import { entrySites } from './trace/entry.ts';
import { memberSites } from './trace/member.ts';
import { valueSites } from './trace/value.ts';
import type { DeleteGoal, Site } from './types.ts';

/** The block goes; of several instances, the `for_each` entry or the last `count` goes. */
export function* deleteGoalSites(goal: DeleteGoal, evaluation: Evaluation): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  if (instance === undefined) return;
  const { file, block } = instance.declaration;
  if (instance.key === undefined) {
    yield siteIn(file, block.start, 'resource', goal.address, () => removeBlock(file.hcl, block));
    return;
  }
  yield* instanceSites(goal, evaluation, instance);
}

function* instanceSites(
  goal: DeleteGoal,
  evaluation: Evaluation,
  instance: ResourceInstance,
): Generator<Site> {
  const { declaration, key, scope } = instance;
  const source = declaration.forEach ?? declaration.count;
  if (source === undefined) return;
  const { repetition: _, ...outside } = scope;
  const context: Context = {
    evaluation,
    expr: source.expr,
    scope: outside,
    rest: [],
    kind: 'for_each entry',
    label: `${declaration.forEach === undefined ? 'count' : 'for_each'} of ${goal.address}`,
    depth: 0,
  };
  if (typeof key === 'string') {
    const element: Json = key;
    yield* entrySites(context, key);
    yield* memberSites(context, {
      action: 'remove',
      element,
      input: { kind: 'json', value: element },
    });
  } else if (typeof key === 'number') {
    // Only the last one can go: any other would renumber, and so replace, those behind it.
    yield* valueSites(context, key);
  }
}
