import type { Decision } from '../../model/decision.ts';
import { contentId } from '../../model/id.ts';
import type { Json } from '../../model/json.ts';

/**
 * What an answer is about: the drifts of an intent. Their ids stand for the field and for what code
 * and cloud say of it, so that new evidence keeps the digest and another live value changes it.
 */
export function driftDigest(drifts: readonly string[]): string {
  return contentId('q', [...new Set(drifts)].sort());
}

/**
 * What a proposal is about: the drifts and what is to become of them. Times are left out: a
 * delegation whose term moves on is the same question.
 */
export function proposalDigest(decisions: readonly Decision[]): string {
  const parts = decisions.map(({ drift, verdict: { outcome, value, bounds } }): Json => {
    const { min, max } = bounds ?? {};
    return [drift, outcome, value ?? null, min ?? null, max ?? null];
  });
  const sorted = parts.map((part) => JSON.stringify(part)).sort();
  return contentId('p', [...new Set(sorted)]);
}
