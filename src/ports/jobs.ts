import { z } from 'zod';
import type { Json } from '../model/json.ts';

/**
 * Jobs name things and hold none: what they speak of is read where they run. So no secret and no
 * large text gets into a queue.
 */
const name = z.string().regex(/^[\w.:/@+#-]{1,200}$/);
const moment = z.iso.datetime();

/** Why a stack is looked at. */
export const runCause = z.enum(['schedule', 'events', 'push', 'person', 'confirm']);

const collect = z.strictObject({
  tenant: name,
  /** A source of the configuration. */
  source: name,
});

/**
 * `revision` and `until` make a run one with others: what comes after a run began has another
 * revision of the code or a later moment, so that it is never taken for the run that is on.
 */
const reconcile = z.strictObject({
  tenant: name,
  stack: name,
  /** With `confirm` and `person` the provider reads back all that is open. */
  cause: runCause,
  /** The commit of the code. */
  revision: name.optional(),
  /** The ingestion time of the newest record that it must see. */
  until: moment.optional(),
});

const propose = z.strictObject({
  tenant: name,
  stack: name,
  forge: name,
  /** The run whose patches become a change request. */
  run: name,
  /** The one that somebody asks for; without it all of the run, and what is settled is closed. */
  intent: name.optional(),
  /** Who asks for it, as receipts name them: `agent:deploy-bot (client some-editor 1.2)`. */
  by: z.string().min(1).max(300).optional(),
});

const converge = z.strictObject({
  tenant: name,
  /** A repository of `gitops` in the settings. */
  gitops: name,
  /** Of that repository; left out where it has none. */
  forge: name.optional(),
  /** It must see what was declared before this moment. */
  until: moment.optional(),
});

const notify = z.strictObject({
  tenant: name,
  stack: name,
  /** A channel of the configuration, or `reply:` and the id of somebody's question. */
  channel: name,
  /** What there is to tell of, such as a run or a change request. */
  subject: z.strictObject({ kind: z.enum(['run', 'intent', 'proposal']), id: name }),
});

const feedback = z.strictObject({
  tenant: name,
  forge: name,
  /** The id that the forge gave to its delivery; the body is in the store. */
  delivery: name,
});

/** What each queue holds. */
export interface Jobs {
  readonly collect: z.infer<typeof collect>;
  readonly reconcile: z.infer<typeof reconcile>;
  readonly propose: z.infer<typeof propose>;
  readonly converge: z.infer<typeof converge>;
  readonly notify: z.infer<typeof notify>;
  readonly feedback: z.infer<typeof feedback>;
}

export type QueueName = keyof Jobs;

export interface JobDefinition<Job> {
  readonly schema: z.ZodType<Job>;
  /** What makes two jobs one. */
  readonly key: (job: Job) => Json;
  /**
   * What lets one job stand for others that wait: of those with the same value at most one waits,
   * and one more follows the one that runs, which may have begun too early. Undefined for a job that
   * stands for itself alone.
   */
  readonly joined?: (job: Job) => Json | undefined;
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further pause is twice as long, up to a minute. */
  readonly pause: number;
  /** Seconds, at least, for which a job that is done is known, and not done again. */
  readonly remember: number;
}

const day = 86_400;

export const jobDefinitions: { readonly [N in QueueName]: JobDefinition<Jobs[N]> } = {
  collect: {
    schema: collect,
    key: ({ tenant, source }) => [tenant, source],
    attempts: 5,
    pause: 10_000,
    remember: 0,
  },
  reconcile: {
    schema: reconcile,
    key: ({ tenant, stack, revision, until }) => [tenant, stack, revision ?? null, until ?? null],
    // Records may come all the time, and a run sees all that came before it.
    joined: ({ tenant, stack, cause }) => (cause === 'events' ? [tenant, stack] : undefined),
    attempts: 3,
    pause: 30_000,
    remember: 0,
  },
  propose: {
    schema: propose,
    key: ({ tenant, stack, forge, run, intent }) => [
      tenant,
      stack,
      forge,
      run,
      ...(intent === undefined ? [] : [intent]),
    ],
    attempts: 24,
    pause: 10_000,
    remember: 0,
  },
  converge: {
    schema: converge,
    key: ({ tenant, gitops, until }) => [tenant, gitops, until ?? null],
    // A look sees all that was declared before it.
    joined: ({ tenant, gitops }) => [tenant, gitops],
    attempts: 24,
    pause: 10_000,
    remember: 0,
  },
  notify: {
    schema: notify,
    key: ({ tenant, stack, channel, subject }) => [
      tenant,
      stack,
      channel,
      subject.kind,
      subject.id,
    ],
    attempts: 14,
    pause: 5_000,
    remember: day,
  },
  feedback: {
    schema: feedback,
    key: ({ tenant, forge, delivery }) => [tenant, forge, delivery],
    attempts: 14,
    pause: 5_000,
    remember: 7 * day,
  },
};

export const queueNames = Object.keys(jobDefinitions) as readonly QueueName[];
