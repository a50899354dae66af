import { z } from 'zod';
import { runCause } from '../../jobs.ts';

/** ISO 8601 UTC. */
const moment = z.iso.datetime();

/** Of a claim whose existence says all. */
export const Nothing = z.strictObject({});

export const Lease = z.strictObject({
  /** A name that the queue gives to one worker at a time. */
  job: z.string(),
  since: moment,
});

/** When it was begun. */
export const Begun = z.strictObject({ at: moment });

/** A run that was requested while another one of the stack was on, and when. */
export const RunAgain = z.strictObject({ cause: runCause, at: moment });

/** A scan that was requested with an `Idempotency-Key`; `added` once its job is kept. */
export const ScanCall = z.strictObject({ stack: z.string(), until: moment, added: z.boolean() });

/** What was declared under an `Idempotency-Key`: the digest of the call, and when it was first made. */
export const DeclareCall = z.strictObject({ digest: z.string(), at: moment });

/** A call that declares a resource: what it is on top of. */
export const ResourceCall = z.strictObject({ digest: z.string(), parents: z.array(z.string()) });

/**
 * Who is signed in on a browser: by the name of a token in the settings or, with `from`, as a
 * provider named them.
 */
export const Session = z.strictObject({
  name: z.string(),
  from: z.string().optional(),
  groups: z.array(z.string()).optional(),
});

/** Somebody who waits for the end of a scan. */
export const WaitingReply = z.strictObject({
  /** The response address: a secret, and of no use when its time is over. */
  url: z.string(),
  asked: moment,
});

/** Of a comment that asks for something; without the text while it is being carried out. */
export const CommentReply = z.strictObject({ at: z.string(), text: z.string().optional() });
export type CommentReply = z.output<typeof CommentReply>;

/** Whether the proposal was merged as it was written. */
export const MergeReview = z.strictObject({ review: z.enum(['merged', 'edited']) });

/** Of a workflow that puts the cloud back. `begun` stays where who began was killed. */
export const Dispatch = z.strictObject({
  outcome: z.enum(['begun', 'started', 'refused', 'unknown', 'said']),
  /** Why it was refused. */
  reason: z.string(),
});
export type Dispatch = z.output<typeof Dispatch>;

/** What a repository has of what is declared, by the latest look at it. */
export const Converged = z.strictObject({
  at: moment,
  revision: z.string(),
  resources: z.array(
    z.strictObject({
      name: z.string(),
      /** From the top of the repository. */
      path: z.string(),
      standing: z.enum(['current', 'proposed', 'declined', 'refused']),
      digest: z.string().optional(),
      number: z.int().optional(),
      commit: z.string().optional(),
      /** Of the proposal. */
      location: z.string().optional(),
      /** Why it is refused. */
      because: z.string().optional(),
    }),
  ),
});
export type Converged = z.output<typeof Converged>;

/** Commits that are about to be made: whoever does it again makes the same. */
export const Committing = z.strictObject({ digest: z.string(), at: moment });

/** A digest of what was said. */
export const Said = z.strictObject({ said: z.string() });

/** Digests of what the digest of a channel had. */
export const SentDigest = z.strictObject({
  found: z.string(),
  /** What left the estate less protected for a while. */
  weakened: z.array(z.string()).readonly().default([]),
});

/** What the message of an intent says now. */
export const SentMessage = z.strictObject({
  /** The last run that spoke of the intent. */
  run: z.string(),
  /** How often the message was changed: two lines of the thread are never taken for one. */
  revision: z.int(),
  /** Digest of the message; empty for one that may have been lost. */
  said: z.string(),
  facets: z.strictObject({
    phase: z.enum(['open', 'held', 'answered', 'gone']),
    outcomes: z.string(),
    proposal: z.string(),
    answer: z.string(),
  }),
});
export type SentMessage = z.output<typeof SentMessage>;

/** Digests of what was requested of a forge, and of what was open then. */
export const SentWishes = z.strictObject({ wishes: z.string(), open: z.string().optional() });

/** What was said on the pull request of somebody else: its digest, and the id of the comment. */
export const SentGuard = z.strictObject({ digest: z.string(), comment: z.string().optional() });

/** Why the last scan of a stack came to nothing. */
export const StackFailure = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** When it began, and when it was last seen. */
  since: moment,
  at: moment,
});
export type StackFailure = z.output<typeof StackFailure>;

/** Runs of a stack that were lost, one behind the other: they cost what they may cost, for nothing. */
export const Losses = z.strictObject({
  count: z.int().positive(),
  /** How often the stack was set aside since a run came to its end. */
  asides: z.int().min(0),
  /** Why the last one was lost. */
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** The code that it looked at. */
  revision: z.string(),
  /** When it began: what was collected since then it may not have seen. */
  began: moment,
  at: moment,
});
export type Losses = z.output<typeof Losses>;

/** What the log of the latest scan had that the catalog does not know. */
export const Unknown = z.strictObject({
  operations: z.int().nonnegative(),
  calls: z.int().nonnegative(),
});
export type Unknown = z.output<typeof Unknown>;

/** Tokens that scans of a day spent on a language model, the oldest day first. */
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

/** A scan for which the provider read back all that is open. */
export const LastConfirmation = z.strictObject({ at: moment });

/** How far a stack was compared with its forge. */
export const ForgeLook = z.strictObject({
  /** The last look, and the last one at all that is open. */
  at: z.string(),
  all: z.string(),
  /** The newest change that was seen, by the clock of the forge. */
  seen: z.string(),
});
export type ForgeLook = z.output<typeof ForgeLook>;

/** The last comment of a proposal that was read. */
export const LastComment = z.strictObject({ comment: z.number() });

/** When somebody looked at the inbox last, and when they did before they came back this time. */
export const Visit = z.strictObject({ at: moment, before: moment.optional() });
export type Visit = z.output<typeof Visit>;

/** A source that was read to its end. */
export const Collected = z.strictObject({ at: moment });

/** A process that lives, and the digest of its settings. */
export const LivingProcess = z.strictObject({ digest: z.string() });

/** Settings that some process had, in the order in which the store first saw them. */
export const SettingsVersion = z.strictObject({
  version: z.int(),
  /** Ids of the schedules that they ask for. */
  schedules: z.array(z.string()).readonly(),
});
