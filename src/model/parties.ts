import type { Decision } from './decision.ts';
import type { DriftValue } from './drift.ts';

/** The value that an intent set, with the name of the party whose value is live now. */
export interface ReplacedValue {
  readonly set: DriftValue;
  readonly by: string;
}

/**
 * The replaced value for a drift, from the decisions about one intent. Undefined if the value of
 * that intent is live, or if it is unknown who replaced it.
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

/** True for the decision that applies to its field, among all decisions about the field. */
export function decides({ intent, parties }: Pick<Decision, 'intent' | 'parties'>): boolean {
  return parties === undefined || parties.some((one) => one.intent === intent && one.decides);
}

/** The decision that applies, by drift. */
export function decidingByDrift(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  const deciding = new Map<string, Decision>();
  for (const decision of decisions) {
    if (!deciding.has(decision.drift) || decides(decision)) deciding.set(decision.drift, decision);
  }
  return deciding;
}
