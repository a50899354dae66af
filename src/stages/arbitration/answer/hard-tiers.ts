import type { Outcome } from '../../../model/decision.ts';
import type { Policy } from '../types.ts';

/** Verdicts that let what was wanted be. */
export const grants: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/**
 * How many of the strongest tiers are hard: down to the weakest tier above the code that only
 * refuses or asks. What a rule in them says is not set aside by anybody's word.
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
