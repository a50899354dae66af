import type { Steps } from '../../evidence/audit/core/types.ts';
import type { Cloud } from '../../model/event.ts';
import type { Place } from '../../model/result.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import type { EvidenceEvent } from '../../stages/intent/types.ts';
import type { Touched, UnknownCall } from './named-resources.ts';

/**
 * What later stages need of an event after its translation. Requests and responses make up most of
 * a log, which has tens of thousands of events in a busy hour, so they are dropped while reading.
 */
export interface KeptEvent extends EvidenceEvent {
  readonly cloud: Cloud;
  /** The account, subscription, project or cluster. */
  readonly scope: string;
  readonly region: string;
  readonly service: string;
  readonly operation: string;
  /** The source of the call, if the log has it. */
  readonly source?: string;
  readonly place: Place;
  /** SHA-256 of the raw record, in lower-case hex; left out if there is no record. */
  readonly digest?: string;
  /** Distinguishes calls with the same id; see `src/evidence/audit/core/seen.ts`. */
  readonly call?: number;
  /** An id that records of the same call in several accounts share. */
  readonly sharedId?: string;
  /** The id of the earlier record that this one corrects. */
  readonly corrects?: string;
  readonly translation: Translation;
  /** Set if the catalog has no entry for the operation and the call names managed resources. */
  readonly unknown?: UnknownCall;
  /** The managed resource of a call whose request the log left out. */
  readonly cut?: Touched;
  /** For a call with several records: which of them the event consists of. */
  readonly steps?: KeptSteps;
}

export interface KeptSteps extends Steps {
  /** `open`: it may still fail; `failed`: it failed, and changed nothing. */
  readonly state: 'done' | 'open' | 'failed';
  /** None of these records has the request. */
  readonly lacks: boolean;
  /** For an end without its beginning: it names a managed resource. */
  readonly isNamed?: true;
}
