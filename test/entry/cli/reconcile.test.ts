import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import {
  demo,
  demoFlags,
  initProject,
  newFolder,
  newProject,
  parley,
  readFiles,
  removeFolders,
} from './parley.ts';

afterEach(removeFolders);

let project: string;
beforeEach(() => {
  project = newProject();
});

/** The report of a run, checked against its schema; `toEqual` finds fields missing there. */
async function reportOf(...args: readonly string[]): Promise<Report> {
  const run = await parley(project, ...args, ...demoFlags, '--json');
  expect(run.code).toBe(0);
  const json = JSON.parse(run.out);
  const report = ReportV1.parse(json);
  expect(report).toEqual(json);
  return report;
}

/** Address, actor class and outcome of each distinct decision. */
function outcomes(report: Report): readonly (readonly string[])[] {
  const classes = new Map(report.intents.map(({ id, actor }) => [id, actor.class]));
  const rows = report.decisions.map(({ intent, address, verdict }) => [
    address,
    classes.get(intent) ?? '',
    verdict.outcome,
  ]);
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

function changedFiles(before: ReadonlyMap<string, string>): readonly string[] {
  const after = readFiles(project);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

describe('the story of the demo', () => {
  it('is decided by who acted', async () => {
    const report = await reportOf('scan');

    expect(outcomes(report)).toEqual([
      ['aws_cloudwatch_log_group.functions["checkout"]', 'cost', 'reject'],
      ['aws_cloudwatch_log_group.functions["invoice"]', 'cost', 'reject'],
      ['aws_cloudwatch_log_group.functions["search"]', 'cost', 'reject'],
      ['aws_dynamodb_table.orders', 'unknown', 'escalate'],
      ['aws_lambda_function.this["checkout"]', 'human', 'accept'],
      ['aws_s3_bucket_public_access_block.this["assets"]', 'security', 'accept'],
      ['aws_sqs_queue.orders', 'human', 'accept'],
      ['module.web.aws_autoscaling_group.this', 'controller', 'delegate'],
      ['module.web.aws_security_group.this', 'human', 'accept'],
    ]);
    expect(report.reverted.map(({ address }) => address)).toEqual([
      'aws_cloudwatch_metric_alarm.backlog',
    ]);
    expect(report.unresolved).toEqual([]);
  });

  it('ends with patches verified by evaluation', async () => {
    const { patches } = await reportOf('scan');

    expect(patches.map(({ verification }) => verification)).toEqual(
      patches.map(() => ({ level: 'evaluate', passed: true, notes: [] })),
    );
    expect(patches.flatMap(({ site }) => site.split('\n'))).toEqual([
      'modules/service/main.tf:40 (block: ignore_changes of module.web.aws_autoscaling_group.this)',
      'locals.tf:12 (local: local.functions.checkout.memory)',
      'variables.tf:35 (variable default: default of var.order_message_timeout)',
      'terraform.tfvars:4 (tfvars: office_cidrs)',
      'locals.tf:18 (local: local.buckets.assets.public)',
    ]);
  });

  it('has a trace, with a line for every call that was not a read', async () => {
    const trace = join(newFolder(), 'trace.jsonl');
    const run = await parley(project, 'scan', ...demoFlags, '--trace', trace);
    const lines = readFileSync(trace, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(run.code).toBe(0);
    expect(
      lines.map(({ time, operation, actor, disposition }) =>
        [time.slice(11, 19), operation.split(':')[1], actor.class, disposition].join(' '),
      ),
    ).toEqual([
      '02:03:10 PutMetricAlarm iac iac',
      '02:11:00 SetDesiredCapacity controller drift',
      '02:14:05 UpdateFunctionConfiguration human drift',
      '02:15:42 SetQueueAttributes human drift',
      '02:19:27 AuthorizeSecurityGroupIngress human drift',
      '02:19:27 AuthorizeSecurityGroupIngress human duplicate',
      '02:22:30 SetDesiredCapacity controller drift',
      '02:30:00 PutPublicAccessBlock security drift',
      '02:33:11 DeleteBucketPolicy human failed',
      '02:33:40 RunInstances human failed',
      '02:34:02 DisableAlarmActions human reverted',
      '02:39:48 EnableAlarmActions human reverted',
      '02:41:00 PutRetentionPolicy cost drift',
      '02:41:01 PutRetentionPolicy cost drift',
      '02:41:02 PutRetentionPolicy cost drift',
      '02:47:19 UpdateContinuousBackups unknown drift',
      '02:52:05 SetQueueAttributes human unmanaged',
    ]);
    for (const { because } of lines) expect(because).toMatch(/^\S.*\.$/);
  });

  it('gives the same report again, whatever the order of the logs', async () => {
    const files = readdirSync(join(demo, 'events'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.gz'))
      .map((file) => join(demo, 'events', file))
      .sort();
    const first = await reportOf('scan');
    const second = await reportOf('scan');
    const [state = '', stateFile = '', , , config = '', configFile = ''] = demoFlags;
    const run = await parley(
      project,
      'scan',
      '--json',
      ...[state, stateFile, config, configFile, '--events', ...files.reverse()],
    );

    expect(second).toEqual(first);
    expect(JSON.parse(run.out)).toEqual(JSON.parse(JSON.stringify(first)));
  });
});

describe('scan', () => {
  it('changes nothing and says so', async () => {
    const before = readFiles(project);
    const run = await parley(project, 'scan', ...demoFlags);

    expect(changedFiles(before)).toEqual([]);
    expect(run.out).toContain('Nothing was written.');
    expect(run.err).toBe(`Reading ${join(demo, 'events')}\n`);
  });

  it('shows for each intent its summary, changes, reasons and next step', async () => {
    const run = await parley(project, 'scan', ...demoFlags);

    expect(run.out).toContain(
      [
        '✓ accept     Raised memory of function checkout from 256 to 1024 MB',
        '             maria@example.com (human), 2026-03-14 02:14:05 UTC, i-a05c5d22b040',
        '             aws_lambda_function.this["checkout"]',
        '               memory_size  256 -> 1024',
        '  why        maria@example.com changed memory_size of aws_lambda_function.this["checkout"] from 256',
        '             to 1024. [person]',
        '  next       patch of locals.tf:12 (local: local.functions.checkout.memory)',
      ].join('\n'),
    );
    expect(run.out).not.toContain('…');
  });
});

describe('--write', () => {
  it('edits only the files that the patches name, and no other byte', async () => {
    const before = readFiles(project);
    const report = await reportOf('reconcile', '--write');
    const named = new Set(report.patches.flatMap(({ files }) => files.map(({ path }) => path)));

    expect(changedFiles(before)).toEqual([...named].sort());
    expect([...named].sort()).toEqual([
      'locals.tf',
      'modules/service/main.tf',
      'terraform.tfvars',
      'variables.tf',
    ]);
    const text = (path: string): string => readFileSync(join(project, path), 'utf8');
    expect(text('locals.tf')).toBe(
      (before.get('locals.tf') ?? '')
        .replace('memory = 256, timeout = 15', 'memory = 1024, timeout = 15')
        .replace('assets  = { public = true }', 'assets  = { public = false }'),
    );
    expect(text('terraform.tfvars')).toBe(
      (before.get('terraform.tfvars') ?? '').replace(
        '# Lisbon\n',
        '# Lisbon\n  "192.0.2.44/32",\n',
      ),
    );
  });

  it('leaves nothing to do for a second run', async () => {
    await parley(project, 'reconcile', '--write', ...demoFlags);
    const before = readFiles(project);
    const again = await reportOf('reconcile', '--write');

    expect(changedFiles(before)).toEqual([]);
    expect(again.patches).toEqual([]);
    expect(outcomes(again).map(([, , outcome]) => outcome)).toEqual([
      'reject',
      'reject',
      'reject',
      'escalate',
    ]);
  });

  it('writes all patches, one on top of another', async () => {
    await parley(project, 'reconcile', '--write', '--policy', 'accept-all', ...demoFlags);
    const left = await parley(
      project,
      'scan',
      '--exit-code',
      '--policy',
      'accept-all',
      ...demoFlags,
    );

    expect(left.code).toBe(0);
    expect(left.out).toContain('No drift in the records from 2026-03-14 02:03:10 to');
  });
});

describe('--exit-code', () => {
  it.each([
    ['scan finds drift', ['scan'], 2],
    ['observe decides nothing', ['scan', '--policy', 'observe'], 2],
    ['some drift is rejected', ['reconcile', '--write'], 2],
    ['all drift is written', ['reconcile', '--write', '--policy', 'accept-all'], 0],
  ])('is right when %s', async (_, args, code) => {
    const run = await parley(project, ...args, '--exit-code', ...demoFlags);

    expect(run.code).toBe(code);
  });

  it('is 0 without the flag', async () => {
    expect((await parley(project, 'scan', ...demoFlags)).code).toBe(0);
  });
});

describe('policies', () => {
  it('accept-all accepts everything', async () => {
    const report = await reportOf('scan', '--policy', 'accept-all');

    expect(new Set(outcomes(report).map(([, , outcome]) => outcome))).toEqual(new Set(['accept']));
    expect(report.policy).toBe('accept-all');
  });

  it('observe defers everything, and so patches nothing', async () => {
    const before = readFiles(project);
    const report = await reportOf('reconcile', '--write', '--policy', 'observe');

    expect(new Set(outcomes(report).map(([, , outcome]) => outcome))).toEqual(new Set(['defer']));
    expect(report.patches).toEqual([]);
    expect(changedFiles(before)).toEqual([]);
  });
});

describe('--pr', () => {
  function git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', [...identity, ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: tmpdir() },
    }).trim();
  }

  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'start');
  });

  it('makes a branch with one commit for each patch, and leaves the checkout alone', async () => {
    const before = readFiles(project);
    const report = await reportOf('reconcile', '--pr');
    const branches = git('branch', '--list', 'parley/*', '--format=%(refname:short)').split('\n');

    expect(changedFiles(before)).toEqual([]);
    expect(git('status', '--porcelain')).toBe('');
    expect(branches.sort()).toEqual(report.proposals.map(({ branch }) => branch).sort());
    expect(report.proposals.map(({ intent }) => intent)).toEqual(
      report.patches.map(({ intent }) => intent),
    );
    for (const { branch, intent, commit } of report.proposals) {
      const patch = report.patches.find((each) => each.intent === intent);
      const files = git('diff', '--name-only', `main..${branch}`).split('\n');
      const format =
        '%s%n%(trailers:key=Intent-Id,valueonly,separator=%x2c)%n%(trailers:keyonly,separator=%x2c)';
      const [subject, id, keys] = git('show', '-s', `--format=${format}`, branch).split('\n');

      expect(git('rev-list', `main..${branch}`)).toBe(commit);
      expect(files).toEqual(patch?.files.map(({ path }) => path).sort());
      expect(subject).toMatch(/^parley\((?:accept|delegate)\): \S.{0,60}/);
      expect(subject?.length).toBeLessThanOrEqual(72);
      expect(id).toBe(intent);
      expect(keys).toBe('Intent-Id,Actor,Verdict,Rule,Evidence,Parley-Seal');
    }
  });

  it('is recorded with the drifts that it proposes', async () => {
    await initProject(project);
    const first = await reportOf('reconcile', '--pr');
    const later = await reportOf('scan');
    const of = new Map(first.proposals.map(({ intent, branch }) => [intent, branch]));
    const open = later.openDrifts ?? [];

    expect(open.length).toBeGreaterThan(0);
    expect(open.map(({ proposal }) => proposal?.branch)).toEqual(
      open.map(({ verdicts }) => of.get(verdicts.at(-1)?.intent ?? '')),
    );
    expect(open.filter(({ proposal }) => proposal !== undefined).length).toBeGreaterThan(0);
  });

  it("keeps its branches on the next run, and people's commits unless forced", async () => {
    const first = await reportOf('reconcile', '--pr');
    const second = await reportOf('reconcile', '--pr');
    const [taken] = first.proposals;
    if (taken === undefined) throw new Error('no proposal');
    git('checkout', '-q', taken.branch);
    appendFileSync(join(project, 'network.tf'), '# seen\n');
    git('commit', '-q', '-a', '-m', 'Look again');
    const theirs = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'main');
    const third = await reportOf('reconcile', '--pr');
    const afterThird = git('rev-parse', taken.branch);
    const forced = await reportOf('reconcile', '--pr', '--force');

    expect(new Set(first.proposals.map(({ state }) => state))).toEqual(new Set(['created']));
    expect(second.proposals).toEqual(
      first.proposals.map((proposal) => ({ ...proposal, state: 'unchanged' })),
    );
    expect(third.unresolved.map(({ code, intent }) => [code, intent])).toEqual([
      ['branch-has-foreign-commit', taken.intent],
    ]);
    expect(third.proposals).toHaveLength(first.proposals.length - 1);
    expect(afterThird).toBe(theirs);
    expect(forced.proposals.find(({ branch }) => branch === taken.branch)?.state).toBe('updated');
  });

  it('refuses to mix with uncommitted work', async () => {
    appendFileSync(join(project, 'terraform.tfvars'), '# unfinished\n');
    const before = readFiles(project);
    const report = await reportOf('reconcile', '--pr');

    expect(report.unresolved.map(({ code, place }) => [code, place?.file])).toEqual([
      ['uncommitted-changes', 'terraform.tfvars'],
    ]);
    expect(changedFiles(before)).toEqual([]);
  });
});

describe('a project with modules outside of its folder', () => {
  it('is evaluated as a whole, but shared modules are left alone, with the reason', async () => {
    const top = newFolder();
    const root = join(top, 'envs', 'prod');
    const inside = readFiles(project);
    const { put } = await import('./records.ts');
    for (const [path, text] of inside) {
      const isShared = path.startsWith('modules/');
      const content = text.replace('"./modules/service"', '"../../modules/service"');
      put(isShared ? top : root, path, Buffer.from(content, 'latin1'));
    }
    const shared = readFiles(join(top, 'modules'));
    const run = await parley(root, 'reconcile', '--write', '--json', ...demoFlags);
    const report: Report = JSON.parse(run.out);

    expect(readFiles(join(top, 'modules'))).toEqual(shared);
    expect(report.patches.flatMap(({ files }) => files.map(({ path }) => path)).sort()).toEqual([
      'locals.tf',
      'locals.tf',
      'terraform.tfvars',
      'variables.tf',
    ]);
    expect(report.unresolved.map(({ address, reason }) => [address, reason])).toEqual([
      ['module.web.aws_autoscaling_group.this', expect.stringContaining('outside of the project')],
    ]);
  });
});

describe('--var-file', () => {
  it('accepts files outside the project, as terraform does, and edits them there', async () => {
    const vars = join(newFolder(), 'prod.tfvars');
    writeFileSync(vars, readFileSync(join(project, 'terraform.tfvars')));
    writeFileSync(join(project, 'terraform.tfvars'), '# moved\n');
    const run = await parley(project, 'reconcile', '--write', '--var-file', vars, ...demoFlags);

    expect(run.code).toBe(0);
    expect(readFileSync(vars, 'utf8')).toContain('  "192.0.2.44/32",\n');
  });
});
