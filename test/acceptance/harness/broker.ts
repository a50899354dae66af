import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Emulator, type Fork, startEmulator } from './emulator.ts';
import { installModules } from './installed.ts';
import { run } from './process.ts';
import {
  createProviders,
  type Lease,
  type LeaseSubject,
  type Providers,
  typesOf,
} from './providers.ts';
import { createSelections, type Selections } from './selections.ts';
import { inputsOf, selectWorkspace, stackData, stacksOf } from './stacks.ts';
import { type Terraform, terraformAt, unformattedFiles, writeCliConfig } from './terraform.ts';
import type { Tools } from './tools.ts';

/** A project that was applied and whose plan is clean. */
export interface Prepared {
  readonly name: string;
  readonly dir: string;
  /** The state as the first apply left it: no resource shows yet what was created after it. */
  readonly onceState: string;
  readonly dataDir: string;
  readonly cliConfig: string;
  readonly tools: Tools;
  readonly endpoint: string;
  /** Files that `terraform fmt` would change. */
  readonly unformatted: readonly string[];
}

/**
 * A provider that nobody else uses until it is released. `reattach` is missing where each command
 * starts its own provider.
 */
export interface LeasedProvider {
  readonly reattach?: string;
}

/** Applies projects once for all test files, and forks their clouds. */
export interface Broker {
  readonly url: string;
  close(): Promise<void>;
}

const here = fileURLToPath(new URL('..', import.meta.url));
const root = join(here, '..', '..');

interface Applied {
  readonly prepared: Prepared;
  readonly emulator: Emulator;
}

/** How many projects are applied at the same time before anybody asks for them. */
const aheadAtOnce = 2;

/** `ahead` names projects to apply right away, in this order: applying is mostly waiting. */
export async function startBroker(tools: Tools, ahead: readonly string[] = []): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-acceptance-'));
  const cliConfig = writeCliConfig(folder, tools.plugins);
  const emulators: Emulator[] = [];
  /** The emulator that all others are copies of. */
  const original = once(async (script: string): Promise<Emulator> => {
    const emulator = await startEmulator(tools.python, script);
    emulators.push(emulator);
    return emulator;
  });
  const ending = new AbortController();
  const providers = createProviders(tools, folder, cliConfig);
  const selections = createSelections();
  const leases = new Map<string, Lease>();
  const attempt = async (name: string, socket: string): Promise<Applied> => {
    const { copy } = await original(join(here, 'emulator', 'emulator.py'));
    const emulator = await copy(join(folder, socket));
    try {
      const prepared = await apply({
        name,
        folder,
        cliConfig,
        tools,
        emulator,
        providers,
        selections,
        signal: ending.signal,
      });
      return { emulator, prepared };
    } catch (error) {
      await emulator.quit();
      throw error;
    }
  };
  const applied = once((name: string) =>
    attempt(name, `${name}.emulator`).catch((error: unknown) => {
      if (ending.signal.aborted || !isRepeatedCall(error)) throw error;
      return attempt(name, `${name}.again`);
    }),
  );
  const waiting = [...ahead];
  const applyAhead = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      // The failure is reported to the test that asks for the project.
      if (!ending.signal.aborted) await applied(name).catch(() => undefined);
    }
  };
  for (let line = 0; line < aheadAtOnce; line += 1) void applyAhead();
  const built = once(build);
  const program = join(root, `.acceptance-${process.pid}`);

  async function answer(path: string, body: unknown): Promise<unknown> {
    const [, what, name = '', verb] = path.split('/');
    if (what === 'cli') return { entry: await built(program) };
    if (what === 'providers') return name === 'lease' ? lease(body) : release(body);
    const { prepared, emulator } = await applied(name);
    if (verb === 'fork') return emulator.fork();
    if (verb === 'stop') return emulator.stop(body as Fork);
    return prepared;
  }

  async function lease(body: unknown): Promise<LeasedProvider> {
    const leased = await providers.lease(body as LeaseSubject);
    if (leased === undefined) return {};
    const { reattach } = leased;
    leases.set(reattach, leased);
    return { reattach };
  }

  function release(body: unknown): void {
    const { reattach = '' } = body as LeasedProvider;
    leases.get(reattach)?.release();
    leases.delete(reattach);
  }

  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answer(request.url ?? '/', body))
      .then(
        (value) => response.end(JSON.stringify({ value: value ?? null })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
  });
  // The first answer may take as long as the slowest project.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      ending.abort();
      for (const emulator of emulators) await emulator.quit();
      await providers.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const used of [folder, program]) rmSync(used, { recursive: true, force: true });
    },
  };
}

function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

interface Application {
  readonly name: string;
  readonly folder: string;
  readonly cliConfig: string;
  readonly tools: Tools;
  readonly emulator: Emulator;
  readonly providers: Providers;
  readonly selections: Selections;
  /** Aborted once nobody waits for the project any more. */
  readonly signal: AbortSignal;
}

/**
 * On a busy machine the answer to a call may be lost. The provider makes the call again, which is
 * refused since the first one was carried out.
 */
function isRepeatedCall(error: unknown): boolean {
  return /already ?exists|already in use/i.test(String(error));
}

async function apply(application: Application): Promise<Prepared> {
  const { name, folder, cliConfig, tools, emulator, providers, selections, signal } = application;
  const dir = join(folder, name);
  const dataDir = join(folder, `${name}.terraform`);
  const onceState = join(folder, `${name}.once.tfstate`);
  for (const used of [dir, dataDir]) rmSync(used, { recursive: true, force: true });
  mkdirSync(dataDir);
  cpSync(projectSource(name), dir, { recursive: true, verbatimSymlinks: true });
  installModules(join(here, 'installed', name), dir, dataDir);
  const { endpoint } = emulator;
  const must = async (terraform: Terraform, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await terraform.run(args);
    if (code === 0) return stdout;
    throw new Error(`${name}: terraform ${args[0]} ended with ${code}:\n${stderr}${stdout}`);
  };
  const types = typesOf(dir);
  for (const [index, stack] of stacksOf(dir).entries()) {
    const own = join(dir, stack.root);
    const place = { dir: own, dataDir: stackData(dataDir, index), cliConfig, endpoint };
    mkdirSync(place.dataDir, { recursive: true });
    const lease = await providers.lease({ endpoint, dir: own, types });
    const alone = terraformAt(tools, place, signal);
    const terraform = terraformAt(tools, { ...place, reattach: lease?.reattach }, signal);
    const usual = ['-input=false', '-no-color', ...inputsOf(stack)];
    try {
      // Some cases have Parley start the provider itself, so it must be installed all the same.
      await selections.init(place, (leavesOut) =>
        must(leavesOut ? terraform : alone, 'init', '-input=false', '-no-color'),
      );
      await selectWorkspace(terraform, stack);
      await must(terraform, 'apply', '-auto-approve', '-parallelism=30', ...usual);
      const applied = join(own, 'terraform.tfstate');
      if (own === dir && existsSync(applied)) cpSync(applied, onceState);
      // After a first apply, the state lacks what the provider reads back only later.
      await must(terraform, 'apply', '-refresh-only', '-auto-approve', ...usual);
      // No refresh: live values were read a moment ago, and each case reads them again.
      await must(terraform, 'plan', '-refresh=false', '-detailed-exitcode', ...usual);
    } finally {
      lease?.release();
    }
  }
  const terraform = terraformAt(tools, { dir, dataDir, cliConfig, endpoint }, signal);
  const unformatted = await unformattedFiles(terraform);
  return { name, dir, onceState, dataDir, cliConfig, tools, endpoint, unformatted };
}

/** The cases have their projects here; the demo's project is judged as well. */
function projectSource(name: string): string {
  return name === 'demo' ? join(root, 'fixtures', 'demo', 'project') : join(here, 'projects', name);
}

/** Builds into a folder of its own, so that no other build changes what the cases run. */
async function build(target: string): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const args = ['scripts/build.mjs', target];
  const done = await run(process.execPath, args, { cwd: root, env, timeoutMs: 300_000 });
  if (done.code !== 0) throw new Error(`${args[0]} failed:\n${done.stdout}${done.stderr}`);
  return join(target, 'src', 'cli.js');
}
