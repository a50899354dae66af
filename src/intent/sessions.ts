import type { Actor, ActorClass } from '../model/actor.ts';
import type { Drift } from '../model/drift.ts';
import { groupBy } from '../model/group.ts';
import { canonicalJson } from '../model/json.ts';
import { parseAddress } from '../terraform/address.ts';
import type { EvidenceEvent, InferInput } from './types.ts';

/** Drifts that one actor made in one go, on resources that belong together. */
export interface Session {
  readonly actor: Actor;
  /** By id. */
  readonly drifts: readonly Drift[];
  /** The actor's own events, in order of time. */
  readonly events: readonly EvidenceEvent[];
}

/** A drift with the part of its evidence that its last writer made. */
interface Owned {
  readonly drift: Drift;
  readonly actor: Actor;
  readonly key: string;
  readonly events: readonly EvidenceEvent[];
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const defaultGap = 15;
/** Changes this close in time are one action, even of resources that have nothing in common. */
const burst = 2 * minute;

/** Robots get a new session name from each login; for people it tells who shares a role. */
const unnamedSessions: ReadonlySet<ActorClass> = new Set([
  'controller',
  'security',
  'compliance',
  'cost',
  'provider',
  'iac',
]);

const nobody: Actor = {
  class: 'unknown',
  principal: 'unknown',
  name: 'unknown',
  signature: 'none',
  evidence: 'claimed',
};

/**
 * Clusters drifts. A drift belongs to whoever wrote its live value; two of one actor belong
 * together when no pause is longer than the gap and they are near each other in time or in the
 * resource graph. Independent of the order of the input.
 */
export function sessionsOf(input: InferInput): readonly Session[] {
  const byActor = groupBy(
    input.drifts.map((drift) => ownedBy(drift, input)),
    ({ key }) => key,
  );
  const gap = (input.gapMinutes ?? defaultGap) * minute;
  return [...byActor.values()]
    .flatMap((owned) => pausesOf(owned, gap))
    .flatMap((owned) => components(owned, input))
    .map(sessionOf);
}

/** Identity of an actor for clustering. */
export function actorKey(actor: Actor): string {
  const session = unnamedSessions.has(actor.class) ? '' : (actor.session ?? '');
  return canonicalJson([actor.class, actor.principal, session]);
}

function ownedBy(drift: Drift, input: InferInput): Owned {
  const events = drift.evidence.flatMap((id) => input.event(id) ?? []);
  const writer = drift.writes?.at(-1)?.event;
  const last = (writer === undefined ? undefined : input.event(writer)) ?? events.at(-1);
  const actor = last?.actor ?? nobody;
  const key = actorKey(actor);
  const own = events.filter((event) => actorKey(event.actor) === key);
  const times = own.map(({ time }) => Date.parse(time));
  return {
    drift,
    actor,
    key,
    events: own,
    from: Math.min(...times, Number.POSITIVE_INFINITY),
    to: Math.max(...times, Number.NEGATIVE_INFINITY),
  };
}

/** Splits one actor's drifts wherever nothing happened for longer than the gap. */
function pausesOf(owned: readonly Owned[], gap: number): readonly (readonly Owned[])[] {
  const sorted = [...owned].sort((a, b) => a.from - b.from || (a.drift.id < b.drift.id ? -1 : 1));
  const groups: Owned[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of sorted) {
    const last = groups.at(-1);
    // Without any known time, `from` is infinite and such drifts form a group of their own.
    if (last !== undefined && (one.from - end <= gap || one.from === last[0]?.from)) last.push(one);
    else groups.push([one]);
    end = Math.max(end, one.to);
  }
  return groups;
}

/** The drifts of one stretch of time, by what connects them. */
function components(owned: readonly Owned[], input: InferInput): readonly (readonly Owned[])[] {
  const group = new Map(owned.map((one, index) => [one, index] as const));
  const join = (a: Owned, b: Owned): void => {
    const [from, to] = [group.get(a) ?? 0, group.get(b) ?? 0];
    if (from === to) return;
    for (const [one, own] of group) if (own === from) group.set(one, to);
  };
  joinNeighbors(owned, join);
  const first = new Map<string, Owned>();
  for (const one of owned) {
    const { address, creation } = one.drift;
    for (const key of [`address ${address}`, `module ${moduleOf(address)}`]) {
      const other = first.get(key);
      if (other === undefined) first.set(key, one);
      else join(one, other);
    }
    if (creation?.parent === undefined) continue;
    const parent = owned.find(({ drift }) => drift.address === creation.parent);
    if (parent !== undefined) join(one, parent);
  }
  const places = [...new Map(owned.map((one) => [one.drift.address, one])).values()];
  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      if (group.get(one) !== group.get(other) && refers(one, other, input)) join(one, other);
    }
  }
  return [...groupBy(owned, (one) => group.get(one)).values()];
}

/** Joins what happened in one burst; the drifts come in order of time. */
function joinNeighbors(owned: readonly Owned[], join: (a: Owned, b: Owned) => void): void {
  let latest = owned[0];
  for (const one of owned) {
    if (latest === undefined) return;
    if (one.from <= latest.to + burst) join(one, latest);
    if (one.to > latest.to) latest = one;
  }
}

function refers({ drift: a }: Owned, { drift: b }: Owned, { related }: InferInput): boolean {
  return related?.(a.address, b.address) === true || related?.(b.address, a.address) === true;
}

/** The module call, whichever of its instances. */
function moduleOf(address: string): string {
  const modules = parseAddress(address)?.modules ?? [];
  return modules.map(({ name }) => name).join('.');
}

function sessionOf(owned: readonly Owned[]): Session {
  const events = new Map(owned.flatMap((one) => one.events.map((event) => [event.id, event])));
  const sorted = [...events.values()].sort(
    (a, b) => Date.parse(a.time) - Date.parse(b.time) || (a.id < b.id ? -1 : 1),
  );
  const drifts = owned.map(({ drift }) => drift).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { actor: sorted[0]?.actor ?? owned[0]?.actor ?? nobody, drifts, events: sorted };
}
