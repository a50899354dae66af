import type { Purpose } from './intent.ts';

/**
 * A language model's interpretation of a session. It is shown next to the result of the rules and
 * decides nothing: no verdict or patch depends on it.
 */
export interface Reading {
  /** One sentence. */
  readonly summary: string;
  readonly purpose: Purpose;
  /** From 0 to 1, as estimated by the model. */
  readonly confidence: number;
  /**
   * The ids of the events and drifts that the model names as evidence; a subset of what it was
   * shown.
   */
  readonly evidence: readonly string[];
  /** The name of the model. */
  readonly model: string;
  /** The prompt with its version, `session@1`. */
  readonly prompt: string;
}
