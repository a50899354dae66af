import { parseAddress } from '../../code/terraform/address.ts';
import type { Actor } from '../../model/actor.ts';
import type { Drift, Write } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants, minute } from '../../model/instant.ts';
import type { Overtaken } from '../../model/intent.ts';
import { compareText } from '../../model/text.ts';
import { actorKey, nobody, robots } from './identity.ts';
import { type IntentParty, intentParties, openWrites } from './parties.ts';
import type { EvidenceEvent, InferInput } from './types.ts';

/** Drifts that one actor made in one session, on resources that belong together. */
export interface ActorSession {
  readonly actor: Actor;
  /** Sorted by id, each as this actor left it. */
  readonly drifts: readonly Drift[];
  /** Values that another actor has replaced since. */
  readonly overtaken: readonly Overtaken[];
  /** The actor's own events in this session, in order of time. */
  readonly events: readonly EvidenceEvent[];
}

/** A drift with the events of one party's last visit to it. */
interface Owned extends IntentParty {
  readonly key: string;
  readonly events: readonly EvidenceEvent[];
  readonly from: number;
  readonly to: number;
  /** The module call without instance keys; empty for the root module. */
  readonly module: string;
}

const defaultGap = 15;
/** Calls of an automation that are this close together are one run, even on unrelated resources. */
const burst = 2 * minute;
/** A person who returns to the same resource within this time is still in the same session. */
const reach = 60 * minute;
/** An automation that returns to a field after this long does so for another reason. */
const shift = 12 * 60 * minute;

/**
 * Clusters drifts into sessions. A drift belongs to the actor who wrote its live value and, as they
 * left it, to each who wrote an earlier value since it last matched the code. A person's changes
 * without a pause longer than the gap are one session, together with what they return to within the
 * hour. A robot's changes belong together if made in one burst or on connected resources.
 * Independent of the input order.
 */
export function clusterSessions(input: InferInput): readonly ActorSession[] {
  const byActor = groupBy(
    input.drifts.flatMap((drift) => ownedBy(drift, input)),
    ({ key }) => key,
  );
  const gap = (input.gapMinutes ?? defaultGap) * minute;
  return [...byActor.values()]
    .flatMap((owned) => {
      const stretches = stretchesOf(owned, gap);
      return robots.has(owned[0]?.actor.class ?? 'unknown')
        ? stretches.flatMap((stretch) => runsOf(stretch, input))
        : resumed(stretches, input);
    })
    .map(sessionOf);
}

function ownedBy(drift: Drift, input: InferInput): readonly Owned[] {
  const events = drift.evidence.flatMap((id) => input.event(id) ?? []);
  const parties = intentParties(drift, input);
  if (parties.length === 0) parties.push({ actor: nobody, drift, isOvertaken: false });
  return parties.map((party): Owned => {
    const key = actorKey(party.actor);
    const pause = robots.has(party.actor.class) ? shift : reach;
    const own = lastVisit(openWrites(drift, input), drift, events, key, pause);
    const times = own.map(({ time }) => Date.parse(time));
    return {
      ...party,
      key,
      events: own,
      from: Math.min(...times, Number.POSITIVE_INFINITY),
      to: Math.max(...times, Number.NEGATIVE_INFINITY),
      module: moduleOf(drift.address),
    };
  });
}

/**
 * The actor's own events of the last session in which they set the field: neither what they did
 * before a longer pause nor what has been put back since. Only what led to the current drift
 * counts, so that a log which begins in between gives the same result.
 */
function lastVisit(
  unsettled: readonly Write[],
  drift: Drift,
  events: readonly EvidenceEvent[],
  key: string,
  pause: number,
): readonly EvidenceEvent[] {
  const open = new Set(unsettled.map(({ event }) => event));
  const settled = new Set(
    (drift.writes ?? []).flatMap(({ event }) => (open.has(event) ? [] : event)),
  );
  const own = events
    .filter(({ id, actor }) => actorKey(actor) === key && !settled.has(id))
    .sort((a, b) => compareInstants(a.time, b.time) || compareText(a.id, b.id));
  const breaks = own.findLastIndex(({ time }, index) => {
    const before = own[index - 1];
    return before !== undefined && Date.parse(time) - Date.parse(before.time) > pause;
  });
  return own.slice(Math.max(breaks, 0));
}

/** Splits one actor's drifts at pauses longer than the gap. */
function stretchesOf(owned: readonly Owned[], gap: number): readonly (readonly Owned[])[] {
  const sorted = [...owned].sort((a, b) => a.from - b.from || compareText(a.drift.id, b.drift.id));
  const groups: Owned[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of sorted) {
    const last = groups.at(-1);
    // Drifts without any known time have an infinite `from` and form a group of their own.
    if (last !== undefined && (one.from - end <= gap || one.from === last[0]?.from)) last.push(one);
    else groups.push([one]);
    end = Math.max(end, one.to);
  }
  return groups;
}

/**
 * Joins the stretches in which a person returned to what they had changed or to a related resource.
 */
function resumed(
  stretches: readonly (readonly Owned[])[],
  input: InferInput,
): readonly (readonly Owned[])[] {
  const groups: Owned[][] = [];
  for (const stretch of stretches) {
    const start = Math.min(...stretch.map(({ from }) => from));
    const earlier = groups.findLast((group) =>
      group.some((a) => start - a.to <= reach && stretch.some((b) => areTied(a, b, input))),
    );
    if (earlier === undefined) groups.push([...stretch]);
    else earlier.push(...stretch);
  }
  return groups;
}

/** Splits the drifts of one stretch into runs of connected resources. */
function runsOf(owned: readonly Owned[], input: InferInput): readonly (readonly Owned[])[] {
  const runs: Owned[][] = [];
  for (const one of stretchesOf(owned, burst)) {
    const tied = runs.filter((run) => run.some((a) => one.some((b) => areTied(a, b, input))));
    const [first, ...others] = tied;
    if (first === undefined) runs.push([...one]);
    else {
      first.push(...others.flat(), ...one);
      for (const other of others) runs.splice(runs.indexOf(other), 1);
    }
  }
  return runs;
}

/**
 * True for the same resource, the same module (except the root), parent and child, or if one refers
 * to the other.
 */
function areTied(left: Owned, right: Owned, { related }: InferInput): boolean {
  const [a, b] = [left.drift, right.drift];
  if (a.address === b.address) return true;
  if (a.creation?.parent === b.address || b.creation?.parent === a.address) return true;
  if (left.module !== '' && left.module === right.module) return true;
  return related?.(a.address, b.address) === true || related?.(b.address, a.address) === true;
}

function moduleOf(address: string): string {
  const modules = parseAddress(address)?.modules ?? [];
  return modules.map(({ name }) => name).join('.');
}

function sessionOf(owned: readonly Owned[]): ActorSession {
  const events = new Map(owned.flatMap((one) => one.events.map((event) => [event.id, event])));
  const sorted = [...events.values()].sort(
    (a, b) => compareInstants(a.time, b.time) || compareText(a.id, b.id),
  );
  const drifts = owned.map(({ drift }) => drift).sort((a, b) => compareText(a.id, b.id));
  const overtaken = owned
    .filter(({ isOvertaken }) => isOvertaken)
    .map(({ drift: { id, live } }) => ({ drift: id, value: live }))
    .sort((a, b) => compareText(a.drift, b.drift));
  const actor = sorted[0]?.actor ?? owned[0]?.actor ?? nobody;
  return { actor, drifts, overtaken, events: sorted };
}
