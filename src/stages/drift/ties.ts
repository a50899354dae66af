import type { Effect } from '../../model/effect.ts';
import { compareInstants } from '../../model/instant.ts';
import { canonicalJson, isJsonObject, type Json } from '../../model/json.ts';
import { type AttributePath, pathKey, startsWith } from '../../model/path.ts';
import { bringsNewId, thereAfter } from './existence.ts';
import { eventsIn } from './history.ts';
import { isLook } from './look.ts';
import { looselyEqual } from './members.ts';

/** Why a value that depends on the order of simultaneous calls is unknown. */
export const tied = 'calls of the same moment changed it, and the log does not say which came last';

/** The effects on one resource, in the orders in which they may have happened. */
export interface Orders {
  readonly first: readonly Effect[];
  /** Empty if, judging by the calls themselves, every order has the same result. */
  readonly others: readonly (readonly Effect[])[];
}

/** Up to this many calls of one moment are tried in every order. */
const maxPermuted = 4;
/** With more calls, this many are tried as the last one. */
const maxTried = 20;
/** Up to this many moments are also varied individually. */
const maxAlone = 8;

/**
 * Log times have a resolution of a second, so calls within one second may come in any order.
 * Returns the possible orders of effects that are given in fold order: nothing is created that
 * exists, and nothing is changed that does not. If a moment has many calls, each pair is tried in
 * both orders. Moments whose outcome a later call overwrote keep their order.
 */
export function possibleOrders(effects: readonly Effect[], isThere: boolean): Orders {
  let first = effects;
  const choices: Choice[] = [];
  for (const moment of openMoments(effects)) {
    const all = arrangements(moment.events);
    const faults = moment.isAboutAll
      ? all.map((order) => faultsIn(withMoment(first, moment, order), isThere))
      : all.map(() => 0);
    const fewest = Math.min(...faults);
    const [best = moment.events, ...rest] = all.filter((_, index) => faults[index] === fewest);
    first = withMoment(first, moment, best);
    if (rest.length > 0) choices.push({ moment, rest });
  }
  return { first, others: alternatives(first, choices) };
}

/** A moment whose events may have happened in other orders than in `first`. */
interface Choice {
  readonly moment: Moment;
  readonly rest: readonly Arrangement[];
}

type Arrangement = readonly (readonly Effect[])[];

/**
 * All moments in their next order together and, if there are few moments, each one individually.
 */
function alternatives(
  first: readonly Effect[],
  choices: readonly Choice[],
): readonly (readonly Effect[])[] {
  const max = Math.max(0, ...choices.map(({ rest }) => rest.length));
  const together = Array.from({ length: max }, (_, turn) => {
    const order = [...first];
    for (const { moment, rest } of choices) {
      const own = (rest[turn % rest.length] ?? moment.events).flat();
      order.splice(moment.start, own.length, ...own);
    }
    return order;
  });
  if (choices.length < 2 || choices.length > maxAlone) return together;
  const alone = choices.flatMap(({ moment, rest }) =>
    rest.map((one) => withMoment(first, moment, one)),
  );
  return [...together, ...alone];
}

function withMoment(
  effects: readonly Effect[],
  { start }: Moment,
  arrangement: Arrangement,
): readonly Effect[] {
  const own = arrangement.flat();
  return [...effects.slice(0, start), ...own, ...effects.slice(start + own.length)];
}

interface Moment {
  /** Index of its first effect. */
  readonly start: number;
  /** The effects of each event. */
  readonly events: Arrangement;
  /** Whether one of the events creates or deletes the resource. */
  readonly isAboutAll: boolean;
}

/** Moments whose order may affect the result. */
function openMoments(effects: readonly Effect[]): readonly Moment[] {
  const later = new Set<string>();
  const open: Moment[] = [];
  let end = effects.length;
  for (const moment of momentsIn(effects).reverse()) {
    const own = moment.events.flat();
    for (const { change } of effects.slice(moment.start + own.length, end)) note(later, change);
    end = moment.start;
    const conflicts = conflictsIn(moment.events);
    if (conflicts.some((change) => !isOverwritten(change, later))) open.unshift(moment);
    for (const { change } of own) note(later, change);
  }
  return open;
}

function note(later: Set<string>, change: Effect['change']): void {
  if (change.kind === 'set' && change.path.length > 0) later.add(pathKey(change.path));
  if (change.kind === 'add' || change.kind === 'remove') later.add(memberKey(change));
}

function memberKey({ path, element }: { readonly path: AttributePath; readonly element: Json }) {
  return `${pathKey(path)} ${canonicalJson(element)}`;
}

/** Whether a later change sets everything that this change affects. */
function isOverwritten(change: Effect['change'], later: ReadonlySet<string>): boolean {
  if (!('path' in change)) return false;
  const { path } = change;
  if (path.some((_, index) => later.has(pathKey(path.slice(0, index + 1))))) return true;
  return change.kind !== 'set' && later.has(memberKey(change));
}

/** Moments with several events. */
function momentsIn(effects: readonly Effect[]): Moment[] {
  const moments: { start: number; time: string; events: (readonly Effect[])[] }[] = [];
  let start = 0;
  for (const own of eventsIn(effects)) {
    const last = moments.at(-1);
    const time = own[0]?.time ?? '';
    if (last !== undefined && compareInstants(last.time, time) === 0) last.events.push(own);
    else moments.push({ start, time, events: [own] });
    start += own.length;
  }
  return moments
    .filter(({ events }) => events.length > 1 && !events.flat().some(isLook))
    .map(({ start: from, events }) => ({
      start: from,
      events,
      isAboutAll: events.flat().some((effect) => thereAfter(effect) !== undefined),
    }));
}

/** The orders to try, starting with the given one. */
function arrangements<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= maxPermuted) return permutations(items);
  return [items, [...items].reverse()].flatMap((one) =>
    one.slice(0, maxTried).map((_, index) => [...one.slice(index), ...one.slice(0, index)]),
  );
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** Changes by different events whose order may matter. */
function conflictsIn(events: readonly (readonly Effect[])[]): readonly Effect['change'][] {
  return events.flatMap((own, index) =>
    events
      .slice(index + 1)
      .flatMap((others) =>
        own.flatMap(({ change: a }) =>
          others.flatMap(({ change: b }) => (areInConflict(a, b) ? [a, b] : [])),
        ),
      ),
  );
}

function areInConflict(a: Effect['change'], b: Effect['change']): boolean {
  if (!('path' in a) || !('path' in b)) return canonical(a) !== canonical(b);
  if (!startsWith(a.path, b.path) && !startsWith(b.path, a.path)) return false;
  if (a.kind === 'set' || b.kind === 'set') return canonical(a) !== canonical(b);
  return a.kind !== b.kind && mayAgree(a.element, b.element);
}

/** Whether two elements, one of which may be partial, may be the same member. */
function mayAgree(a: Json, b: Json): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return canonicalJson(a) === canonicalJson(b);
  return Object.entries(a).every(
    ([name, own]) => !Object.hasOwn(b, name) || looselyEqual(own, b[name]),
  );
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
    // Many create calls accept a resource that exists already; a new id means a new resource.
    const isNew = own.some(bringsNewId);
    if (deletes ? !exists : exists ? isNew : !makes) faults += 1;
    exists = makes || (exists && !deletes);
  }
  return faults;
}
