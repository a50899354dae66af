import { removeBlock } from '../../../code/hcl/edit/block.ts';
import {
  formatModulePath,
  parseAddress,
  type ResourceAddress,
} from '../../../code/terraform/address.ts';
import type { ModuleInstance, ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import { lineAt } from '../../../text/lines.ts';
import { formatNamed, type NamedLine } from '../place.ts';
import type { DeleteGoal, Goal } from '../types.ts';
import { withoutAddressBlocks } from './address-blocks.ts';
import { blockSite, repeatedBlockSite } from './delete-block.ts';
import { countSites, higherIndexes } from './delete-count.ts';
import { forEachSites, keySites } from './delete-entry.ts';
import { dependantsOfCall, findDependants } from './dependants.ts';
import { goingDeclarations } from './going.ts';
import { isRename } from './rename.ts';
import { siteIn } from './site.ts';
import { repetitionUse } from './trace/context.ts';
import type { Site } from './types.ts';

/**
 * Removes the block, or for several instances the `for_each` entry or the last of the `count`. If
 * all resources of a module are to be deleted, its call is removed. `import` and `moved` blocks for
 * the resource are removed with it.
 */
export function* deleteGoalSites(
  goal: DeleteGoal,
  evaluation: Evaluation,
  goals: readonly Goal[],
): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  if (instance === undefined) return;
  const leaving = leavingAddresses(goals);
  for (const site of sitesFor(goal, evaluation, instance, leaving)) {
    yield {
      ...site,
      edit: () => {
        const made = site.edit();
        return made.ok ? withoutAddressBlocks(evaluation, goal.address, made.value) : made;
      },
    };
  }
}

function* sitesFor(
  goal: DeleteGoal,
  evaluation: Evaluation,
  instance: ResourceInstance,
  leaving: ReadonlySet<string>,
): Generator<Site> {
  yield* deletedCallSites(goal, evaluation, leaving);
  const { declaration, key, scope } = instance;
  if (key === undefined) {
    yield blockSite(instance, goal.address);
    return;
  }
  if (goingDeclarations(evaluation, scope.instance.module, leaving).has(declaration)) {
    yield repeatedBlockSite(evaluation, instance, goal.address);
    return;
  }
  if (typeof key === 'number') {
    yield* countSites(goal, evaluation, instance, key);
  } else {
    yield* forEachSites(goal, evaluation, instance, key);
  }
}

/** Addresses that the goals remove from the code. */
function leavingAddresses(goals: readonly Goal[]): ReadonlySet<string> {
  return new Set(goals.flatMap((goal) => (goal.kind === 'delete' ? [goal.address] : [])));
}

/**
 * The goals in the order in which they can be reached: renames and deletions come last, since
 * earlier edits may remove references to the resource. Of deletions, instances come first, which
 * may go with what their block refers to; of a `count`, the highest index.
 */
export function inDeletionOrder(goals: readonly Goal[]): readonly Goal[] {
  const index = ({ address }: Goal): number =>
    address.endsWith(']') ? Number(/\[(\d+)\]$/.exec(address)?.[1] ?? 0) : -1;
  return [
    ...goals.filter((goal) => goal.kind !== 'delete' && !isRename(goal)),
    ...goals.filter(isRename),
    ...goals.filter((goal) => goal.kind === 'delete').toSorted((a, b) => index(b) - index(a)),
  ];
}

/** Why a resource cannot be removed from the code by any edit; undefined if it can. */
export function deletionBlocked(
  goal: Goal,
  evaluation: Evaluation,
  goals: readonly Goal[],
): Refusal | undefined {
  const instance = goal.kind === 'delete' ? evaluation.instance(goal.address) : undefined;
  if (instance === undefined) return undefined;
  const leaving = leavingAddresses(goals);
  const higher = higherIndexes(evaluation, instance).filter((address) => !leaving.has(address));
  if (higher.length > 0) return renumbering(instance, higher);
  const dependants = findDependants(evaluation, instance, leaving);
  return dependants.length === 0 ? undefined : neededBy(goal.address, dependants);
}

function renumbering(
  { address, declaration }: ResourceInstance,
  higher: readonly string[],
): Refusal {
  const { file, block } = declaration;
  const [first = '', ...others] = higher;
  const which = others.length === 0 ? first : `${first} to ${others.at(-1)}`;
  return {
    code: 'count-renumbers',
    reason: `${address} is not the last of its count: without it ${which} would move down by one, and Terraform would change or replace what is there, and destroy the last.`,
    suggestion: `Give the resource a for_each instead of count, with a moved block for each instance that stays; then its entry can go.`,
    nearest: { file: file.path, line: lineAt(file.text, (declaration.count?.expr ?? block).start) },
  };
}

/** Why a resource stays in the code: it is needed in these places. */
export function neededBy(address: string, dependants: readonly NamedLine[]): Refusal {
  const [first] = dependants;
  const named = dependants.map(formatNamed);
  const shown = named.slice(0, 8).join(', ');
  const more = named.length > 8 ? ` and ${named.length - 8} more` : '';
  const [verb, they] = named.length === 1 ? ['refers', 'it'] : ['refer', 'they'];
  return {
    code: 'has-dependants',
    reason: `${address} is gone, but ${shown}${more} still ${verb} to it.`,
    suggestion: `Decide what ${they} should use instead, then remove the resource from the code.`,
    ...(first === undefined ? {} : { nearest: { file: first.file, line: first.line } }),
  };
}

/**
 * If all resources of a module instance are to be deleted, its call or its `for_each` entry is
 * removed too.
 */
function* deletedCallSites(
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
    const label = `for_each of module.${call.name}`;
    yield* keySites(repetitionUse(evaluation, scope, call.forEach, label), key);
  }
}
