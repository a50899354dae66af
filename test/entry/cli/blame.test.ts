import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Store } from '../../../src/ports/store/run-store.ts';
import type { ResourceBlame } from '../../../src/stages/ledger/blame.ts';
import { demoFlags, initProject, newProject, parley, type Run, removeFolders } from './parley.ts';

const group = 'module.web.aws_autoscaling_group.this';
let project: string;
let scanned: Run;

async function withStore<T>(read: (store: Store) => Promise<T>): Promise<T> {
  const location = { kind: 'folder', path: join(project, '.parley') } as const;
  const store = await connectStore(location, { tenant: 'default', timeout: 0 });
  if (!store.ok) throw new Error(store.error.message);
  try {
    return await read(store.value);
  } finally {
    await store.value.close();
  }
}

async function blamed(...args: readonly string[]): Promise<readonly ResourceBlame[]> {
  const run = await parley(project, 'blame', ...args, '--json');
  expect(run).toMatchObject({ code: 0, err: '' });
  return JSON.parse(run.out);
}

beforeAll(async () => {
  project = newProject();
  await initProject(project);
  scanned = await parley(project, 'scan', '--json', ...demoFlags);
});
afterAll(removeFolders);

describe('parley blame', () => {
  it('says who owns a field, since when, why, and what the code says', async () => {
    const run = await parley(project, 'blame', group, 'desired_capacity');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(
      [
        group,
        '  desired_capacity = 5',
        '    Cluster Autoscaler (controller) since 2026-03-14 02:22:30 UTC: Scaled web from 2 to 5 instances',
        '      evidence: 5f0e6a1c-7d33-4c1e-9a40-00000000000c, i-4bf017f62c82',
        '    contested: the code wants 2, seen 2026-03-15 09:00:00 UTC',
        '',
      ].join('\n'),
    );
  });

  it('shows the whole history of a field', async () => {
    const run = await parley(project, 'blame', group, 'desired_capacity', '--history');

    expect(
      run.out
        .split('History\n')[1]
        ?.trimEnd()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'before 2026-03-14 02:11:00 UTC  desired_capacity: the code set it to 2 (Declared in the code)',
      '2026-03-14 02:11:00 UTC  desired_capacity: Cluster Autoscaler (controller) set it to 3 (Scaled web from 2 to 5 instances)',
      '2026-03-14 02:11:00 UTC  desired_capacity: the code lost it; now 3, by Cluster Autoscaler (controller) (Scaled web from 2 to 5 instances)',
      '2026-03-14 02:22:30 UTC  desired_capacity: Cluster Autoscaler (controller) set it to 5 (Scaled web from 2 to 5 instances)',
    ]);
  });

  it('tells the members of a set apart', async () => {
    const [rules] = await blamed('module.web.aws_security_group.this', 'ingress');
    const owners = rules?.fields.map(({ field, owners: [owner] }) => [
      /cidr_blocks=\["([^"]+)/.exec(field)?.[1],
      owner?.manager.name,
    ]);

    expect(owners).toEqual([
      ['0.0.0.0/0', 'code'],
      ['192.0.2.44/32', 'maria@example.com'],
      ['198.51.100.0/24', 'code'],
      ['203.0.113.0/25', 'code'],
    ]);
  });

  it('covers everything in a module', async () => {
    const addresses = (await blamed('module.web')).map(({ address }) => address);

    expect(addresses).toEqual([group, 'module.web.aws_security_group.this']);
  });

  it('knows who put a value back', async () => {
    const [alarm] = await blamed(
      'aws_cloudwatch_metric_alarm.backlog',
      'actions_enabled',
      '--history',
    );

    expect(alarm?.history?.map(({ manager, value }) => [manager.name, value])).toEqual([
      ['ben', { kind: 'value', value: false }],
      ['ben', { kind: 'value', value: true }],
    ]);
  });

  it.each([
    [
      ['aws_sqs_queue.order'],
      /^parley: The ledger has nothing on aws_sqs_queue\.order\. It knows, among others: aws_sqs_queue\.orders, /,
    ],
    [
      ['aws_sqs_queue.orders', 'timeout'],
      /^parley: The ledger has no field timeout of aws_sqs_queue\.orders\. Its fields are: .*visibility_timeout_seconds/,
    ],
  ])('suggests what exists instead of %j', async (args, message) => {
    const run = await parley(project, 'blame', ...args);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(message);
  });

  it('says when there is no store', async () => {
    const run = await parley(newProject(), 'blame', group);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/There is no store .* `parley init` once/);
  });
});

describe('a recorded run', () => {
  it('reports the life cycle state of each intent', () => {
    const { intents, lifecycle = [] }: Report = JSON.parse(scanned.out);
    const states = new Map(lifecycle.map(({ intent, state }) => [intent, state]));
    const named = intents.map(({ id, actor }) => `${actor.name}: ${states.get(id)}`);

    expect(named).toContain('Cost Saver: retired');
    expect(named).toContain('maria@example.com: translated');
  });

  it('duplicates nothing when several runs read the same log again', async () => {
    const before = await withStore(async (store) => ({
      runs: (await store.runs()).length,
      entries: await store.ledger('module.web'),
      intents: await store.intents(),
    }));
    const runs = await Promise.all([
      parley(project, 'scan', ...demoFlags),
      parley(project, 'scan', '--policy', 'observe', ...demoFlags),
    ]);
    const after = await withStore(async (store) => ({
      runs: (await store.runs()).length,
      entries: await store.ledger('module.web'),
      intents: await store.intents(),
    }));

    expect(runs.map(({ code, err }) => [code, err.includes('store')])).toEqual([
      [0, false],
      [0, false],
    ]);
    expect(after.runs).toBeGreaterThan(before.runs);
    expect(after.entries).toEqual(before.entries);
    expect(after.intents.map(({ intent, state }) => [intent.id, state])).toEqual(
      before.intents.map(({ intent, state }) => [intent.id, state]),
    );
  });

  it('hands over a delegated field, within its bounds and until it expires', async () => {
    const run = await parley(project, 'reconcile', '--write', '--json', ...demoFlags);
    const { intents, lifecycle = [] }: Report = JSON.parse(run.out);
    const scaling = intents.find(({ actor }) => actor.name === 'Cluster Autoscaler');
    const [resource] = await blamed(group, 'desired_capacity');
    const stored = await withStore((store) => store.transitions(scaling?.id ?? ''));

    expect(lifecycle.find(({ intent }) => intent === scaling?.id)?.state).toBe('in-force');
    expect(stored.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
      'ingested -> translated',
      'translated -> in-force',
    ]);
    expect(resource?.fields[0]?.contests).toEqual([]);
    expect(resource?.fields[0]?.owners).toMatchObject([
      {
        manager: { name: 'Cluster Autoscaler' },
        delegated: 'in-force',
        delegation: {
          from: { id: 'code' },
          bounds: { min: 2, max: 6 },
          expires: '2026-06-14T00:00:00Z',
        },
      },
    ]);
  });
});
