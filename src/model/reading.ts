import type { Purpose } from './intent.ts';

/**
 * What a language model made of a session. It is shown beside what the rules say and decides
 * nothing: no verdict and no patch depends on it.
 */
export interface Reading {
  /** One sentence. */
  readonly summary: string;
  readonly purpose: Purpose;
  /** 0 to 1, as the model sees it. */
  readonly confidence: number;
  /** Ids of the events and drifts that the model rests it on; a subset of what it was shown. */
  readonly evidence: readonly string[];
  /** Name of the model. */
  readonly model: string;
  /** Prompt and its version, `session@1`. */
  readonly prompt: string;
}
