import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { newFolder, parley, type Run, removeFolders } from './parley.ts';
import { put, record, writeLog } from './records.ts';

afterEach(removeFolders);

type Files = Readonly<Record<string, string>>;

/** A state with log groups, given as names by address. */
function stateOf(groups: Files): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.12.0',
    serial: 3,
    lineage: 'b6f3a6a4-1111-4c1e-9a40-000000000001',
    outputs: {},
    resources: Object.entries(groups).map(([address, name]) => ({
      ...(address.startsWith('module.')
        ? { module: address.split('.').slice(0, 2).join('.') }
        : {}),
      mode: 'managed',
      type: 'aws_cloudwatch_log_group',
      name: address.split('.').at(-1),
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [
        {
          schema_version: 0,
          attributes: {
            id: name,
            name,
            arn: `arn:aws:logs:us-east-1:123456789012:log-group:${name}`,
            retention_in_days: 30,
          },
        },
      ],
    })),
  });
}

const module = `variable "name" {}

resource "aws_cloudwatch_log_group" "app" {
  name              = var.name
  retention_in_days = 30
}
`;
const call = (name: string): string =>
  `module "logs" {
  source = "../../modules/logs"
  name   = "/${name}"
}
`;

const shared: Files = {
  'modules/logs/main.tf': module,
  'envs/prod/main.tf': call('prod'),
  'envs/prod/terraform.tfstate': stateOf({ 'module.logs.aws_cloudwatch_log_group.app': '/prod' }),
  'envs/dev/main.tf': call('dev'),
};

function repository(files: Files): string {
  const top = newFolder();
  for (const [path, text] of Object.entries(files)) put(top, path, text);
  return top;
}

/** Reconciles after the retention of a log group was raised to 90 days. */
function reconcile(top: string, dir: string, group: string, ...args: string[]): Promise<Run> {
  const change = { logGroupName: group, retentionInDays: 90 };
  const log = writeLog(newFolder(), [record('e1', 'logs', 'PutRetentionPolicy', change)]);
  const flags = ['--events', log, '--policy', 'accept-all', ...args];
  return parley(top, 'reconcile', '--dir', join(top, dir), ...flags);
}

const read = (top: string, path: string): string => readFileSync(join(top, path), 'utf8');

describe('a repository with several roots', () => {
  it.each([
    ['.git', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['parley.yaml at its top', { 'parley.yaml': 'version: 1\n' }],
  ])('is recognised by %s, and its modules are edited', async (_, mark) => {
    const top = repository({ ...shared, ...mark });

    const run = await reconcile(top, 'envs/prod', '/prod', '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'modules/logs/main.tf')).toContain(
      'retention_in_days = var.retention_in_days',
    );
    expect(read(top, 'envs/prod/main.tf')).toContain('retention_in_days = 90');
    expect(read(top, 'envs/dev/main.tf')).toBe(shared['envs/dev/main.tf']);
  });

  it('notes which other roots read the edited files, and what is unknown about them', async () => {
    const top = repository({ ...shared, 'parley.yaml': 'version: 1\n' });

    const run = await reconcile(top, 'envs/prod', '/prod', '--json');

    const report = JSON.parse(run.out) as Report;
    expect(report.patches.map(({ verification }) => verification)).toEqual([
      {
        level: 'evaluate',
        passed: true,
        notes: [
          'Nothing changes elsewhere; one other root reads the edited files: envs/dev.',
          'Judged by the code alone, since the state is not available here: all of them.',
        ],
      },
    ]);
  });

  it('judges another root by its state if that is known', async () => {
    const state = stateOf({ 'module.logs.aws_cloudwatch_log_group.app': '/dev' });
    const top = repository({
      ...shared,
      'parley.yaml': 'version: 1\n',
      'envs/dev/terraform.tfstate': state,
    });

    const run = await reconcile(top, 'envs/prod', '/prod', '--json');

    const report = JSON.parse(run.out) as Report;
    expect(report.patches.map(({ verification }) => verification.notes)).toEqual([
      ['Nothing changes elsewhere; one other root reads the edited files: envs/dev.'],
    ]);
  });

  const alike = (files: Files = {}) =>
    repository({
      ...shared,
      '.git/HEAD': '',
      'envs/dev/terraform.tfstate': stateOf({ 'module.logs.aws_cloudwatch_log_group.app': '/dev' }),
      ...files,
    });
  const raised = (...groups: readonly string[]): string =>
    writeLog(
      newFolder(),
      groups.map((group, index) =>
        record(`e${index}`, 'logs', 'PutRetentionPolicy', {
          logGroupName: group,
          retentionInDays: 90,
        }),
      ),
    );
  const both = (top: string, log: string, ...args: readonly string[]): Promise<Run> =>
    parley(
      top,
      'reconcile',
      ...['--dir', 'envs/prod', 'envs/dev', '--events', log, '--policy', 'accept-all', ...args],
    );

  it('has one edit for the same drift in two roots that run together', async () => {
    const top = alike();

    const run = await both(top, raised('/prod', '/dev'), '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'modules/logs/main.tf')).toBe(module.replace('30', '90'));
    expect(read(top, 'envs/prod/main.tf')).toBe(shared['envs/prod/main.tf']);
    expect(read(top, 'envs/dev/main.tf')).toBe(shared['envs/dev/main.tf']);
  });

  it('has one branch for an edit that two roots need, which names both', async () => {
    const top = repository({
      ...shared,
      'envs/dev/terraform.tfstate': stateOf({ 'module.logs.aws_cloudwatch_log_group.app': '/dev' }),
    });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: top,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'All');

    const run = await both(top, raised('/prod', '/dev'), '--pr', '--json');

    expect(run.code, run.err).toBe(0);
    const reports = Object.values(JSON.parse(run.out) as Readonly<Record<string, Report>>);
    const branches = git('branch', '--list', 'parley/*', '--format', '%(refname:short)').trim();
    expect(branches.split('\n')).toHaveLength(1);
    expect(reports.map(({ proposals }) => proposals.map(({ branch }) => branch))).toEqual([
      [branches],
      [branches],
    ]);
    expect(git('diff', '--name-only', `HEAD..${branches}`).trim()).toBe('modules/logs/main.tf');
    const message = git('log', '-1', '--format=%B', branches);
    expect(message).toContain('Root: envs/prod');
    expect(message).toContain('app in envs/dev.');
  });

  it('says for both roots that the edit also fixes the other', async () => {
    const run = await both(alike(), raised('/prod', '/dev'), '--json');
    const reports = JSON.parse(run.out) as Readonly<Record<string, Report>>;

    const notes = Object.values(reports).flatMap(({ patches }) =>
      patches.map(({ verification }) => verification.notes[0]),
    );
    expect(notes).toEqual([
      'It also fixes retention_in_days of module.logs.aws_cloudwatch_log_group.app in envs/dev.',
      'It also fixes retention_in_days of module.logs.aws_cloudwatch_log_group.app in envs/prod.',
    ]);
  });

  it('leaves the other root alone if it did not drift', async () => {
    const top = alike();

    const run = await both(top, raised('/prod'), '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'envs/prod/main.tf')).toContain('retention_in_days = 90');
    expect(read(top, 'modules/logs/main.tf')).toContain('var.retention_in_days');
  });

  it('is not recognised if nothing marks its top, so files outside the root stay', async () => {
    const top = repository(shared);

    const run = await reconcile(top, 'envs/prod', '/prod', '--write');

    expect(run.code).toBe(0);
    expect(run.out).toContain('lies outside of the project');
    expect(read(top, 'modules/logs/main.tf')).toBe(module);
  });

  it('has the stacks listed in its settings', async () => {
    const files = {
      'app/main.tf': `resource "aws_cloudwatch_log_group" "app" {
  name              = "/app"
  retention_in_days = 30
}
`,
      'app/terraform.tfstate.d/blue/terraform.tfstate': stateOf({
        'aws_cloudwatch_log_group.app': '/app',
      }),
      'app/.terraform/environment': 'blue',
      'parley.yaml':
        'roots:\n  - { path: app, workspace: blue }\n  - { path: app, workspace: green }\n',
    };
    const top = repository(files);

    const run = await reconcile(top, 'app', '/app', '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'app/main.tf')).toContain('terraform.workspace == "blue" ? 90 : 30');
  });

  it("takes inputs of another root from that root's settings", async () => {
    const top = repository({
      ...shared,
      '.git/HEAD': '',
      'modules/logs/main.tf': module.replace('= 30', '= var.name == "/prod" ? 30 : 7'),
      'envs/dev/main.tf': `variable "name" {}\n${call('dev').replace('"/dev"', 'var.name')}`,
      'envs/dev/inputs/dev.vars': 'name = "/prod"\n',
      'envs/dev/parley.yaml': 'var_files: [inputs/dev.vars]\n',
    });

    const run = await reconcile(top, 'envs/prod', '/prod', '--write');

    expect(run.code).toBe(0);
    expect(read(top, 'modules/logs/main.tf')).toContain('? var.retention_in_days : 7');
  });

  it('is edited from a root that is a link', async () => {
    const top = repository({ ...shared, '.git/HEAD': '' });
    symlinkSync('envs/prod', join(top, 'live'));

    const run = await reconcile(top, 'live', '/prod', '--write');

    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain('Wrote modules/logs/main.tf.');
    expect(read(top, 'modules/logs/main.tf')).toContain('var.retention_in_days');
  });

  it('gets branches that include files outside the root', async () => {
    const top = repository(shared);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd: top,
        encoding: 'utf8',
      });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '--message', 'start');

    const run = await reconcile(top, 'envs/prod', '/prod', '--pr');

    expect(run.code, run.err).toBe(0);
    const branch = git('branch', '--list', 'parley/*').trim();
    expect(git('diff', '--name-only', 'main', branch).trim().split('\n')).toEqual([
      'envs/prod/main.tf',
      'modules/logs/main.tf',
    ]);
    expect(git('show', `${branch}:modules/logs/main.tf`)).toContain('var.retention_in_days');
  });
});

describe('roots that share one state', () => {
  const state = stateOf({
    'aws_cloudwatch_log_group.web': '/web',
    'aws_cloudwatch_log_group.jobs': '/jobs',
  });
  const group = (name: string): string =>
    `resource "aws_cloudwatch_log_group" "${name}" {
  name              = "/${name}"
  retention_in_days = 30
}
`;
  const files = {
    '.git/HEAD': '',
    'web/main.tf': group('web'),
    'web/parley.yaml': 'state: ../both.tfstate\n',
    'jobs/main.tf': group('jobs'),
    'jobs/parley.yaml': 'state: ../both.tfstate\n',
    'both.tfstate': state,
  };

  it('each get the drift of what they declare', async () => {
    const top = repository(files);

    const run = await reconcile(top, 'web', '/web', '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'web/main.tf')).toContain('retention_in_days = 90');
  });

  it('leave alone what another root declares', async () => {
    const top = repository(files);

    const run = await reconcile(top, 'web', '/jobs', '--write');

    expect(run.code, run.err).toBe(0);
    expect(read(top, 'web/main.tf')).toBe(files['web/main.tf']);
    expect(read(top, 'jobs/main.tf')).toBe(files['jobs/main.tf']);
  });
});
