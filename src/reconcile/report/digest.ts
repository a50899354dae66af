import type { Decision } from '../../model/decision.ts';
import { contentId } from '../../model/id.ts';
import type { Json } from '../../model/json.ts';

/**
 * The digest that an answer refers to: that of an intent's drifts. Their ids depend on the field
 * and on both values, so that new evidence does not change the digest, but another live value does.
 */
export function driftDigest(drifts: readonly string[]): string {
  return contentId('q', [...new Set(drifts)].sort());
}

/**
 * The digest that a proposal refers to: that of the drifts and verdicts. Times are left out, since
 * extending the term of a delegation does not make it a new question.
 */
export function proposalDigest(decisions: readonly Decision[]): string {
  const parts = decisions.map(({ drift, verdict: { outcome, value, bounds } }): Json => {
    const { min, max } = bounds ?? {};
    return [drift, outcome, value ?? null, min ?? null, max ?? null];
  });
  const sorted = parts.map((part) => JSON.stringify(part)).sort();
  return contentId('p', [...new Set(sorted)]);
}
