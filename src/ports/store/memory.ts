import type { OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { AttributePath } from '../../model/path.ts';
import type { KeptEvent } from './kept-event.ts';
import type { Named } from './named-resources.ts';

/** An event as it is remembered: what it did, without its record. */
export type RememberedEvent = Omit<KeptEvent, 'unknown'> & {
  /** The managed resources that a call names which nobody could translate. */
  readonly unknown?: Named;
  /** The resources that it was found to be about, by how the log names them (canonical JSON). */
  readonly addresses: Readonly<Record<string, string>>;
};

/** What the state said of the attributes of open drifts: another value later is news. */
export interface SeenState {
  readonly lineage: string;
  readonly serial: number;
  /** ISO 8601 UTC: when it was read. */
  readonly at: string;
  /** None of secrets. */
  readonly values: readonly SeenValue[];
  /** ISO 8601 UTC: when a baseline read all of it; undefined while nobody has. */
  readonly baseline?: string;
  /** Digest of what declarations rested on (`declaredBy`). */
  readonly declared?: string;
}

export interface SeenValue {
  readonly address: string;
  readonly path: AttributePath;
  /** Of the value's canonical JSON. */
  readonly digest: string;
}

/** What earlier runs left: the evidence that later ones are folded onto, and what it came to. */
export interface Memory {
  readonly events: readonly RememberedEvent[];
  readonly open: readonly OpenDrift[];
  /** Calls on what is managed whose effect is unknown. */
  readonly questions?: readonly OpenQuestion[];
  readonly state?: SeenState;
}

/** What a run changes of it. */
export interface MemoryUpdate {
  /** New ones, and those that are known better now. */
  readonly events: readonly RememberedEvent[];
  /** Ids. */
  readonly forgotten: readonly string[];
  readonly open: readonly OpenDrift[];
  /** Places (`placeKey`) of drifts that are closed, or said in another place. */
  readonly closed: readonly string[];
  /** New ones, and those with other calls. */
  readonly questions?: readonly OpenQuestion[];
  /** Ids of questions that are closed. */
  readonly answered?: readonly string[];
  readonly state?: SeenState;
}

export const nothingRemembered: Memory = { events: [], open: [] };
