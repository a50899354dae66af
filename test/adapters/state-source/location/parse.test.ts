import { describe, expect, it } from 'vitest';
import { stateTitle } from '../../../../src/adapters/state-source/advice.ts';
import { parseStateLocation } from '../../../../src/adapters/state-source/location/parse.ts';
import type { StateLocation } from '../../../../src/adapters/state-source/types.ts';
import { formatProblem } from '../../../../src/model/result.ts';

const blob = { kind: 'azure-blob', account: 'shopstate', container: 'tfstate' } as const;

const locations: readonly (readonly [string, string, StateLocation])[] = [
  ['terraform.tfstate', 'prod', { kind: 'file', path: 'terraform.tfstate' }],
  ['file:states/a.json', 'default', { kind: 'file', path: 'file:states/a.json' }],
  ['C:\\states\\a.json', 'default', { kind: 'file', path: 'C:\\states\\a.json' }],
  ['s3://shop/a/b.tfstate', 'default', { kind: 's3', bucket: 'shop', key: 'a/b.tfstate' }],
  ['s3://shop/a b#c.tfstate', 'default', { kind: 's3', bucket: 'shop', key: 'a b#c.tfstate' }],
  ['s3://shop/a.tfstate', 'prod', { kind: 's3', bucket: 'shop', key: 'env:/prod/a.tfstate' }],
  [
    's3://shop/a.tfstate?workspace=blue&workspace_key_prefix=spaces',
    'prod',
    { kind: 's3', bucket: 'shop', key: 'spaces/blue/a.tfstate' },
  ],
  [
    's3://shop/env:/blue/a.tfstate',
    'prod',
    { kind: 's3', bucket: 'shop', key: 'env:/blue/a.tfstate' },
  ],
  [
    'S3://shop/k?region=eu-central-1&profile=ops&role_arn=arn:aws:iam::123456789012:role/r&external_id=x',
    'default',
    {
      kind: 's3',
      bucket: 'shop',
      key: 'k',
      region: 'eu-central-1',
      profile: 'ops',
      role: { arn: 'arn:aws:iam::123456789012:role/r', externalId: 'x' },
    },
  ],
  [
    's3://shop/k?endpoint=https%3A%2F%2Fminio.example.com',
    'default',
    { kind: 's3', bucket: 'shop', key: 'k', endpoint: 'https://minio.example.com' },
  ],
  ['gs://shop/net', 'default', { kind: 'gcs', bucket: 'shop', object: 'net/default.tfstate' }],
  ['gs://shop', 'prod', { kind: 'gcs', bucket: 'shop', object: 'prod.tfstate' }],
  ['gs://shop/net/', 'prod', { kind: 'gcs', bucket: 'shop', object: 'net/prod.tfstate' }],
  ['gcs://shop/a.tfstate', 'prod', { kind: 'gcs', bucket: 'shop', object: 'a.tfstate' }],
  [
    'azblob://shopstate/tfstate/net/prod.tfstate',
    'default',
    { ...blob, blob: 'net/prod.tfstate', environment: 'public' },
  ],
  [
    'azblob://shopstate/tfstate/app.tfstate?environment=china',
    'prod',
    { ...blob, blob: 'app.tfstateenv:prod', environment: 'china' },
  ],
  [
    'https://gitlab.example.com/api/v4/projects/7/terraform/state/shop?x=1',
    'prod',
    { kind: 'http', url: 'https://gitlab.example.com/api/v4/projects/7/terraform/state/shop?x=1' },
  ],
  [
    'tfc://APP.terraform.io/acme/shop-prod',
    'prod',
    { kind: 'hcp', host: 'app.terraform.io', organization: 'acme', workspace: 'shop-prod' },
  ],
];

describe('a location', () => {
  it.each(locations)('%s in %s', (text, workspace, location) => {
    expect(parseStateLocation(text, workspace)).toEqual({ ok: true, value: location });
  });

  it.each([
    ['s3://shop/a.tfstate?region=eu-central-1', 's3://shop/a.tfstate'],
    ['https://host/state?token=hunter2#x', 'https://host/state'],
    ['tfc://app.terraform.io/acme/shop', 'tfc://app.terraform.io/acme/shop'],
    ['azblob://shopstate/tfstate/k', 'azblob://shopstate/tfstate/k'],
    ['gs://shop/net', 'gs://shop/net/default.tfstate'],
  ])('%s is shown as %s', (text, title) => {
    const location = parseStateLocation(text);
    expect(location.ok && stateTitle(location.value)).toBe(title);
  });
});

describe('an invalid location', () => {
  it.each([
    ['ftp://hunter2/x', 'default', 'state-backend'],
    ['consul://hunter2', 'default', 'state-backend'],
    ['s3:bucket/hunter2', 'default', 'state-location'],
    ['s3://hunter2', 'default', 'state-location'],
    ['s3://key:hunter2@shop/k', 'default', 'state-location'],
    ['s3://shop/k?secret_key=hunter2', 'default', 'state-location'],
    ['s3://shop/k?region=hunter2.example.com/', 'default', 'state-location'],
    ['s3://shop/hunter2\nk', 'default', 'state-location'],
    ['gs://Shop/hunter2', 'default', 'state-location'],
    ['azblob://shopstate/hunter2', 'default', 'state-location'],
    ['azblob://evil.example.com/c/hunter2', 'default', 'state-location'],
    ['azblob://shopstate/tfstate/k?environment=hunter2', 'default', 'state-location'],
    ['azblob://shopstate/tfstate/k?sig=hunter2', 'default', 'state-location'],
    ['https://me:hunter2@host/state', 'default', 'state-location'],
    ['https://hunter2:x/', 'default', 'state-location'],
    ['tfc://app.terraform.io/hunter2', 'default', 'state-location'],
    ['tfc://app.terraform.io/acme/shop/hunter2', 'default', 'state-location'],
    ['tfc://app.terraform.io/acme/shop?token=hunter2', 'default', 'state-location'],
    ['s3://shop/k', '../hunter2', 'state-workspace'],
    ['s3://shop/k?workspace=..', 'default', 'state-workspace'],
  ])('%s', (text, workspace, code) => {
    const location = parseStateLocation(text, workspace);
    if (location.ok) throw new Error('It is one.');
    expect(location.error.code).toBe(code);
    expect(location.error.hint).toBeDefined();
    expect(formatProblem(location.error)).not.toContain('hunter2');
  });
});
