import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { main } from '../../../src/entry/cli/main.ts';
import type { Report } from '../../../src/model/report.ts';
import { cases } from '../../cases.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  midnight,
  recordOf,
  stateText,
} from '../../reconcile/memory/memory-world.ts';

afterAll(removeFolders);

/*
 * A project lives on. Where a run says what the last one said, a copy of the project from before decides
 * all of it anew, since what the last run left for that was taken away.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const policies = ['policy: default\n', 'policy: observe\n', 'policy: accept-all\n'] as const;

/** The policy may not be what the text calls it; where it begins and ends is what time decides. */
const freeze = `freezes:
  - reason: audit
    from: 2026-03-15T06:00:00Z
    to: 2026-03-18T06:00:00Z
`;
const incident = `incidents:
  - id: INC-1
    from: 2026-03-14T00:00:00Z
    to: 2026-03-14T08:00:00Z
`;

const codes = [
  code,
  code.replace('= 30', '= 90'),
  code.replace('delay_seconds              = 0', 'delay_seconds              = 60'),
] as const;

type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'event'; readonly act: Act }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'code'; readonly index: number }
  | { readonly kind: 'state'; readonly timeout: number }
  | {
      readonly kind: 'settings';
      readonly policy: number;
      readonly freezes: boolean;
      readonly incidents: boolean;
    }
  | { readonly kind: 'answer'; readonly words: readonly string[]; readonly pick: number };

const what: fc.Arbitrary<Act['what']> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'delay' as const),
    value: fc.constantFrom(0, 30, 60, 90),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'shut' as const),
    port: fc.constantFrom(22, 443),
  }),
  fc.record({ kind: fc.constant('tag' as const), value: fc.constantFrom('shop', 'ops') }),
  fc.record({
    kind: fc.constant('strange' as const),
    operation: fc.constant('Frobnicate' as const),
  }),
);

const act: fc.Arbitrary<Act> = fc.record({
  minute: fc.nat({ max: 40 }).map((n) => n * 15),
  who: fc.constantFrom('maria' as const, 'jonas' as const, 'deploy' as const),
  what,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('nothing' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('event' as const), act }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('code' as const),
      index: fc.nat({ max: codes.length - 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      timeout: fc.constantFrom(30, 60, 90),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      policy: fc.nat({ max: 2 }),
      freezes: fc.boolean(),
      incidents: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      words: fc.constantFrom(
        ['reject'],
        ['accept'],
        ['hold', '3d'],
        ['delegate', '0..900'],
        ['wrong'],
      ),
      pick: fc.nat({ max: 3 }),
    }),
  },
);

const waits = [minute, minute, hour, 5 * hour, day, 3 * day, 8 * day, 91 * day] as const;

const story = fc.record({
  first: fc.array(act, { minLength: 1, maxLength: 3 }),
  steps: fc.array(fc.record({ step, wait: fc.constantFrom(...waits) }), {
    minLength: 3,
    maxLength: 9,
  }),
});

interface Ran {
  readonly code: number;
  readonly out: string;
  /** How often the clock of the stages was looked at. */
  readonly laps: number;
}

async function parleyIn(folder: string, now: number, ...args: readonly string[]): Promise<Ran> {
  let out = '';
  let laps = 0;
  const exit = await main(args, {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    env: { PATH: process.env['PATH'], HOME: tmpdir() },
    cwd: folder,
    now: () => new Date(now).toISOString(),
    elapsed: () => {
      laps += 1;
      return 0;
    },
    columns: 100,
    color: false,
  });
  return { code: exit, out, laps };
}

function forget(folder: string): void {
  const runs = join(folder, '.parley', 'history', 'runs');
  if (!existsSync(runs)) return;
  for (const name of readdirSync(runs)) if (name.endsWith('.pages.gz')) rmSync(join(runs, name));
}

/** All that is remembered, through the door that every command uses. */
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

/** Receipts, as they are signed. */
function receiptsIn(folder: string): readonly string[] {
  const place = join(folder, '.parley', 'receipts');
  return readdirSync(place)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readFileSync(join(place, name), 'utf8'));
}

class Project {
  readonly folder = newFolder();
  readonly events = newFolder();
  #acts: readonly Act[] = [];
  #from = 0;

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
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

  scan(now: number, folder = this.folder): Promise<Ran> {
    return parleyIn(folder, now, 'scan', '--events', this.events, '--exit-code');
  }

  async take(taken: Step, now: number): Promise<void> {
    switch (taken.kind) {
      case 'nothing':
        return;
      case 'event':
        return this.log([taken.act]);
      case 'rotate':
        this.#from = this.#acts.length;
        return this.#writeLog();
      case 'code':
        return this.write('main.tf', codes[taken.index] ?? code);
      case 'state':
        return this.write(
          'terraform.tfstate',
          stateText(8 + taken.timeout, { visibility_timeout_seconds: taken.timeout }),
        );
      case 'settings': {
        const times = `${taken.freezes ? freeze : ''}${taken.incidents ? incident : ''}`;
        return this.write('parley.yaml', `${policies[taken.policy] ?? ''}${times}`);
      }
      case 'answer': {
        const { intents } = JSON.parse(reportIn(this.folder)) as Report;
        const intent = intents[taken.pick % Math.max(1, intents.length)];
        if (intent !== undefined) {
          await parleyIn(this.folder, now, 'answer', intent.id, ...taken.words);
        }
      }
    }
  }
}

function reportIn(folder: string): string {
  return readFileSync(join(folder, '.parley', 'report.json'), 'utf8');
}

/** A run that says what the last one said looks at the clock for no stage behind the log. */
const lapsOfLog = 3;

const runs = cases(2_000, 12);
let repeated = 0;

it('says what deciding anew would say, and leaves what that would leave', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ first, steps }) => {
      const project = new Project();
      project.write('main.tf', code);
      project.write('terraform.tfstate', stateText());
      project.write('parley.yaml', policies[1]);
      await parleyIn(project.folder, midnight, 'init');
      project.log(first);
      let now = midnight + day;
      const look = async (): Promise<void> => {
        const anew = newFolder();
        cpSync(project.folder, anew, { recursive: true });
        const said = await project.scan(now);
        if (said.laps <= lapsOfLog) {
          repeated += 1;
          forget(anew);
          const decided = await project.scan(now, anew);
          expect(decided.laps).toBeGreaterThan(lapsOfLog);
          expect({ code: said.code, out: said.out }).toEqual({
            code: decided.code,
            out: decided.out,
          });
          expect(reportIn(project.folder)).toBe(reportIn(anew));
          expect(await rememberedBy(project.folder)).toEqual(await rememberedBy(anew));
          expect(receiptsIn(project.folder)).toEqual(receiptsIn(anew));
        }
        rmSync(anew, { recursive: true, force: true });
      };
      await look();
      for (const { step: taken, wait } of steps) {
        now += wait;
        await project.take(taken, now);
        await look();
      }
      for (const folder of [project.folder, project.events]) {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: runs },
  );
  // Else the two would be the same for want of a difference.
  expect(repeated).toBeGreaterThan(runs / 3);
});
