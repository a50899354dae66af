import { readFileSync } from 'node:fs';

/** The memory of a process while it was watched, in megabytes. */
export interface Memory {
  readonly peak: number;
  /** Growth per 100,000 events, over the second half of the replay. */
  readonly slope: number;
  /** Seconds of processor time, including child processes that have ended. */
  readonly seconds: number;
}

interface Sample {
  readonly events: number;
  readonly megabytes: number;
}

const pause = 500;

/**
 * Watches processes and their children twice a second; `events` returns the progress of the replay.
 */
export function watchMemory(
  pids: ReadonlyMap<string, number>,
  events: () => number,
): { stop(): ReadonlyMap<string, Memory> } {
  const names = [...pids.keys()].flatMap((name) => [name, childrenOf(name)]);
  const samples = new Map<string, Sample[]>(names.map((name) => [name, []]));
  const timer = setInterval(() => {
    for (const [name, pid] of pids) {
      const megabytes = residentMegabytes(pid);
      if (megabytes !== undefined) samples.get(name)?.push({ events: events(), megabytes });
      samples.get(childrenOf(name))?.push({ events: events(), megabytes: startedMegabytes(pid) });
    }
  }, pause);
  return {
    stop() {
      clearInterval(timer);
      return new Map(
        [...samples].map(([name, taken]) => {
          const pid = pids.get(name);
          return [name, { ...memoryOf(taken), seconds: pid === undefined ? 0 : secondsOf(pid) }];
        }),
      );
    },
  };
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    // The process is gone, or this is not Linux.
    return undefined;
  }
}

/** The kernel counts in hundredths of a second. */
function secondsOf(pid: number): number {
  try {
    const [, rest = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const times = rest.split(' ').slice(11, 15).map(Number);
    return times.reduce((sum, one) => sum + one, 0) / 100;
  } catch {
    return 0;
  }
}

function childrenOf(name: string): string {
  return `${name}, what it started`;
}

/** Sum over all running child processes. */
function startedMegabytes(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return children
      .filter((child) => child !== '')
      .reduce((sum, child) => sum + (residentMegabytes(Number(child)) ?? 0), 0);
  } catch {
    return 0;
  }
}

function memoryOf(samples: readonly Sample[]): Omit<Memory, 'seconds'> {
  const all = Math.max(0, ...samples.map(({ events }) => events));
  const late = samples.filter(({ events }) => events > all / 2 && events < all);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const x = mean(late.map(({ events }) => events));
  const y = mean(late.map(({ megabytes }) => megabytes));
  const along = late.reduce((sum, one) => sum + (one.events - x) * (one.megabytes - y), 0);
  const spread = late.reduce((sum, one) => sum + (one.events - x) ** 2, 0);
  return {
    peak: Math.max(0, ...samples.map(({ megabytes }) => megabytes)),
    slope: spread === 0 ? 0 : (along / spread) * 100_000,
  };
}
