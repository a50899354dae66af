import type { Effect } from '../model/effect.ts';
import { compareInstants } from '../model/instant.ts';
import type { Json } from '../model/json.ts';
import { canonicalJson } from '../model/json.ts';
import { startsWith } from '../model/path.ts';
import { isLook } from './look.ts';

/** Why a value is not known that depends on the order of calls of one moment. */
export const tied =
  'calls of the same moment changed it, and the log does not tell which came last';

/** The effects on one resource, in the orders in which they may have happened. */
export interface Orders {
  readonly first: readonly Effect[];
  /** None where no order leads elsewhere, as far as the calls themselves tell. */
  readonly others: readonly (readonly Effect[])[];
}

/** Calls of one moment that are tried in other orders, at most. */
const mostTried = 40;

/**
 * Logs have seconds, and calls of one second come in any order. Of effects in fold order, the
 * orders that a cloud takes: what is there is not created, and what is not there is not changed.
 * Each call of a moment comes last once; calls that do not touch each other keep their place.
 */
export function ordersOf(effects: readonly Effect[], isThere: boolean): Orders {
  let first = effects;
  const others: (readonly Effect[])[] = [];
  for (const { start, events } of momentsIn(effects)) {
    if (!conflict(events)) continue;
    const end = start + events.flat().length;
    const all = rotations(events).map((one) => [
      ...first.slice(0, start),
      ...one.flat(),
      ...first.slice(end),
    ]);
    const faults = all.map((order) => faultsIn(order, isThere));
    const fewest = Math.min(...faults);
    const [best = first, ...rest] = all.filter((_, index) => faults[index] === fewest);
    first = best;
    others.push(...rest);
  }
  return { first, others };
}

interface Moment {
  /** Index of its first effect. */
  readonly start: number;
  /** The effects of each event. */
  readonly events: readonly (readonly Effect[])[];
}

/** Moments that have several events. */
function momentsIn(effects: readonly Effect[]): readonly Moment[] {
  const moments: { start: number; time: string; events: Effect[][] }[] = [];
  for (const [index, effect] of effects.entries()) {
    const last = moments.at(-1);
    if (last === undefined || compareInstants(last.time, effect.time) !== 0) {
      moments.push({ start: index, time: effect.time, events: [[effect]] });
      continue;
    }
    const own = last.events.at(-1);
    if (own?.[0]?.event === effect.event) own.push(effect);
    else last.events.push([effect]);
  }
  return moments.filter(({ events }) => events.length > 1 && !events.flat().some(isLook));
}

function rotations<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items
    .slice(0, mostTried)
    .map((_, index) => [...items.slice(index), ...items.slice(0, index)]);
}

/** Whether the order of some of the events may matter. */
function conflict(events: readonly (readonly Effect[])[]): boolean {
  return events.some((own, index) =>
    events
      .slice(index + 1)
      .some((others) => own.some((a) => others.some((b) => areInTheWay(a, b)))),
  );
}

function areInTheWay(a: Effect, b: Effect): boolean {
  const [one, other] = [a.change, b.change];
  if (isAboutAll(a) || isAboutAll(b)) return canonical(one) !== canonical(other);
  if (!('path' in one) || !('path' in other)) return false;
  if (!startsWith(one.path, other.path) && !startsWith(other.path, one.path)) return false;
  if (one.kind === 'set' || other.kind === 'set') return canonical(one) !== canonical(other);
  return one.kind !== other.kind;
}

function isAboutAll({ change, makes }: Effect): boolean {
  return change.kind === 'create' || change.kind === 'delete' || makes !== undefined;
}

function canonical(change: Effect['change']): string {
  return canonicalJson(change as unknown as Json);
}

/** How many of the effects a cloud would have refused in this order. */
function faultsIn(effects: readonly Effect[], isThere: boolean): number {
  let exists = isThere;
  let faults = 0;
  for (const { change, makes } of effects) {
    if (change.kind === 'delete') {
      if (!exists) faults += 1;
      exists = false;
    } else if (change.kind === 'create') {
      // What is written whole is made, or replaced.
      const isPut = makes !== undefined && Object.keys(change.attributes).length === 0;
      if (exists && !isPut) faults += 1;
      exists = true;
    } else if (makes !== undefined) exists = true;
    else if (!exists) faults += 1;
  }
  return faults;
}
