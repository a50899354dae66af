import type { Outcome } from '../../../model/decision.ts';
import type { ConflictKind } from '../../../model/grounds.ts';
import type { Json } from '../../../model/json.ts';
import type { AnsweredDrift } from '../answer/types.ts';
import type { Deal } from '../negotiate/nash.ts';
import type { Selection } from '../order/select.ts';
import type { Settlement } from '../order/settle.ts';
import type { Case } from './case.ts';

/** A verdict in the making: what the rule says, and what overruled it. */
export interface VerdictDraft {
  readonly case: Case;
  readonly selection: Selection;
  readonly outcome: Outcome;
  /** How the field was settled between the parties. */
  readonly settlement: Settlement;
  readonly overruled?: Overruling;
  /** What is to be written, where that is not the live value. */
  readonly value?: Json;
  readonly deal?: Deal;
  readonly answered?: AnsweredDrift;
  /** Why the answer of a person could not count. */
  readonly notApplied?: string;
}

/** Why the outcome is not that of the rule. */
export interface Overruling {
  readonly rule: string;
  readonly because: string;
  readonly conflict?: ConflictKind;
  /** ISO 8601 UTC: when that is over. */
  readonly expires?: string;
  /** It lost the field to somebody else who acted on it. */
  readonly toParty?: boolean;
}

/** What is declared for later has no say in anything yet, not even a question. */
export const notYetRule = 'not-yet';

const granting: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/** True when the live value, or one near it, stands. */
export function isGranted({ outcome }: Pick<VerdictDraft, 'outcome'>): boolean {
  return granting.has(outcome);
}
