import type { GivenAnswer } from '../arbitration/answer/types.ts';
import { boundsOf, type GivenBounds } from '../model/bounds.ts';
import { compareInstants } from '../model/instant.ts';
import type { Intent } from '../model/intent.ts';
import { driftDigest } from './digest.ts';

/** An answer as it is kept; see `src/service/ports/answer.ts`. */
export interface KeptAnswer {
  readonly id: string;
  readonly intent: string;
  /** Digest of the drifts that were answered: others are another question. */
  readonly digest: string;
  readonly action: GivenAnswer['action'];
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Of `hold`: until when, ISO 8601 UTC. */
  readonly until?: string | undefined;
  /** Of `delegate`. */
  readonly bounds?: GivenBounds | undefined;
  readonly note?: string | undefined;
}

/**
 * The answers that still stand: of each intent that is there the newest, if it was about these
 * drifts or holds the intent whatever became of them. One that has lapsed does not bring back the
 * one before it: from then on the policy decides again.
 */
export function standingAnswers(
  answers: readonly KeptAnswer[],
  intents: readonly Intent[],
  now: string,
): readonly GivenAnswer[] {
  const newest = new Map<string, KeptAnswer>();
  for (const answer of answers) {
    const other = newest.get(answer.intent);
    if (other === undefined || isNewer(answer, other)) newest.set(answer.intent, answer);
  }
  return intents
    .flatMap((intent) => {
      const answer = newest.get(intent.id);
      return answer !== undefined && stands(answer, intent, now) ? [given(answer)] : [];
    })
    .sort((a, b) => (a.intent < b.intent ? -1 : 1));
}

function isNewer(a: KeptAnswer, b: KeptAnswer): boolean {
  const order = compareInstants(a.at, b.at);
  return order === 0 ? a.id > b.id : order > 0;
}

function stands({ action, digest, until }: KeptAnswer, { drifts }: Intent, now: string): boolean {
  if (action !== 'hold') return digest === driftDigest(drifts);
  return until !== undefined && Date.parse(until) > Date.parse(now);
}

function given({ intent, action, by, at, until, bounds, note }: KeptAnswer): GivenAnswer {
  return {
    intent,
    action,
    by,
    at,
    ...(action !== 'hold' || until === undefined ? {} : { until }),
    ...(action !== 'delegate' || bounds === undefined ? {} : { bounds: boundsOf(bounds) }),
    ...(note === undefined ? {} : { note }),
  };
}
