import { listen } from '../../api/listen.ts';
import type { Problem } from '../../model/result.ts';
import { queueNames } from '../../queue/jobs.ts';
import type { LogLevel } from '../../telemetry/log.ts';
import type { ExitCode, Io } from '../io.ts';
import { printProblem, printProblems } from '../print-problem.ts';
import { incidentFile } from '../service/incident-file.ts';
import { openService, type Service } from '../service/open.ts';
import { readServiceSettings, type ServiceSettings } from '../service/settings.ts';
import { aborted, endSoon, stopSignal } from '../service/signals.ts';

export interface ServeOptions {
  readonly dir: string;
  readonly config?: string;
  readonly host: string;
  readonly port: number;
  /** False: jobs are done by others. */
  readonly workers?: boolean;
  readonly concurrency?: number;
  /** Seconds that a stop waits for running jobs. */
  readonly patience?: number;
  readonly logLevel?: LogLevel;
  /** Ends the server; without it, signals of the system do. */
  readonly signal?: AbortSignal;
}

/** `parley serve`: the HTTP interface, the schedules, and the jobs unless others do them. */
export async function runServe(io: Io, options: ServeOptions): Promise<ExitCode> {
  const settings = await readServiceSettings(io, options);
  if (!settings.ok) return printProblems(io, settings.error);
  const nothing = nothingToServe(io, settings.value);
  if (nothing !== undefined) return printProblem(io, nothing);
  const incidents = await incidentFile(settings.value, io.now)?.check();
  if (incidents?.ok === false) return printProblem(io, incidents.error);
  const stop = options.signal ?? stopSignal();
  const service = await openService(io, settings.value);
  if (!service.ok) return printProblem(io, service.error);
  try {
    return await serve(io, options, service.value, stop);
  } finally {
    await service.value.close();
    if (options.signal === undefined && stop.aborted) endSoon(2000);
  }
}

async function serve(
  io: Io,
  options: ServeOptions,
  service: Service,
  stop: AbortSignal,
): Promise<ExitCode> {
  const { host, port, workers = true, concurrency = 2, patience = 30 } = options;
  const listening = await listen(service.api(), { host, port });
  if (!listening.ok) return printProblem(io, listening.error);
  const scheduled = await service.schedule();
  if (!scheduled.ok) {
    await listening.value.close();
    return printProblem(io, scheduled.error);
  }
  const queues = workers ? queueNames : [];
  service.work({ queues, concurrency, patience: patience * 1000 });
  io.out(`Listening on ${listening.value.url}\n`);
  service.log.info('serving', { url: listening.value.url, queues: queues.join(',') });
  await aborted(stop);
  service.log.info('stopping');
  await service.drain();
  await listening.value.close();
  service.log.info('stopped');
  return 0;
}

/** Without stacks and tokens the server is for incident tools alone, which sign their calls. */
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
