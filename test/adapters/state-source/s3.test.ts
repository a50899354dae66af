import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CreateBucketCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseStateLocation } from '../../../src/adapters/state-source/location/parse.ts';
import { s3Failure } from '../../../src/adapters/state-source/s3/failure.ts';
import { type Emulator, startEmulator } from '../../acceptance/harness/emulator.ts';
import { findPython } from '../../acceptance/harness/tools.ts';
import { startHttp } from '../collect/servers/http.ts';
import { readProblem, readSnapshot, stateJson } from './ports.ts';

const python = findPython(process.env);
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

const isRequired = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('moto');

it.runIf(isRequired)('has an emulator', () => {
  expect(python).toBeDefined();
});

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => vi.unstubAllEnvs());

describe.skipIf(python === undefined)('a state in S3', () => {
  let emulator: Emulator;
  let s3: S3Client;
  beforeAll(async () => {
    const script = join(import.meta.dirname, '../../acceptance/emulator/emulator.py');
    emulator = await startEmulator(python ?? '', script);
    const { endpoint } = emulator;
    s3 = new S3Client({ region: 'us-east-1', endpoint, credentials, forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: 'states' }));
    await put('net/a b.tfstate', stateJson);
    await put('env:/prod/net/a b.tfstate', stateJson.replace('7', '8'));
    await put('zipped', gzipSync(stateJson));
    await put('page', '<html>');
  });
  afterAll(() => emulator?.quit());

  const put = (Key: string, Body: string | Buffer, Bucket = 'states') =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body }));

  function place(text: string, workspace?: string) {
    const joint = text.includes('?') ? '&' : '?';
    const endpoint = encodeURIComponent(emulator.endpoint);
    const location = parseStateLocation(`${text}${joint}endpoint=${endpoint}`, workspace);
    if (!location.ok) throw new Error(location.error.message);
    return location.value;
  }

  it('is read by bucket and key', async () => {
    const snapshot = await readSnapshot(place('s3://states/net/a b.tfstate'));

    expect(snapshot).toMatchObject({ text: stateJson, from: 's3://states/net/a b.tfstate' });
    expect(snapshot.version).toBeUndefined();
  });

  it('is read for the workspace', async () => {
    const snapshot = await readSnapshot(place('s3://states/net/a b.tfstate', 'prod'));

    expect(snapshot.text).toContain('"serial":8');
    expect(snapshot.from).toBe('s3://states/env:/prod/net/a b.tfstate');
  });

  it('is read with the version of the object', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'versioned' }));
    const VersioningConfiguration = { Status: 'Enabled' as const };
    await s3.send(new PutBucketVersioningCommand({ Bucket: 'versioned', VersioningConfiguration }));
    const { VersionId } = await put('k', stateJson, 'versioned');

    expect(VersionId).toBeDefined();
    expect(await readSnapshot(place('s3://versioned/k'))).toMatchObject({ version: VersionId });
  });

  it('is read with an assumed role', async () => {
    const sts = encodeURIComponent(emulator.endpoint);
    const role = 'role_arn=arn:aws:iam::123456789012:role/reader&external_id=x';
    const location = place(`s3://states/net/a b.tfstate?${role}&sts_endpoint=${sts}`);

    expect(await readSnapshot(location)).toMatchObject({ text: stateJson });
  });

  it('is read with a profile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-aws-'));
    const file = join(folder, 'credentials');
    writeFileSync(file, '[ops]\naws_access_key_id = test\naws_secret_access_key = test\n');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    try {
      const location = place('s3://states/net/a b.tfstate?profile=ops&region=us-east-1');
      expect(await readSnapshot(location)).toMatchObject({ text: stateJson });
      const other = place('s3://states/net/a b.tfstate?profile=other&region=us-east-1');
      expect(await readProblem(other)).toMatchObject({ code: 'state-credentials' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['s3://states/missing', 'state-missing', 'NoSuchKey'],
    ['s3://nowhere/missing', 'state-missing', 'NoSuchBucket'],
    ['s3://states/zipped', 'state-compressed', ''],
    ['s3://states/page', 'state-not-json', ''],
  ])('is not read: %s', async (text, code, name) => {
    const problem = await readProblem(place(text));

    expect(problem).toMatchObject({ code, place: { file: text } });
    expect(problem.message).toContain(name);
    expect(problem.hint).toBeDefined();
  });

  it('is not read from this machine unless that is allowed', async () => {
    const problem = await readProblem(place('s3://states/page'), { allowsLoopback: false });

    expect(problem.code).toBe('state-address');
  });
});

describe('an S3-compatible store', () => {
  it.each([
    [301, 'PermanentRedirect', 'state-moved'],
    [400, 'AuthorizationHeaderMalformed', 'state-moved'],
    [400, 'ExpiredToken', 'state-credentials-expired'],
    [403, 'InvalidAccessKeyId', 'state-credentials'],
    [403, 'SignatureDoesNotMatch', 'state-credentials'],
    [403, 'AccessDenied', 'state-forbidden'],
    [400, 'KMS.DisabledException', 'state-forbidden'],
    [503, 'SlowDown', 'state-throttled'],
    [500, 'InternalError', 'state-unavailable'],
    [400, 'InvalidRequest', 'state-other'],
  ])('answers %s %s', async (status, name, code) => {
    const body = `<?xml version="1.0"?><Error><Code>${name}</Code><Message>m</Message></Error>`;
    const headers = { 'content-type': 'application/xml' };
    const server = await startHttp(() => ({ status, headers, body }));
    try {
      const location = { kind: 's3', bucket: 'b-1', key: 'k', endpoint: server.url } as const;
      const problem = await readProblem(location);

      expect([problem.code, problem.message.includes(`(${name})`)]).toEqual([code, true]);
    } finally {
      await server.stop();
    }
  });

  it('may announce more than the limit, and is refused', async () => {
    const headers = { 'content-length': '512000001' };
    const server = await startHttp(() => ({ status: 200, headers, body: '{' }));
    try {
      const location = { kind: 's3', bucket: 'b-1', key: 'k', endpoint: server.url } as const;
      expect(await readProblem(location)).toMatchObject({ code: 'state-too-large' });
    } finally {
      await server.stop();
    }
  });

  it('needs a region if none can be found', () => {
    expect(s3Failure(new Error('Region is missing'))).toEqual({ kind: 'region' });
    expect(s3Failure(new TypeError('a bug'))).toBeUndefined();
  });

  it.each(['http://169.254.169.254', 'ftp://x', 'minio:9000', 'https://a:b@minio.example.com'])(
    'is not called at %s',
    async (endpoint) => {
      const location = { kind: 's3', bucket: 'b-1', key: 'k', endpoint } as const;
      expect(await readProblem(location)).toMatchObject({ code: 'state-address' });
    },
  );

  it('does not call STS on this machine, whatever the name is', async () => {
    const asked: string[] = [];
    const server = await startHttp(({ body }) => {
      asked.push(body);
      return { status: 500, body: '' };
    });
    const { port } = new URL(server.url);
    const location = {
      kind: 's3',
      bucket: 'b-1',
      key: 'k',
      region: 'us-east-1',
      role: { arn: 'arn:aws:iam::123456789012:role/reader' },
      stsEndpoint: `http://sts.example:${port}`,
    } as const;
    const lookup: LookupFunction = (_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    try {
      const refused = await readProblem(location, { allowsLoopback: false, lookup });

      expect(refused.code).toBe('state-address');
      expect(asked).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
