import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { newFolder, parley, removeFolders } from './parley.ts';
import { person, put, record, writeLog } from './records.ts';

afterEach(removeFolders);

const account = '123456789012';
const arn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:${account}:${resource}`;

const code = `
resource "aws_dax_cluster" "cache" {
  cluster_name       = "cache"
  description        = "orders"
  iam_role_arn       = "${arn('iam', 'role/dax')}"
  node_type          = "dax.t3.small"
  replication_factor = 1
}

resource "aws_opsworks_stack" "legacy" {
  name                         = "legacy"
  region                       = "us-east-1"
  service_role_arn             = "role"
  default_instance_profile_arn = "profile"
}
`;

const instance = (type: string, name: string, attributes: Readonly<Record<string, unknown>>) => ({
  mode: 'managed',
  type,
  name,
  provider: 'provider["registry.terraform.io/hashicorp/aws"]',
  instances: [{ schema_version: 0, attributes }],
});

const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 3,
  lineage: '7b0f4a52-0000-4000-8000-000000000000',
  outputs: {},
  resources: [
    instance('aws_dax_cluster', 'cache', {
      id: 'cache',
      arn: arn('dax', 'cache/cache'),
      cluster_name: 'cache',
      description: 'orders',
      iam_role_arn: arn('iam', 'role/dax'),
      node_type: 'dax.t3.small',
      replication_factor: 1,
    }),
    instance('aws_opsworks_stack', 'legacy', {
      id: '5f1c2d3e-1111-2222-3333-444455556666',
      name: 'legacy',
      region: 'us-east-1',
      service_role_arn: 'role',
      default_instance_profile_arn: 'profile',
    }),
  ],
};

const describeCluster = (id: string, description: string, more = person('maria@example.com')) =>
  record(id, 'dax', 'UpdateCluster', { clusterName: 'cache', description }, more);

let project: string;
beforeEach(() => {
  project = newFolder();
  put(project, 'main.tf', code);
  put(project, 'terraform.tfstate', JSON.stringify(state));
});

async function scan(records: readonly unknown[], ...args: readonly string[]) {
  const log = writeLog(newFolder(), records);
  const run = await parley(project, 'scan', '--events', log, ...args);
  return run;
}

async function report(records: readonly unknown[], ...args: readonly string[]): Promise<Report> {
  const run = await scan(records, '--json', ...args);
  expect(run.err).not.toMatch(/^parley:/m);
  return ReportV1.parse(JSON.parse(run.out));
}

const verdicts = ({ decisions }: Report) =>
  decisions.map(({ address, verdict }) => [address, verdict.outcome, verdict.rule]);

describe('a derived change', () => {
  it('is drift with its coverage, and is escalated', async () => {
    const found = await report([describeCluster('e1', 'carts')]);

    expect(
      found.drifts.map(({ path, live, coverage, basis }) => [path, live, coverage, basis]),
    ).toEqual([[['description'], { kind: 'value', value: 'carts' }, 'derived', 'inferred']]);
    expect(verdicts(found)).toEqual([['aws_dax_cluster.cache', 'escalate', 'derived-value']]);
    expect(found.decisions[0]?.verdict.because).toContain('run with --verify plan');
    expect(found.patches).toEqual([]);
  });

  it.each(['default', 'accept-all'])('is not written by the policy %s', async (policy) => {
    const log = writeLog(newFolder(), [describeCluster('e1', 'carts')]);
    const run = await parley(project, 'reconcile', '--events', log, '--write', '--policy', policy);

    expect(run.code).toBe(0);
    expect(run.out).toContain('escalate');
    expect(readFileSync(join(project, 'main.tf'), 'utf8')).toBe(code);
  });

  it('is written if a policy rule accepts its coverage', async () => {
    const policy = put(
      newFolder(),
      'parley.policy.yaml',
      [
        'apiVersion: parley/v1',
        'name: trusting',
        'extends: default',
        'rules:',
        '  - id: derived-is-fine',
        '    description: Values by rule are good enough.',
        '    tier: people',
        '    priority: 90',
        '    when: change.coverage == "derived" && actor.class == "human"',
        '    verdict: accept',
        '    because: We trust the rules for people.',
        '',
      ].join('\n'),
    );
    const log = writeLog(newFolder(), [describeCluster('e1', 'carts')]);
    const run = await parley(project, 'reconcile', '--events', log, '--write', '--policy', policy);

    expect(run.err).not.toMatch(/^parley:/m);
    expect(readFileSync(join(project, 'main.tf'), 'utf8')).toBe(
      code.replace('"orders"', '"carts"'),
    );
  });

  it('is no drift if it ends at the declared value', async () => {
    const found = await report([
      describeCluster('e1', 'carts'),
      {
        ...describeCluster('e2', 'orders'),
        eventTime: '2026-03-14T04:00:00Z',
      },
    ]);

    expect(found.drifts).toEqual([]);
    expect(found.reverted.map(({ address }) => address)).toEqual(['aws_dax_cluster.cache']);
  });

  it('stays derived in a store of an earlier version, which called the coverage depth', async () => {
    await parley(project, 'init');
    await report([describeCluster('e1', 'carts')]);
    const tables = join(project, '.parley/history');
    let renamed = 0;
    for (const name of readdirSync(tables).filter((name) => name.startsWith('events'))) {
      const text = readFileSync(join(tables, name), 'utf8');
      // As long as the name was, so that lengths of files stay.
      const former = text.replaceAll('"coverage":', '"depth":   ');
      if (former !== text) renamed += 1;
      writeFileSync(join(tables, name), former);
    }
    expect(renamed).toBe(1);
    const other = record('e2', 'dax', 'UpdateCluster', { clusterName: 'other', description: 'x' });
    const found = await report([other], '--policy', 'accept-all');

    expect(found.drifts.map(({ coverage }) => coverage)).toEqual(['derived']);
    expect(verdicts(found)).toEqual([['aws_dax_cluster.cache', 'escalate', 'derived-value']]);
  });

  it('to an unmanaged resource is traced as unmanaged', async () => {
    const trace = join(newFolder(), 'trace.jsonl');
    const other = record('e1', 'dax', 'UpdateCluster', { clusterName: 'other', description: 'x' });
    await scan([other], '--trace', trace);
    const line = JSON.parse(readFileSync(trace, 'utf8'));

    expect(line.disposition).toBe('unmanaged');
  });
});

describe('a touched resource', () => {
  it('is named, with who did what and how to find out more', async () => {
    const found = await report([
      record('e1', 'dax', 'IncreaseReplicationFactor', {
        clusterName: 'cache',
        newReplicationFactor: 3,
      }),
    ]);

    expect(found.drifts.map(({ coverage, live }) => [coverage, live.kind])).toEqual([
      ['touched', 'unknown'],
    ]);
    expect(found.unresolved).toMatchObject([
      {
        code: 'touched',
        address: 'aws_dax_cluster.cache',
        event: 'e1',
        reason: expect.stringMatching(/^ben.* changed it \(IncreaseReplicationFactor of dax/),
        suggestion: expect.stringContaining('--verify plan'),
      },
    ]);
    expect(found.patches).toEqual([]);
  });

  it('of a discontinued service is found by value', async () => {
    const run = await scan([
      record('e1', 'opsworks', 'StopStack', { stackId: '5f1c2d3e-1111-2222-3333-444455556666' }),
      record('e2', 'opsworks', 'UpdateStack', { stackId: '5f1c2d3e-1111-2222-3333-444455556666' }),
    ]);

    expect(run.code).toBe(0);
    expect(run.out).toContain('aws_opsworks_stack.legacy');
  });

  it('is reported as unresolved once for all calls if the log does not name it', async () => {
    const found = await report([
      record('e1', 'opsworks', 'UpdateStack', {}),
      record('e2', 'opsworks', 'UpdateStack', {}),
    ]);

    expect(found.unresolved).toMatchObject([
      {
        code: 'unidentified-resource',
        event: 'e1',
        reason: expect.stringContaining('It was called 2 times.'),
      },
    ]);
  });
});
