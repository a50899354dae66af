import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { lastFailure } from '../../../src/app/reconcile/failure.ts';
import { modelUse } from '../../../src/app/reconcile/model-use.ts';
import { lastUnknown } from '../../../src/app/reconcile/unknown-operations.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { type GaugeDeps, withGauges } from '../../../src/entry/service/gauges.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { KnownProposal } from '../../../src/ports/store/service-store.ts';
import { lastSeenKeys, leaseKeys } from '../../../src/ports/store/state/keys.ts';
import { serviceRun } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import {
  collected,
  createScanBench,
  demoFiles,
  demoNow,
  demoRecords,
  type ScanBench,
} from '../demo-stack.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';

const noJobs = { waiting: 0, running: 0, delayed: 0, dead: 0 };

let store: TestServiceStore;
let bench: ScanBench;
/** Each test gets its own tenant. */
let key = { tenant: 't0', stack: 'shop' };
let tests = 0;

function openBench(settings: object = {}, more: { readonly others?: readonly Stack[] } = {}): void {
  bench = createScanBench({
    store: store.store,
    stack: ({ path }) =>
      Stack.parse({
        ...{ name: 'shop', tenant: key.tenant, repository: path, root: 'prod' },
        ...settings,
      }),
    ...more,
  });
}

function change(id: string, timeout: number, more: object = {}) {
  const time = Date.parse('2026-03-14T03:00:00Z');
  const record = changeRecord({ id, stack: 'shop', queue: 0, timeout, time, user: 'maria' });
  return collected([{ ...record, ...more }]);
}

async function latest() {
  const run = await store.store.runs.latest(key);
  if (run === undefined) throw new Error('There is no run.');
  return run;
}

beforeAll(async () => {
  store = await openTestServiceStore();
});

afterAll(() => store.stop());

beforeEach(() => {
  key = { tenant: `t${++tests}`, stack: 'shop' };
});

afterEach(async () => {
  await bench.jobs();
  await bench.close();
});

describe('a scan', () => {
  it('of the demo is recorded together with the jobs that follow', async () => {
    openBench({ root: '.', forge: 'hub', notify: ['ops', 'hooks'] });
    bench.repository.commit(demoFiles());
    await bench.addRecords(demoRecords());

    expect(await bench.scan()).toEqual({ ok: true, value: undefined });

    const run = await latest();
    const { id } = run;
    expect(run.revision).toBe(bench.repository.head());
    expect(run.drifts).toBeGreaterThan(5);
    expect((await store.store.runs.planned(key, id)).length).toBeGreaterThan(3);
    expect(JSON.stringify(run.report)).not.toContain('checkouts-');
    const subject = { kind: 'run', id };
    expect(await bench.jobs()).toEqual([
      { queue: 'propose', job: { ...key, forge: 'hub', run: id } },
      { queue: 'notify', job: { ...key, channel: 'ops', subject } },
      { queue: 'notify', job: { ...key, channel: 'hooks', subject } },
    ]);
  });

  it('with the same findings notifies no channel, but the forge until it has them', async () => {
    openBench({ forge: 'hub', notify: ['ops'] });
    bench.repository.commit(stackFiles('prod', 'shop', 2, 'policy: accept-all\n'));
    await bench.addRecords(change('e1', 45));
    await bench.scan();
    const first = await latest();
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['propose', 'notify']);
    const [plan] = await store.store.runs.planned(key, first.id);
    if (plan === undefined) throw new Error('Nothing is planned.');

    await bench.scan();

    expect((await latest()).findings).toBe(first.findings);
    expect((await latest()).id).not.toBe(first.id);
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['propose']);

    await store.store.proposals.put(proposalOf(plan.intent, plan.digest, first.id));
    await bench.scan();
    expect(await bench.jobs()).toEqual([]);

    // The branch may not fit the new commit.
    bench.repository.commit({ 'README.md': 'x\n' });
    await bench.scan();
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['propose']);

    await bench.addRecords(change('e2', 30, { eventTime: '2026-03-14T03:30:00Z' }));
    await bench.scan();
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['propose', 'notify']);
    expect((await latest()).drifts).toBe(0);
  });

  it('records the operations in its log that nobody knows', async () => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 2, 'policy: accept-all\n'));
    const strange = { eventSource: 'novel.amazonaws.com', eventName: 'Frobnicate' };
    await bench.addRecords(change('e1', 45, strange));
    await bench.addRecords(change('e2', 45, strange));

    await bench.scan();

    const { report } = await latest();
    expect(report.unknownOperations).toMatchObject([{ operation: 'Frobnicate', count: 2 }]);
    expect(await lastUnknown(store.store.lastSeen, key)).toEqual({ operations: 1, calls: 2 });
    expect(await lastUnknown(store.store.lastSeen, { ...key, stack: 'other' })).toBeUndefined();
    const metrics = createPrometheusMetrics();
    const queues = { queue: () => ({ stats: async () => noJobs }) };
    const settings = { stacks: [{ tenant: key.tenant, name: key.stack }], sources: [] };
    const text = await withGauges({
      store: store.store,
      queues,
      metrics,
      settings,
      now: () => demoNow,
      elapsed: () => 0,
    } as unknown as GaugeDeps).text();
    const labels = `{tenant="${key.tenant}",stack="shop"}`;
    expect(text).toContain(`parley_unknown_operations${labels} 1`);
    expect(text).toContain(`parley_unknown_calls${labels} 2`);
  });

  it('of manifests needs no Terraform code and no state', async () => {
    openBench({ root: '.', scopes: ['unknown'] });
    bench.repository.commit({
      'parley.yaml': 'kubernetes:\n  - path: k8s\n',
      'k8s/web.yaml': manifest,
    });
    await bench.addRecords(scaled('web', 7));

    expect(await bench.scan()).toEqual({ ok: true, value: undefined });

    const { report } = await latest();
    expect(report.drifts).toMatchObject([{ path: ['spec', 'replicas'], live: { value: 7 } }]);
  });

  it('of a stack that the settings no longer have does nothing', async () => {
    openBench();
    expect(await bench.scan({ stack: 'gone' })).toEqual({ ok: true, value: undefined });
    expect(bench.news).toEqual([{ ...key, stack: 'gone', kind: 'unknown-stack' }]);
  });

  it('sees only the records of its sources and accounts', async () => {
    openBench({ sources: ['trail'], scopes: ['111111111111', '222222222222'] });
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    await bench.addRecords(change('elsewhere', 99));
    await bench.scan();
    expect((await latest()).drifts).toBe(0);

    await bench.addRecords(change('other-source', 98, account('111111111111')), 'other');
    await bench.addRecords(change('other-tenant', 97, account('111111111111')), 'trail', 'acme');
    await bench.scan();
    expect((await latest()).drifts).toBe(0);

    await bench.addRecords(change('own', 96, account('111111111111')));
    await bench.scan();
    expect((await latest()).report.drifts).toMatchObject([{ live: { value: 96 } }]);
  });

  it('starts from the answers of its tenant', async () => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    await bench.addRecords(change('e1', 45));
    await bench.scan();
    const [intent] = (await latest()).report.intents;
    const { driftDigest } = await import('../../../src/reconcile/report/digest.ts');
    await store.store.answers.keep(
      key,
      {
        id: 'a-1',
        intent: intent?.id ?? '',
        digest: driftDigest(intent?.drifts ?? []),
        action: 'revert',
        by: 'github:alice',
        at: demoNow,
      },
      [],
    );
    await bench.scan({ cause: 'person' });
    const { report } = await latest();
    expect(report.decisions.map(({ verdict }) => verdict.outcome)).toEqual(['reject']);
  });
});

describe('a problem', () => {
  const cases: readonly (readonly [
    string,
    Readonly<Record<string, string | null>>,
    object,
    string,
  ])[] = [
    ['code that does not parse', { 'prod/main.tf': 'resource {{{\n' }, {}, 'syntax-error'],
    [
      'settings that do not parse',
      { 'prod/parley.yaml': 'verion: 1\n' },
      {},
      'invalid-configuration',
    ],
    ['no state', { 'prod/terraform.tfstate': null }, {}, 'no-state'],
    ['a root that is gone', {}, { root: 'staging' }, 'no-such-root'],
    ['a branch that is gone', {}, { branch: 'release' }, 'no-such-branch'],
    [
      'var files elsewhere',
      { 'prod/parley.yaml': 'var_files: [../../x.tfvars]\n' },
      {},
      'file-outside',
    ],
    ['a policy elsewhere', { 'prod/parley.yaml': 'policy: /etc/passwd\n' }, {}, 'file-outside'],
    ['state of this machine', withBackend('local', 'path = "/etc/passwd"'), {}, 'state-address'],
    [
      'state behind a scheme',
      withBackend('local', 'path = "file:///etc/passwd"'),
      {},
      'state-address',
    ],
    [
      'state on loopback',
      withBackend('http', 'address = "http://127.0.0.1:1/s"'),
      {},
      'state-address',
    ],
    [
      'state in a private network',
      withBackend('http', 'address = "http://10.1.2.3/s"'),
      {},
      'state-address',
    ],
    [
      'state in a private IPv6',
      withBackend('http', 'address = "http://[fd12::1]/s"'),
      {},
      'state-address',
    ],
    [
      'state at an endpoint',
      withBackend(
        's3',
        'bucket = "bucket"\nkey = "k"\nregion = "eu-central-1"\nendpoints = { s3 = "http://192.168.1.9:9000" }',
      ),
      {},
      'state-address',
    ],
  ];

  it.each(cases)('caused by %s is recorded and reported once', async (_, files, settings, code) => {
    openBench({ notify: ['ops'], ...settings });
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    if (Object.keys(files).length > 0) bench.repository.commit(files);

    expect(await bench.scan()).toEqual({ ok: true, value: undefined });

    const failure = await lastFailure(store.store.lastSeen, key);
    expect(failure?.code).toBe(code);
    expect(JSON.stringify(failure)).not.toContain('checkouts-');
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['notify']);
    await bench.scan();
    expect(await bench.jobs()).toEqual([]);
    expect(await lastFailure(store.store.lastSeen, key)).toMatchObject({ since: failure?.since });
  });

  it('that may pass is retried, and its end is reported', async () => {
    openBench({ notify: ['ops'] });
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    const problem = { code: 'repository-unreachable', message: 'Away.', hint: 'Wait.' };
    const away = { checkouts: { open: async () => fail(problem) } };

    expect(await bench.scan({}, away)).toEqual(fail(problem));
    expect(await bench.scan({}, away)).toEqual(fail(problem));
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['notify']);

    await bench.scan();
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['notify']);
    expect(await lastFailure(store.store.lastSeen, key)).toBeUndefined();
    await bench.scan();
    expect(await bench.jobs()).toEqual([]);
  });
});

describe('the settings of a repository', () => {
  it('send the service nowhere', async () => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1, hostileSettings));
    await bench.addRecords(change('e1', 45));
    expect(await bench.scan()).toEqual({ ok: true, value: undefined });
    const { report } = await latest();
    expect(report.drifts).toHaveLength(1);
    expect(report.externalPolicy).toBeUndefined();
    expect(report.advice).toBeUndefined();
  });
});

describe('two jobs', () => {
  it('of a stack run one after the other', async () => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    const gate: { open: () => void } = { open: () => undefined };
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const slow = {
      run: async () => {
        begin();
        await opened;
        return fail({ code: 'run-given-up', message: 'Late.', hint: 'Again.' });
      },
    };
    const first = bench.scan({ until: '2026-03-14T03:00:00.000Z' }, slow);
    await begun;

    expect(await bench.scan({ cause: 'person' })).toEqual({ ok: true, value: undefined });
    expect(bench.news).toEqual([{ ...key, kind: 'busy' }]);
    expect(await bench.jobs()).toEqual([]);

    gate.open();
    await first;
    const [again, ...rest] = await bench.jobs();
    expect(rest).toEqual([]);
    expect(again).toMatchObject({ queue: 'reconcile', job: { ...key, cause: 'person' } });
    expect(await bench.scan(again?.job)).toEqual({ ok: true, value: undefined });
    expect((await latest()).drifts).toBe(0);
  });

  it('with one id are the same job, whose worker was killed', async () => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    await store.store.leases.take(key.tenant, leaseKeys.run('shop'), {
      value: { job: 'killed', since: demoNow },
      until: '2026-03-14T09:00:00.000Z',
    });
    await bench.scan({}, {}, 'next of the schedule');
    expect(bench.news.map(({ kind }) => kind)).toEqual(['busy']);
    await bench.scan({}, {}, 'killed');
    expect(bench.news.map(({ kind }) => kind)).toEqual(['busy', 'lost', 'recorded']);
    expect(await bench.jobs()).toMatchObject([{ queue: 'reconcile', job: { cause: 'events' } }]);
  });

  it.each([
    [['confirm', 'schedule'], 'confirm'],
    [['events', 'confirm', 'push'], 'confirm'],
    [['confirm', 'person', 'schedule'], 'person'],
    [['schedule', 'push'], 'events'],
  ])('that give way, for %j, are followed by one for %s', async (causes, cause) => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    await store.store.leases.take(key.tenant, leaseKeys.run('shop'), {
      value: { job: 'on', since: demoNow },
      until: '2026-03-14T09:00:00.000Z',
    });
    for (const one of causes) await bench.scan({ cause: one });

    await bench.scan({}, {}, 'on');

    expect(await bench.jobs()).toMatchObject([{ queue: 'reconcile', job: { cause } }]);
  });

  it.each([
    ['confirm', true],
    ['person', true],
    ['schedule', false],
    ['events', false],
    ['push', false],
  ])('for %s read back everything that is open: %s', async (cause, confirms) => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    const asked: boolean[] = [];
    await bench.scan(
      { cause },
      {
        run: async (input) => {
          asked.push(input.confirms);
          return fail({ code: 'enough', message: 'Enough.' });
        },
      },
    );

    expect(asked).toEqual([confirms]);
  });

  it.each([
    ['confirm', true],
    ['events', false],
  ])('record the model’s tokens, and for %s that all was read back: %s', async (cause, isSaid) => {
    openBench();
    bench.repository.commit(stackFiles('prod', 'shop', 1));
    const { record } = serviceRun({ intents: [] });
    const report = { ...record.report, tokens: { prompt: 70, completion: 5 } };
    const unexplained = { read: 'all', seen: [] } as const;
    await bench.scan(
      { cause },
      {
        run: async () =>
          ok({ record: { ...record, report }, patched: [], evidence: [], unexplained }),
      },
    );

    const { lastSeen } = store.store;
    const confirmed = await lastSeen.get(key.tenant, lastSeenKeys.confirmed(key.stack));
    expect(confirmed !== undefined).toBe(isSaid);
    expect(await modelUse(lastSeen, key)).toMatchObject([{ prompt: 70, completion: 5 }]);
  });
});

function account(id: string): object {
  return { recipientAccountId: id };
}

function withBackend(type: string, body: string): Readonly<Record<string, string | null>> {
  const text = `terraform {
  backend "${type}" {
${body}
  }
}
`;
  return { 'prod/backend.tf': text, 'prod/terraform.tfstate': null };
}

const hostileSettings = `
state: http://127.0.0.1:1/state
incidents_file: /etc/passwd
opa: { url: 'http://127.0.0.1:1' }
model: { name: m, base_url: 'http://127.0.0.1:1', tasks: [operations, sessions] }
stacks: [{ name: other, repository: 'https://evil.example/x.git' }]
forges: [{ kind: gitea, name: evil, url: 'http://127.0.0.1:1', token: '\${HOME}' }]
places: { store: 'postgres://127.0.0.1:1/x', repositories: /tmp }
sources: [{ name: s, kind: cloudtrail-lookup, regions: [us-east-1], endpoint: 'http://127.0.0.1:1' }]
workspace: other
`;

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: prod
spec:
  replicas: 2
`;

function scaled(name: string, replicas: number) {
  const record = {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Request',
    auditID: `scale-${name}-${replicas}`,
    stage: 'ResponseComplete',
    requestURI: `/apis/apps/v1/namespaces/prod/deployments/${name}/scale`,
    verb: 'update',
    user: { username: 'maria', groups: ['system:authenticated'] },
    sourceIPs: ['203.0.113.9'],
    userAgent: 'kubectl/v1.30.0',
    objectRef: {
      resource: 'deployments',
      namespace: 'prod',
      name,
      apiGroup: 'apps',
      apiVersion: 'v1',
      subresource: 'scale',
    },
    responseStatus: { metadata: {}, code: 200 },
    requestObject: {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace: 'prod' },
      spec: { replicas },
    },
    requestReceivedTimestamp: '2026-03-14T03:10:00.000000Z',
    stageTimestamp: '2026-03-14T03:10:00.010000Z',
  };
  return collected([{ ...record, eventID: record.auditID, eventTime: record.stageTimestamp }]).map(
    (each) => ({ ...each, raw: JSON.stringify(record) }),
  );
}

function proposalOf(intent: string, digest: string, run: string): KnownProposal {
  return {
    ...key,
    forge: 'hub',
    number: 1,
    kind: 'patch',
    intent,
    digest,
    branch: 'parley/x',
    commit: '0'.repeat(40),
    title: 'x',
    location: 'https://hub.example/1',
    state: 'open',
    run,
    openedAt: demoNow,
    updatedAt: demoNow,
    addresses: [],
  };
}
