import type { Impact } from '../../../model/patch.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import type { Goal } from '../types.ts';
import { coversImpact } from './goal.ts';
import { memberId } from './member.ts';

/** A goal that asks for a change; undefined where none does. */
export type FindGoal = (impact: Impact) => Goal | undefined;

/**
 * What {@link coversImpact} says of many goals. Of a resource with hundreds of rules each is a goal, and
 * each may change, so that goals are found by what they name and not asked one after the other.
 */
function createCoverage(goals: readonly Goal[]): FindGoal {
  const named = new Map<string, Goal>();
  const others = new Map<string, Goal[]>();
  const types = new Map<string, Set<string>>();
  for (const goal of goals) {
    for (const name of namesOf(goal)) if (!named.has(name)) named.set(name, goal);
    if (goal.kind === 'element') add(types, goal.address, goal.type);
    for (const address of askedOneByOne(goal)) {
      const known = others.get(address);
      if (known === undefined) others.set(address, [goal]);
      else known.push(goal);
    }
  }
  return (impact) => {
    for (const name of coveringNames(impact, types.get(impact.address) ?? [])) {
      const goal = named.get(name);
      if (goal !== undefined) return goal;
    }
    return others.get(impact.address)?.find((goal) => coversImpact(goal, impact));
  };
}

/** Few changes are looked up without naming all goals first. */
export function coverageFor(goals: readonly Goal[], radius: readonly Impact[]): FindGoal {
  if (radius.length > 4) return createCoverage(goals);
  return (impact) => goals.find((goal) => coversImpact(goal, impact));
}

function add(types: Map<string, Set<string>>, address: string, type: string): void {
  const known = types.get(address) ?? new Set();
  types.set(address, known.add(type));
}

/** Names of what a goal asks for as it is; none for goals that ask for more than that. */
function namesOf(goal: Goal): readonly string[] {
  switch (goal.kind) {
    case 'value':
      return [valueName(goal.address, goal.path)];
    case 'element':
      return [
        listName(goal.address, goal.path),
        memberName(goal.address, goal.path, memberId(goal.type, goal.path, goal.element)),
      ];
    default:
      return [];
  }
}

/** Addresses under which goals are found that have no name, or do not go by it alone. */
function askedOneByOne(goal: Goal): readonly string[] {
  switch (goal.kind) {
    case 'value':
      return goal.within === undefined || goal.within.length === 0 ? [] : [goal.address];
    case 'create':
      return goal.replaces === undefined ? [goal.address] : [goal.address, goal.replaces];
    case 'delete':
      return [goal.address];
    case 'element':
    case 'ignore':
    case 'unignore':
      return [];
  }
}

/** Names of all that could ask for a change: of the path, and of what it is part of. */
function* coveringNames({ address, path }: Impact, types: Iterable<string>): Generator<string> {
  for (let length = 0; length <= path.length; length += 1) {
    const at = path.slice(0, length);
    const step = path[length];
    yield valueName(address, at);
    if (typeof step === 'object') {
      for (const type of types) yield memberName(address, at, memberId(type, at, step.element));
    } else if (typeof step !== 'string') yield listName(address, at);
  }
}

function valueName(address: string, path: AttributePath): string {
  return `value ${address} ${pathKey(path)}`;
}

/** An index stands for any member: the only one, or one that took the place of another. */
function listName(address: string, path: AttributePath): string {
  return `list ${address} ${pathKey(path)}`;
}

function memberName(address: string, path: AttributePath, id: string): string {
  return `member ${address} ${pathKey(path)} ${id}`;
}
