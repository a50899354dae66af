import type { Impact } from '../../../model/patch.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import type { Goal } from '../types.ts';
import { coversImpact } from './goal.ts';
import { memberId } from './member.ts';

/** Finds a goal that asks for a change; undefined if none does. */
export type FindGoal = (impact: Impact) => Goal | undefined;

/**
 * Like {@link coversImpact} for many goals. A resource with hundreds of rules has a goal for each,
 * all of which may change, so goals are indexed by name instead of being asked one after the other.
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

/** For a few changes, asking each goal is cheaper than building an index. */
export function coverageFor(goals: readonly Goal[], radius: readonly Impact[]): FindGoal {
  if (radius.length > 4) return createCoverage(goals);
  return (impact) => goals.find((goal) => coversImpact(goal, impact));
}

function add(types: Map<string, Set<string>>, address: string, type: string): void {
  const known = types.get(address) ?? new Set();
  types.set(address, known.add(type));
}

/** Names of what a goal asks for directly; empty for goals that ask for more than that. */
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

/** Addresses under which to look for goals that a name does not describe fully. */
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

/** Names of every goal that may ask for a change: for its path and all paths above it. */
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

/** An index matches any member: it may be the only one, or one that replaced another. */
function listName(address: string, path: AttributePath): string {
  return `list ${address} ${pathKey(path)}`;
}

function memberName(address: string, path: AttributePath, id: string): string {
  return `member ${address} ${pathKey(path)} ${id}`;
}
