import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PlanDiagnostic,
  readDiagnostics,
} from '../../../../src/code/terraform/run/diagnostics.ts';
import { changedResources, type LiveReading } from '../../../../src/code/terraform/run/live.ts';
import { type ReadLiveRequest, readLive } from '../../../../src/code/terraform/run/read-live.ts';
import type { PlanOptions, TerraformRunner } from '../../../../src/code/terraform/run/types.ts';
import { fail, ok, type Result } from '../../../../src/model/result.ts';
import { copiesIn } from './copies.ts';
import { change, type Members, plan } from './plan-json.ts';

const queue = 'aws_sqs_queue.jobs["a.b"]';
const other = 'module.m[0].aws_sqs_queue.other';
const drift = (address: string, before: Members | null, after: Members | null, more = {}) =>
  change(address, [after === null ? 'delete' : 'update'], before, after, more);

describe('changedResources', () => {
  it('keeps managed resources that were asked for, including deleted ones', () => {
    const shown = plan({
      resource_drift: [
        drift(queue, { delay: 1 }, { delay: 2 }),
        drift(other, { delay: 1 }, null),
        drift('aws_sqs_queue.stray', { delay: 1 }, { delay: 2 }),
        drift('data.aws_ami.x', { id: 'a' }, { id: 'b' }),
      ],
    });

    const found = changedResources(
      shown.resourceDrift,
      (address) => address !== 'aws_sqs_queue.stray',
    );

    expect([...found.values()]).toEqual([
      {
        kind: 'changed',
        address: queue,
        type: 'aws_sqs_queue',
        attributes: { delay: 2 },
        secrets: [],
      },
      { kind: 'gone', address: other, type: 'aws_sqs_queue', secrets: [] },
    ]);
  });

  it('tells that a secret changed, but neither of its values', () => {
    const sensitive = { before_sensitive: { a: true, b: true }, after_sensitive: { a: true } };
    const shown = plan({
      resource_drift: [
        drift(queue, { a: 'old', b: 'x', c: 1 }, { a: 'new', b: 'x', c: 2 }, sensitive),
      ],
    });

    const found = changedResources(shown.resourceDrift, () => true);

    expect(found.get(queue)).toEqual({
      kind: 'changed',
      address: queue,
      type: 'aws_sqs_queue',
      attributes: { c: 2 },
      secrets: [
        { path: ['a'], changed: true },
        { path: ['b'], changed: false },
      ],
    });
  });
});

describe('readDiagnostics', () => {
  const line = (members: object) => JSON.stringify({ type: 'diagnostic', diagnostic: members });

  it('returns errors with their resource, and never their details', () => {
    const output = [
      JSON.stringify({ type: 'version', terraform: '1.11.4' }),
      line({ severity: 'warning', summary: 'Old provider' }),
      line({
        severity: 'error',
        summary: 'reading queue: denied\nrequest 1',
        detail: 'key=AKIA',
        address: queue,
      }),
      line({ severity: 'error', summary: 'No credentials' }),
      'not JSON',
    ].join('\n');

    expect(readDiagnostics(output)).toEqual([
      { summary: 'reading queue: denied', address: queue },
      { summary: 'No credentials' },
    ]);
  });
});

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-live-'));
  mkdirSync(join(dir, 'project'));
  mkdirSync(join(dir, 'temp'));
  writeFileSync(join(dir, 'project', 'main.tf'), '');
});

afterAll(() => rmSync(dir, { recursive: true }));

/** A fake Terraform that cannot plan, and whose refreshes end with these results in turn. */
function pretend(refreshes: readonly Result<{ readonly errors: readonly PlanDiagnostic[] }>[]): {
  readonly terraform: TerraformRunner;
  readonly asked: PlanOptions[];
} {
  const asked: PlanOptions[] = [];
  const never = () => Promise.reject(new Error('not asked for'));
  const terraform: TerraformRunner = {
    version: never,
    init: () => Promise.resolve(ok(undefined)),
    validate: never,
    plan: () => Promise.resolve(fail({ code: 'terraform-failed', message: 'No plan.' })),
    fmtCheck: never,
    refresh: (_dir, options) => {
      asked.push(options);
      return Promise.resolve(refreshes[asked.length - 1] ?? ok({ errors: [] }));
    },
    showPlan: () =>
      Promise.resolve(ok(plan({ resource_drift: [drift(queue, { delay: 1 }, { delay: 2 })] }))),
  };
  return { terraform, asked };
}

function read(terraform: TerraformRunner, more: Partial<ReadLiveRequest> = {}) {
  return readLive(terraform, {
    project: join(dir, 'project'),
    files: new Map(),
    tempDir: join(dir, 'temp'),
    addresses: [queue, other],
    ...more,
  });
}

const reading = (result: Result<LiveReading>) => (result.ok ? result.value : undefined);
const denied = { summary: 'denied', address: other };

describe('readLive', () => {
  it('limits the plan to the addresses', async () => {
    const { terraform, asked } = pretend([]);

    const done = reading(await read(terraform, { parallelism: 4, varFiles: ['a.tfvars'] }));

    expect([...(done?.changed.keys() ?? [])]).toEqual([queue]);
    expect(asked).toEqual([
      {
        out: 'parley.live.tfplan',
        targets: [queue, other],
        varFiles: ['a.tfvars'],
        parallelism: 4,
      },
    ]);
  });

  it('includes what moves, under both addresses', async () => {
    const { terraform, asked } = pretend([]);
    const moves = [
      { from: 'aws_sqs_queue.old', to: queue },
      { from: 'aws_sqs_queue.a', to: 'aws_sqs_queue.b' },
    ];

    const done = reading(await read(terraform, { moves }));

    expect([...(done?.changed.keys() ?? [])]).toEqual([queue]);
    expect(asked[0]?.targets).toEqual([
      ...[queue, other],
      ...['aws_sqs_queue.old', 'aws_sqs_queue.a', 'aws_sqs_queue.b'],
    ]);
  });

  it('reads the whole state if there are no targets', async () => {
    const { terraform, asked } = pretend([]);

    await read(terraform, { addresses: 'all' });

    expect(asked[0]?.targets).toBeUndefined();
  });

  it('does not start Terraform if there is nothing to read', async () => {
    const { terraform, asked } = pretend([]);

    const done = reading(await read(terraform, { addresses: [] }));

    expect(done).toEqual({ changed: new Map(), unread: [] });
    expect(asked).toEqual([]);
  });

  it('leaves out what cannot be read, and reports it', async () => {
    const { terraform, asked } = pretend([ok({ errors: [denied] })]);

    const done = reading(await read(terraform));

    expect(asked.map(({ targets }) => targets)).toEqual([[queue, other], [queue]]);
    expect(done?.unread).toMatchObject([
      { address: other, problem: { code: 'read-back-failed', hint: expect.any(String) } },
    ]);
    expect([...(done?.changed.keys() ?? [])]).toEqual([queue]);
  });

  it('reads the rest of the whole state, without the unreadable and its dependents', async () => {
    const { terraform, asked } = pretend([ok({ errors: [denied] })]);
    const instance = (address: string, resourceAddress: string, ...dependencies: string[]) => ({
      ...{ address, resourceAddress, dependencies },
    });
    const resource = 'module.m.aws_sqs_queue.other';

    const done = reading(
      await read(terraform, {
        addresses: 'all',
        managed: [
          instance(queue, 'aws_sqs_queue.jobs'),
          instance(other, resource),
          instance('aws_sqs_queue_policy.p', 'aws_sqs_queue_policy.p', resource),
        ],
      }),
    );

    expect(asked.map(({ targets }) => targets)).toEqual([undefined, [queue]]);
    expect(done?.unread.map(({ address, problem }) => [address, problem.message])).toEqual([
      [
        'aws_sqs_queue_policy.p',
        `The provider could not read ${other}, which it depends on: denied`,
      ],
      [other, 'The provider could not read it: denied'],
    ]);
    expect([...(done?.changed.keys() ?? [])]).toEqual([queue]);
  });

  it.each<readonly [string, Partial<ReadLiveRequest>, readonly PlanDiagnostic[]]>([
    ['the provider has no credentials', {}, [{ summary: 'No valid credential sources found' }]],
    ['what cannot be read is no instance of the state', { addresses: 'all' }, [denied]],
  ])('fails as a whole if %s', async (_, request, errors) => {
    const { terraform } = pretend([ok({ errors })]);

    const done = await read(terraform, request);

    expect(done).toMatchObject({
      ok: false,
      error: { code: 'read-back-failed', hint: expect.any(String) },
    });
  });

  it('leaves no copy of the state behind, whatever happens', async () => {
    const broken = fail({ code: 'terraform-timeout', message: 'It took too long.' });

    await read(pretend([broken]).terraform, { state: '{"secret": true}' });
    await read(pretend([]).terraform, { state: '{"secret": true}' });

    expect(copiesIn(join(dir, 'temp'))).toEqual([]);
  });
});
