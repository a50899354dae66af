import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Answers, type SchemaProxy, startSchemaProxy } from './schema-proxy.ts';
import { terraformEnvironment } from './terraform.ts';
import type { Tools } from './tools.ts';

/**
 * Providers that outlive Terraform commands and serve one command at a time each: starting one and
 * having it build its schema takes a third of a plan.
 */
export interface Providers {
  /**
   * Undefined where the mirror has no program that can be run. A module that configures the
   * provider several times gets as many, since in a single process the last configuration would
   * win.
   */
  lease(subject: LeaseSubject): Promise<Lease | undefined>;
  close(): Promise<void>;
}

export interface LeaseSubject {
  /** Endpoint of the cloud that the provider talks to. */
  readonly endpoint: string;
  /** Folder of the module: the provider reads files that resources name. */
  readonly dir: string;
  /** Types that Terraform may need besides those of the module. */
  readonly types?: readonly string[];
}

export interface Lease {
  /** Value of TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  release(): void;
}

/** Each needs some 70 MB of its own; the rest is the program, which all share. */
const maxIdle = 6;

/** Kills the provider when the process that started it ends, however that happens. */
const untilInputEnds = `exec 3<&0
"$0" -debug & provider=$!
{ read -r _ <&3; kill -KILL "$provider"; } &
wait "$provider"
`;

interface Provider {
  readonly child: ChildProcess;
  /** The provider works here, on a copy of the module. */
  readonly cwd: string;
  /** File with the settings that it reads whenever a command configures it. */
  readonly settings: string;
  readonly reattach: string;
  readonly proxy: SchemaProxy;
}

export function createProviders(tools: Tools, folder: string, cliConfig: string): Providers {
  const program = findProgram(tools.plugins);
  const idle: Provider[] = [];
  const all: ChildProcess[] = [];
  const proxies: SchemaProxy[] = [];
  const answers: Answers = new Map();
  const start = async (path: string): Promise<Provider> => {
    const settings = join(folder, `provider-${all.length}.ini`);
    const cwd = join(folder, `provider-${all.length}`);
    mkdirSync(cwd);
    const place = { dir: folder, dataDir: folder, cliConfig, endpoint: '' };
    const { AWS_ENDPOINT_URL: _, ...env } = terraformEnvironment(place);
    const child = spawn('/bin/sh', ['-c', untilInputEnds, path], {
      cwd,
      env: { ...env, AWS_CONFIG_FILE: settings },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    all.push(child);
    const { address, reattach } = behind(await reattachOf(child), `${cwd}.socket`);
    const proxy = await startSchemaProxy(address, `${cwd}.socket`, answers);
    proxies.push(proxy);
    return { child, cwd, settings, reattach, proxy };
  };
  return {
    async lease({ endpoint, dir, types = [] }) {
      if (program === undefined) return undefined;
      const leased: Provider[] = [];
      while (leased.length < Math.max(configurations(dir), 1)) {
        leased.push(idle.pop() ?? (await start(program)));
      }
      for (const provider of leased) furnish(provider, dir, endpoint);
      const [first] = leased;
      const connections = leased.map(({ proxy }) => proxy.behind);
      first?.proxy.only(new Set([...types, ...typesOf(dir)]), connections);
      return {
        reattach: first?.reattach ?? '',
        release: () => {
          for (const provider of leased) {
            if (isRunning(provider.child) && idle.length < maxIdle) idle.push(provider);
            else provider.child.stdin?.end();
          }
        },
      };
    },
    async close() {
      for (const proxy of proxies) proxy.close();
      for (const child of all) {
        const ended = isRunning(child) && once(child, 'exit');
        child.stdin?.end();
        await ended;
      }
    },
  };
}

/** Gives a provider a copy of the module, for the files that it reads, and its endpoint. */
function furnish({ cwd, settings }: Provider, dir: string, endpoint: string): void {
  for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true });
  cpSync(dir, cwd, { recursive: true });
  writeFileSync(settings, `[default]\nendpoint_url = ${endpoint}\n`);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** How many times a module and the modules below it configure the provider. */
function configurations(dir: string): number {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tf'))
    .map((path) => readFileSync(join(dir, path), 'utf8'))
    .flatMap((text) => text.match(/^provider "aws"/gm) ?? []).length;
}

/** Types that the code or the state in a folder names. */
export function typesOf(dir: string): readonly string[] {
  const texts = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tf|tfstate)$/.test(path))
    .map((path) => readFileSync(join(dir, path), 'utf8'));
  return texts.flatMap((text) => text.match(/\baws_[a-z0-9_]+/g) ?? []);
}

/** The address of the provider, and the value that attaches Terraform to `socket` instead. */
function behind(reattach: string, socket: string): { address: string; reattach: string } {
  const providers: Record<string, { Addr: { String: string } }> = JSON.parse(reattach);
  const [provider] = Object.values(providers);
  if (provider === undefined) throw new Error('The provider does not say where it listens.');
  const address = provider.Addr.String;
  provider.Addr.String = socket;
  return { address, reattach: JSON.stringify(providers) };
}

/** The AWS provider in a mirror whose packages are unpacked. */
function findProgram(plugins: string): string | undefined {
  const own = join(plugins, 'registry.terraform.io', 'hashicorp', 'aws');
  return readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((path) => /terraform-provider-aws_v[^/]*$/.test(path))
    .map((path) => join(own, path))
    .sort()
    .at(-1);
}

/** A provider prints how to attach to it as soon as it listens. */
async function reattachOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The provider has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const [, found] = /TF_REATTACH_PROVIDERS='(.+)'/.exec(line) ?? [];
    if (found === undefined) continue;
    stdout.resume();
    return found;
  }
  throw new Error('The provider ended before it listened.');
}
