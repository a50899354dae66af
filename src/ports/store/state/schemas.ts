import { z } from 'zod';
import { runCause } from '../../jobs.ts';

/** ISO 8601 UTC. */
const moment = z.iso.datetime();

/** For a claim that needs no value, since its existence is sufficient. */
export const Nothing = z.strictObject({});

export const Lease = z.strictObject({
  /** A name that the queue gives to only one worker at a time. */
  job: z.string(),
  since: moment,
});

/** When it was begun. */
export const Begun = z.strictObject({ at: moment });

/** A run that was requested while another one of the stack was running, and when. */
export const RunAgain = z.strictObject({ cause: runCause, at: moment });

/**
 * A scan that was requested with an `Idempotency-Key`. `added` becomes true when its job is stored.
 */
export const ScanCall = z.strictObject({ stack: z.string(), until: moment, added: z.boolean() });

/**
 * What was declared under an `Idempotency-Key`: the digest of the call, and when it was first made.
 */
export const DeclareCall = z.strictObject({ digest: z.string(), at: moment });

/** A call that declares a resource: its digest, and the versions that the new one replaces. */
export const ResourceCall = z.strictObject({ digest: z.string(), parents: z.array(z.string()) });

/**
 * The person signed in on a browser, by the name of a token in the settings or, with `from`, by the
 * name from a provider.
 */
export const Session = z.strictObject({
  name: z.string(),
  from: z.string().optional(),
  groups: z.array(z.string()).optional(),
});

/** Someone who waits for the end of a scan. */
export const WaitingReply = z.strictObject({
  /** The response address. It is a secret, and useless after it expires. */
  url: z.string(),
  asked: moment,
});

/**
 * State of a comment that asked for something. The text is missing while the request is being
 * carried out.
 */
export const CommentReply = z.strictObject({ at: z.string(), text: z.string().optional() });
export type CommentReply = z.output<typeof CommentReply>;

/** Whether the proposal was merged unchanged. */
export const MergeReview = z.strictObject({ review: z.enum(['merged', 'edited']) });

/**
 * State of a workflow that reverts the cloud. `begun` remains if the process that began was killed.
 */
export const Dispatch = z.strictObject({
  outcome: z.enum(['begun', 'started', 'refused', 'unknown', 'notified']),
  /** Why it was refused. */
  reason: z.string(),
});
export type Dispatch = z.output<typeof Dispatch>;

/** What a repository has of the declared resources, as of the latest check. */
export const Converged = z.strictObject({
  at: moment,
  revision: z.string(),
  resources: z.array(
    z.strictObject({
      name: z.string(),
      /** Relative to the top of the repository. */
      path: z.string(),
      standing: z.enum(['current', 'proposed', 'declined', 'refused']),
      digest: z.string().optional(),
      number: z.int().optional(),
      commit: z.string().optional(),
      /** The location of the proposal. */
      location: z.string().optional(),
      /** Why it is refused. */
      because: z.string().optional(),
    }),
  ),
});
export type Converged = z.output<typeof Converged>;

/** Commits that are about to be made, so that a repeated attempt makes the same ones. */
export const Committing = z.strictObject({ digest: z.string(), at: moment });

/** Which version of something was last sent: a digest, an id, or a failure with its time. */
export const SentVersion = z.strictObject({ version: z.string() });

/** Digests of the content of a channel's digest. */
export const SentDigest = z.strictObject({
  found: z.string(),
  /** Changes that left the estate less protected for a while. */
  weakened: z.array(z.string()).readonly().default([]),
});

/** The current content of an intent's message. */
export const SentMessage = z.strictObject({
  /** The last run that had the intent. */
  run: z.string(),
  /** How often the message was changed, so that two lines of the thread are never the same. */
  revision: z.int(),
  /** Digest of the message; empty for one that may have been lost. */
  digest: z.string(),
  facets: z.strictObject({
    phase: z.enum(['open', 'held', 'answered', 'gone']),
    outcomes: z.string(),
    proposal: z.string(),
    answer: z.string(),
  }),
});
export type SentMessage = z.output<typeof SentMessage>;

/** Digests of what was requested of a forge, and of what was open at that time. */
export const SentWishes = z.strictObject({ wishes: z.string(), open: z.string().optional() });

/** What was commented on someone else's pull request: its digest, and the id of the comment. */
export const SentGuard = z.strictObject({ digest: z.string(), comment: z.string().optional() });

/** Why the last scan of a stack had no result. */
export const StackFailure = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** When it began, and when it was last seen. */
  since: moment,
  at: moment,
});
export type StackFailure = z.output<typeof StackFailure>;

/** Consecutive lost runs of a stack, each of which may use up its limits without any result. */
export const Losses = z.strictObject({
  count: z.int().positive(),
  /** How often the stack was set aside since a run was completed. */
  asides: z.int().min(0),
  /** Why the last one was lost. */
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** The commit that the lost run scanned. */
  revision: z.string(),
  /** When it began. It may not have seen what was collected since then. */
  began: moment,
  at: moment,
});
export type Losses = z.output<typeof Losses>;

/** Operations and calls in the log of the latest scan that the catalog does not have. */
export const Unknown = z.strictObject({
  operations: z.int().nonnegative(),
  calls: z.int().nonnegative(),
});
export type Unknown = z.output<typeof Unknown>;

/** Tokens that scans spent on a language model, for each day, oldest first. */
export const SpentTokens = z.strictObject({
  days: z.array(
    z.strictObject({
      /** `2026-03-14`. */
      day: z.string(),
      prompt: z.int().nonnegative(),
      completion: z.int().nonnegative(),
    }),
  ),
});
export type SpentTokens = z.output<typeof SpentTokens>;

/** When the provider last read back all open drifts in a scan. */
export const LastConfirmation = z.strictObject({ at: moment });

/** How far a stack was compared with its forge. */
export const ForgeLook = z.strictObject({
  /** The last comparison, and the last one of all open proposals. */
  at: z.string(),
  all: z.string(),
  /** The newest change that was seen, by the forge's clock. */
  seen: z.string(),
});
export type ForgeLook = z.output<typeof ForgeLook>;

/** The last comment on a proposal that was read. */
export const LastComment = z.strictObject({ comment: z.number() });

/** When the inbox was last viewed, and when it was viewed before the current visit. */
export const Visit = z.strictObject({ at: moment, before: moment.optional() });
export type Visit = z.output<typeof Visit>;

/** When a source was last read to its end. */
export const Collected = z.strictObject({ at: moment });

/** A live process, with the digest of its settings. */
export const LivingProcess = z.strictObject({ digest: z.string() });

/** Settings that a process had, numbered in the order in which the store first saw them. */
export const SettingsVersion = z.strictObject({
  version: z.int(),
  /** The ids of the schedules that they request. */
  schedules: z.array(z.string()).readonly(),
});
