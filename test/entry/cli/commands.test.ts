import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNode } from '../../../src/app/doctor/machine.ts';
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
import { put } from './records.ts';

afterEach(removeFolders);

let project: string;
beforeEach(() => {
  project = newProject();
});

describe('parley init', () => {
  it('writes valid settings, and records runs from then on', async () => {
    put(project, 'prod.tfstate', readFileSync(join(demo, 'terraform.tfstate')));
    const init = await parley(project, 'init');
    const scan = await parley(project, 'scan', '--events', join(demo, 'events'), '--json');
    const explain = await parley(project, 'explain', 'aws_sqs_queue.orders');

    expect(init).toMatchObject({ code: 0, err: '' });
    expect(init.out).toContain(join(project, 'parley.yaml'));
    expect(readFileSync(join(project, 'parley.yaml'), 'utf8')).toContain('state: prod.tfstate');
    expect(scan.code).toBe(0);
    expect(readFileSync(join(project, '.parley', 'report.json'), 'utf8')).toBe(scan.out);
    expect(explain.out).toContain('aws_sqs_queue.orders visibility_timeout_seconds');
  });

  it('writes examples that are valid when uncommented', async () => {
    await initProject(project);
    const text = readFileSync(join(project, 'parley.yaml'), 'utf8');
    const open = text
      .replace(/^(\w+): \[\]$/gm, '$1:')
      .replace(/^# (var_files:|state:)/gm, '$1')
      .replace(/^# {3}- prod/gm, '  - prod')
      .replace(/^# (incidents_file: \S+).*$/gm, '$1')
      .replace(/^# ((?:model|opa):)$/gm, '$1')
      .replace(/^# {3}(\w+: .*)$/gm, '  $1')
      .replace(/^# {2}(- | {2})/gm, '  $1');
    writeFileSync(join(project, 'parley.yaml'), open);
    put(project, 'prod.tfvars', '');
    put(project, 'terraform.tfstate', readFileSync(join(demo, 'terraform.tfstate')));
    put(project, 'incidents.json', '[]');
    put(project, 'policy.wasm', '');
    const flags = ['--events', join(demo, 'events'), '--no-llm', '--json'];
    const scan = await parley(project, 'scan', ...flags);

    expect(open).toMatch(/^model:\n {2}name: .*^opa:\n {2}wasm: /ms);
    expect(open).toContain('\n  - id: cluster-autoscaler\n    class: controller');
    expect(scan).toMatchObject({ code: 0 });
    expect(scan.out).toContain('"name": "Cluster Autoscaler"');
  });

  it('leaves existing settings alone', async () => {
    const file = put(project, 'parley.yaml', 'version: 1\n');
    const first = await parley(project, 'init');
    const again = await parley(project, 'init');

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('is left as it is');
    expect(readFileSync(join(project, '.parley', '.gitignore'), 'utf8')).toBe('*\n');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('There is a parley.yaml already');
    expect(readFileSync(file, 'utf8')).toBe('version: 1\n');
  });

  it('says that the folder is missing', async () => {
    const run = await parley(project, 'init', '--dir', 'nowhere');

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/^parley: .*nowhere.*cannot be written/);
  });
});

describe('parley explain', () => {
  async function explain(...args: readonly string[]) {
    const report = join(newFolder(), 'report.json');
    await parley(project, 'scan', ...demoFlags, '--report', report);
    return parley(project, 'explain', '--report', report, ...args);
  }

  it.each([
    ['an address', 'aws_sqs_queue.orders', /code 30, live 120/],
    ['a resource with instances', 'aws_lambda_function.this', /\["checkout"\] memory_size/],
    ['a module', 'module.web', /desired_capacity/],
    ['an event', '5f0e6a1c-7d33-4c1e-9a40-000000000016', /Turned point-in-time recovery on/],
    [
      'what was put back',
      'aws_cloudwatch_metric_alarm.backlog',
      /Weakened for 6 minutes: Turned alarm actions off for alarm backlog/,
    ],
  ])('finds %s', async (_, id, says) => {
    const run = await explain(id);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(says);
  });

  it('says who, why, what would change the verdict, and why the patch is where it is', async () => {
    const { out } = await explain('module.web.aws_security_group.this');

    expect(out).toContain('Who     maria@example.com (human)');
    expect(out).toMatch(/Purpose \w+, \d+ % sure/);
    expect(out).toContain('It would be escalated with priority 51 or more in tier approval');
    expect((await explain('aws_lambda_function.this["checkout"]')).out).toContain(
      'It would be deferred if an open incident covered it',
    );
    expect(out).toMatch(/=> \d +terraform\.tfvars:4 +tfvars: office_cidrs/);
    expect(out).toContain('It changes exactly what drifted.');
  });

  it('prints the same as JSON', async () => {
    const run = await explain('aws_sqs_queue.orders', '--json');
    const about = JSON.parse(run.out);

    expect(Object.keys(about).sort()).toEqual([
      'beside',
      'closedDrifts',
      'decisions',
      'drifts',
      'intents',
      'openDrifts',
      'patches',
      'reverted',
      'unresolved',
    ]);
    expect(about.intents).toHaveLength(1);
  });

  it.each([
    ['an id that is not there', ['i-000000000000'], /no intent, drift, event or address i-0{12}/],
    ['no report', ['x', '--report', 'nowhere.json'], /nowhere\.json: There is no report/],
    ['another file', ['x', '--report', 'locals.tf'], /locals\.tf: The file is not a report/],
  ])('says when there is %s', async (_, args, says) => {
    const run = await explain(...args);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(says);
  });

  it('names the invalid part of a damaged report', async () => {
    const report = join(newFolder(), 'report.json');
    await parley(project, 'scan', ...demoFlags, '--report', report);
    const text = readFileSync(report, 'utf8');
    writeFileSync(report, text.replace('"confidence": 0', '"confidence": 7'));
    const run = await parley(project, 'explain', 'x', '--report', report);

    expect(run.code).toBe(1);
    expect(run.err).toContain('intents.0.confidence');
  });
});

describe('parley doctor', () => {
  it('finds nothing wrong with a project that has its state and settings', async () => {
    put(project, 'terraform.tfstate', readFileSync(join(demo, 'terraform.tfstate')));
    put(project, 'parley.yaml', readFileSync(join(demo, 'parley.yaml')));
    const run = await parley(project, 'doctor');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^ok {6}node/m);
    expect(run.out).toMatch(/^ok {6}settings {2}parley\.yaml$/m);
    expect(run.out).toMatch(/^ok {6}code {6}13 resource blocks in 2 modules$/m);
    expect(run.out).toMatch(/^ok {6}state {5}terraform\.tfstate, serial \d+, 20 resources$/m);
  });

  it('says what is missing and how to get it', async () => {
    put(
      project,
      'more.tf',
      `module "net" {
  source = "terraform-aws-modules/vpc/aws"
}
`,
    );
    const run = await parley(project, 'doctor');

    expect(run.code).toBe(0);
    expect(run.out).toMatch(/^missing settings\n.*`parley init`/m);
    expect(run.out).toMatch(/^missing modules .*module\.net.*\n.*`terraform init`/m);
    expect(run.out).toMatch(/^missing state .*\n.*`terraform state pull/m);
  });

  it.each([
    ['settings', 'parley.yaml', 'adopt: x\n', /^wrong {3}settings .*parley\.yaml:1:8/m],
    ['code', 'more.tf', 'locals {\n', /^wrong {3}code {6}more\.tf:1:1/m],
    ['state', 'terraform.tfstate', '{"version":3}', /^wrong {3}state .*version 3/m],
  ])('fails for invalid %s', async (_, name, content, says) => {
    put(project, name, content);
    const run = await parley(project, 'doctor');

    expect(run.code).toBe(1);
    expect(run.out).toMatch(says);
  });

  it('changes nothing', async () => {
    const before = readFiles(project);
    await parley(project, 'doctor');

    expect(readFiles(project)).toEqual(before);
  });

  it('names the program that the project uses', async () => {
    put(
      project,
      'more.tofu',
      `module "net" {
  source = "terraform-aws-modules/vpc/aws"
}
`,
    );
    const run = await parley(project, 'doctor');

    expect(run.out).toMatch(/^(?:ok|missing) +tofu/m);
    expect(run.out).not.toMatch(/^(?:ok|missing) +terraform/m);
    expect(run.out).toMatch(/^missing modules .*module\.net.*\n.*`tofu init`/m);
    expect(run.out).not.toContain('`terraform init`');
  });

  it.each([
    ['18.20.0', 'too old'],
    ['20.18.3', 'too old'],
    ['20.19.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('rates Node %s as %s', (version, state) => {
    expect(checkNode(version)).toMatchObject({ state, required: true });
  });
});
