import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/entry/cli/main.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { actInConsole } from '../harness/act.ts';
import type { Cloud } from '../harness/case.ts';
import { throughProvider } from '../harness/parley.ts';
import { useProject } from '../harness/project.ts';
import { terraformAt, terraformEnvironment } from '../harness/terraform.ts';
import { openWorkshop, type Workshop } from '../harness/workshop.ts';

export const lasting = useProject('lasting');

/** A run of the command line, at a time that the test sets. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly report?: Report;
}

/**
 * Two copies of a project on one cloud: in one Parley asks the provider, in the other it does not.
 */
export class Places {
  readonly shop: Workshop;
  readonly #evaluate: string;
  #acts = 0;

  private constructor(shop: Workshop) {
    this.shop = shop;
    this.#evaluate = join(shop.folder, 'evaluate');
    cpSync(shop.dir, this.#evaluate, { recursive: true });
  }

  static async open(): Promise<Places> {
    const places = new Places(openWorkshop(await lasting.ready(), await lasting.fork()));
    for (const level of ['plan', 'evaluate'] as const) {
      await places.parley(level, '2025-03-04T07:00:00.000Z', 'init', []);
    }
    return places;
  }

  async close(): Promise<void> {
    await lasting.stop(this.shop.fork);
    this.shop.close();
  }

  /** Makes calls in the console. Returns the path of the log with their records. */
  async act(what: (cloud: Cloud) => Promise<unknown>): Promise<string> {
    const position = this.#acts;
    this.#acts += 1;
    return actInConsole(this.shop, position, what);
  }

  /** Edits the code of both copies. */
  edit(file: string, change: (text: string) => string): void {
    for (const dir of [this.shop.dir, this.#evaluate]) {
      const path = join(dir, file);
      mkdirSync(dir, { recursive: true });
      writeFileSync(path, change(readFileSync(path, { encoding: 'utf8', flag: 'a+' })));
    }
  }

  /** Runs Terraform as CI does; both copies see the state that it leaves. */
  async terraform(...commands: readonly (readonly string[])[]): Promise<void> {
    const { prepared, fork, dir } = this.shop;
    const { dataDir, cliConfig, tools } = prepared;
    const { endpoint } = fork;
    await lasting.attached({ endpoint, dir }, async (reattach) => {
      const terraform = terraformAt(tools, { dir, dataDir, cliConfig, endpoint, reattach });
      for (const args of commands) {
        const { code, stderr, stdout } = await terraform.run(args);
        if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
      }
    });
    cpSync(join(dir, 'terraform.tfstate'), join(this.#evaluate, 'terraform.tfstate'));
  }

  async parley(
    level: 'plan' | 'evaluate',
    now: string,
    command: 'init' | 'scan' | 'baseline',
    args: readonly string[],
  ): Promise<Run> {
    const { shop } = this;
    if (level === 'evaluate' || command === 'init')
      return this.#start(level, process.env['PATH'] ?? '', now, command, args);
    return throughProvider(lasting, shop, (path) => this.#start(level, path, now, command, args));
  }

  async #start(
    level: 'plan' | 'evaluate',
    path: string,
    now: string,
    command: 'init' | 'scan' | 'baseline',
    args: readonly string[],
  ): Promise<Run> {
    const { prepared, fork, folder } = this.shop;
    const dir = level === 'plan' ? this.shop.dir : this.#evaluate;
    const report = join(folder, `report-${level}.json`);
    writeFileSync(report, '');
    let [out, err] = ['', ''];
    const verify = command === 'scan' ? ['--verify', level] : [];
    const flags = command === 'init' ? [] : ['--report', report, '--no-llm', ...verify];
    const place = { ...prepared, dir, endpoint: fork.endpoint };
    const code = await main([command, '--dir', dir, ...flags, ...args], {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      env: { ...terraformEnvironment(place), PATH: path, HOME: folder },
      cwd: dir,
      now: () => now,
      elapsed: () => performance.now(),
      columns: 140,
      color: false,
    });
    const text = readFileSync(report, 'utf8');
    if (text === '') return { code, out, err };
    return { code, out, err, report: ReportV1.parse(JSON.parse(text)) };
  }
}

const fieldOf = ({ path }: { readonly path: Report['drifts'][number]['path'] }): string =>
  formatPath(path) || 'the resource';

/** What a report says of each field of a resource, sorted: `retention_in_days open 30 -> 90`. */
export function fates({ openDrifts = [], closedDrifts = [] }: Report, address: string): string[] {
  const value = (side: Report['drifts'][number]['live']): string =>
    side.kind === 'value' ? JSON.stringify(side.value) : side.kind;
  return [
    ...openDrifts
      .filter((drift) => drift.address === address)
      .map((drift) => `${fieldOf(drift)} open ${value(drift.declared)} -> ${value(drift.live)}`),
    ...closedDrifts
      .filter((drift) => drift.address === address)
      .map((drift) => `${fieldOf(drift)} ${drift.reason}`),
  ].sort();
}
