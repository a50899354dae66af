import {
  readServiceSettings,
  type ServiceFolder,
  type ServiceSettings,
  settingsFile,
} from '../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { queueNames } from '../../ports/jobs.ts';
import { listen } from '../api/listen.ts';
import { incidentFile } from './incident-file.ts';
import type { ServicePlaces } from './places.ts';
import { openReloading, type Reloading } from './reloading.ts';
import { aborted, endSoon, onHangup, stopSignal } from './signals.ts';
import type { Service } from './types.ts';

export interface ServeOptions extends ServiceFolder {
  readonly host: string;
  readonly port: number;
  /** False where other processes do the jobs. */
  readonly workers?: boolean;
  readonly concurrency?: number;
  /** Seconds for which stopping waits for running jobs. */
  readonly timeout?: number;
  /** Stops the server; defaults to signals of the operating system. */
  readonly signal?: AbortSignal;
  /** Handles some requests before the API does. */
  readonly answer?: (request: Request, next: Fetch) => Promise<Response> | undefined;
  /** Store and queues, where they are already open. */
  readonly places?: ServicePlaces;
  /** Called with the server's address. */
  readonly listening: (url: string) => void;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Serves the HTTP interface, runs the schedules, and does the jobs unless others do them, until it
 * is stopped.
 */
export async function serveUntilStopped(
  io: Io,
  options: ServeOptions,
): Promise<Result<void, readonly Problem[]>> {
  const settings = await readServiceSettings(io, options);
  if (!settings.ok) return settings;
  const nothing = nothingToServe(io, settings.value);
  if (nothing !== undefined) return fail([nothing]);
  const incidents = await incidentFile(settings.value, io.now)?.check();
  if (incidents?.ok === false) return fail([incidents.error]);
  const stop = options.signal ?? stopSignal();
  const read = () => readServiceSettings(io, options);
  const file = settingsFile(io, options);
  const { places } = options;
  const service = await openReloading({ io, read, file, places }, settings.value);
  if (!service.ok) return fail([service.error]);
  const deaf = onHangup(() => void service.value.reload());
  try {
    return await serve(options, service.value, stop);
  } finally {
    deaf();
    await service.value.close();
    if (options.signal === undefined && stop.aborted) endSoon(2000);
  }
}

async function serve(
  options: ServeOptions,
  reloading: Reloading,
  stop: AbortSignal,
): Promise<Result<void, readonly Problem[]>> {
  const { host, port, workers = true, concurrency = 2, timeout = 30, answer } = options;
  const listening = await listen(newestOf(reloading, answer), { host, port });
  if (!listening.ok) return fail([listening.error]);
  const queues = workers ? queueNames : [];
  const work = { queues, concurrency, timeout: timeout * 1000 };
  const started = await reloading.start(work, { schedules: true });
  if (!started.ok) {
    await listening.value.close();
    return fail([started.error]);
  }
  const { log } = reloading.current();
  options.listening(listening.value.url);
  log.info('serving', { url: listening.value.url, queues: queues.join(',') });
  await aborted(stop);
  log.info('stopping');
  await reloading.drain();
  await listening.value.close();
  log.info('stopped');
  return ok(undefined);
}

/** The API, always with the current settings. */
function newestOf(
  { current }: Reloading,
  answer?: ServeOptions['answer'],
): Parameters<typeof listen>[0] {
  let service: Service | undefined;
  let api: Parameters<typeof listen>[0] | undefined;
  return {
    fetch(request, ...more) {
      if (api === undefined || service !== current()) {
        service = current();
        api = service.api();
      }
      const newest = api;
      return (
        answer?.(request, (own) => newest.fetch(own, ...more)) ?? newest.fetch(request, ...more)
      );
    },
  };
}

/** Without stacks and tokens the server only serves incident tools, which sign their calls. */
function nothingToServe(io: Io, { settings }: ServiceSettings): Problem | undefined {
  if (settings.stacks.length > 0 || settings.server.tokens.length > 0) return undefined;
  if (settings.incidents_file === undefined) return noStacks;
  const secret = io.env['PARLEY_WEBHOOK_SECRET'] ?? settings.server.webhook_secret ?? '';
  return secret.length < 16 ? noSecret : undefined;
}

const noStacks: Problem = {
  code: 'nothing-to-serve',
  message: 'parley.yaml names no stacks and no file for incidents, so there is nothing to serve.',
  hint: 'Add a stack, as docs/service.md shows, or set incidents_file, for example to incidents.json.',
};

const noSecret: Problem = {
  code: 'no-webhook-secret',
  message: 'PARLEY_WEBHOOK_SECRET is not set, or is shorter than 16 characters.',
  hint: 'Calls are signed with it; make one with `openssl rand -hex 32`.',
};
