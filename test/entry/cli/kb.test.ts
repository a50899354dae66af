import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { demo, initProject, newFolder, newProject, parley, removeFolders } from './parley.ts';
import { record, writeLog } from './records.ts';

const url = 'https://sqs.us-east-1.amazonaws.com/123456789012/storefront-prod-orders';
const key = 'sqs.amazonaws.com:TuneQueue:aws_sqs_queue';
const entry = {
  service: 'sqs.amazonaws.com',
  operation: 'TuneQueue',
  type: 'aws_sqs_queue',
  key: { attribute: 'id', member: 'queueUrl' },
  changes: [{ attribute: 'visibility_timeout_seconds', member: 'visibilitySeconds', as: 'number' }],
  origin: 'test, operation',
};

let project: string;
let events: string;

async function remember(status: 'confirmed' | 'withdrawn'): Promise<void> {
  const location = { kind: 'folder', path: join(project, '.parley') } as const;
  const store = await connectStore(location, { tenant: 'default', timeout: 0 });
  if (!store.ok) throw new Error(store.error.message);
  const time = '2026-03-14T09:00:00.000Z';
  const counts = { confirmations: 1, contradictions: status === 'withdrawn' ? 1 : 0 };
  const body = { entry, status, ...counts, evidence: ['e0'], updatedAt: time };
  await store.value.putKnowledge({ id: key, time, body });
  await store.value.close();
}

async function scan(folder = project): Promise<Report> {
  const state = join(demo, 'terraform.tfstate');
  const run = await parley(folder, 'scan', '--state', state, '--events', events, '--json');
  expect(run.err).toMatch(/^Reading .*\n$/);
  return ReportV1.parse(JSON.parse(run.out));
}

const found = ({ drifts }: Report) =>
  drifts.map(({ address, path, live }) => [address, ...path, live]);
const tuned = ['aws_sqs_queue.orders', 'visibility_timeout_seconds', { kind: 'value', value: 90 }];

beforeAll(async () => {
  project = newProject();
  events = writeLog(newFolder(), [
    record('e1', 'sqs', 'TuneQueue', { queueUrl: url, visibilitySeconds: 90 }),
  ]);
  await initProject(project);
});
afterAll(removeFolders);

describe('learned call effects', () => {
  it('are empty at first', async () => {
    const list = await parley(project, 'kb', 'list');
    const report = await scan();

    expect(list).toMatchObject({ code: 0, out: 'Nothing was learned yet.\n' });
    expect(found(report)).toEqual([]);
    expect(report.knowledge).toBeUndefined();
  });

  it('explain calls without a model once they are confirmed', async () => {
    await remember('confirmed');
    const report = await scan();
    const list = await parley(project, 'kb', 'list');

    expect(found(report)).toEqual([tuned]);
    expect(report.tokens).toEqual({ prompt: 0, completion: 0 });
    expect(report.knowledge).toMatchObject([
      { trust: 'confirmed', outcome: 'open', evidence: ['e1'] },
    ]);
    expect(list.out).toBe(
      [
        `${key}  confirmed`,
        '  visibility_timeout_seconds from visibilitySeconds, as number',
        '  1 plan for it, 0 against, last 2026-03-14 09:00 UTC; by test, operation',
        '',
      ].join('\n'),
    );
  });

  it('are exported as settings that a person can review and use elsewhere', async () => {
    const other = newProject();
    const settings = join(other, 'parley.yaml');
    const run = await parley(project, 'kb', 'export', '--out', settings);
    const report = await scan(other);
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('as: number', 'as: text'));
    const wrong = await parley(other, 'scan', '--events', events);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(found(report)).toEqual([tuned]);
    expect(report.knowledge).toMatchObject([{ trust: 'reviewed' }]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(
      /parley\.yaml:11:13: operations\.0\.changes\.0\.as: visibility_timeout_seconds of aws_sqs_queue is a number\./,
    );
  });

  it('are not used once they are withdrawn, and can be forgotten', async () => {
    await remember('withdrawn');
    const report = await scan();
    const exported = await parley(project, 'kb', 'export');
    const forgotten = await parley(project, 'kb', 'forget', key);
    const again = await parley(project, 'kb', 'forget', key);

    expect(found(report)).toEqual([]);
    expect(exported.out).toBe('operations: []\n');
    expect(forgotten).toMatchObject({ code: 0 });
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain('Nothing is known of');
  });

  it('need a store', async () => {
    const run = await parley(newProject(), 'kb', 'list');

    expect(run.code).toBe(1);
    expect(run.err).toContain('There is no store that keeps what was learned.');
  });
});
