import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  environmentFor,
  terraformEnvironment,
} from '../../../../src/code/terraform/run/environment.ts';
import { findTerraform } from '../../../../src/code/terraform/run/locate.ts';

describe('terraformEnvironment', () => {
  it.each([
    'PATH',
    'HOME',
    'AWS_PROFILE',
    'AWS_SESSION_TOKEN',
    'TF_VAR_region',
    'TF_TOKEN_app_terraform_io',
    'TF_CLI_CONFIG_FILE',
    'HTTPS_PROXY',
    'no_proxy',
    'KUBECONFIG',
    'GOMEMLIMIT',
  ])('passes %s on', (name) => {
    expect(terraformEnvironment({ [name]: 'x' })[name]).toBe('x');
  });

  it.each([
    'TF_CLI_ARGS',
    'TF_CLI_ARGS_plan',
    'TF_LOG',
    'TF_DATA_DIR',
    'TF_WORKSPACE',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'SLACK_TOKEN',
    'OPENAI_API_KEY',
  ])('withholds %s', (name) => {
    expect(terraformEnvironment({ [name]: 'x' })).not.toHaveProperty(name);
  });

  it('passes on what it is told to, and sets the data folder and the workspace', () => {
    const env = terraformEnvironment(
      { DATADOG_API_KEY: 'x', OTHER: 'y', TF_INPUT: '1', EMPTY: undefined },
      { pass: ['DATADOG_API_KEY', 'EMPTY'], dataDir: '/data', workspace: 'prod' },
    );

    expect(env).toEqual({
      GOGC: '400',
      GOMEMLIMIT: '2GiB',
      DATADOG_API_KEY: 'x',
      TF_DATA_DIR: '/data',
      TF_WORKSPACE: 'prod',
      TF_INPUT: '0',
      TF_IN_AUTOMATION: '1',
      CHECKPOINT_DISABLE: '1',
    });
  });
});

it.each<[string, string]>([
  ['GOGC', '100'],
  ['GOMEMLIMIT', '500MiB'],
])('sets no memory limits of its own if the user sets %s', (name, value) => {
  const { GOGC, GOMEMLIMIT } = terraformEnvironment({ [name]: value });

  expect({ GOGC, GOMEMLIMIT }).toEqual({ GOGC: undefined, GOMEMLIMIT: undefined, [name]: value });
});

describe('environmentFor', () => {
  const env = {
    ...{ PATH: 'p', TF_INPUT: '0', AWS_SECRET_ACCESS_KEY: 'a', ARM_CLIENT_SECRET: 'b' },
    ...{ GOOGLE_CREDENTIALS: 'c', KUBECONFIG: 'd', VAULT_TOKEN: 'e', TF_VAR_password: 'f' },
    ...{ TF_TOKEN_app_terraform_io: 'g', SSH_AUTH_SOCK: 'h' },
  };

  it.each([
    ['init', Object.keys(env)],
    ['plan', Object.keys(env).filter((name) => !/TOKEN_app|SSH/.test(name))],
    ['validate', ['PATH', 'TF_INPUT']],
    ['show', ['PATH', 'TF_INPUT']],
    ['version', ['PATH', 'TF_INPUT']],
  ])('%s', (command, expected) => {
    expect(Object.keys(environmentFor(command, env))).toEqual(expected);
  });
});

it('does not let OpenTofu encrypt the copy, whoever asks for it', () => {
  const env = {
    TF_ENCRYPTION: `state {
  enforced = true
}`,
    OPENTOFU_ENFORCE_GPG_VALIDATION: 'true',
  };

  const tofu = terraformEnvironment(env, { program: 'tofu' });

  expect(tofu['TF_ENCRYPTION']).toContain('method "unencrypted"');
  expect(tofu['TF_ENCRYPTION']).not.toContain('enforced');
  expect(tofu['OPENTOFU_ENFORCE_GPG_VALIDATION']).toBe('true');
  expect(terraformEnvironment(env)['TF_ENCRYPTION']).toBeUndefined();
});

describe('findTerraform', () => {
  let dir: string;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'parley-path-'));
    for (const folder of ['a', 'b', 'c']) mkdirSync(join(dir, folder));
    mkdirSync(join(dir, 'a', 'terraform'));
    writeFileSync(join(dir, 'b', 'tofu'), '');
    chmodSync(join(dir, 'b', 'tofu'), 0o755);
    writeFileSync(join(dir, 'c', 'terraform'), '');
  });

  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  const path = (...folders: readonly string[]) =>
    folders.map((folder) => join(dir, folder)).join(delimiter);

  it('skips folders and files that are not programs', () => {
    expect(findTerraform(path('a', 'c', 'b'), { platform: 'linux' })).toBe(join(dir, 'b', 'tofu'));
  });

  it('prefers terraform wherever it is on the path', () => {
    chmodSync(join(dir, 'c', 'terraform'), 0o755);

    expect(findTerraform(path('b', 'c'), { platform: 'linux' })).toBe(join(dir, 'c', 'terraform'));
  });

  it.each([undefined, '', join('nowhere', 'at', 'all')])('finds nothing in %j', (value) => {
    expect(findTerraform(value, { platform: 'linux' })).toBeUndefined();
  });
});
