import { lastSeenGroups, stateKey } from '../../ports/store/state/keys.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';

/** What a process makes known of its settings. */
export interface StandingSettings {
  /** Of the process: no two have the same. */
  readonly process: string;
  /** Of what the settings say; not of their secrets. */
  readonly digest: string;
  /** Ids of the schedules that they ask for. */
  readonly schedules: readonly string[];
}

/** How the settings of a process stand beside those of the others. */
export interface SettingsStanding {
  /** Counts versions in the order in which the store first saw them. */
  readonly version: number;
  /** The newest version that a living process has. */
  readonly newest: number;
  /** Schedules that settings of living processes ask for. */
  readonly schedules: ReadonlySet<string>;
}

export interface StandingDeps {
  readonly lastSeen: Pick<LastSeenLog, 'put' | 'list' | 'drop'>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Milliseconds after which a process that says nothing counts as gone. */
const silence = 90_000;
/** Milliseconds that a version is remembered. */
const memory = 90 * 86_400_000;
/** What is of all tenants stands with the one that every store has. */
const home = 'default';
const { processes, settings } = lastSeenGroups;

/**
 * Says that this process lives and what it knows, and learns the same of the others. Settings that
 * the store has not seen are newer than all others. Those that it has seen are as old as they were,
 * unless a process begins with them while no living one has newer ones: then somebody has gone back
 * to them. Who had them all along has not: others may be about to start again.
 */
export async function takeStanding(
  { lastSeen, now }: StandingDeps,
  { process, digest, schedules }: StandingSettings,
): Promise<SettingsStanding> {
  const at = now();
  const before = await lastSeen.list(home, processes);
  const hadThem = before.some(({ name, value }) => name === process && value.digest === digest);
  const alive = { value: { digest }, until: later(at, silence) };
  await lastSeen.put(home, stateKey(processes, process), alive);
  const living = new Set(
    (await lastSeen.list(home, processes))
      .filter(({ until }) => until > at)
      .map(({ value }) => value.digest),
  );
  const known = new Map(
    (await lastSeen.list(home, settings)).map(({ name, value }) => [name, value]),
  );
  const all = Math.max(0, ...[...known.values()].map(({ version }) => version));
  const newest = newestOf(known, living);
  const own = known.get(digest)?.version;
  const isAsOld = own !== undefined && (hadThem || own < newest || own === all);
  const version = isAsOld ? own : all + 1;
  const until = later(at, memory);
  await lastSeen.put(home, stateKey(settings, digest), { value: { version, schedules }, until });
  const asked = [...known].flatMap(([each, one]) =>
    each !== digest && living.has(each) ? one.schedules : [],
  );
  return {
    version,
    newest: Math.max(version, newest),
    schedules: new Set([...asked, ...schedules]),
  };
}

/** Says that this process is gone. */
export async function leaveStanding(
  { lastSeen }: Pick<StandingDeps, 'lastSeen'>,
  process: string,
): Promise<void> {
  await lastSeen.drop(home, stateKey(processes, process));
}

function newestOf(
  known: ReadonlyMap<string, { readonly version: number }>,
  living: ReadonlySet<string>,
): number {
  return Math.max(
    0,
    ...[...known].flatMap(([digest, { version }]) => (living.has(digest) ? version : [])),
  );
}

function later(time: string, length: number): string {
  return new Date(Date.parse(time) + length).toISOString();
}
