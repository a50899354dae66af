import { z } from 'zod';
import { type QueueName, queueNames } from './jobs.ts';

export const Dead = z.object({
  queue: z.enum(queueNames as [QueueName, ...QueueName[]]),
  id: z.string(),
  /** The names in the job. */
  about: z.string(),
  attempts: z.number(),
  code: z.string(),
  message: z.string(),
  /** ISO 8601 UTC. */
  time: z.string(),
});

export type DeadJob = z.output<typeof Dead>;

export const Status = z.object({
  stacks: z.array(
    z.object({
      tenant: z.string(),
      stack: z.string(),
      lastRun: z
        .object({ id: z.string(), startedAt: z.string(), drifts: z.number(), intents: z.number() })
        .optional(),
      /** The state after the last run. */
      openDrifts: z
        .object({
          open: z.number(),
          since: z.string().optional(),
          fresh: z.number(),
          closed: z.number(),
          questions: z.number().optional(),
        })
        .optional(),
      openProposals: z.number(),
      /** When the entire state was first read back, in ISO 8601 UTC; left out before that. */
      baseline: z.string().optional(),
      /** Why the last scan had no result, and since when. */
      failure: z.object({ message: z.string(), since: z.string() }).optional(),
      /** The scheduled time, in ISO 8601 UTC. */
      nextScan: z.string().optional(),
    }),
  ),
  queues: z.array(
    z.object({
      queue: z.string(),
      waiting: z.number(),
      running: z.number(),
      delayed: z.number(),
      dead: z.number(),
    }),
  ),
});

export type ServiceStatus = z.output<typeof Status>;
