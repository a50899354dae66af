import type { Steps } from '../../evidence/audit/core/types.ts';
import type { Cloud } from '../../model/event.ts';
import type { Place } from '../../model/result.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import type { EvidenceEvent } from '../../stages/intent/types.ts';
import type { Touched, UnknownCall } from './named-resources.ts';

/**
 * What the later stages need of an event once it is translated. Requests and responses are most of
 * a log, and a busy hour has tens of thousands of them, so they are let go as they are read.
 */
export interface KeptEvent extends EvidenceEvent {
  readonly cloud: Cloud;
  /** Account, subscription, project or cluster. */
  readonly scope: string;
  readonly region: string;
  readonly service: string;
  readonly operation: string;
  /** Where the call came from, where the log says it. */
  readonly source?: string;
  readonly place: Place;
  /** SHA-256 of the raw record, lower-case hex; none of what no log had. */
  readonly digest?: string;
  /** Tells calls with one id apart; see `src/evidence/audit/core/seen.ts`. */
  readonly call?: number;
  /** Ids shared by records of the same call in several accounts. */
  readonly sharedId?: string;
  /** Id of the earlier record that this one corrects. */
  readonly corrects?: string;
  readonly translation: Translation;
  /** Set when no entry of the catalog has the operation and the call names managed resources. */
  readonly unknown?: UnknownCall;
  /** The managed resource of a call whose request the log left out. */
  readonly cut?: Touched;
  /** Of a call that has several records: which of them are behind the event. */
  readonly steps?: KeptSteps;
}

export interface KeptSteps extends Steps {
  /** `open`: it may still fail; `failed`: it did, and changed nothing. */
  readonly state: 'done' | 'open' | 'failed';
  /** None of these records has what was requested. */
  readonly lacks: boolean;
  /** Of an end without its beginning: it names something that is managed. */
  readonly isNamed?: true;
}
