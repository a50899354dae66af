import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CollectedRound,
  type CollectWish,
  collectRounds,
} from '../../../src/app/collect/rounds.ts';
import type { Report } from '../../../src/model/report.ts';
import { renderRound } from '../../../src/present/terminal/collect.ts';
import { printProblems } from '../../../src/present/terminal/print-problem.ts';
import {
  demo,
  initProject,
  newFolder,
  parley,
  readFiles,
  removeFolders,
} from '../../entry/cli/parley.ts';
import { type History, type HistoryEvent, startHistory } from './servers/cloudtrail.ts';
import { fakePace } from './timer.ts';

let server: History;
/**
 * A project with an empty store, copied for each test because copying is faster than making one.
 */
const template = mkdtempSync(join(tmpdir(), 'parley-collect-'));
beforeAll(async () => {
  server = await startHistory(demoHistory());
  cpSync(join(demo, 'project'), template, { recursive: true });
  await initProject(template);
});
afterAll(async () => {
  rmSync(template, { recursive: true, force: true });
  await server.stop();
});

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  server.calls.length = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeFolders();
});

/** The demo's log as CloudTrail's event history returns it. */
function demoHistory(): readonly HistoryEvent[] {
  const folder = join(demo, 'events');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const records = files
    .filter((file) => /\.json(?:\.gz)?$/.test(file))
    .map((file) => readFileSync(join(folder, file)))
    .map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes))
    .flatMap((text) => JSON.parse(text.toString('utf8')).Records ?? []);
  const byId = new Map<string, HistoryEvent>(
    records.map((record) => [
      record.eventID,
      { id: record.eventID, time: Date.parse(record.eventTime), record },
    ]),
  );
  return [...byId.values()];
}

function settings(more = ''): string {
  return `${readFileSync(join(demo, 'parley.yaml'), 'utf8')}
sources:
  - name: history
    kind: cloudtrail-lookup
    regions: [us-east-1]
    endpoint: ${server.url}
    since: 2d
${more}`;
}

/** Collects as `parley collect` does, but with a fake clock, so that no test waits. */
async function collect(cwd: string, wish: Partial<CollectWish> = {}, count = 1) {
  let out = '';
  let err = '';
  const rounds: CollectedRound[] = [];
  const controller = new AbortController();
  const timer = fakePace();
  const io = {
    out: () => undefined,
    err: (text: string) => {
      err += text;
    },
    env: { COLLECT_ENDPOINT: server.url },
    cwd,
    now: () => '2026-03-15T09:00:00Z',
    elapsed: () => 0,
    columns: 140,
    color: false,
  };
  const code = await collectRounds(
    io,
    { dir: '.', config: 'parley.yaml', ...wish },
    {
      timer,
      signal: count === 1 ? new AbortController().signal : controller.signal,
      onRound: (round) => {
        out += renderRound(round.outcome);
        printProblems(io, round.problems);
        rounds.push(round);
        if (rounds.length === count) controller.abort();
      },
    },
  );
  return { code, out, err, timer, outcomes: rounds.map(({ outcome }) => outcome) };
}

function projectWithStore(yaml = settings()): string {
  const project = newFolder();
  cpSync(template, project, { recursive: true });
  writeFileSync(join(project, 'parley.yaml'), yaml);
  return project;
}

const state = ['--state', join(demo, 'terraform.tfstate')];

describe('parley collect', () => {
  it('collects what a run then decides about, as if the log files had been given', async () => {
    const project = projectWithStore();
    const collected = await collect(project);
    expect(collected).toMatchObject({ code: 0, err: '' });
    expect(collected.out).toMatch(/^history own\/us-east-1: \d+ new of \d+ read, up to 2026-03-1/);

    const given = await parley(
      project,
      'scan',
      '--json',
      ...state,
      '--events',
      join(demo, 'events'),
    );
    const fetched = await parley(project, 'scan', '--json', ...state);
    expect(fetched.err).toContain('what was collected from history since 2026-03-08T09:00:00.000Z');
    const [a, b]: readonly Report[] = [given, fetched].map(({ out }) => JSON.parse(out));
    expect(b?.drifts).toEqual(a?.drifts);
    expect(b?.decisions).toEqual(a?.decisions);

    const before = readFiles(project);
    const run = await parley(project, 'reconcile', '--write', ...state);
    expect(run.code).toBe(0);
    const after = readFiles(project);
    const changed = [...after].filter(([path, text]) => before.get(path) !== text);
    expect(changed.filter(([path]) => /\.tf(?:vars)?$/.test(path)).length).toBeGreaterThan(1);
  }, 600_000);

  it('stores nothing twice, and drops what is older than the retention', async () => {
    const project = projectWithStore();
    const runs = [await collect(project), await collect(project)];
    writeFileSync(join(project, 'parley.yaml'), settings('    retention: 1d\n'));
    runs.push(await collect(project));

    const [first, again, last] = runs.flatMap(({ outcomes }) => outcomes);
    const added = first?.streams[0]?.added;
    expect(added).toBeGreaterThan(0);
    expect(again).toMatchObject({ pruned: 0, streams: [{ added: 0 }] });
    expect(last).toMatchObject({ pruned: added, streams: [{ added: 0 }] });
  });

  it('collects in rounds until it is stopped, and releases the store between them', async () => {
    const project = projectWithStore();
    const { code, out, timer } = await collect(project, { every: '5m' }, 3);

    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.startsWith('history'))).toHaveLength(3);
    expect(timer.slept.filter((pause) => pause === 300_000)).toHaveLength(2);
  });

  it('reads again from a given time without storing anything twice', async () => {
    const project = projectWithStore();
    await collect(project);
    const trusted = ['--config', 'parley.yaml', '--since', '2026-03-13'];
    const again = await parley(project, 'collect', '--json', ...trusted);

    const { at, streams } = JSON.parse(again.out);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(at).toBe('2026-03-15T09:00:00.000Z');
    expect(streams[0].read).toBeGreaterThan(0);
    expect(streams[0].added).toBe(0);
  });

  it('substitutes environment variables, and does not show their values', async () => {
    const yaml = settings().replace(`endpoint: ${server.url}`, `endpoint: "\${COLLECT_ENDPOINT}"`);
    const project = projectWithStore(yaml);
    server.faults.push('AccessDeniedException');
    const refused = await collect(project);

    expect(refused.code).toBe(1);
    expect(refused.err).toContain('history (own/us-east-1)');
    expect(refused.err).not.toContain(server.url);
    expect(await collect(project)).toMatchObject({ code: 0 });
  });

  it.each([
    ['an unset variable', '    profile: ${NOT_SET}\n', 'the environment variable NOT_SET'],
    [
      'a value that does not fit',
      '  - { name: b, kind: cloudtrail-lookup, regions: ["${COLLECT_ENDPOINT}"] }\n',
      "regions.0: With the environment's values: Use a region",
    ],
  ])('reports %s', async (_, more, message) => {
    const project = projectWithStore(settings(more));
    const { code, err } = await collect(project);

    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain(server.url);
  });
});

describe('parley collect without what it needs', () => {
  it.each([
    ['sources', 'version: 1\n', {}, 'names no sources'],
    ['a store', undefined, {}, 'There is no store that keeps what is collected'],
    ['a source of that name', undefined, { source: ['other'] }, 'no source called other'],
    ['a time', undefined, { since: 'yesterday' }, 'neither a duration nor a date'],
    ['a pause', undefined, { every: 'often' }, '--every takes a duration'],
  ])('reports that it lacks %s', async (_, yaml, options, message) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'parley.yaml'), yaml ?? settings());
    const { code, err } = await collect(folder, options);

    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  it('reports that a run has neither log files nor collected records', async () => {
    const project = projectWithStore();
    const run = await parley(project, 'scan', ...state);
    const both = await parley(project, 'scan', ...state, '--since', '2d', '--events', 'x');

    expect(run.err).toContain('the store has no records since 2026-03-08');
    expect(both.err).toContain('--since applies to collected records');
  });
});
