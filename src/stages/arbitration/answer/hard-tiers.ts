import type { Outcome } from '../../../model/decision.ts';
import type { Policy } from '../types.ts';

/** Verdicts that grant what was wanted. */
export const grants: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/**
 * The number of strongest tiers that are hard: those down to the weakest tier above the code whose
 * rules only refuse or ask. No answer of a person overrides a rule in them.
 */
export function hardTiers({ tiers, code, rules }: Policy): number {
  const above = tiers.slice(0, Math.max(0, tiers.indexOf(code.tier)));
  return (
    above.findLastIndex((tier) => {
      const own = rules.rules.filter((rule) => rule.tier === tier);
      return own.length > 0 && !own.some(({ outcome }) => grants.has(outcome));
    }) + 1
  );
}
