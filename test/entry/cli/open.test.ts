import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import { demoRecords } from '../../reconcile/demo.ts';
import {
  demo,
  demoFlags,
  initProject,
  newFolder,
  newProject,
  parley,
  type Run,
  removeFolders,
} from './parley.ts';

afterAll(removeFolders);

const [, state = '', , , , config = ''] = demoFlags;
const flags = ['--state', state, '--config', config];

/** A call on a resource that is not part of the demo. */
const unrelated: JsonObject = {
  ...demoRecords().find(({ eventName }) => eventName === 'SetQueueAttributes'),
  eventID: '5f0e6a1c-7d33-4c1e-9a40-00000000ffff',
  eventTime: '2026-03-14T12:00:00Z',
  requestParameters: {
    queueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/another-team-jobs',
    attributes: { VisibilityTimeout: '46' },
  },
};

const strangeArn = 'arn:aws:sqs:us-east-1:123456789012:storefront-prod-orders';

function logOf(records: readonly JsonObject[]): string {
  const file = join(newFolder(), 'log.json');
  writeFileSync(file, JSON.stringify({ Records: records }));
  return file;
}

/** A copy of the demo's project with a store, as `parley init` makes one. */
async function withStore(): Promise<string> {
  const project = newProject();
  expect((await initProject(project)).code).toBe(0);
  return project;
}

function scan(project: string, records: readonly JsonObject[], ...more: string[]): Promise<Run> {
  return parley(project, 'scan', ...flags, '--events', logOf(records), ...more);
}

async function reportOf(project: string, records: readonly JsonObject[]): Promise<Report> {
  return JSON.parse((await scan(project, records, '--json')).out);
}

/** The open drifts and the decisions about them, without what differs between runs. */
function reported({ openDrifts = [], decisions, patches, intents }: Report): unknown {
  return {
    open: openDrifts.map(({ id, address, path, evidence }) => [
      id,
      `${address} ${formatPath(path)}`,
      evidence,
    ]),
    intents,
    decisions,
    patches: patches.map(({ intent, files }) => [intent, files]),
  };
}

describe('scanning again, when the log no longer shows the drift', () => {
  it('finds the same drift, with a store', async () => {
    const project = await withStore();
    const first = await scan(project, demoRecords(), '--exit-code');

    const second = await scan(project, [unrelated], '--exit-code');

    expect([first.code, second.code]).toEqual([2, 2]);
    expect(first.out).toContain('12 open: 12 new.');
    expect(second.out).toContain('12 open: 12 since 2026-03-15 09:00 UTC.');
    expect(second.out).not.toContain('No drift');
  });

  it('still asks what an unknown call changed, with a store', async () => {
    const project = await withStore();
    const strange = {
      ...demoRecords()[0],
      eventID: '5f0e6a1c-7d33-4c1e-9a40-00000000ffff',
      eventSource: 'novel.amazonaws.com',
      eventName: 'Frobnicate',
      requestParameters: { target: strangeArn },
      responseElements: null,
    };
    const first = await scan(project, [strange], '--exit-code');

    const second = await scan(project, [unrelated], '--exit-code');

    expect([first.code, second.code]).toEqual([2, 2]);
    expect(first.out).toContain('Frobnicate (novel.amazonaws.com) on it; the catalog does not');
    expect(second.out).toMatch(
      /Open question since \S+ \S+ UTC: .+ called Frobnicate .* on it; what/,
    );
    expect(second.out).not.toContain('No drift');
    expect(second.out).toContain('1 finding may be drift');
  });

  it('says which period it looked at, without a store', async () => {
    const { out, code } = await scan(newProject(), [unrelated], '--exit-code');

    expect(code).toBe(0);
    expect(out).toContain('No drift in the records of 2026-03-14 12:00:00 UTC.');
    expect(out).toContain('What happened before or after was not checked.');
  });

  it('says that the records contain no change, without a store', async () => {
    const { out } = await scan(newProject(), [{ ...unrelated, readOnly: true }]);

    expect(out).toContain('No drift in these records: they contain no changes.');
  });

  it('closes drift that the code has caught up with, and names it', async () => {
    const project = await withStore();
    await scan(project, demoRecords());
    const file = join(project, 'locals.tf');
    const code = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      code.replace('assets  = { public = true }', 'assets  = { public = false }'),
    );

    const second = await scan(project, [unrelated]);

    expect(second.out).toMatch(/8 open: 8 since .*; 4 closed\./);
    expect(second.out).toContain('Closed since the last run');
    expect(second.out).toContain('The code has the live value.');
  });
});

describe('a log that is split between scans', () => {
  let whole: Report;

  beforeAll(async () => {
    whole = await reportOf(await withStore(), demoRecords());
  });

  it.each<
    readonly [string, (records: readonly JsonObject[]) => readonly (readonly JsonObject[])[]]
  >([
    ['the late part first', (all) => [all.slice(400), all.slice(0, 400)]],
    [
      'with overlaps, and an old one again',
      (all) => [all.slice(0, 500), all.slice(250), all.slice(0, 100)],
    ],
  ])('leads to the same result: %s', async (_name, cut) => {
    const records = demoRecords();
    const project = await withStore();
    const reports: Report[] = [];
    for (const piece of cut(records)) reports.push(await reportOf(project, piece));

    const last = reports.at(-1);

    expect(last && reported(last)).toEqual(reported(whole));
  });
});

describe('the store', () => {
  it('contains no secret that a log has in clear text', async () => {
    const folder = newFolder();
    cpSync(join(demo, 'project'), folder, { recursive: true });
    mkdirSync(join(folder, '.parley'), { recursive: true });
    const secret = 'hunter2-in-the-clear';
    expect((await initProject(folder)).code).toBe(0);
    const state = {
      version: 4,
      terraform_version: '1.11.0',
      serial: 1,
      lineage: '3f1c7a52-0000-4000-8000-000000000002',
      outputs: {},
      resources: [
        {
          mode: 'managed',
          type: 'aws_ssm_parameter',
          name: 'key',
          provider: 'provider["registry.terraform.io/hashicorp/aws"]',
          instances: [
            {
              schema_version: 0,
              attributes: {
                id: '/shop/key',
                name: '/shop/key',
                arn: 'arn:aws:ssm:us-east-1:123456789012:parameter/shop/key',
                type: 'SecureString',
                value: 'before',
              },
              sensitive_attributes: [[{ type: 'get_attr', value: 'value' }]],
            },
          ],
        },
      ],
    };
    writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
    writeFileSync(
      join(folder, 'key.tf'),
      `resource "aws_ssm_parameter" "key" {
  name  = "/shop/key"
  type  = "SecureString"
  value = "before"
}
`,
    );
    const put: JsonObject = {
      ...unrelated,
      eventSource: 'ssm.amazonaws.com',
      eventName: 'PutParameter',
      requestParameters: { name: '/shop/key', value: secret, overwrite: true },
    };

    const run = await parley(
      folder,
      'scan',
      '--state',
      'state.json',
      '--config',
      config,
      '--events',
      logOf([put]),
    );
    const { out } = await parley(
      folder,
      'scan',
      '--state',
      'state.json',
      '--config',
      config,
      '--events',
      logOf([unrelated]),
      '--json',
    );

    const { openDrifts = [] }: Report = JSON.parse(out);
    expect(openDrifts.map(({ path }) => formatPath(path))).toContain('value');
    expect(run.out + out).not.toContain(secret);
    const { connectStore } = await import('../../../src/adapters/store/connect.ts');
    const store = await connectStore(
      { kind: 'folder', path: join(folder, '.parley') },
      { tenant: 'default', timeout: 30_000 },
    );
    if (!store.ok) throw new Error(store.error.message);
    const memory = JSON.stringify(await store.value.memory());
    await store.value.close();
    expect(memory).toContain('PutParameter');
    expect(memory).not.toContain(secret);
  });
});
