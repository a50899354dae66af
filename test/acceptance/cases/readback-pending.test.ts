import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../../../src/entry/cli/main.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Case } from '../harness/case.ts';
import { throughProvider } from '../harness/parley.ts';
import { terraformEnvironment } from '../harness/terraform.ts';
import { readTree } from '../harness/tree.ts';
import { openWorkshop, perform, type Workshop } from '../harness/workshop.ts';
import { readback } from './readback.ts';

const plates = 'aws_sqs_queue.plates';
const far = 'module.returns[0].aws_sqs_queue.this';

let late: JsonObject | undefined;

/** Three changes, of which the log has only the tag. */
const silent: Case = {
  name: 'changed without an event',
  by: 'console human',
  act: async ({ sqs, text, rewrite }) => {
    const QueueUrl = text(plates);
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { DelaySeconds: '30' } });
    await sqs.setQueueAttributes({ QueueUrl: text(far), Attributes: { DelaySeconds: '9' } });
    await sqs.tagQueue({ QueueUrl, Tags: { Team: 'press' } });
    rewrite((records) => {
      late = records[0];
      return records.slice(2);
    });
  },
  expect: { kind: 'untouched', trace: [] },
};

interface Run {
  readonly code: number;
  readonly report?: Report;
  readonly err: string;
}

/** Like `parleyAt`, with a provider that already runs. */
function again(workshop: Workshop, now: string, args: readonly string[]): Promise<Run> {
  return throughProvider(readback, workshop, (PATH) => parleyAt(workshop, now, args, { PATH }));
}

/** Runs the command line in this process, at a time that the test sets. */
async function parleyAt(
  { prepared, fork, dir, folder, state, events }: Workshop,
  now: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Run> {
  let err = '';
  const report = join(folder, 'report.json');
  writeFileSync(report, 'null');
  const flags =
    args[0] === 'init'
      ? args
      : [...args, '--dir', dir, '--state', state, '--events', events, '--report', report];
  const place = { ...prepared, dir, endpoint: fork.endpoint };
  const code = await main(flags, {
    out: () => undefined,
    err: (text) => {
      err += text;
    },
    env: { ...terraformEnvironment(place), PATH: process.env['PATH'], HOME: folder, ...more },
    cwd: dir,
    now: () => now,
    elapsed: () => performance.now(),
    columns: 140,
    color: false,
  });
  const read = JSON.parse(readFileSync(report, 'utf8')) as Report | null;
  return { code, err, ...(read === null ? {} : { report: read }) };
}

const scan = ['scan', '--verify', 'plan', '--policy', 'default', '--no-llm'];
const fieldsOf = (drifts: Report['drifts'] = []) =>
  drifts.map(({ address, path }) => `${address} ${path.join('.')}`);
const pendingOf = (run: Run) => fieldsOf((run.report?.pending ?? []).map(({ drift }) => drift));

readback.describe('readback: differences without an event', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    if (readback.idle) return;
    const prepared = await readback.ready();
    workshop = openWorkshop(prepared, await readback.fork());
    const { error } = await perform(workshop, silent, 0);
    if (error !== undefined) throw new Error(error);
  }, 900_000);

  afterAll(async () => {
    if (readback.idle) return;
    await readback.stop(workshop.fork);
    workshop.close();
  });

  it.skipIf(readback.idle)(
    'wait for one, then become drift by an unknown actor, until the event arrives',
    async () => {
      const forgetful = await parleyAt(workshop, '2025-03-04T09:00:00.000Z', scan);
      expect(forgetful.report?.pending).toMatchObject([
        { drift: { address: plates }, kept: false },
      ]);

      await parleyAt(workshop, '2025-03-04T09:00:00.000Z', ['init']);
      const first = await parleyAt(workshop, '2025-03-04T09:00:00.000Z', scan);
      expect(first.report).toMatchObject({
        drifts: [],
        pending: [
          {
            drift: { address: plates, path: ['delay_seconds'], basis: 'confirmed', evidence: [] },
            firstSeen: '2025-03-04T09:00:00.000Z',
            until: '2025-03-04T09:30:00.000Z',
            kept: true,
          },
        ],
      });

      const second = await again(workshop, '2025-03-04T09:29:00.000Z', scan);
      expect(pendingOf(second)).toEqual([`${plates} delay_seconds`]);

      const over = await again(workshop, '2025-03-04T09:31:00.000Z', scan);
      expect(pendingOf(over)).toEqual([]);
      expect(fieldsOf(over.report?.drifts)).toEqual([`${plates} delay_seconds`]);
      expect(over.report?.intents).toMatchObject([
        { actor: { class: 'unknown', signature: 'no-audit-event' } },
      ]);
      expect(over.report?.decisions).toMatchObject([{ verdict: { outcome: 'escalate' } }]);

      writeFileSync(join(workshop.events, 'late.json'), JSON.stringify({ Records: [late ?? {}] }));
      const reported = await again(workshop, '2025-03-04T09:40:00.000Z', scan);
      expect(pendingOf(reported)).toEqual([]);
      expect(reported.report?.drifts).toMatchObject([
        { address: plates, basis: 'confirmed', evidence: [late?.['eventID']] },
      ]);
      expect(reported.report?.intents).toMatchObject([{ actor: { class: 'human' } }]);
    },
    900_000,
  );

  it.skipIf(readback.idle)(
    'are found everywhere when the whole state is read',
    async () => {
      const all = await again(workshop, '2025-03-04T10:00:00.000Z', [...scan, '--all']);

      expect(pendingOf(all)).toEqual([`${far} delay_seconds`]);
      expect(all.code).toBe(0);
    },
    900_000,
  );

  it.skipIf(readback.idle)(
    'cause no edit when the provider cannot be reached',
    async () => {
      const before = readTree(workshop.dir);
      const reconcile = ['reconcile', ...scan.slice(1), '--write', '--policy', 'accept-all'];
      const nobody = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_MAX_ATTEMPTS: '1' };

      const run = await parleyAt(workshop, '2025-03-04T10:10:00.000Z', reconcile, nobody);

      expect(run.code).toBe(1);
      expect(readTree(workshop.dir)).toEqual(before);
      expect(run.report?.unresolved.map(({ code }) => code)).toEqual(
        expect.arrayContaining(['read-back-failed', 'not-confirmed']),
      );
      expect(run.report?.drifts).toMatchObject([{ address: plates, basis: 'inferred' }]);
    },
    900_000,
  );
});
