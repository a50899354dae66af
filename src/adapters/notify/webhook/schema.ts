import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';
import { proposalStates } from '../../../ports/forge/proposals.ts';

const text = z.string();
const time = z.iso.datetime();
const count = z.int().nonnegative();
const intentId = text.regex(/^i-[0-9a-f]{12}$/);

const intent = z.object({
  id: intentId,
  actor: z.object({ name: text, class: z.enum(actorClasses), principal: text }),
  summary: text,
  purpose: text,
  window: z.object({ from: time, to: time }),
  decisions: z
    .array(
      z.object({
        drift: text,
        address: text,
        path: text,
        outcome: z.enum(outcomes),
        rule: text,
        because: text,
        expires: time.exactOptional(),
      }),
    )
    .readonly(),
  /** Of the patch, if there is one. */
  verification: z.object({ level: text, passed: z.boolean() }).exactOptional(),
  /** The proposal that was written last, and its state. */
  proposal: z
    .object({ branch: text, location: text, state: z.enum(proposalStates) })
    .exactOptional(),
});

const weakening = z.object({
  address: text,
  path: text,
  /** What was done, for how long, and how it ended. */
  sentence: text,
  by: z.array(z.object({ name: text, class: z.enum(actorClasses), principal: text })).readonly(),
  window: z.object({ from: time, to: time }),
  /** Left out if its end is unknown. */
  durationMs: count.exactOptional(),
});

const beside = z.object({
  name: text,
  /** Address of the resource that it belongs to. */
  on: text,
  what: z.enum(['changed', 'deleted']),
  by: z.array(text).readonly(),
  window: z.object({ from: time, to: time }),
});

const common = {
  schema: z.literal('parley/webhook/v1'),
  /** The same for every attempt to deliver it, so that a receiver can drop what it already has. */
  id: text.regex(/^w-[0-9a-f]{12}$/),
  at: time,
  stack: text,
};

/** Version 1 of the payloads. Fields may be added; readers ignore those that they do not know. */
export const WebhookV1 = z.discriminatedUnion('event', [
  z.object({
    ...common,
    event: z.literal('scan.finished'),
    counts: z.object({
      drifts: count,
      intents: count,
      proposals: count,
      unresolved: count,
      outcomes: z.partialRecord(z.enum(outcomes), count),
    }),
    intents: z.array(intentId).readonly(),
    /** Changes that left the estate less protected for a while; the newest, at most 20. */
    weakenings: z.array(weakening).readonly().exactOptional(),
    /** Unmanaged resources that somebody changed or deleted on managed ones; at most 20. */
    beside: z.array(beside).readonly().exactOptional(),
  }),
  z.object({
    ...common,
    event: z.literal('scan.failed'),
    /** Stable, so that scripts can rely on it. */
    code: text,
    message: text,
    hint: text,
  }),
  z.object({ ...common, event: z.literal('intent.decided'), intent }),
  z.object({
    ...common,
    event: z.literal('intent.reviewed'),
    intent: intentId,
    review: z.object({
      action: z.enum(['accept', 'revert', 'delegate', 'hold', 'wrong', 'dismiss', 'reopen']),
      /** Name of the reviewer. */
      by: text,
      /** End of a hold. */
      until: time.exactOptional(),
      /** Bounds of a delegation. */
      bounds: z
        .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
        .exactOptional(),
      note: text.exactOptional(),
    }),
  }),
]);

export type WebhookPayload = z.output<typeof WebhookV1>;
