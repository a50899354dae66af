import { describe, expect, it } from 'vitest';
import { stateTitle } from '../../../../src/adapters/state-source/advice.ts';
import { stateLocationFrom } from '../../../../src/adapters/state-source/backend/read.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { formatProblem } from '../../../../src/model/result.ts';

interface Case {
  readonly type: string;
  readonly attributes: JsonObject;
  readonly workspace?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function read({ type, attributes, workspace = 'default', env = {} }: Case) {
  const place = { file: 'backend.tf', line: 2 };
  return stateLocationFrom({ type, attributes, place }, { workspace, env });
}

const s3 = { bucket: 'shop', key: 'a/b.tfstate' };
const azurerm = { storage_account_name: 'shopstate', container_name: 'tfstate', key: 'k' };

describe('the backend of the code', () => {
  it.each<[string, Case, string]>([
    ['s3', { type: 's3', attributes: s3 }, 's3://shop/a/b.tfstate'],
    [
      's3 with a workspace',
      { type: 's3', attributes: s3, workspace: 'prod' },
      's3://shop/env:/prod/a/b.tfstate',
    ],
    [
      's3 with a prefix of workspaces',
      { type: 's3', attributes: { ...s3, workspace_key_prefix: 'w' }, workspace: 'prod' },
      's3://shop/w/prod/a/b.tfstate',
    ],
    ['gcs', { type: 'gcs', attributes: { bucket: 'shop' } }, 'gs://shop/default.tfstate'],
    [
      'gcs with a prefix that ends like a file',
      { type: 'gcs', attributes: { bucket: 'shop', prefix: '/a.tfstate' }, workspace: 'prod' },
      'gs://shop/a.tfstate/prod.tfstate',
    ],
    ['azurerm', { type: 'azurerm', attributes: azurerm }, 'azblob://shopstate/tfstate/k'],
    [
      'azurerm with a workspace',
      { type: 'azurerm', attributes: azurerm, workspace: 'prod' },
      'azblob://shopstate/tfstate/kenv:prod',
    ],
    [
      'http',
      { type: 'http', attributes: { address: 'https://h/s' }, workspace: 'prod' },
      'https://h/s',
    ],
    [
      'http by the environment',
      { type: 'http', attributes: {}, env: { TF_HTTP_ADDRESS: 'https://h/s' } },
      'https://h/s',
    ],
    ['local', { type: 'local', attributes: {} }, 'terraform.tfstate'],
    [
      'local with a workspace',
      { type: 'local', attributes: { path: 'a' }, workspace: 'prod' },
      'terraform.tfstate.d/prod/terraform.tfstate',
    ],
    [
      'cloud by name',
      { type: 'cloud', attributes: { organization: 'acme', workspaces: { name: 'shop' } } },
      'tfc://app.terraform.io/acme/shop',
    ],
    [
      'cloud by tags',
      {
        type: 'cloud',
        attributes: { hostname: 'tfe.example.com', workspaces: [{ tags: ['shop'] }] },
        env: { TF_CLOUD_ORGANIZATION: 'acme', TF_WORKSPACE: 'shop-prod' },
      },
      'tfc://tfe.example.com/acme/shop-prod',
    ],
    [
      'remote by prefix',
      {
        type: 'remote',
        attributes: { organization: 'acme', workspaces: [{ prefix: 'shop-' }] },
        workspace: 'prod',
      },
      'tfc://app.terraform.io/acme/shop-prod',
    ],
  ])('%s', (_, given, title) => {
    const found = read(given);
    if (!found.ok) throw new Error(found.error.message);
    expect(stateTitle(found.value.location)).toBe(title);
  });

  it('tells who can read a bucket and where it is', () => {
    const attributes = {
      ...s3,
      profile: 'ops',
      assume_role: { role_arn: 'arn:aws:iam::123456789012:role/r', external_id: 'x' },
      endpoints: { s3: 'https://minio.example.com', sts: 'https://sts.example.com' },
    };
    const found = read({ type: 's3', attributes, env: { AWS_REGION: 'eu-west-1' } });

    expect(found).toMatchObject({
      value: {
        location: {
          region: 'eu-west-1',
          profile: 'ops',
          role: { arn: 'arn:aws:iam::123456789012:role/r', externalId: 'x' },
          endpoint: 'https://minio.example.com',
          stsEndpoint: 'https://sts.example.com',
        },
      },
    });
  });

  it('ignores credentials in the code', () => {
    const found = read({
      type: 's3',
      attributes: { ...s3, access_key: 'AKIDhunter2', secret_key: 'hunter2', token: null },
    });

    expect(found).toMatchObject({ value: { passedOver: ['access_key', 'secret_key'] } });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it.each<[string, Case, string]>([
    ['s3', { type: 's3', attributes: { region: 'x' } }, 'bucket and key'],
    ['s3 with a key', { type: 's3', attributes: { key: 'k', bucket: '' } }, 'bucket'],
    ['gcs', { type: 'gcs', attributes: { prefix: 'p' } }, 'bucket'],
    [
      'azurerm',
      { type: 'azurerm', attributes: { key: 'k' } },
      'storage_account_name and container_name',
    ],
    ['http', { type: 'http', attributes: { address: 7 } }, 'address'],
    ['cloud', { type: 'cloud', attributes: {} }, 'organization and workspace'],
    [
      'remote',
      {
        type: 'remote',
        attributes: { organization: 'acme', workspaces: { prefix: 'shop-' } },
      },
      'workspace',
    ],
  ])('%s reports what is missing', (_, given, names) => {
    const found = read(given);
    if (found.ok) throw new Error('It was found.');
    expect(found.error.code).toBe('state-backend-partial');
    expect(found.error.message).toBe(`The backend "${given.type}" does not say its ${names}.`);
    expect(found.error.place).toEqual({ file: 'backend.tf', line: 2 });
  });

  it.each<[Case, string]>([
    [{ type: 'consul', attributes: { access_token: 'hunter2' } }, 'state-backend'],
    [{ type: 'http', attributes: { address: 'https://u:hunter2@h/s' } }, 'state-location'],
    [{ type: 'http', attributes: { address: 's3://hunter2/k' } }, 'state-location'],
    [
      { type: 'azurerm', attributes: { ...azurerm, storage_account_name: 'hunter2.example' } },
      'state-location',
    ],
    [
      {
        type: 'cloud',
        attributes: { hostname: 'hunter2/x', organization: 'a', workspaces: { name: 'b' } },
      },
      'state-location',
    ],
    [{ type: 's3', attributes: { ...s3, region: 'hunter2.example.com/' } }, 'state-location'],
    [{ type: 's3', attributes: s3, workspace: '../hunter2' }, 'state-workspace'],
  ])('refuses %j', (given, code) => {
    const found = read(given);
    if (found.ok) throw new Error('It was found.');
    expect(found.error.code).toBe(code);
    expect(formatProblem(found.error)).not.toContain('hunter2');
  });
});
