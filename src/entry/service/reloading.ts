import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { withAdded } from '../../app/settings/added.ts';
import { createStackChanges } from '../../app/settings/change.ts';
import { announceSettings, type LiveSettings, withdrawSettings } from '../../app/settings/live.ts';
import { checkScan, scheduleIds } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { AddedStack } from '../../ports/added-stacks.ts';
import type { Io } from '../../ports/io.ts';
import { problemFields } from './observe.ts';
import { openService } from './open.ts';
import { openServicePlaces, type ServicePlaces } from './places.ts';
import { createTelemetry } from './telemetry.ts';
import { startPeriodicTasks } from './timers.ts';
import type { Service, ServiceWorkOptions } from './types.ts';

/** A process of the service whose settings may change while it runs. */
export interface Reloading {
  /** The service with its current settings. */
  readonly current: () => Service;
  readonly standing: () => LiveSettings | undefined;
  /** Starts working and watching the settings; with `schedules`, also keeps schedules right. */
  start(options: ServiceWorkOptions, tasks: { readonly schedules: boolean }): Promise<Result<void>>;
  /** Reads the settings again. Problems are reported, and the old settings stay. */
  reload(): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface ReloadingOptions {
  readonly io: Io;
  readonly read: () => Promise<Result<ServiceSettings, readonly Problem[]>>;
  /** Path of the settings file. */
  readonly file: string;
  /** Store and queues that are already open. They are closed with the process all the same. */
  readonly places?: ServicePlaces | undefined;
}

/** Milliseconds between two checks of the file. */
const filePause = 2_000;
/** Milliseconds between two checks of what other processes have. */
const standingPause = 15_000;

export async function openReloading(
  { io, read, file, places: given }: ReloadingOptions,
  first: ServiceSettings,
): Promise<Result<Reloading>> {
  const { log } = createTelemetry(io, first);
  const opened = given === undefined ? await openServicePlaces(first, log) : ok(given);
  if (!opened.ok) return opened;
  const places = opened.value;
  const { store, queues } = places;
  const now = (): string => new Date(io.now()).toISOString();
  const process = randomUUID();
  let standing: LiveSettings | undefined;
  let ofFile = first;
  let added = await store.stacks.list();
  let work: ServiceWorkOptions | undefined;
  let hasSchedules = false;
  let turn: Promise<void> = Promise.resolve();

  const all = (): ServiceSettings => together(ofFile, added, leftOut);
  const leftOut = ({ tenant, name }: AddedStack): void =>
    log.warn('a stack that was added does not fit the settings any more', { tenant, stack: name });
  const shared = {
    store,
    queues,
    settingsApi: {
      standing: () => standing,
      stacks: createStackChanges({
        stacks: store.stacks,
        config: () => ofFile.written,
        checkScan,
        now,
        changed: () => void reload(),
      }),
    },
  };
  let settings = all();
  const begun = await openService(io, settings, shared);
  if (!begun.ok) {
    await places.close();
    return begun;
  }
  let service = begun.value;

  /** Stops the old service first, since a folder has only one process that answers commands. */
  async function take(next: ServiceSettings): Promise<void> {
    await service.rest();
    await service.close();
    const again = await openService(io, next, shared);
    // If the new settings cannot be opened, the process continues with the old ones.
    const stays = again.ok ? again : await openService(io, settings, shared);
    if (!stays.ok) throw new Error(stays.error.message);
    service = stays.value;
    if (again.ok) settings = next;
    if (work !== undefined) service.work(work);
    await look();
    if (again.ok) log.info('settings reloaded', { stacks: next.settings.stacks.length });
    else log.error('settings not taken', problemFields(again.error));
  }

  async function look(): Promise<void> {
    const { written } = settings;
    const own = { process, digest: digestOf(written), schedules: scheduleIds(settings.settings) };
    standing = await announceSettings({ lastSeen: store.lastSeen, now }, own);
    const { version, newest, schedules } = standing;
    if (version < newest) log.warn('other processes have newer settings', { version, newest });
    else if (hasSchedules) {
      const synced = await service.schedule(schedules);
      if (!synced.ok) log.error('schedules', problemFields(synced.error));
    }
  }

  async function readAgain(): Promise<void> {
    const next = await read();
    if (!next.ok) {
      for (const problem of next.error) log.error('settings not taken', problemFields(problem));
      return;
    }
    const isMoved = placesOf(next.value) !== placesOf(first);
    if (isMoved) log.error('settings not taken', problemFields(moved));
    else ofFile = next.value;
    added = await store.stacks.list();
    const wanted = all();
    if (sameSettings(wanted, settings)) return;
    await take(wanted);
  }

  const inTurn = (job: () => Promise<void>): Promise<void> => {
    const done = turn.then(job);
    turn = done.catch(() => undefined);
    return done;
  };
  function reload(): Promise<void> {
    return inTurn(readAgain).catch((error: unknown) => {
      log.error('settings not taken', { reason: String(error) });
    });
  }

  let seen = await stampOf(file);
  const chores = [
    {
      name: 'settings file',
      pause: filePause,
      async run() {
        const stamp = await stampOf(file);
        if (stamp === seen) return;
        seen = stamp;
        await reload();
      },
    },
    {
      name: 'settings',
      pause: standingPause,
      async run() {
        const isOther =
          canonicalJson(bodies(await store.stacks.list())) !== canonicalJson(bodies(added));
        await (isOther ? reload() : inTurn(look));
      },
    },
  ];
  let timers: { stop(): Promise<void> } | undefined;

  return ok({
    current: () => service,
    standing: () => standing,
    reload,
    async start(options, { schedules }) {
      hasSchedules = schedules;
      standing = await announceSettings(
        { lastSeen: store.lastSeen, now },
        { process, digest: digestOf(settings.written), schedules: scheduleIds(settings.settings) },
      );
      if (schedules && standing.version === standing.newest) {
        const scheduled = await service.schedule(standing.schedules);
        if (!scheduled.ok) return scheduled;
      }
      work = options;
      service.work(options);
      timers = startPeriodicTasks(chores, log);
      return ok(undefined);
    },
    async drain() {
      await timers?.stop();
      await turn;
      await service.drain();
    },
    async close() {
      await withdrawSettings(store, process).catch(() => undefined);
      await service.close();
      await places.close();
    },
  });
}

function together(
  ofFile: ServiceSettings,
  added: readonly AddedStack[],
  left: (stack: AddedStack) => void,
): ServiceSettings {
  const ignore = (): void => undefined;
  return {
    ...ofFile,
    written: withAdded(ofFile.written, added, checkScan, left),
    settings: withAdded(ofFile.settings, added, checkScan, ignore),
  };
}

function bodies(added: readonly AddedStack[]): Json {
  return added.map(({ tenant, name, body }) => [tenant, name, body]);
}

/** Written settings have references to secrets instead of the secrets. */
function digestOf(written: ServiceSettings['written']): string {
  return createHash('sha256')
    .update(canonicalJson(plain(written)))
    .digest('hex');
}

function sameSettings(one: ServiceSettings, other: ServiceSettings): boolean {
  return (
    canonicalJson(plain(one.settings)) === canonicalJson(plain(other.settings)) &&
    canonicalJson(plain(one.written)) === canonicalJson(plain(other.written))
  );
}

function plain(settings: ServiceSettings['written']): Json {
  return JSON.parse(JSON.stringify(settings)) as Json;
}

function placesOf({ store, queue, repositories }: ServiceSettings): string {
  return JSON.stringify([store, queue ?? null, repositories]);
}

/** Changes with the file, also when a link points to another file. */
async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

const moved: Problem = {
  code: 'restart-needed',
  message: 'The settings name another place for the store, the queue or the repositories.',
  hint: 'Start the process again.',
};
