import type { StateIndex } from '../../code/terraform/state/types.ts';
import { groupBy } from '../../model/group.ts';
import { compareText } from '../../model/text.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { traceLine } from '../ingest/trace-line.ts';
import type { RunInput } from '../run-input.ts';
import { type Replaced, withoutReplaced } from './replaced.ts';
import { stateNews } from './state-news.ts';

type Events = ReadonlyMap<string, KeptEvent>;

export interface Recalled {
  readonly ingested: Ingested;
  /** Ids of the events in this run's log. */
  readonly read: ReadonlySet<string>;
  /** Ids of remembered events that turned out to be void. */
  readonly void: readonly string[];
}

/**
 * The changes in the log together with those that earlier runs saw. The result is a union that does
 * not depend on which run saw an event, how often, and in which order. Records that would be void
 * if everything were read together (corrected ones, duplicates from another account) are void here,
 * too.
 */
export function recallDrifts(ingested: Ingested, memory: Memory | undefined): Recalled {
  const read = new Set(ingested.events.keys());
  if (memory === undefined || memory.events.length === 0) return { ingested, read, void: [] };
  const all = new Map<string, KeptEvent>();
  for (const { addresses: _, formerly: __, ids: ___, ...event } of memory.events)
    all.set(event.id, event);
  for (const event of ingested.events.values()) {
    const named = apart(all, event);
    all.set(named.id, named);
    read.add(named.id);
  }
  const voided = new Map([...corrected(all), ...copies(all)]);
  const trace: TraceLine[] = [];
  for (const [id, because] of voided) {
    const event = all.get(id);
    if (event !== undefined && ingested.events.has(id)) {
      trace.push(traceLine(event, event.actor, 'duplicate', because));
    }
    all.delete(id);
  }
  const known = new Set(memory.events.map(({ id }) => id));
  return {
    ingested: { ...ingested, events: all, trace: [...ingested.trace, ...trace] },
    read,
    void: [...voided.keys()].filter((id) => known.has(id)).sort(),
  };
}

/**
 * Adds what a state that is newer than the last run's says about open drifts, and removes what was
 * observed of resources that were replaced.
 */
export function withStateNews(
  {
    earlier: { memory },
    state,
    providers: { schema },
  }: Pick<RunInput, 'earlier' | 'state' | 'providers'>,
  index: StateIndex,
  replaced: Replaced,
): Memory | undefined {
  if (memory === undefined) return undefined;
  const kept = withoutReplaced(memory, replaced);
  const over = new Set(memory.open.filter(replaced.drift).map(({ address }) => address));
  const news = stateNews({ state, index, schema }, memory.state, over);
  return news.length === 0 ? kept : { ...kept, events: [...kept.events, ...news] };
}

/**
 * Clients of Kubernetes choose the ids of their requests, so calls with the same id are kept apart.
 */
function apart(all: Events, event: KeptEvent): KeptEvent {
  const known = all.get(event.id);
  if (known === undefined || known.call === event.call) return event;
  const id = `${event.id}~${(event.digest ?? '').slice(0, 12)}`;
  return { ...event, id, translation: renamed(event.translation, id) };
}

function renamed(translation: KeptEvent['translation'], event: string): KeptEvent['translation'] {
  if (translation.kind !== 'effects') return translation;
  return { ...translation, effects: translation.effects.map((one) => ({ ...one, event })) };
}

/** If several records correct the same one, the latest applies. */
function corrected(all: Events): readonly (readonly [id: string, because: string])[] {
  const rivals = groupBy(
    [...all.values()].filter(({ corrects }) => corrects !== undefined),
    ({ corrects }) => corrects ?? '',
  );
  return [...rivals].flatMap(([id, corrections]) => {
    const sorted = corrections.toSorted(byTime);
    const last = sorted.at(-1);
    if (last === undefined) return [];
    const because = `Event ${last.id} corrects this record.`;
    return [id, ...sorted.slice(0, -1).map((one) => one.id)].map((one) => [one, because] as const);
  });
}

/**
 * If several accounts logged the same call, the events of the account with the first name count.
 */
function copies(all: Events): readonly (readonly [id: string, because: string])[] {
  const calls = groupBy(
    [...all.values()].filter(({ sharedId }) => sharedId !== undefined),
    ({ sharedId, service, operation }) => `${sharedId} ${service} ${operation}`,
  );
  return [...calls.values()].flatMap((events) => {
    const [first] = events.toSorted((a, b) => compareText(a.scope, b.scope));
    return events
      .filter(({ scope }) => scope !== first?.scope)
      .map(({ id }) => {
        const because = `Event ${first?.id ?? ''} is the same call, as another account saw it.`;
        return [id, because] as const;
      });
  });
}

function byTime(a: KeptEvent, b: KeptEvent): number {
  return compareText(a.time, b.time) || compareText(a.id, b.id);
}
