import { createHash } from 'node:crypto';
import { jobId } from '../../adapters/queue/job-id.ts';
import { recurrenceProblem } from '../../adapters/queue/schedules.ts';
import type { JobQueue, Queues, Recurrence } from '../../adapters/queue/types.ts';
import { milliseconds } from '../../config/duration.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { CheckScan } from '../../config/service/checks.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { convergeJob } from '../converge/jobs.ts';

/** What was changed to make the schedules match the settings. */
export interface SyncedSchedules {
  readonly set: number;
  readonly removed: number;
}

/**
 * Makes the schedules of scans, confirmations, collections and repositories match the settings. A
 * schedule that is already right keeps its next time, so any number of processes may do this at any
 * time. Those in `kept` belong to other processes and stay.
 */
export async function syncSchedules(
  queues: Pick<Queues, 'queue'>,
  config: Scheduled,
  kept: ReadonlySet<string> = new Set(),
): Promise<Result<SyncedSchedules>> {
  const { scans, rounds, syncs } = wantedBy(config);
  const first = await sync('reconcile', queues.queue('reconcile'), scans, kept);
  if (!first.ok) return first;
  const second = await sync('collect', queues.queue('collect'), rounds, kept);
  if (!second.ok) return second;
  const third = await sync('converge', queues.queue('converge'), syncs, kept);
  if (!third.ok) return third;
  const all = [first.value, second.value, third.value];
  return ok({
    set: all.reduce((sum, { set }) => sum + set, 0),
    removed: all.reduce((sum, { removed }) => sum + removed, 0),
  });
}

/** Ids of all schedules that the settings require. */
export function scheduleIds(config: Scheduled): readonly string[] {
  const { scans, rounds, syncs } = wantedBy(config);
  return [
    ...scans.map(({ id }) => jobId('reconcile', id)),
    ...rounds.map(({ id }) => jobId('collect', id)),
    ...syncs.map(({ id }) => jobId('converge', id)),
  ].sort();
}

type Scheduled = Pick<ConfigFile, 'stacks' | 'sources' | 'gitops' | 'collect_every'>;

function wantedBy(config: Scheduled): {
  readonly scans: readonly Wanted<Jobs['reconcile']>[];
  readonly rounds: readonly Wanted<Jobs['collect']>[];
  readonly syncs: readonly Wanted<Jobs['converge']>[];
} {
  const scans = config.stacks.flatMap(({ tenant, name, scan }) =>
    scan === undefined
      ? []
      : [
          {
            id: scanId({ tenant, stack: name }),
            job: { tenant, stack: name, cause: 'schedule' as const },
            when: recurrenceOf(scan),
          },
        ],
  );
  const confirmations = config.stacks.flatMap(({ tenant, name, ...stack }) => {
    const when = confirmationSchedule({ tenant, name, ...stack });
    const job = { tenant, stack: name, cause: 'confirm' as const };
    return when === undefined ? [] : [{ id: `confirm ${tenant} ${name}`, job, when }];
  });
  const every = milliseconds(config.collect_every);
  const rounds = config.sources.flatMap(({ tenant, name, kind }) =>
    kind === 'push'
      ? []
      : [
          {
            id: `collect ${tenant} ${name}`,
            job: { tenant, source: name },
            when: { kind: 'every' as const, every },
          },
        ],
  );
  const syncs = config.gitops.map((one) => ({
    id: `converge ${one.tenant} ${one.name}`,
    job: convergeJob(one),
    when: recurrenceOf(one.sync),
  }));
  return { scans: [...scans, ...confirmations], rounds, syncs };
}

function scanId({ tenant, stack }: StackKey): string {
  return `scan ${tenant} ${stack}`;
}

/** When stacks are scheduled to be scanned next, ISO 8601 UTC. */
export async function nextScans(
  queues: Pick<Queues, 'queue'>,
): Promise<(key: StackKey) => string | undefined> {
  const schedules = await queues.queue('reconcile').schedules();
  const next = new Map(schedules.map((one) => [one.id, one.next]));
  return (key) => next.get(jobId('reconcile', scanId(key)));
}

/** The same for one stack. */
export async function nextScan(
  queues: Pick<Queues, 'queue'>,
  key: StackKey,
): Promise<string | undefined> {
  return (await nextScans(queues))(key);
}

interface Wanted<Job> {
  readonly id: string;
  readonly job: Job;
  readonly when: Recurrence;
}

async function sync<N extends 'reconcile' | 'collect' | 'converge'>(
  name: N,
  queue: JobQueue<Jobs[N]>,
  wanted: readonly Wanted<Jobs[N]>[],
  kept: ReadonlySet<string>,
): Promise<Result<SyncedSchedules, Problem>> {
  const known = new Map((await queue.schedules()).map(({ id, when }) => [id, when]));
  const ids = new Set(wanted.map(({ id }) => jobId(name, id)));
  let set = 0;
  for (const { id, job, when } of wanted) {
    if (isSame(known.get(jobId(name, id)), when)) continue;
    const scheduled = await queue.schedule(job, when, { id });
    if (!scheduled.ok) return scheduled;
    set += 1;
  }
  const stale = [...known.keys()].filter((id) => !ids.has(id) && !kept.has(id));
  for (const id of stale) await queue.unschedule(id);
  return ok({ set, removed: stale.length });
}

function isSame(known: Recurrence | undefined, wanted: Recurrence): boolean {
  if (known?.kind === 'every' && wanted.kind === 'every') return known.every === wanted.every;
  if (known?.kind !== 'cron' || wanted.kind !== 'cron') return false;
  return known.cron === wanted.cron && known.timeZone === wanted.timeZone;
}

/** The times of a scan in the form that the queue takes. */
function recurrenceOf(scan: NonNullable<Stack['scan']>): Recurrence {
  return 'every' in scan
    ? { kind: 'every', every: milliseconds(scan.every) }
    : { kind: 'cron', cron: scan.cron, timeZone: scan.time_zone };
}

/** When all open drift of a stack is read back. */
export function confirmationSchedule({
  tenant,
  name,
  verify,
  confirm = verify === 'plan' ? 'daily' : 'off',
}: Pick<Stack, 'tenant' | 'name' | 'verify' | 'confirm'>): Recurrence | undefined {
  if (confirm === 'off') return undefined;
  if (confirm !== 'daily') return recurrenceOf(confirm);
  // Each stack has its own time, so that they do not all query the cloud simultaneously.
  const digest = createHash('sha256').update(`${tenant} ${name}`).digest();
  const minute = digest.readUInt32BE(0) % 1440;
  return { kind: 'cron', cron: `${minute % 60} ${Math.floor(minute / 60)} * * *`, timeZone: 'UTC' };
}

/** What the queue would reject about the times of a scan. */
export const checkScan: CheckScan = (scan) => {
  const message = recurrenceProblem(recurrenceOf(scan))?.message;
  return message?.replace(/^The schedule is not valid: /, '').replace(/\.$/, '');
};
