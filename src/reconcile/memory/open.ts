import { type Decision, isDismissed } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { ClosedDrift, Confirmed, OpenDrift, PastVerdict } from '../../model/open-drift.ts';
import { decidingByDrift } from '../../model/parties.ts';
import { startsWith } from '../../model/path.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { closedDrift } from './closed.ts';
import { isOfExistence } from './existence.ts';
import { memoryNote } from './note.ts';
import { isObservation } from './observation.ts';
import { placeKey, readablePath } from './place.ts';

export interface OpenInput {
  readonly earlier: readonly OpenDrift[];
  /** Places (`placeKey`) under which they are stored, which may be those before a move. */
  readonly places: readonly string[];
  readonly net: NetDriftResult;
  readonly decisions: readonly Decision[];
  readonly events: ReadonlyMap<string, KeptEvent>;
  /** True for addresses that the provider read in this run. */
  readonly wasRead: (address: string) => boolean;
  /** The last observation of a place, in this run or an earlier one, that showed the live value. */
  readonly lookAt: (place: string) => readonly Confirmed[];
  /** The principal of an intent's actor. */
  readonly ownerOf: (intent: string) => string | undefined;
  /** True if its resource was replaced, so that no drift of this run continues it. */
  readonly isReplaced: (drift: OpenDrift) => boolean;
  readonly close: (drift: OpenDrift) => ClosedDrift | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

export interface OpenSet {
  /** By address and path, first those of this run, then those that could not be checked. */
  readonly open: readonly OpenDrift[];
  /** Those of `open` that are not among this run's drifts, without a reason to close them. */
  readonly unseen: readonly OpenDrift[];
  readonly closed: readonly ClosedDrift[];
  /** Places (`placeKey`) of earlier drifts that are no longer open under that place. */
  readonly left: readonly string[];
}

/** The drifts that are open after a run: those it found, and earlier ones that nothing closed. */
export function openSet(input: OpenInput): OpenSet {
  const { earlier, net, close } = input;
  const isSame = successors(
    earlier.filter((drift) => !input.isReplaced(drift)),
    net.drifts,
  );
  const decisions = decidingByDrift(input.decisions);
  const isOpen = (drift: Drift): boolean => {
    const decision = decisions.get(drift.id);
    return decision === undefined || !isDismissed(decision);
  };
  const open = net.drifts.filter(isOpen).map((drift) => {
    const before = isSame.get(drift);
    return openDrift(input, drift, before, decisions.get(drift.id));
  });
  const closed: ClosedDrift[] = [];
  for (const drift of net.drifts.filter((one) => !isOpen(one))) {
    const before = isSame.get(drift);
    const decision = decisions.get(drift.id);
    if (before === undefined || decision === undefined) continue;
    const ending = { reason: 'dismissed', because: decision.verdict.because } as const;
    closed.push(closedDrift(before, ending, input.now));
  }
  const continued = new Set(isSame.values());
  const unseen: OpenDrift[] = [];
  const byAddress = groupBy(net.drifts, ({ address }) => address);
  for (const drift of earlier) {
    if (continued.has(drift)) continue;
    const isRestated =
      !input.isReplaced(drift) && restated(drift, byAddress.get(drift.address) ?? []);
    const closing = isRestated ? 'restated' : close(drift);
    if (closing === undefined) unseen.push({ ...drift, state: 'open' });
    else if (closing !== 'restated') closed.push(closing);
  }
  const all = [...open, ...unseen];
  const kept = new Set(all.map(({ address, path }) => placeKey(address, path)));
  return { open: all, unseen, closed, left: input.places.filter((key) => !kept.has(key)) };
}

/**
 * The earlier drift that each drift continues, because it is at the same place, or was moved
 * together with its evidence.
 */
function successors(
  earlier: readonly OpenDrift[],
  drifts: readonly Drift[],
): ReadonlyMap<Drift, OpenDrift> {
  const byKey = new Map(earlier.map((drift) => [placeKey(drift.address, drift.path), drift]));
  const pairs = new Map<Drift, OpenDrift>();
  for (const drift of drifts) {
    const same = byKey.get(placeKey(drift.address, drift.path));
    if (same !== undefined) pairs.set(drift, same);
  }
  const taken = new Set(pairs.values());
  const left = earlier.filter((drift) => !taken.has(drift));
  if (left.length === 0) return pairs;
  const byEvent = groupBy(
    left.flatMap((drift) => drift.evidence.map(({ event }) => ({ event, drift }))),
    ({ event }) => event,
  );
  for (const drift of drifts) {
    if (pairs.has(drift)) continue;
    const found = drift.evidence
      .flatMap((event) => byEvent.get(event) ?? [])
      .find(({ drift: other }) => !taken.has(other) && isMoved(other, drift));
    if (found === undefined) continue;
    taken.add(found.drift);
    pairs.set(drift, found.drift);
  }
  return pairs;
}

/**
 * True if the resource now has another address, or the value is reported in smaller or larger
 * parts.
 */
function isMoved(before: OpenDrift, now: Drift): boolean {
  if (before.type !== now.type) return false;
  if (before.address !== now.address) {
    return placeKey('', before.path) === placeKey('', now.path);
  }
  if (isOfExistence(before) || isOfExistence(now)) return false;
  return startsWith(now.path, before.path) || startsWith(before.path, now.path);
}

/**
 * True if the remaining part of an earlier drift is covered by drifts of larger or smaller parts.
 */
function restated(earlier: OpenDrift, drifts: readonly Drift[]): boolean {
  const { path } = earlier;
  if (isOfExistence(earlier)) return false;
  return drifts.some(
    (drift) =>
      !isOfExistence(drift) && (startsWith(drift.path, path) || startsWith(path, drift.path)),
  );
}

function openDrift(
  input: OpenInput,
  drift: Drift,
  earlier: OpenDrift | undefined,
  decision: Decision | undefined,
): OpenDrift {
  const { net, now } = input;
  const { id, address, type, path, declared, live, creation } = drift;
  // If the drift was reported in larger or smaller parts, the state has the value in another form.
  const isSame = earlier !== undefined && placeKey('', earlier.path) === placeKey('', path);
  const evidence = drift.evidence.flatMap((id) => {
    const event = input.events.get(id);
    return event === undefined ? [] : [memoryNote(event)];
  });
  return {
    id,
    address,
    type,
    path,
    declared,
    live,
    ...(creation === undefined ? {} : { creation }),
    state: earlier === undefined ? 'new' : 'open',
    before: (isSame ? earlier?.before : undefined) ?? net.origins.get(id) ?? { kind: 'absent' },
    evidence,
    firstSeen: earlier?.firstSeen ?? now,
    lastConfirmed: confirmedBy(input, drift, earlier),
    verdicts: verdictsOf(input, decision, earlier?.verdicts ?? []),
    ...(earlier?.proposal === undefined ? {} : { proposal: earlier.proposal }),
  };
}

/** The latest confirmation: by this run's read-back, by events and observations, or from memory. */
function confirmedBy(
  { events, now, wasRead, lookAt }: OpenInput,
  { address, path, basis, evidence }: Drift,
  earlier: OpenDrift | undefined,
): Confirmed {
  if (basis === 'confirmed' && wasRead(address)) return { at: now, how: 'read-back' };
  const confirmed = evidence.flatMap((id): Confirmed[] => {
    const event = events.get(id);
    return event === undefined ? [] : [{ at: event.time, how: confirmationKind(event) }];
  });
  const known = [
    earlier?.lastConfirmed ?? [],
    confirmed,
    lookAt(placeKey(address, readablePath(path))),
  ];
  const all: readonly Confirmed[] = known.flat();
  const [first = { at: now, how: 'log' }] = all;
  return all.reduce((last, one) => (one.at >= last.at ? one : last), first);
}

export function confirmationKind(event: KeptEvent): Confirmed['how'] {
  if (!isObservation(event)) return 'log';
  return event.operation === 'StateRead' ? 'state' : 'read-back';
}

function verdictsOf(
  { now, ownerOf }: OpenInput,
  decision: Decision | undefined,
  earlier: readonly PastVerdict[],
): readonly PastVerdict[] {
  if (decision === undefined) return earlier;
  const { intent, verdict } = decision;
  const { outcome, rule, granted } = verdict;
  const last = earlier.at(-1);
  const owner = outcome === 'delegate' ? ownerOf(intent) : undefined;
  const isSame =
    last?.intent === intent &&
    last.outcome === outcome &&
    last.rule === rule &&
    last.granted === granted;
  if (isSame) return earlier;
  const grant = {
    ...(owner === undefined ? {} : { owner }),
    ...(granted === undefined ? {} : { granted }),
  };
  return [...earlier, { at: now, intent, outcome, rule, ...grant }];
}
