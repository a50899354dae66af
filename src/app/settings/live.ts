import { day, shiftTime } from '../../model/instant.ts';
import { lastSeenGroups, stateKey } from '../../ports/store/state/keys.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';

/** What a process announces about its settings. */
export interface AnnouncedSettings {
  /** Unique id of the process. */
  readonly process: string;
  /** Digest of the settings, without their secrets. */
  readonly digest: string;
  /** Ids of the schedules that the settings require. */
  readonly schedules: readonly string[];
}

/** How the settings of a process compare with those of the others. */
export interface LiveSettings {
  /** Counts versions in the order in which the store first saw them. */
  readonly version: number;
  /** The newest version in use by a live process. */
  readonly newest: number;
  /** Schedules that the settings of live processes require. */
  readonly schedules: ReadonlySet<string>;
}

export interface AnnounceDeps {
  readonly lastSeen: Pick<LastSeenLog, 'put' | 'list' | 'drop'>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Milliseconds after which a silent process counts as gone. */
const silence = 90_000;
/** Milliseconds for which a version is remembered. */
const memory = 90 * day;
/** The tenant that every store has. Data of all tenants is kept under it. */
const home = 'default';
const { processes, settings } = lastSeenGroups;

/**
 * Announces that this process is alive and which settings it has, and reads the same about the
 * others. Settings that the store has not seen are the newest. Known settings keep their version,
 * unless a process starts with them while no live process has newer ones: then somebody has
 * reverted to them. A process that had them all along has not reverted, since others may be about
 * to restart with newer ones.
 */
export async function announceSettings(
  { lastSeen, now }: AnnounceDeps,
  { process, digest, schedules }: AnnouncedSettings,
): Promise<LiveSettings> {
  const at = now();
  const before = await lastSeen.list(home, processes);
  const hadThem = before.some(({ name, value }) => name === process && value.digest === digest);
  const alive = { value: { digest }, until: shiftTime(at, silence) };
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
  const until = shiftTime(at, memory);
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

/** Announces that this process is gone. */
export async function withdrawSettings(
  { lastSeen }: Pick<AnnounceDeps, 'lastSeen'>,
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
