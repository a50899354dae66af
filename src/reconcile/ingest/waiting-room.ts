import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { correlationKeys } from '../../stages/drift/correlate.ts';

/** Number of events packed together: enough to compress well, few enough to unpack in one piece. */
const packSize = 500;

/**
 * Holds changes until the log has been read, since the log may later show that their resources were
 * created in it. Nearly all are discarded in the end, so they are kept in compressed form.
 */
export interface WaitingRoom {
  put(event: KeptEvent): void;
  /** Removes the earlier events with an id that another record voided, for this reason. */
  drop(id: string, because: string): void;
  /** `gone` is called with each discarded event, if given. */
  settle(kept: Iterable<KeptEvent>, gone?: Gone): SettledRecords;
}

/** `voided` is the reason if the event no longer counts because another record replaces it. */
export type Gone = (event: KeptEvent, voided: string | undefined) => void;

export interface SettledRecords {
  /** The events whose resources the kept events also refer to. */
  readonly back: readonly KeptEvent[];
  /** Number of discarded events. */
  readonly gone: number;
}

export function createWaitingRoom(): WaitingRoom {
  const packs: Buffer[] = [];
  const refs = new Map<string, ResourceRef>();
  /** By id: why it was voided, and how many events had been added by then. */
  const voided = new Map<string, { readonly because: string; readonly before: number }>();
  let count = 0;
  let fresh: KeptEvent[] = [];

  const all = function* (): Generator<KeptEvent> {
    for (const pack of packs) {
      yield* JSON.parse(inflateRawSync(pack).toString('utf8')) as KeptEvent[];
    }
    yield* fresh;
  };

  return {
    put(event) {
      for (const { resource } of effectsOf(event)) refs.set(JSON.stringify(resource), resource);
      count += 1;
      fresh.push(event);
      if (fresh.length < packSize) return;
      packs.push(deflateRawSync(JSON.stringify(fresh), { level: 1 }));
      fresh = [];
    },
    drop(id, because) {
      voided.set(id, { because, before: count });
    },
    settle(kept, gone) {
      const wanted = namedToo(refs, kept);
      if (wanted.size === 0 && voided.size === 0 && gone === undefined) {
        return { back: [], gone: count };
      }
      const back: KeptEvent[] = [];
      let [at, left] = [0, 0];
      for (const event of all()) {
        const other = voided.get(event.id);
        at += 1;
        if (other !== undefined && at <= other.before) {
          gone?.(event, other.because);
          continue;
        }
        const about = effectsOf(event).map(({ resource }) => JSON.stringify(resource));
        if (about.some((text) => wanted.has(text))) back.push(event);
        else {
          left += 1;
          gone?.(event, undefined);
        }
      }
      return { back, gone: left };
    },
  };
}

function effectsOf({ translation }: KeptEvent): readonly Effect[] {
  return translation.kind === 'effects' ? translation.effects : [];
}

/** The waiting refs to resources of the kept events, directly or through one another. */
function namedToo(
  waiting: ReadonlyMap<string, ResourceRef>,
  kept: Iterable<KeptEvent>,
): ReadonlySet<string> {
  const known = new Set<string>();
  for (const event of kept) {
    for (const { resource } of effectsOf(event)) {
      for (const key of correlationKeys(resource)) known.add(key);
    }
  }
  const wanted = new Set<string>();
  for (let before = -1; wanted.size > before; ) {
    before = wanted.size;
    for (const [text, ref] of waiting) {
      if (wanted.has(text)) continue;
      const keys = correlationKeys(ref);
      if (!keys.some((key) => known.has(key))) continue;
      wanted.add(text);
      for (const key of keys) known.add(key);
    }
  }
  return wanted;
}
