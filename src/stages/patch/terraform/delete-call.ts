import { removeBlock } from '../../../code/hcl/edit/block.ts';
import {
  formatModulePath,
  parseAddress,
  type ResourceAddress,
} from '../../../code/terraform/address.ts';
import type { ModuleInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { DeleteGoal } from '../types.ts';
import { keySites } from './delete-entry.ts';
import { dependantsOfCall } from './dependants.ts';
import { siteIn } from './site.ts';
import type { Site } from './types.ts';

/**
 * If all resources of a module instance are to be deleted, its call or its `for_each` entry is
 * removed too.
 */
export function* deletedCallSites(
  goal: DeleteGoal,
  evaluation: Evaluation,
  leaving: ReadonlySet<string>,
): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  let at: ModuleInstance | undefined = instance?.scope.instance;
  const emptied: ModuleInstance[] = [];
  for (; at?.caller !== undefined; at = at.caller.scope.instance) {
    if (isEmptied(evaluation, at, leaving)) emptied.unshift(at);
  }
  for (const each of emptied) yield* callSite(evaluation, each);
}

function isEmptied(
  evaluation: Evaluation,
  { address }: ModuleInstance,
  leaving: ReadonlySet<string>,
): boolean {
  return evaluation
    .addresses()
    .filter((each) => isWithin(parseAddress(each)?.modules ?? [], address))
    .every((each) => leaving.has(each));
}

function isWithin(modules: ResourceAddress['modules'], address: string): boolean {
  return modules.some((_, index) => formatModulePath(modules.slice(0, index + 1)) === address);
}

function* callSite(evaluation: Evaluation, { address, caller }: ModuleInstance): Generator<Site> {
  if (caller === undefined) return;
  const { call, key, scope } = caller;
  const { file, block } = call;
  if (dependantsOfCall(scope.instance.module, call.name, key, block).length > 0) return;
  if (key === undefined) {
    yield siteIn(file, block.start, 'block', address, () => removeBlock(file.hcl, block));
  } else if (typeof key === 'string' && call.forEach !== undefined) {
    const { repetition: _, ...outside } = scope;
    const { expr, file: source } = call.forEach;
    yield* keySites(
      {
        evaluation,
        expr,
        scope: evaluation.inFile(outside, source),
        rest: [],
        kind: 'for_each entry',
        label: `for_each of module.${call.name}`,
        depth: 0,
      },
      key,
    );
  }
}
