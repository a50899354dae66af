import type { ConflictKind, Outcome } from '../../../model/decision.ts';
import type { Json } from '../../../model/json.ts';
import type { AfterAnswer } from '../answer/answered.ts';
import type { Deal } from '../negotiate/nash.ts';
import type { Settlement } from '../order/settle.ts';
import type { Case } from './case.ts';

/** What the rules say about one drift of one intent, before other intents are considered. */
export interface CaseJudgment extends AfterAnswer {
  readonly case: Case;
  readonly outcome: Outcome;
  readonly overruled?: Overruling;
}

/** A verdict in the making: what the rule says and what overruled it. */
export interface VerdictDraft extends CaseJudgment {
  /** How the field was settled between its parties. */
  readonly settlement: Settlement;
  /** The value to write if it is not the live value. */
  readonly value?: Json;
  readonly deal?: Deal;
}

/** Why the outcome differs from the rule's. */
export interface Overruling {
  readonly rule: string;
  readonly because: string;
  readonly conflict?: ConflictKind;
  /** When the overruling ends, ISO 8601 UTC. */
  readonly expires?: string;
  /** The intent lost the field to another party that acted on it. */
  readonly toParty?: boolean;
}

/** The rule for intents that are declared for later: they have no say yet and raise no question. */
export const notYetRule = 'not-yet';

const granting: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/** True when the live value, or one near it, is kept. */
export function isGranted({ outcome }: Pick<VerdictDraft, 'outcome'>): boolean {
  return granting.has(outcome);
}
