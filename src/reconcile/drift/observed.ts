import type { Pending } from '../../model/drift.ts';
import type { Change } from '../../model/effect.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import { type AttributePath, overlaps } from '../../model/path.ts';
import { knownEstate, type Stage } from '../stages.ts';
import type { LiveState } from './read-back.ts';

export interface ObservedField {
  readonly address: string;
  readonly path: AttributePath;
}

/**
 * Whether a run knows the live value of a field after a time (ISO 8601 UTC) without doubt: a
 * provider read the resource, or someone wrote the field according to the log or a newer state.
 */
export type Observed = (field: ObservedField, since: string) => boolean;

export interface ObservedInput {
  readonly stage: Stage;
  readonly live: LiveState | undefined;
  /** What the provider reads and no event explains yet. */
  readonly pending: readonly Pending[];
}

interface Written extends ObservedField {
  readonly time: string;
  readonly isState: boolean;
}

export function observedIn({ stage, live, pending }: ObservedInput): Observed {
  // Computed on first use, since most runs have no earlier intent to check.
  let written: ReadonlyMap<string, readonly Written[]> | undefined;
  const doubts = groupBy(
    pending.map(({ drift }) => drift),
    ({ address }) => address,
  );
  const read = new Set(live === undefined || live.read === 'all' ? [] : live.read);
  const wasRead = (address: string): boolean => {
    if (live?.resources.get(address)?.resource.kind === 'gone') return false;
    return live?.read === 'all' ? stage.index.get(address) !== undefined : read.has(address);
  };
  return ({ address, path }, since) => {
    if ((doubts.get(address) ?? []).some((doubt) => overlaps(doubt.path, path))) return false;
    if (wasRead(address)) return true;
    written ??= writtenIn(stage);
    return (written.get(address) ?? []).some(
      (one) =>
        overlaps(one.path, path) &&
        // A newer state shows all changes since the previous one was read.
        (one.isState || compareInstants(one.time, since) > 0),
    );
  };
}

/** What the events that are new in this run wrote, by address. */
function writtenIn(stage: Stage): ReadonlyMap<string, readonly Written[]> {
  const known = new Set((stage.input.earlier.memory?.events ?? []).map(({ id }) => id));
  const estate = knownEstate(stage);
  const written = [...stage.ingested.events.values()].flatMap((event): Written[] => {
    const { id, time, operation, translation } = event;
    if (known.has(id) || translation.kind !== 'effects') return [];
    return translation.effects.flatMap(({ resource, change }) => {
      const address = estate.find(resource)?.address;
      const isState = operation === 'StateRead';
      return address === undefined ? [] : [{ address, path: placeOf(change), time, isState }];
    });
  });
  return groupBy(written, ({ address }) => address);
}

function placeOf(change: Change): AttributePath {
  switch (change.kind) {
    case 'set':
      return change.path;
    case 'add':
    case 'remove':
      return [...change.path, { element: change.element }];
    case 'create':
    case 'delete':
      return [];
  }
}
