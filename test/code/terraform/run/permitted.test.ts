import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findForbidden } from '../../../../src/code/terraform/run/permitted.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-permitted-'));
});
afterEach(() => rmSync(base, { recursive: true }));

function put(path: string, text = ''): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

const permissions = { providers: ['hashicorp/*'], programs: ['aws'] };
const find = (isInstalled = true, permitted = permissions) =>
  findForbidden(
    { dir: join(base, 'envs/prod'), homes: { base, project: '/repository' } },
    permitted,
    isInstalled,
  );

describe('a provider source', () => {
  it.each([
    ['hashicorp/aws', ['hashicorp/aws'], true],
    ['hashicorp/aws', ['hashicorp/*'], true],
    ['hashicorp/awscc', ['hashicorp/aws'], false],
    ['hashicorp-evil/aws', ['hashicorp/*'], false],
    ['evil.example/hashicorp/aws', ['hashicorp/*'], false],
    ['hashicorp/aws', ['evil.example/hashicorp/*'], false],
    ['team.example/own/tool', ['team.example/own/*'], true],
    ['hashicorp/external', ['hashicorp/*'], false],
    ['hashicorp/http', ['hashicorp/*'], false],
    ['hashicorp/external', ['hashicorp/external'], true],
    ['hashicorp/aws', [], false],
  ])('%s is permitted by %j: %s', async (source, providers, expected) => {
    const folder = source.split('/').length === 2 ? `registry.terraform.io/${source}` : source;
    put('envs/prod/main.tf');
    put(`envs/prod/.terraform/providers/${folder}/1.0.0/linux_amd64/terraform-provider-x`);

    expect((await find(true, { ...permissions, providers })) === undefined).toBe(expected);
  });

  it.each([
    ['registry.terraform.io/evil/aws', 'evil/aws'],
    ['registry.opentofu.org/evil/aws', 'evil/aws'],
    ['evil.example/hashicorp/aws', 'evil.example/hashicorp/aws'],
    ['registry.terraform.io/hashicorp/external', 'hashicorp/external'],
  ])('that is installed but not permitted is reported: %s', async (folder, name) => {
    put('envs/prod/main.tf');
    put('envs/prod/.terraform/providers/registry.terraform.io/hashicorp/aws/5.1.0/linux_amd64/x');
    expect(await find()).toBeUndefined();
    put(`envs/prod/.terraform/providers/${folder}/1.0.0/linux_amd64/terraform-provider-x`);

    const found = await find();
    expect(found?.code).toBe('provider-not-permitted');
    expect(found?.message).toContain(`provider ${name},`);
  });
});

const kubernetes = (body: string) => `provider "kubernetes" {
${body}
}
`;

describe('a program named in the code', () => {
  it.each([
    [
      'none',
      `provider "aws" {
  profile = "ops"
}
`,
    ],
    [
      'a permitted one',
      kubernetes(`exec {
  command = "aws"
  args = ["eks", "get-token"]
}`),
    ],
    ['a permitted one, as an attribute', kubernetes('exec = { command = "aws", args = [] }')],
  ])('is no problem if there is %s', async (_, code) => {
    put('envs/prod/main.tf', code);

    expect(await find()).toBeUndefined();
  });

  it.each([
    [
      'another one',
      kubernetes(`exec {
  command = "bash"
}`),
      'starts bash',
    ],
    [
      'by path',
      kubernetes(`exec {
  command = "./aws"
}`),
      'starts a program',
    ],
    [
      'by an expression',
      kubernetes(`exec {
  command = var.tool
}`),
      'starts a program',
    ],
    [
      'by a template',
      kubernetes(`exec {
  command = "\${"aws"}"
}`),
      'starts a program',
    ],
    [
      'twice',
      kubernetes(`exec {
  # command = "aws"
  command = "sh"
}`),
      'starts a program',
    ],
    [
      'with an environment',
      kubernetes(`exec {
  command = "aws"
  env = { LD_PRELOAD = "./x.so" }
}`),
      'starts a program',
    ],
    [
      'in a dynamic block',
      kubernetes(`dynamic "exec" {
  for_each = [1]
  content {
    command = "sh"
  }
}`),
      'starts sh',
    ],
    [
      'in a nested block',
      `provider "helm" {
  kubernetes {
    exec {
      command = "sh"
    }
  }
}
`,
      'starts sh',
    ],
    ['as an attribute', kubernetes('exec = { command = "sh" }'), 'starts sh'],
    [
      'by a file of AWS',
      `provider "aws" {
  shared_config_files = ["./config"]
}
`,
      'shared_config_files',
    ],
    ['by a kubeconfig', kubernetes('config_path = "./kubeconfig"'), 'config_path'],
  ])('is reported with its line: %s', async (_, code, says) => {
    put('envs/prod/main.tf', `# One line\n${code}`);

    const found = await find();
    expect(found?.message).toContain(says);
    expect(found?.place?.file).toBe('envs/prod/main.tf');
    expect(found?.place?.line).toBeGreaterThan(2);
  });

  it.each([
    [
      'a module',
      'modules/x/main.tf',
      `module "x" {
  source = "../../modules/x"
}
`,
    ],
    ['JSON', 'envs/prod/more.tf.json', ''],
    ['an override', 'envs/prod/main_override.tf', 'provider "kubernetes" {}\n'],
  ])('is found in %s', async (_, path, main) => {
    put('envs/prod/main.tf', main);
    const json = JSON.stringify({ provider: { kubernetes: [{ exec: [{ command: 'sh' }] }] } });
    put(
      path,
      path.endsWith('.json')
        ? json
        : kubernetes(`exec {
  command = "sh"
}`),
    );

    expect(await find()).toMatchObject({ code: 'program-not-permitted', place: { file: path } });
  });

  it('may be in a missing module', async () => {
    put(
      'envs/prod/main.tf',
      `module "x" {
  source = "example/x/aws"
}
`,
    );

    expect(await find(false)).toBeUndefined();
    expect(await find()).toMatchObject({ code: 'module-not-found' });
  });

  it('may be in code that does not parse', async () => {
    put(
      'envs/prod/main.tf',
      `provider "kubernetes" {
  exec {{
`,
    );

    expect(await find()).toMatchObject({ code: 'syntax-error' });
  });

  it('may be in code that cannot be read', async () => {
    put('envs/prod/main.tf');
    writeFileSync(join(base, 'envs/prod/more.tf'), Buffer.from([0xff, 0xfe]));

    expect(await find()).toMatchObject({ code: 'unreadable-file' });
  });
});
