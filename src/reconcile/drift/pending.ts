import type { Drift, Pending } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import { minute, shiftTime } from '../../model/instant.ts';
import type { Json } from '../../model/json.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { SeenDifference } from '../../ports/store/seen-difference.ts';
import { compareDriftPlaces } from '../../stages/drift/order.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { isObservation, placeShownBy, reading } from '../memory/observation.ts';
import { placeKey, readablePath } from '../memory/place.ts';

/** How long to wait for an event, and what earlier runs saw. */
export interface PendingRules {
  readonly windowMs: number;
  /** Undefined if there is no store. */
  readonly seen?: readonly SeenDifference[];
}

export interface SettledDrifts {
  readonly net: NetDriftResult;
  readonly pending: readonly Pending[];
  /** Readings that take the place of events for changes without a known author. */
  readonly observed: readonly KeptEvent[];
  readonly seen: readonly SeenDifference[];
}

interface Waiting {
  readonly drift: Drift;
  readonly until: string;
}

const defaultRules: PendingRules = { windowMs: 30 * minute };

/** What a run knows in addition to the differences. */
export interface PendingContext {
  readonly events: ReadonlyMap<string, KeptEvent>;
  /** True for the first run on a stack, in which nothing waits. */
  readonly isBaseline: boolean;
  /**
   * Places (`placeKey`) of drifts that are open since earlier runs. Differences at known places do
   * not wait.
   */
  readonly open: ReadonlySet<string>;
}

const nothingKnown: PendingContext = { events: new Map(), isBaseline: false, open: new Set() };

/**
 * Differences that no event explains wait for one, since logs arrive late. Those that have waited
 * long enough become drift by an unknown actor, with the reading as evidence.
 */
export function settlePending(
  net: NetDriftResult,
  startedAt: string,
  { windowMs, seen }: PendingRules = defaultRules,
  { events, isBaseline, open }: PendingContext = nothingKnown,
): SettledDrifts {
  const earlier = new Map((seen ?? []).map((each) => [each.id, each.firstSeen]));
  const waiting = net.unexplained.map((drift) => {
    const id = differenceId(drift);
    const firstSeen = earlier.get(id) ?? startedAt;
    return { drift, id, firstSeen, until: shiftTime(firstSeen, windowMs) };
  });
  const isOver = ({ until, drift: { address, path } }: Waiting): boolean =>
    isBaseline || (seen !== undefined && (until <= startedAt || open.has(placeKey(address, path))));
  const over = waiting.filter(isOver);
  const firstLookKeys = isBaseline ? 'all' : firstLooks(events);
  const early = net.drifts.flatMap((drift) => {
    const firstSeen = firstLookKeys === 'all' ? undefined : firstLook(drift, events, firstLookKeys);
    const until = firstSeen === undefined ? undefined : shiftTime(firstSeen, windowMs);
    if (firstSeen === undefined || until === undefined || until <= startedAt) return [];
    return [{ drift, firstSeen, until, kept: true }];
  });
  const isEarly = new Set(early.map(({ drift }) => drift));
  const drifts = [
    ...net.drifts.filter((drift) => !isEarly.has(drift)),
    ...over.map(({ drift, ...difference }) => overdue(drift, difference)),
  ];
  return {
    net: {
      ...net,
      drifts: drifts.sort(compareDriftPlaces),
    },
    pending: [
      ...waiting
        .filter((each) => !isOver(each))
        .map(({ drift, firstSeen, until }) => ({
          drift,
          firstSeen,
          until,
          kept: seen !== undefined,
        })),
      ...early,
    ].sort((a, b) => compareDriftPlaces(a.drift, b.drift)),
    observed: over.map(({ drift: { address }, id, firstSeen }) =>
      reading(id, firstSeen, address, isBaseline ? 'Baseline' : 'ReadBack'),
    ),
    seen: waiting
      .filter((each) => !isOver(each) || isHidden(each.drift))
      .map(({ drift: { address }, id, firstSeen }) => ({ id, address, firstSeen })),
  };
}

/** True if the value cannot be stored, so that every reading finds the difference again. */
function isHidden({ live }: Drift): boolean {
  return live.kind !== 'value' && live.kind !== 'absent';
}

function differenceId({ address, path, live }: Drift): string {
  return contentId('readback', { address, path, live } as unknown as Json);
}

function overdue(drift: Drift, { id, firstSeen }: Omit<SeenDifference, 'address'>): Drift {
  return {
    ...drift,
    evidence: [id],
    writes: [{ event: id, time: firstSeen, value: drift.live }],
  };
}

/** Places that the baseline, the first run on a stack, showed. */
function firstLooks(events: ReadonlyMap<string, KeptEvent>): ReadonlySet<string> {
  const looks = [...events.values()].filter(({ operation }) => operation === 'Baseline');
  return new Set(looks.flatMap((look) => placeShownBy(look) ?? []));
}

/**
 * When a provider first read a difference that no event explains, if memory has no other evidence
 * for the drift. Findings of the baseline are older than any log, so they do not wait.
 */
function firstLook(
  { address, path, evidence }: Drift,
  events: ReadonlyMap<string, KeptEvent>,
  firstLookKeys: ReadonlySet<string>,
): string | undefined {
  if (firstLookKeys.has(placeKey(address, readablePath(path)))) return undefined;
  const found = evidence.flatMap((id) => events.get(id) ?? []);
  if (found.length === 0 || found.length < evidence.length) return undefined;
  const areLooks = found.every((each) => isObservation(each) && each.operation === 'ReadBack');
  return areLooks ? found[0]?.time : undefined;
}
