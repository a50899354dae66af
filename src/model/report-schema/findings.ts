import { z } from 'zod';
import { clouds } from '../event.ts';
import { Candidate, Trace } from '../patch.ts';
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

/**
 * Something that needs a person: an invalid record, a value that must not be seen, a refused patch.
 */
export const unresolved = z.object({
  /** A stable kebab-case reason, for scripts. */
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
  /** The code to write at the place; never a secret. */
  write: reportText.exactOptional(),
  /**
   * For a patch that could not be made: the origin of the value, and the edit sites that were
   * considered.
   */
  traces: z.array(Trace).readonly().exactOptional(),
  candidates: z.array(Candidate).readonly().exactOptional(),
});

/** An operation in the log that the catalog does not have, and how often it was called. */
export const unknownOperation = z.object({
  cloud: z.enum(clouds),
  service: reportText,
  operation: reportText,
  count: wholeNumber,
});

/** A finding that a line in an ignore file excludes. */
export const ignored = z.object({
  address: reportText,
  path,
  /** The ids of the audit events, in fold order. */
  evidence: ids,
  /** The line, e.g. `.parleyignore:3`. */
  rule: reportText,
});

/** A change of an unmanaged resource that belongs to a managed one. */
export const beside = z.object({
  /** The name in the log: `aws_iam_role_policy (shop, extra)`. */
  name: reportText,
  /** The address of the resource that it belongs to. */
  on: reportText,
  what: z.enum(['changed', 'deleted']),
  /** The actors, each once. */
  by: ids,
  /** The ids of the audit events, in fold order. */
  evidence: ids,
  /** The times of the first and the last event, in ISO 8601 UTC. */
  window,
});

/** A person's answer about an intent. */
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
  /** The ids of the drifts that it covers, if not all of the intent; always there for `dismiss`. */
  drifts: z.array(driftIdText).readonly().exactOptional(),
});

/** The state of a proposal on the forge. */
export const reportedProposal = z.object({
  intent: intentIdText,
  branch: reportText,
  commit: reportText.regex(/^[0-9a-f]{40,64}$/),
  location: reportText,
  state: z.enum(['created', 'updated', 'unchanged']),
});
