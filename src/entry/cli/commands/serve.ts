import type { LogLevel } from '../../../adapters/telemetry/log.ts';
import {
  readServiceSettings,
  type ServiceSettings,
  settingsFile,
} from '../../../app/stack/settings.ts';
import type { Problem } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { queueNames } from '../../../ports/jobs.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { listen } from '../../api/listen.ts';
import { incidentFile } from '../../service/incident-file.ts';
import type { ServicePlaces } from '../../service/places.ts';
import { openReloading, type Reloading } from '../../service/reloading.ts';
import { aborted, endSoon, onHangup, stopSignal } from '../../service/signals.ts';
import type { Service } from '../../service/types.ts';

export interface ServeOptions {
  readonly dir: string;
  readonly config?: string;
  readonly host: string;
  readonly port: number;
  /** False where other processes do the jobs. */
  readonly workers?: boolean;
  readonly concurrency?: number;
  /** Seconds for which stopping waits for running jobs. */
  readonly timeout?: number;
  readonly logLevel?: LogLevel;
  /** Stops the server; defaults to signals of the operating system. */
  readonly signal?: AbortSignal;
  /** Handles some requests before the API does. */
  readonly answer?: (request: Request, next: Fetch) => Promise<Response> | undefined;
  /** Store and queues, where they are already open. */
  readonly places?: ServicePlaces;
  /** Called with the server's address, instead of printing it. */
  readonly listening?: (url: string) => void;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * `parley serve`: serves the HTTP interface, runs the schedules, and does the jobs unless others do
 * them.
 */
export async function runServe(io: Io, options: ServeOptions): Promise<ExitCode> {
  const settings = await readServiceSettings(io, options);
  if (!settings.ok) return printProblems(io, settings.error);
  const nothing = nothingToServe(io, settings.value);
  if (nothing !== undefined) return printProblem(io, nothing);
  const incidents = await incidentFile(settings.value, io.now)?.check();
  if (incidents?.ok === false) return printProblem(io, incidents.error);
  const stop = options.signal ?? stopSignal();
  const read = () => readServiceSettings(io, options);
  const file = settingsFile(io, options);
  const { places } = options;
  const service = await openReloading({ io, read, file, places }, settings.value);
  if (!service.ok) return printProblem(io, service.error);
  const deaf = onHangup(() => void service.value.reload());
  try {
    return await serve(io, options, service.value, stop);
  } finally {
    deaf();
    await service.value.close();
    if (options.signal === undefined && stop.aborted) endSoon(2000);
  }
}

async function serve(
  io: Io,
  options: ServeOptions,
  reloading: Reloading,
  stop: AbortSignal,
): Promise<ExitCode> {
  const { host, port, workers = true, concurrency = 2, timeout = 30, answer } = options;
  const listening = await listen(newestOf(reloading, answer), { host, port });
  if (!listening.ok) return printProblem(io, listening.error);
  const queues = workers ? queueNames : [];
  const work = { queues, concurrency, timeout: timeout * 1000 };
  const started = await reloading.start(work, { schedules: true });
  if (!started.ok) {
    await listening.value.close();
    return printProblem(io, started.error);
  }
  const { log } = reloading.current();
  const announce = options.listening ?? ((url: string) => io.out(`Listening on ${url}\n`));
  announce(listening.value.url);
  log.info('serving', { url: listening.value.url, queues: queues.join(',') });
  await aborted(stop);
  log.info('stopping');
  await reloading.drain();
  await listening.value.close();
  log.info('stopped');
  return 0;
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
