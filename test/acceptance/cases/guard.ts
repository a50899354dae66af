import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/entry/cli/main.ts';
import type { GuardChange, GuardReport } from '../../../src/stages/guard/types.ts';
import { actInConsole } from '../harness/act.ts';
import type { Cloud } from '../harness/case.ts';
import { throughProvider } from '../harness/parley.ts';
import type { Project } from '../harness/project.ts';
import { terraformAt, terraformEnvironment } from '../harness/terraform.ts';
import { openWorkshop, type Workshop } from '../harness/workshop.ts';

/** Exit code and output of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A project with a store, and a guard that judges plans of the real Terraform. */
export class Watch {
  readonly #project: Project;
  readonly shop: Workshop;
  #acts = 0;
  #plans = 0;

  private constructor(project: Project, shop: Workshop) {
    this.#project = project;
    this.shop = shop;
  }

  static async open(project: Project, files: Readonly<Record<string, string>>): Promise<Watch> {
    const watch = new Watch(project, openWorkshop(await project.ready(), await project.fork()));
    await watch.parley('2025-03-04T07:00:00.000Z', 'init', '--dir', watch.shop.dir);
    for (const [name, text] of Object.entries(files)) watch.edit(name, () => text);
    return watch;
  }

  async close(): Promise<void> {
    await this.#project.stop(this.shop.fork);
    this.shop.close();
  }

  edit(file: string, change: (text: string) => string): void {
    const path = join(this.shop.dir, file);
    writeFileSync(path, change(readFileSync(path, { encoding: 'utf8', flag: 'a+' })));
  }

  /** Makes calls in the console. Returns the path of the log with their records. */
  async act(what: (cloud: Cloud) => Promise<unknown>): Promise<string> {
    const position = this.#acts;
    this.#acts += 1;
    return actInConsole(this.shop, position, what);
  }

  async terraform(...args: readonly string[]): Promise<string> {
    const { prepared, fork, dir } = this.shop;
    const { dataDir, cliConfig, tools } = prepared;
    const { endpoint } = fork;
    return this.#project.attached({ endpoint, dir }, async (reattach) => {
      const terraform = terraformAt(tools, { dir, dataDir, cliConfig, endpoint, reattach });
      const { code, stderr, stdout } = await terraform.run(args);
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
      return stdout;
    });
  }

  /** Has Terraform plan. Returns the path of the plan's JSON. */
  async plan(...args: readonly string[]): Promise<string> {
    const file = join(this.shop.folder, `plan-${this.#plans}`);
    this.#plans += 1;
    await this.terraform('plan', '-input=false', `-out=${file}`, ...args);
    writeFileSync(`${file}.json`, await this.terraform('show', '-json', file));
    return `${file}.json`;
  }

  async parley(now: string, ...args: readonly string[]): Promise<Ran> {
    if (!args.includes('--verify')) return this.#start(now, process.env['PATH'] ?? '', args);
    return throughProvider(this.#project, this.shop, (path) => this.#start(now, path, args));
  }

  async #start(now: string, path: string, args: readonly string[]): Promise<Ran> {
    const { prepared, fork, folder, dir } = this.shop;
    let [out, err] = ['', ''];
    const code = await main(args, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      env: {
        ...terraformEnvironment({ ...prepared, dir, endpoint: fork.endpoint }),
        PATH: path,
        HOME: folder,
      },
      cwd: dir,
      now: () => now,
      elapsed: () => performance.now(),
      columns: 140,
      color: false,
    });
    return { code, out, err };
  }

  async scan(now: string, ...args: readonly string[]): Promise<void> {
    const dir = ['--dir', this.shop.dir, '--no-llm', '--verify', 'plan'];
    const { code, err } = await this.parley(now, 'scan', ...dir, ...args);
    if (code !== 0) throw new Error(err);
  }

  async guard(plan: string, ...args: readonly string[]): Promise<Guarded> {
    const now = '2025-03-04T13:00:00.000Z';
    const flags = ['--dir', this.shop.dir, '--plan', plan, '--format', 'json'];
    const { code, out, err } = await this.parley(now, 'guard', ...flags, ...args);
    if (out === '') throw new Error(err);
    const report = JSON.parse(out) as GuardReport;
    return { code, report };
  }
}

export interface Guarded {
  readonly code: number;
  readonly report: GuardReport;
}

/** What the guard says of one resource, sorted: `retention_in_days block drift puts-back`. */
export function sayings({ report }: Guarded, address: string): readonly string[] {
  const word = ({ path, outcome, intent, putsBack }: GuardChange) =>
    [path, outcome, intent?.kind ?? 'nobody', putsBack ? 'puts-back' : 'code'].join(' ').trim();
  return [
    ...report.notes
      .filter((note) => note.address === address)
      .map(({ kind, outcome }) => `${kind} ${outcome}`),
    ...report.changes.filter((change) => change.address === address).map(word),
  ].sort();
}
