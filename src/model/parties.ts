import type { ActorClass } from './actor.ts';
import type { Decision, Outcome } from './decision.ts';
import type { DriftValue } from './drift.ts';
import type { Want } from './intent.ts';

/** One of several who want something of a field, and what became of that. */
export interface Party {
  readonly intent: string;
  /** As a person would name them. */
  readonly name: string;
  readonly class: ActorClass;
  /** What it set last or, of what was only declared, what that would make of the field. */
  readonly value: DriftValue;
  readonly want: Want;
  /** It only said so, and has not set the field. */
  readonly declared: boolean;
  /** What it set is what is live. */
  readonly live: boolean;
  /** Its verdict is what becomes of the field. */
  readonly decides: boolean;
  readonly outcome: Outcome;
  /** Id of the policy rule. */
  readonly rule: string;
}

/** What an intent set of a field, and who set another value since that is live now. */
export interface ReplacedValue {
  readonly set: DriftValue;
  readonly by: string;
}

/**
 * Of a drift, by the decisions about one intent; undefined where what that set is live, or it is unknown
 * who replaced it.
 */
export function replacedValue(
  drift: string,
  decisions: readonly Decision[],
): ReplacedValue | undefined {
  const { intent, parties = [] } = decisions.find((one) => one.drift === drift) ?? {};
  const own = parties.find((one) => one.intent === intent);
  const newer = parties.find(({ live }) => live);
  if (own === undefined || own.declared || own.live || newer === undefined) return undefined;
  return { set: own.value, by: newer.name };
}

/** True for the decision that says what becomes of its field, however many there are about it. */
export function decides({ intent, parties }: Pick<Decision, 'intent' | 'parties'>): boolean {
  return parties === undefined || parties.some((one) => one.intent === intent && one.decides);
}

/** What becomes of each drift. */
export function decidingByDrift(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  const deciding = new Map<string, Decision>();
  for (const decision of decisions) {
    if (!deciding.has(decision.drift) || decides(decision)) deciding.set(decision.drift, decision);
  }
  return deciding;
}
