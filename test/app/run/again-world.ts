import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { main } from '../../../src/entry/cli/main.ts';
import type { Report } from '../../../src/model/report.ts';
import { newFolder } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  midnight,
  recordOf,
  stateText,
} from '../../reconcile/memory/memory-world.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  /** How often the stages read the clock. */
  readonly laps: number;
}

type Env = Readonly<Record<string, string>>;

async function parleyIn(
  folder: string,
  { now, env = {}, columns = 100 }: { now: number; env?: Env; columns?: number },
  ...args: readonly string[]
): Promise<Ran> {
  let out = '';
  let laps = 0;
  const exit = await main(args, {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
    cwd: folder,
    now: () => new Date(now).toISOString(),
    elapsed: () => {
      laps += 1;
      return 0;
    },
    columns,
    color: false,
  });
  return { code: exit, out, laps };
}

/** Removes what runs left for being repeated. */
export function forget(folder: string): void {
  const runs = join(folder, '.parley', 'history', 'runs');
  if (!existsSync(runs)) return;
  for (const name of readdirSync(runs)) if (name.endsWith('.pages.gz')) rmSync(join(runs, name));
}

/** Everything that is remembered, opened in the way of every command. */
async function rememberedBy(folder: string): Promise<unknown> {
  const opened = await connectStore(
    { kind: 'folder', path: join(folder, '.parley') },
    { tenant: 'default', timeout: 10_000 },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  try {
    const intents = await store.intents();
    const moves = [];
    for (const { intent } of intents) moves.push(await store.transitions(intent.id));
    const ledger = [];
    for (const address of await store.addresses()) ledger.push(await store.ledger(address));
    const [memory, runs] = [await store.memory(), await store.runs()];
    return { memory, runs, intents, moves, ledger };
  } finally {
    await store.close();
  }
}

/** Receipts, as they were signed. */
function receiptsIn(folder: string): readonly string[] {
  const place = join(folder, '.parley', 'receipts');
  return readdirSync(place)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readFileSync(join(place, name), 'utf8'));
}

/** A project with a store. */
export class Project {
  readonly folder = newFolder();
  readonly events = newFolder();
  readonly elsewhere = newFolder();
  /** Flags of each scan. */
  flags: readonly string[] = [];
  isJson = false;
  env: Env = {};
  columns = 100;
  #acts: readonly Act[] = [];
  #from = 0;

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Writes a file outside of the project, and passes it with this flag. */
  setElsewhere(flag: '--config' | '--policy', text: string): void {
    const file = join(this.elsewhere, 'ours.yaml');
    writeFileSync(file, text);
    this.flags = [flag, file];
  }

  log(acts: readonly Act[]): void {
    this.#acts = [...this.#acts, ...acts];
    this.#writeLog();
  }

  #writeLog(): void {
    const all = this.#acts.map((one, index) => recordOf(one, index));
    const text = JSON.stringify({ Records: all.slice(this.#from) });
    writeFileSync(join(this.events, 'log.json'), text);
  }

  scan(now: number, folder = this.folder, ...more: readonly string[]): Promise<Ran> {
    const { env, columns, events } = this;
    const flags = ['--exit-code', ...this.flags, ...(this.isJson ? ['--json'] : []), ...more];
    return parleyIn(folder, { now, env, columns }, 'scan', '--events', events, ...flags);
  }

  rotate(): void {
    this.#from = this.#acts.length;
    this.#writeLog();
  }

  /** Answers one of the intents of the last run. */
  async answer(now: number, pick: number, ...words: readonly string[]): Promise<void> {
    const { intents } = JSON.parse(reportIn(this.folder)) as Report;
    const intent = intents[pick % Math.max(1, intents.length)];
    if (intent === undefined) return;
    await parleyIn(this.folder, { now }, 'answer', intent.id, ...words);
  }

  /**
   * Whether a scan repeated what the last one said. If so, an earlier copy of the project decides
   * everything anew, without what the last run left for being repeated: both have to be the same.
   */
  async look(now: number): Promise<boolean> {
    const anew = newFolder();
    cpSync(this.folder, anew, { recursive: true });
    const said = await this.scan(now);
    const isSaidAgain = said.laps <= lapsOfLog;
    if (isSaidAgain) {
      forget(anew);
      const decided = await this.scan(now, anew);
      expect(decided.laps).toBeGreaterThan(lapsOfLog);
      expect({ code: said.code, out: said.out }).toEqual({ code: decided.code, out: decided.out });
      expect(reportIn(this.folder)).toBe(reportIn(anew));
      expect(await rememberedBy(this.folder)).toEqual(await rememberedBy(anew));
      expect(receiptsIn(this.folder)).toEqual(receiptsIn(anew));
    }
    rmSync(anew, { recursive: true, force: true });
    return isSaidAgain;
  }
}

function reportIn(folder: string): string {
  return readFileSync(join(folder, '.parley', 'report.json'), 'utf8');
}

/** Clock reads of a run that repeats the last one: it times no stage after reading the log. */
const lapsOfLog = 3;

/** A project with an empty log. */
export async function createProject(policy: string): Promise<Project> {
  const project = new Project();
  project.write('main.tf', code);
  project.write('terraform.tfstate', stateText());
  project.write('parley.yaml', policy);
  await parleyIn(project.folder, { now: midnight }, 'init');
  return project;
}
