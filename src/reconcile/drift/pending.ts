import type { Drift, Pending } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import type { Json } from '../../model/json.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { SeenDifference } from '../../ports/store/seen-difference.ts';
import { compareDriftPaths } from '../../stages/drift/order.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { isObservation, placeShownBy, reading } from '../memory/observation.ts';
import { placeKey, readablePath } from '../memory/place.ts';

/** How long an event may take to arrive, and what earlier runs saw. */
export interface PendingRules {
  readonly windowMs: number;
  /** Undefined where no store remembers anything. */
  readonly seen?: readonly SeenDifference[];
}

export interface SettledDrifts {
  readonly net: NetDriftResult;
  readonly pending: readonly Pending[];
  /** Readings that stand in for the events of what has no author. */
  readonly observed: readonly KeptEvent[];
  readonly seen: readonly SeenDifference[];
}

interface Waiting {
  readonly drift: Drift;
  readonly until: string;
}

const minute = 60_000;
const defaultRules: PendingRules = { windowMs: 30 * minute };

/** What a run knows beside the differences themselves. */
export interface PendingContext {
  readonly events: ReadonlyMap<string, KeptEvent>;
  /** The first look at a stack: nothing waits. */
  readonly isBaseline: boolean;
  /** Places (`placeKey`) of drifts that are open since earlier runs: what is known does not wait. */
  readonly open: ReadonlySet<string>;
}

const nothingKnown: PendingContext = { events: new Map(), isBaseline: false, open: new Set() };

/**
 * Differences that no event explains wait for one, since logs arrive late. Those that waited long
 * enough are drift by somebody unknown, and the reading is their evidence.
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
    return { drift, id, firstSeen, until: later(firstSeen, windowMs) };
  });
  const isOver = ({ until, drift: { address, path } }: Waiting): boolean =>
    isBaseline || (seen !== undefined && (until <= startedAt || open.has(placeKey(address, path))));
  const over = waiting.filter(isOver);
  const firstLookKeys = isBaseline ? 'all' : firstLooks(events);
  const early = net.drifts.flatMap((drift) => {
    const firstSeen = firstLookKeys === 'all' ? undefined : firstLook(drift, events, firstLookKeys);
    const until = firstSeen === undefined ? undefined : later(firstSeen, windowMs);
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
      drifts: drifts.sort(
        (a, b) => compareText(a.address, b.address) || compareDriftPaths(a.path, b.path),
      ),
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
    ],
    observed: over.map(({ drift: { address }, id, firstSeen }) =>
      reading(id, firstSeen, address, isBaseline ? 'Baseline' : 'ReadBack'),
    ),
    seen: waiting
      .filter((each) => !isOver(each) || isHidden(each.drift))
      .map(({ drift: { address }, id, firstSeen }) => ({ id, address, firstSeen })),
  };
}

/** What was read of it is kept nowhere, so that every reading finds it again. */
function isHidden({ live }: Drift): boolean {
  return live.kind !== 'value' && live.kind !== 'absent';
}

function differenceId({ address, path, live }: Drift): string {
  return contentId('readback', { address, path, live } as unknown as Json);
}

function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

function overdue(drift: Drift, { id, firstSeen }: Omit<SeenDifference, 'address'>): Drift {
  return {
    ...drift,
    evidence: [id],
    writes: [{ event: id, time: firstSeen, value: drift.live }],
  };
}

/** Places that the first look at a stack showed. */
function firstLooks(events: ReadonlyMap<string, KeptEvent>): ReadonlySet<string> {
  const looks = [...events.values()].filter(({ operation }) => operation === 'Baseline');
  return new Set(looks.flatMap((look) => placeShownBy(look) ?? []));
}

/**
 * When a provider first read what no event explains, for a drift of which earlier runs remember
 * nothing else. What the first look at a stack found is older than any log, and waits for none.
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
