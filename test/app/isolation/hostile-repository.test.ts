import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from '../../../src/model/result.ts';
import { eventually } from '../../eventually.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';
import { projectSettings, settingsFor } from '../harness/settings.ts';
import { createWorld, secrets, type World } from '../harness/world.ts';

/** Time and megabytes that a run may take: enough for code that people write. */
const limits = { run: { time: '60s', memory: 320 } };

/** Milliseconds by which `/healthz` may be slower than an idle server at the same moment. */
const timeout = 1000;

const environment = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'not-a-real-one' };

let program: Program;
let world: World;
let server: number;
/** Milliseconds during which the service was polled, and during which it was late. */
let watched = 0;
let late = 0;
let asked = 0;
let idle: ChildProcess;
let idleUrl: string;
const stopped = new AbortController();
let polling: Promise<void>;

beforeAll(async () => {
  program = openProgram();
  world = await createWorld({
    program,
    setUp: { env: {}, isShared: false, stop: async () => undefined },
    env: environment,
    settings: (there) => settingsFor(there, [{ name: 'good' }, { name: 'huge' }], { limits }, []),
  });
  world.hub.repository.commit(stackFiles('stacks/good', 'good', 1, projectSettings));
  world.hub.repository.commit({ ...stackFiles('stacks/huge', 'huge', 1), ...hugeFiles() });
  server = (await world.startServer()).pid;
  idle = spawn(process.execPath, ['-e', idleServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(idle.stdout ?? process.stdin, 'data');
  idleUrl = `http://127.0.0.1:${String(port).trim()}`;
  polling = poll();
});

afterAll(async () => {
  stopped.abort();
  await polling;
  idle?.kill();
  await world?.stop();
  program?.remove();
});

/** Each file is as large as allowed, and contains nothing of use. */
function hugeFiles(): Readonly<Record<string, string>> {
  const block = (n: number) => `locals {
  a${n} = [${'{ b = "c" }, '.repeat(200)}]
}
`;
  const blocks = Array.from({ length: 2500 }, (_, n) => block(n));
  const files = Array.from({ length: 5 }, (_, n) => {
    const text = blocks.join('').replaceAll(/^ {2}a/gm, `  file${n}_`);
    return [`stacks/huge/part${n}.tf`, text] as const;
  });
  return Object.fromEntries(files);
}

const idleServer =
  "require('http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port); })";

/** Polls both servers at once, so that a busy machine delays both. */
async function poll(): Promise<void> {
  while (!stopped.signal.aborted) {
    const [service, idle] = await Promise.all([
      timed(async () => {
        const { status } = await world.call('GET', '/healthz');
        if (status === 200) asked += 1;
      }),
      timed(async () => (await fetch(idleUrl)).text()),
    ]);
    late += Math.max(0, service - idle - timeout);
    watched += Math.max(service, idle);
    await sleep(50);
  }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

async function scan(stack: string): Promise<void> {
  const { status } = await world.call('POST', `/api/v1/stacks/${stack}/scans`);
  expect(status).toBe(202);
}

const problemOf = async (stack: string) =>
  (await world.call<{ lastProblem?: Problem }>('GET', `/api/v1/stacks/${stack}`)).body.lastProblem;

const linesOf = (message: string) =>
  (world.processes[0]?.lines ?? []).filter((line) => line.includes(`"message":"${message}"`));

/** Child processes of a process, by their command lines. */
function childrenOf(parent: number): ReadonlyMap<string, string> {
  const found = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const ppid = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      if (Number(ppid) !== parent) return [];
      return [[readFileSync(`/proc/${pid}/cmdline`, 'utf8'), pid] as const];
    } catch {
      return [];
    }
  });
  return new Map(found);
}

it('sets aside a stack that takes all memory, while others go on and the service answers', async () => {
  await scan('huge');
  await eventually(() => expect(linesOf('run lost')).toHaveLength(1));
  await scan('huge');
  await eventually(async () => expect((await problemOf('huge'))?.code).toBe('stack-set-aside'));

  expect((await problemOf('huge'))?.message).toContain('more than 320 MB of memory');
  expect(linesOf('stack set aside')).toHaveLength(1);
  const { body } = await world.call('GET', '/readyz');
  expect(body).toMatchObject({ status: 'ready', setAside: 1 });
  const metrics = (await world.call('GET', '/metrics')).body;
  expect(metrics).toContain('parley_stack_set_aside{tenant="default",stack="huge"} 1');
  expect(metrics).toContain('parley_stack_set_aside{tenant="default",stack="good"} 0');

  const time = Date.now() - 60_000;
  const change = { id: randomUUID(), stack: 'good', queue: 0, timeout: 61, time, user: 'maria' };
  await world.call('POST', '/api/v1/events/trail', { body: { Records: [changeRecord(change)] } });
  await eventually(() => expect(world.hub.state.pulls).toHaveLength(1));
});

it('resumes a stack once its code has changed', async () => {
  const empty = Object.fromEntries(Object.keys(hugeFiles()).map((path) => [path, '']));
  world.hub.repository.commit(empty);
  await scan('huge');

  await eventually(async () => expect(await problemOf('huge')).toBeUndefined());
  expect((await world.call<{ setAside: number }>('GET', '/readyz')).body.setAside).toBe(0);
});

it.runIf(process.platform === 'linux')('gives the process of a run no secret', () => {
  const children = [...childrenOf(server)].filter(([command]) => command.includes('apart/program'));
  expect(children).not.toEqual([]);
  const own = Object.values({ ...secrets, HUB_TOKEN: world.hub.token });
  const environmentOf = (pid: string | number) => readFileSync(`/proc/${pid}/environ`, 'utf8');

  for (const [, pid] of children) {
    const given = environmentOf(pid);
    expect(given).toContain(`AWS_ACCESS_KEY_ID=${environment.AWS_ACCESS_KEY_ID}`);
    expect(own.filter((secret) => given.includes(secret))).toEqual([]);
  }
  expect(own.filter((secret) => environmentOf(server).includes(secret))).toEqual(own);
});

it('kept answering, where a run in the same process would have blocked it most of the time', () => {
  expect(asked).toBeGreaterThan(50);
  expect(late / watched).toBeLessThan(0.2);
});
