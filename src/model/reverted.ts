import { z } from 'zod';
import { Actor } from './actor.ts';
import { DriftValue, Write } from './drift.ts';
import { purposes } from './intent.ts';
import { ids, jsonObject, path, reportText, wholeNumber, window } from './report-schema/terms.ts';

/** How a temporary change ended. */
export const Ending = z.enum([
  /** The value was set back to the previous one. */
  'put-back',
  /** Another value replaced it, and the code has that value. */
  'in-code',
  /** Another value replaced it, and that value is drift. */
  'overwritten',
  /** The resource was deleted afterwards. */
  'deleted',
  /** According to the log it is still live, but the code no longer has the resource. */
  'undeclared',
  /** The provider reads the previous value, and no event shows who restored it. */
  'refuted',
]);

export type Ending = z.output<typeof Ending>;

/**
 * A temporary change, which is reported but never patched. Reports of earlier versions lack the
 * optional members. The actors, purpose and sentences are added when the report is made.
 */
export const Reverted = z.object({
  /** For a resource that was created and deleted and never had an address: its type and name. */
  address: reportText,
  /** The Terraform resource type, or the group and kind of an object. */
  type: reportText.exactOptional(),
  path,
  /** The ids of all audit events that it is based on, in fold order. */
  evidence: ids,
  /** The times of the first change and of the end of the last one, in ISO 8601 UTC. */
  window,
  writes: z.array(Write).readonly().exactOptional(),
  /** Set if it is the provider, not the log, that shows that nothing is left of the change. */
  because: reportText.exactOptional(),
  ending: Ending.exactOptional(),
  /** The value before the first change. */
  before: DriftValue.exactOptional(),
  /** The ids of the events after which the value differed; a part of `evidence`. */
  changes: ids.exactOptional(),
  /** The id of the event that ended it, if known. */
  ended: reportText.exactOptional(),
  /**
   * How long the value differed, in total. If `summary` concerns one of several values, how long it
   * had that value. Left out if the end is unknown.
   */
  durationMs: wholeNumber.exactOptional(),
  /** How many times the value differed. */
  times: wholeNumber.exactOptional(),
  /** The attributes of a resource that was created and deleted, except those that the log hides. */
  created: jsonObject.exactOptional(),
  /** Everyone who changed it, each once, in order of their first change. */
  changedBy: z.array(Actor).readonly().exactOptional(),
  endedBy: Actor.exactOptional(),
  purpose: z.enum(purposes).exactOptional(),
  /**
   * What was done, by the most severe of the changes: `Opened port 22 (SSH) to everyone on security
   * group web`.
   */
  summary: reportText.exactOptional(),
  /** The complete sentence: what was done, for how long, and how it ended. */
  sentence: reportText.exactOptional(),
});

export type Reverted = Readonly<z.output<typeof Reverted>>;
