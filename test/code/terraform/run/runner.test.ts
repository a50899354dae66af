import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTerraformRunner } from '../../../../src/code/terraform/run/runner.ts';
import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';
import { planText } from './plan-json.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-runner-'));
});

afterAll(() => {
  rmSync(dir, { recursive: true });
});

interface Answer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** A fake program that records its arguments and answers as told. */
function pretend(
  answer: Answer,
  name = 'terraform',
): { runner: TerraformRunner; calls: () => readonly string[][] } {
  const home = mkdtempSync(join(dir, 'bin-'));
  const log = join(home, 'calls');
  const binary = join(home, name);
  const { stdout = '', stderr = '', code = 0 } = answer;
  writeFileSync(
    binary,
    [
      `#!${process.execPath}`,
      `require('fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)) + '\\n');`,
      `process.stdout.write(${JSON.stringify(stdout)});`,
      `process.stderr.write(${JSON.stringify(stderr)});`,
      `process.exitCode = ${code};`,
    ].join('\n'),
  );
  chmodSync(binary, 0o755);
  const calls = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  return { runner: createTerraformRunner({ binary, env: {} }), calls };
}

describe('the Terraform runner', () => {
  it.each([
    ['Terraform v1.11.4\non linux_amd64\n', { product: 'terraform', version: '1.11.4' }],
    ['OpenTofu v1.9.0-rc1\non darwin_arm64\n', { product: 'tofu', version: '1.9.0-rc1' }],
  ])('reads the version from %j', async (stdout, value) => {
    expect(await pretend({ stdout }).runner.version()).toEqual({ ok: true, value });
  });

  it('refuses another program', async () => {
    const result = await pretend({ stdout: 'terragrunt v0.1' }).runner.version();

    expect(result).toMatchObject({ ok: false, error: { code: 'terraform-output' } });
  });

  it('asks for a plan without questions, colors or locks', async () => {
    const { runner, calls } = pretend({ code: 2 });

    const result = await runner.plan(dir, {
      out: 'x.tfplan',
      refreshOnly: true,
      refresh: false,
      generateConfig: 'new.tf',
      varFiles: ['prod.tfvars'],
      vars: { a: 'b c' },
      targets: ['module.m["a b"].aws_vpc.x'],
    });

    const nothing = { refreshed: [], drifted: [], planned: [], outputs: [] };
    expect(result).toEqual({ ok: true, value: { changes: true, ...nothing } });
    expect(calls()).toEqual([
      [
        'plan',
        '-input=false',
        '-no-color',
        '-json',
        '-lock=false',
        '-detailed-exitcode',
        '-out=x.tfplan',
        '-refresh-only',
        '-refresh=false',
        '-generate-config-out=new.tf',
        '-var-file=prod.tfvars',
        '-var=a=b c',
        '-target=module.m["a b"].aws_vpc.x',
      ],
    ]);
  });

  it('asks for a refresh that reports its errors one by one', async () => {
    const { runner, calls } = pretend({ code: 2 });

    const result = await runner.refresh(dir, {
      out: 'x.tfplan',
      parallelism: 4,
      targets: ['aws_vpc.x'],
    });

    expect(result).toEqual({ ok: true, value: { errors: [] } });
    expect(calls()[0]).toEqual([
      'plan',
      '-input=false',
      '-no-color',
      '-json',
      '-lock=false',
      '-detailed-exitcode',
      '-out=x.tfplan',
      '-refresh-only',
      '-parallelism=4',
      '-target=aws_vpc.x',
    ]);
  });

  it('reports that a refresh found no changes', async () => {
    const result = await pretend({ code: 0 }).runner.refresh(dir, { out: 'x.tfplan' });

    expect(result).toEqual({ ok: true, value: { errors: [], isSame: true } });
  });

  it('reports which resources a refresh could not read', async () => {
    const diagnostic = { severity: 'error', summary: 'denied', address: 'aws_vpc.x' };
    const stdout = `${JSON.stringify({ type: 'diagnostic', diagnostic })}\n`;

    const result = await pretend({ code: 1, stdout }).runner.refresh(dir, { out: 'x.tfplan' });

    expect(result).toEqual({
      ok: true,
      value: { errors: [{ summary: 'denied', address: 'aws_vpc.x' }] },
    });
  });

  it('treats a refresh that fails without a reason as a failure', async () => {
    const stderr = 'Error: Invalid option\n';

    const result = await pretend({ code: 1, stderr }).runner.refresh(dir, { out: 'x.tfplan' });

    expect(result).toMatchObject({ ok: false, error: { code: 'terraform-failed' } });
  });

  it('initializes from a folder of providers, or without a backend', async () => {
    const { runner, calls } = pretend({});

    await runner.init(dir, { pluginDir: '/plugins' });
    await runner.init(dir, { backend: false });

    expect(calls()).toEqual([
      [
        'init',
        '-input=false',
        '-no-color',
        '-backend=true',
        '-reconfigure',
        '-lock=false',
        '-plugin-dir=/plugins',
      ],
      ['init', '-input=false', '-no-color', '-backend=false'],
    ]);
  });

  it('reads the errors of validate, but not its warnings', async () => {
    const range = { filename: 'main.tf', start: { line: 3, column: 5 } };
    const diagnostics = [
      { severity: 'warning', summary: 'Old' },
      { severity: 'error', summary: 'Bad', detail: 'very', range },
    ];
    const stdout = JSON.stringify({ valid: false, error_count: 1, diagnostics });

    const result = await pretend({ stdout, code: 1 }).runner.validate(dir);

    expect(result).toEqual({
      ok: true,
      value: [
        {
          code: 'terraform-invalid',
          message: 'Bad: very',
          place: { file: 'main.tf', line: 3, column: 5 },
        },
      ],
    });
  });

  it.each<[string, Answer, unknown[]]>([
    ['valid', { stdout: '{"valid":true,"diagnostics":[]}' }, []],
    [
      'invalid without a reason',
      { stdout: '{"valid":false}', code: 1 },
      [{ code: 'terraform-invalid' }],
    ],
  ])('accepts %s as an answer', async (_, answer, value) => {
    expect(await pretend(answer).runner.validate(dir)).toMatchObject({ ok: true, value });
  });

  it('lists badly formatted files in order', async () => {
    const { runner } = pretend({ stdout: 'b.tf\na/x.tf\n', code: 3 });

    expect(await runner.fmtCheck(dir)).toEqual({ ok: true, value: ['a/x.tf', 'b.tf'] });
  });

  it('shows a plan', async () => {
    const { runner, calls } = pretend({ stdout: planText({}) });

    expect(await runner.showPlan(dir, 'x.tfplan')).toMatchObject({ ok: true });
    expect(calls()).toEqual([['show', '-no-color', '-json', 'x.tfplan']]);
  });

  const boxed = [
    '╷',
    '│ Error: No valid credential sources found',
    '│ ',
    '│   with provider["registry.example.com/hashicorp/aws"],',
    '│   on main.tf line 3, in provider "aws":',
    '│    3: provider "aws" { secret_key = "SECRET" }',
    '│ ',
    '│ SECRET detail',
    '╵',
  ].join('\n');

  it('reports why Terraform failed, without quoting the code', async () => {
    const result = await pretend({ stderr: boxed, code: 1 }).runner.plan(dir, { out: 'x' });

    expect(result).toEqual({
      ok: false,
      error: {
        code: 'terraform-failed',
        message: 'terraform plan failed: No valid credential sources found (main.tf line 3)',
        place: { file: dir },
        hint: 'Check the credentials of the provider.',
      },
    });
  });

  it('reports the same for OpenTofu, by its name', async () => {
    const { runner } = pretend(
      { stderr: 'Error: Inconsistent dependency lock file\n', code: 1 },
      'tofu',
    );

    expect(await runner.plan(dir, { out: 'x' })).toMatchObject({
      error: {
        message: 'tofu plan failed: Inconsistent dependency lock file',
        hint: 'Run `tofu init` in the project and commit .terraform.lock.hcl.',
      },
    });
  });

  it.each(['version', 'validate'] as const)(
    'names OpenTofu if its %s prints nothing',
    async (task) => {
      const { runner } = pretend({ stdout: 'nothing' }, 'tofu');

      const result = await (task === 'version' ? runner.version() : runner.validate(dir));

      expect(result).toMatchObject({
        error: { message: `tofu ${task} returned output that Parley cannot read.` },
      });
    },
  );

  it('reads the same from its line-by-line output', async () => {
    const diagnostic = {
      severity: 'error',
      summary: 'No valid credential sources found',
      detail: 'SECRET detail',
      range: { filename: 'main.tf', start: { line: 3, column: 1 } },
    };
    const stdout = `${JSON.stringify({ type: 'diagnostic', diagnostic })}\n`;
    const stderr = 'Warning: Unable to open CLI configuration file\n';

    const result = await pretend({ stdout, stderr, code: 1 }).runner.plan(dir, { out: 'x' });

    expect(!result.ok && result.error.message).toBe(
      'terraform plan failed: No valid credential sources found (main.tf line 3)',
    );
  });

  it('names the remote objects that would be imported but do not exist', async () => {
    const missing = (address: string) => [
      '╷',
      '│ Error: Cannot import non-existent remote object',
      '│ ',
      `│ While attempting to import an existing object to`,
      `│ ${JSON.stringify(address)}, the provider detected that no object exists`,
      '│ with the given id.',
      '╵',
    ];
    const stderr = [...missing('aws_sqs_queue.b["x y"]'), ...missing('aws_sqs_queue.a')].join('\n');
    const result = await pretend({ stderr, code: 1 }).runner.plan(dir, { out: 'x' });

    expect(!result.ok && result.error.message).toBe(
      'terraform plan failed: Cannot import non-existent remote object: aws_sqs_queue.a aws_sqs_queue.b["x y"]',
    );
  });

  it('names the providers that are not available', async () => {
    const stderr = `
Error: Failed to query available provider packages

Could not retrieve the list of available versions for provider
hashicorp/external: provider registry.terraform.io/hashicorp/external was not
found in any of the search locations
`;
    const result = await pretend({ stderr, code: 1 }).runner.init(dir);

    expect(!result.ok && result.error.message).toBe(
      'terraform init failed: Failed to query available provider packages: hashicorp/external',
    );
  });

  it('names the exit code if Terraform prints nothing', async () => {
    const result = await pretend({ code: 11 }).runner.init(dir);

    expect(!result.ok && result.error.message).toBe('terraform init failed with exit code 11');
  });

  it('reports that the folder or the program is missing', async () => {
    const missing = join(dir, 'nothing');
    const { runner } = pretend({});
    const nowhere = createTerraformRunner({ binary: missing, env: {} });

    expect(await runner.validate(missing)).toMatchObject({ error: { code: 'terraform-folder' } });
    expect(await nowhere.validate(dir)).toMatchObject({ error: { code: 'terraform-missing' } });
  });

  it('gives up after a time and on too much output', async () => {
    mkdirSync(join(dir, 'slow'));
    const binary = join(dir, 'slow', 'terraform');
    writeFileSync(
      binary,
      `#!${process.execPath}\nconsole.log('x'.repeat(1000)); setInterval(() => {}, 1000);`,
    );
    chmodSync(binary, 0o755);
    const slow = createTerraformRunner({ binary, env: {}, timeoutMs: 300 });
    const chatty = createTerraformRunner({ binary, env: {}, maxOutput: 100 });

    expect(await slow.init(dir)).toMatchObject({ error: { code: 'terraform-timeout' } });
    expect(await chatty.init(dir)).toMatchObject({ error: { code: 'terraform-output' } });
  });
});
