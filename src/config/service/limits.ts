import { z } from 'zod';
import { duration } from '../duration.ts';

/** How many jobs may start: the rate per minute, and the burst after a quiet time. */
function rate(perMinute: number, burst: number) {
  const Rate = z.strictObject({
    per_minute: upTo(60_000).default(perMinute),
    burst: upTo(10_000).default(burst),
  });
  return Rate.default(Rate.parse({}));
}

function upTo(max: number) {
  const message = `Use a number from 1 to ${max}`;
  return z.int(message).min(1, message).max(max, message);
}

/** Jobs of one tenant, by queue. */
const Tenant = z.strictObject({
  /** A source is queried every ten seconds at most; the burst is for many sources at the start. */
  collect: rate(60, 60),
  /** Runs cost most: one tenant with many stacks leaves room for the others. */
  reconcile: rate(30, 30),
  propose: rate(60, 30),
  /** Each job examines an entire repository. */
  converge: rate(30, 30),
  /** Slack accepts about one message a second in a channel. */
  notify: rate(120, 20),
  /** A forge may send hundreds together after an outage. */
  feedback: rate(300, 100),
});

/** Jobs on one forge of a tenant, by queue. A job makes some calls; forges count calls by the hour. */
const OneForge = z.strictObject({
  propose: rate(30, 20),
  converge: rate(30, 20),
  feedback: rate(300, 100),
});

/** What one run of a stack may use before it is ended. */
const Run = z.strictObject({
  time: duration('10s', '1d').default('30m'),
  /** Megabytes of its process, not including Terraform. */
  memory: z
    .int('Use a number from 256 to 262144')
    .min(256, 'Use a number from 256 to 262144')
    .max(262_144, 'Use a number from 256 to 262144')
    .default(1024),
  /** Account it runs as, if the service is started as root. */
  account: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'Use the name of an account')
    .optional(),
});

/** A trial of a change that somebody waits for: what an agent asks before it acts. */
const Trial = z.strictObject({ time: duration('5s', '10m').default('25s') });

/** `limits` in `parley.yaml`. Each process counts the jobs that it starts. */
export const LimitSettings = z.strictObject({
  run: Run.default(Run.parse({})),
  trial: Trial.default(Trial.parse({})),
  tenant: Tenant.default(Tenant.parse({})),
  forge: OneForge.default(OneForge.parse({})),
});

export type LimitSettings = z.output<typeof LimitSettings>;
