import type { Effect } from '../model/effect.ts';
import { compareInstants } from '../model/instant.ts';
import type { Json } from '../model/json.ts';
import { canonicalJson } from '../model/json.ts';
import { startsWith } from '../model/path.ts';
import { isGenerated, thereAfter } from './existence.ts';
import { eventsIn } from './history.ts';
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

/** So many calls of one moment are tried in every order. */
const mostPermuted = 4;
/** Of more, so many are tried as the last one. */
const mostTried = 20;

/**
 * Logs have seconds, and calls of one second come in any order. Of effects in fold order, the
 * orders that a cloud takes: what is there is not created, and what is not there is not changed.
 * Of many calls of a moment, each two are tried in both orders.
 */
export function ordersOf(effects: readonly Effect[], isThere: boolean): Orders {
  let first = effects;
  const others: (readonly Effect[])[] = [];
  for (const { start, events } of momentsIn(effects)) {
    if (!conflict(events)) continue;
    const end = start + events.flat().length;
    const all = arrangements(events).map((one) => [
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
  const moments: { start: number; time: string; events: (readonly Effect[])[] }[] = [];
  let start = 0;
  for (const own of eventsIn(effects)) {
    const last = moments.at(-1);
    const time = own[0]?.time ?? '';
    if (last !== undefined && compareInstants(last.time, time) === 0) last.events.push(own);
    else moments.push({ start, time, events: [own] });
    start += own.length;
  }
  return moments.filter(({ events }) => events.length > 1 && !events.flat().some(isLook));
}

/** The given order first. */
function arrangements<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= mostPermuted) return permutations(items);
  return [items, [...items].reverse()].flatMap((one) =>
    one.slice(0, mostTried).map((_, index) => [...one.slice(index), ...one.slice(0, index)]),
  );
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
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

/** How many of the events a cloud would have refused in this order. */
function faultsIn(effects: readonly Effect[], isThere: boolean): number {
  let exists = isThere;
  let faults = 0;
  for (const own of eventsIn(effects)) {
    const kinds = own.map(({ change }) => change.kind);
    const makes = own.some((effect) => thereAfter(effect) === true);
    const deletes = kinds.includes('delete');
    // Many calls make what is not there, and agree to what is; a new id is one of a new thing.
    const isNew = own.some(
      ({ change }) => change.kind === 'create' && isGenerated(change.importId),
    );
    if (deletes ? !exists : exists ? isNew : !makes) faults += 1;
    exists = makes || (exists && !deletes);
  }
  return faults;
}
