import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demo, initProject, newFolder, newProject, parleyAt } from './parley.ts';
import { person, put, record, writeLog } from './records.ts';

const queueUrl = 'https://sqs.us-east-1.amazonaws.com/123456789012/storefront-prod-orders';
const attributes = { VisibilityTimeout: '120' };
const maria = person('maria@example.com');
const raised = record('e-1', 'sqs', 'SetQueueAttributes', { queueUrl, attributes }, maria);
const unrelated = record('e-2', 'sqs', 'SetQueueAttributes', {
  queueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/other',
  attributes,
});

const [orders, purchases] = ['aws_sqs_queue.orders', 'aws_sqs_queue.purchases'];

/** Gives the queue another name in the code, with a `moved` block; the state stays as it is. */
function rename(project: string): void {
  change(project, 'orders.tf', (text) =>
    text
      .replaceAll(orders, purchases)
      .replace('"aws_sqs_queue" "orders"', '"aws_sqs_queue" "purchases"'),
  );
  put(
    project,
    'moved.tf',
    `moved {
  from = ${orders}
  to   = ${purchases}
}
`,
  );
}

function change(project: string, file: string, edit: (text: string) => string): void {
  const path = join(project, file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

/** What an apply does to the state. */
function applyMove(project: string): void {
  change(project, 'terraform.tfstate', (text) => {
    const state = JSON.parse(text) as {
      serial: number;
      resources: { type: string; name: string }[];
    };
    for (const each of state.resources) {
      if (each.type === 'aws_sqs_queue' && each.name === 'orders') each.name = 'purchases';
    }
    return JSON.stringify({ ...state, serial: state.serial + 1 });
  });
}

function projectWithState(): string {
  const project = newProject();
  copyFileSync(join(demo, 'terraform.tfstate'), join(project, 'terraform.tfstate'));
  copyFileSync(join(demo, 'parley.yaml'), join(project, 'parley.yaml'));
  return project;
}

async function scan(project: string, hour: string, records: readonly unknown[]) {
  const log = writeLog(newFolder(), records);
  const path = join(newFolder(), 'report.json');
  const now = `2026-03-14T${hour}:00:00.000Z`;
  const args = ['scan', '--events', log, '--exit-code', '--report', path];
  const { code, out, err } = await parleyAt(now, project, ...args);
  expect(err).not.toContain('Error');
  return { code, out, report: JSON.parse(readFileSync(path, 'utf8')) as Report };
}

const patched = {
  drifts: [
    {
      address: purchases,
      path: ['visibility_timeout_seconds'],
      declared: { kind: 'value', value: 30 },
      live: { kind: 'value', value: 120 },
    },
  ],
  decisions: [{ address: purchases, verdict: { outcome: 'accept' } }],
  patches: [{ files: [{ path: 'variables.tf' }], verification: { passed: true } }],
};

it('a change of a resource that the next apply moves is drift under its new address', async () => {
  const project = projectWithState();
  rename(project);

  const { code, report } = await scan(project, '04', [raised]);

  expect(code).toBe(2);
  expect(report).toMatchObject(patched);
});

it('a drift stays open with verdict and patch while its resource gets another address', async () => {
  const project = projectWithState();
  await initProject(project);
  const before = await scan(project, '04', [raised]);
  expect(before.report.openDrifts).toMatchObject([{ address: orders, state: 'new' }]);

  rename(project);
  const pending = await scan(project, '05', [unrelated]);
  expect(pending.code).toBe(2);
  expect(pending.report).toMatchObject(patched);
  const [first] = before.report.openDrifts ?? [];
  const open = [{ address: purchases, state: 'open', firstSeen: first?.firstSeen }];
  expect(pending.report.openDrifts).toMatchObject(open);
  expect(pending.report.openDrifts).toHaveLength(1);
  expect(pending.report.closedDrifts ?? []).toEqual([]);
  expect(pending.out).not.toContain('Did not last');

  applyMove(project);
  const applied = await scan(project, '06', [unrelated]);
  expect(applied.report).toMatchObject(patched);
  expect(applied.report.openDrifts).toMatchObject(open);

  // The block has done its work, and what is remembered no longer needs it.
  rmSync(join(project, 'moved.tf'));
  const cleaned = await scan(project, '07', [unrelated]);
  expect(cleaned.report).toMatchObject(patched);
  expect(cleaned.report.openDrifts).toMatchObject(open);
  expect(cleaned.report.openDrifts).toHaveLength(1);
});

it('a drift whose value the code has under the new address is closed', async () => {
  const project = projectWithState();
  await initProject(project);
  await scan(project, '04', [raised]);

  rename(project);
  change(project, 'variables.tf', (text) => text.replace(/default {5}= 30\b/, 'default     = 120'));
  const { code, report } = await scan(project, '05', [unrelated]);

  expect(code).toBe(0);
  expect(report.openDrifts).toEqual([]);
  expect(report.closedDrifts).toMatchObject([{ address: purchases, reason: 'in-code' }]);
});

it('what a person answered stands under the new address', async () => {
  const project = projectWithState();
  await initProject(project);
  const before = await scan(project, '04', [raised]);
  const intent = before.report.intents[0]?.id ?? '';
  const answered = await parleyAt('2026-03-14T04:10:00.000Z', project, 'answer', intent, 'revert');
  expect(answered.code).toBe(0);

  rename(project);
  const pending = await scan(project, '05', [unrelated]);
  applyMove(project);
  const applied = await scan(project, '06', [unrelated]);

  const rejected = [{ address: purchases, verdict: { outcome: 'reject', rule: 'answer' } }];
  expect(pending.report.decisions).toMatchObject(rejected);
  expect(applied.report.decisions).toMatchObject(rejected);
});
