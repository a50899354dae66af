import { z } from 'zod';
import { clouds } from '../event.ts';
import { candidate, trace } from './patch.ts';
import {
  driftIdText,
  ids,
  intentIdText,
  path,
  reportText,
  reportTime,
  wholeNumber,
  window,
} from './terms.ts';

/** Something that needs a person: a bad record, a value nobody may see, a refused patch. */
export const unresolved = z.object({
  /** Stable kebab-case reason, for scripts. */
  code: reportText.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  reason: reportText,
  suggestion: reportText.exactOptional(),
  address: reportText.exactOptional(),
  event: reportText.exactOptional(),
  intent: reportText.exactOptional(),
  place: z
    .object({
      file: reportText,
      line: z.int().positive().exactOptional(),
      column: z.int().positive().exactOptional(),
      record: wholeNumber.exactOptional(),
    })
    .readonly()
    .exactOptional(),
  /** What to write at the place, as code; never a secret. */
  write: reportText.exactOptional(),
  /** Of a patch that could not be made: where the value comes from, and what was tried. */
  traces: z.array(trace).readonly().exactOptional(),
  candidates: z.array(candidate).readonly().exactOptional(),
});

/** An operation of the log that the catalog does not know, and how often it was called. */
export const unknownOperation = z.object({
  cloud: z.enum(clouds),
  service: reportText,
  operation: reportText,
  count: wholeNumber,
});

/** A finding that a line of an ignore file leaves out. */
export const ignored = z.object({
  address: reportText,
  path,
  /** Ids of the audit events, in fold order. */
  evidence: ids,
  /** `.parleyignore:3` */
  rule: reportText,
});

/** A change of something that is not managed, and belongs to something that is. */
export const beside = z.object({
  /** As the log names it: `aws_iam_role_policy (shop, extra)`. */
  name: reportText,
  /** Address of what it belongs to. */
  on: reportText,
  what: z.enum(['changed', 'deleted']),
  /** Who did it, each once. */
  by: ids,
  /** Ids of the audit events, in fold order. */
  evidence: ids,
  /** ISO 8601 UTC of the first and the last event. */
  window,
});

/** What somebody said is to become of an intent. */
export const reportedAnswer = z.object({
  intent: intentIdText,
  action: z.enum(['accept', 'revert', 'delegate', 'hold', 'wrong', 'dismiss']),
  by: reportText,
  at: reportTime,
  until: reportTime.exactOptional(),
  bounds: z
    .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
    .readonly()
    .exactOptional(),
  note: reportText.exactOptional(),
  /** Of `dismiss`: ids of the drifts that are dismissed. */
  drifts: z.array(driftIdText).readonly().exactOptional(),
});

/** What a proposal became on the forge. */
export const reportedProposal = z.object({
  intent: intentIdText,
  branch: reportText,
  commit: reportText.regex(/^[0-9a-f]{40,64}$/),
  location: reportText,
  state: z.enum(['created', 'updated', 'unchanged']),
});
