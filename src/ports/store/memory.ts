import { withCoverageName } from '../../model/coverage.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { AttributePath } from '../../model/path.ts';
import type { KeptEvent } from './kept-event.ts';
import type { Named } from './named-resources.ts';

/** An event as it is remembered: its effects, without its record. */
export type RememberedEvent = Omit<KeptEvent, 'unknown'> & {
  /** The managed resources named by a call that could not be translated. */
  readonly unknown?: Named;
  /**
   * The resources that the event was found to concern, by their names in the log (canonical JSON).
   */
  readonly addresses: Readonly<Record<string, string>>;
  /** Addresses that these resources had before they were moved, by the same names, latest first. */
  readonly formerly?: Readonly<Record<string, readonly string[]>>;
  /** The ids in the state of the resources at these addresses, if it has them. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
};

/** What a store has of an event, whichever version of Parley wrote it. */
export function rememberedEvent(stored: unknown): RememberedEvent {
  const event = stored as RememberedEvent;
  const { translation } = event;
  if (translation.kind !== 'effects') return event;
  if (!translation.effects.some((effect) => 'depth' in effect)) return event;
  const effects = translation.effects.map((effect) => withCoverageName(effect));
  return { ...event, translation: { ...translation, effects } };
}

/** The state's values of the attributes of open drifts. A different value later is a change. */
export interface SeenState {
  readonly lineage: string;
  readonly serial: number;
  /** When it was read, in ISO 8601 UTC. */
  readonly at: string;
  /** Without secrets. */
  readonly values: readonly SeenValue[];
  /** When a baseline read all of it, in ISO 8601 UTC; undefined before that. */
  readonly baseline?: string;
  /** Digest of what declarations were based on (`declaredBy`). */
  readonly declared?: string;
}

export interface SeenValue {
  readonly address: string;
  readonly path: AttributePath;
  /** Digest of the value's canonical JSON. */
  readonly digest: string;
}

/** What earlier runs stored: the evidence that later events are folded onto, with its result. */
export interface Memory {
  readonly events: readonly RememberedEvent[];
  readonly open: readonly OpenDrift[];
  /** Calls on managed resources whose effect is unknown. */
  readonly questions?: readonly OpenQuestion[];
  readonly state?: SeenState;
}

/** The changes of a run to the memory. */
export interface MemoryUpdate {
  /** New events, and those about which more is known now. */
  readonly events: readonly RememberedEvent[];
  /** The ids of events to forget. */
  readonly forgotten: readonly string[];
  readonly open: readonly OpenDrift[];
  /** Places (`placeKey`) of drifts that are closed, or now reported at another place. */
  readonly closed: readonly string[];
  /** New questions, and those with other calls. */
  readonly questions?: readonly OpenQuestion[];
  /** The ids of closed questions. */
  readonly answered?: readonly string[];
  readonly state?: SeenState;
}

export const nothingRemembered: Memory = { events: [], open: [] };
