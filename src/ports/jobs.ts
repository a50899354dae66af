import { z } from 'zod';
import type { Json } from '../model/json.ts';

/**
 * Jobs contain only names; what they refer to is read when they run. So no secret and no large text
 * gets into a queue.
 */
const name = z.string().regex(/^[\w.:/@+#-]{1,200}$/);
const moment = z.iso.datetime();

/** Why a stack is scanned. */
export const runCause = z.enum(['schedule', 'events', 'push', 'person', 'confirm']);

const collect = z.strictObject({
  tenant: name,
  /** The name of a source in the configuration. */
  source: name,
});

/**
 * Jobs with equal `revision` and `until` are the same job. Something new after a run began has
 * another revision of the code or a later time, so its job is never mistaken for the running one.
 */
const reconcile = z.strictObject({
  tenant: name,
  stack: name,
  /** With `confirm` and `person`, the provider reads back all open drifts. */
  cause: runCause,
  /** The commit of the code. */
  revision: name.optional(),
  /** The ingestion time of the newest record that the run must include. */
  until: moment.optional(),
});

const propose = z.strictObject({
  tenant: name,
  stack: name,
  forge: name,
  /** The run whose patches become change requests. */
  run: name,
  /**
   * The requested intent. Without it, all intents of the run are proposed, and resolved proposals
   * are closed.
   */
  intent: name.optional(),
  /** The requester, as named in receipts: `agent:deploy-bot (client some-editor 1.2)`. */
  by: z.string().min(1).max(300).optional(),
});

const converge = z.strictObject({
  tenant: name,
  /** A repository in `gitops` of the settings. */
  gitops: name,
  /** The forge of that repository; left out if it has none. */
  forge: name.optional(),
  /** The run must include what was declared before this time. */
  until: moment.optional(),
});

const notify = z.strictObject({
  tenant: name,
  stack: name,
  /** A channel in the configuration, or `reply:` with the id of someone's request. */
  channel: name,
  /** The subject of the notification, such as a run or a change request. */
  subject: z.strictObject({ kind: z.enum(['run', 'intent', 'proposal']), id: name }),
});

const feedback = z.strictObject({
  tenant: name,
  forge: name,
  /** The forge's id of the delivery; the body is in the store. */
  delivery: name,
});

/** The jobs of each queue. */
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
  /** Jobs with equal keys are the same job. */
  readonly key: (job: Job) => Json;
  /**
   * Lets one job replace others that are waiting: of the jobs with the same value at most one
   * waits, and one more follows the running one, which may have begun too early. Undefined for a
   * job that is never joined.
   */
  readonly joined?: (job: Job) => Json | undefined;
  readonly attempts: number;
  /**
   * Milliseconds before the second attempt. Each further pause is twice as long, up to a minute.
   */
  readonly pause: number;
  /** The minimum number of seconds during which a completed job is remembered and not repeated. */
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
    // Records may arrive continuously, and a run includes all that arrived before it.
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
    // A run includes everything that was declared before it.
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
