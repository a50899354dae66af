import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type IncidentEntry, withIncident } from '../../api/incidents.ts';
import { createApiServer } from '../../api/server.ts';
import { IncidentFile } from '../../config/incidents.ts';
import { readConfig } from '../../config/read.ts';
import { readYaml } from '../../config/yaml.ts';
import type { Problem, Result } from '../../model/result.ts';
import { ok } from '../../model/result.ts';
import type { ExitCode, Io } from '../io.ts';
import { printProblem } from '../print-problem.ts';

export interface ServeOptions {
  readonly dir: string;
  readonly config?: string;
  readonly host: string;
  readonly port: number;
  /** Ends the server; without it, it runs until the process is stopped. */
  readonly signal?: AbortSignal;
}

const secretName = 'PARLEY_WEBHOOK_SECRET';

/** `parley serve`: keeps what an incident tool calls in, in the file that every run reads. */
export async function runServe(io: Io, options: ServeOptions): Promise<ExitCode> {
  const root = resolve(io.cwd, options.dir);
  const config = await readConfig(root, options.config && resolve(io.cwd, options.config));
  if (!config.ok) return printProblem(io, config.error);
  const name = config.value.incidents_file;
  if (name === undefined) return printProblem(io, noFile);
  const secret = io.env[secretName];
  if (secret === undefined || secret.length < 16) return printProblem(io, noSecret);
  const file = resolve(root, name);
  const first = await readIncidents(file, name);
  if (!first.ok) return printProblem(io, first.error);
  const server = createApiServer({
    secret,
    now: () => Date.parse(io.now()),
    log: (line) => io.err(`${line}\n`),
    keep: async (call) => {
      const entries = await readIncidents(file, name);
      // Somebody edits the file by hand and it does not parse: the sender tries again.
      if (!entries.ok) throw new Error(entries.error.message);
      await writeWhole(file, withIncident(entries.value, call, io.now()));
    },
  });
  return new Promise((done) => {
    server.once('error', () => done(printProblem(io, taken(options))));
    server.listen(options.port, options.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      io.out(`Listening on http://${options.host}:${port}\n`);
    });
    options.signal?.addEventListener('abort', () => {
      server.close(() => done(0));
      server.closeAllConnections();
    });
  });
}

async function readIncidents(
  file: string,
  name: string,
): Promise<Result<readonly IncidentEntry[]>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? ok([]) : readYaml(text, name, IncidentFile);
}

/** A reader never sees half of it. */
async function writeWhole(file: string, entries: readonly IncidentEntry[]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(entries, null, 2)}\n`);
  await rename(draft, file);
}

const noFile: Problem = {
  code: 'no-incidents-file',
  message: 'parley.yaml names no file for incidents, so there is nothing to serve.',
  hint: 'Set incidents_file, for example to incidents.json.',
};

const noSecret: Problem = {
  code: 'no-webhook-secret',
  message: `${secretName} is not set, or is shorter than 16 characters.`,
  hint: 'Calls are signed with it; make one with `openssl rand -hex 32`.',
};

function taken({ host, port }: ServeOptions): Problem {
  return {
    code: 'cannot-listen',
    message: `It is not possible to listen on ${host}:${port}.`,
    hint: 'Another program may be there; choose another --port.',
  };
}
