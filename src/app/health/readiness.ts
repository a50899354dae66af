import type { Queues } from '../../adapters/queue/types.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { setAsideIn } from '../reconcile/set-aside.ts';
import type { LiveSettings } from '../settings/live.ts';

export interface ReadinessDeps {
  readonly store: ServiceStore;
  readonly queues: Pick<Queues, 'queue'>;
  readonly settings: Pick<ConfigFile, 'stacks'>;
  readonly isStopping: () => boolean;
  /**
   * How the settings of this process compare with those of other processes; undefined before that
   * is known.
   */
  readonly standing?: (() => Pick<LiveSettings, 'version' | 'newest'> | undefined) | undefined;
  /** Jobs that wait for a process with other settings, as far as this process has seen them. */
  readonly waitingJobs?: (() => number) | undefined;
}

/** Whether a process can work, as an orchestrator's readiness probe asks. */
export interface Readiness {
  readonly status: 'ready' | 'not-ready';
  readonly parts: readonly {
    readonly name: 'process' | 'store' | 'queue';
    readonly ready: boolean;
  }[];
  /**
   * Stacks that are set aside because their runs were lost; undefined where the store does not
   * answer.
   */
  readonly setAside?: number;
  readonly settings?: {
    readonly version: number;
    readonly newest: number;
    readonly waitingJobs: number;
  };
}

/** Store and queue have `timeout` milliseconds to answer. */
export async function checkReadiness(deps: ReadinessDeps, timeout: number): Promise<Readiness> {
  const [store, queue, setAside] = await Promise.all([
    inTime(() => deps.store.isReady(), timeout, false),
    inTime(() => queueAnswers(deps), timeout, false),
    inTime(() => countSetAside(deps), timeout, undefined),
  ]);
  const parts = [
    { name: 'process', ready: !deps.isStopping() },
    { name: 'store', ready: store },
    { name: 'queue', ready: queue },
  ] as const;
  const standing = deps.standing?.();
  const settings = standing && {
    version: standing.version,
    newest: standing.newest,
    waitingJobs: deps.waitingJobs?.() ?? 0,
  };
  return {
    status: parts.every(({ ready }) => ready) ? 'ready' : 'not-ready',
    parts,
    ...(setAside === undefined ? {} : { setAside }),
    ...(settings && { settings }),
  };
}

async function queueAnswers({ queues }: ReadinessDeps): Promise<boolean> {
  await queues.queue('reconcile').stats();
  return true;
}

/** Counts only stacks that the settings name. The answer contains no names. */
async function countSetAside({ store, settings: { stacks } }: ReadinessDeps): Promise<number> {
  const tenants = [...new Set(stacks.map(({ tenant }) => tenant))];
  const aside = await Promise.all(tenants.map((tenant) => setAsideIn(store.lastSeen, tenant)));
  const of = new Map(tenants.map((tenant, at) => [tenant, new Set(aside[at])]));
  return stacks.filter(({ tenant, name }) => of.get(tenant)?.has(name)).length;
}

/** Returns `otherwise` where `ask` fails or takes longer. */
async function inTime<T>(ask: () => Promise<T>, milliseconds: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), milliseconds);
  });
  try {
    return await Promise.race([ask().catch(() => otherwise), late]);
  } finally {
    clearTimeout(timer);
  }
}
