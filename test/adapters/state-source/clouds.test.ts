import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBlobState } from '../../../src/adapters/state-source/azure-blob.ts';
import { readGcsState } from '../../../src/adapters/state-source/gcs.ts';
import { googleStateToken } from '../../../src/adapters/state-source/token.ts';
import type { BlobLocation, GcsLocation } from '../../../src/adapters/state-source/types.ts';
import { type Asked, startHttp, type TestServer } from '../collect/servers/http.ts';
import { readProblem, readSnapshot, stateJson, testPorts } from './ports.ts';
import { startBlobs, startGcs, startHcp } from './servers.ts';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function started<T extends TestServer>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  running.push(server);
  return server;
}

const token = async () => 'secret-token';

describe('Cloud Storage', () => {
  const place = { kind: 'gcs', bucket: 'shop', object: 'net a/default.tfstate' } as const;
  const start = () => started(startGcs(place.bucket, place.object));

  it('returns the object and its generation', async () => {
    const server = await start();

    expect(await readSnapshot({ ...place, endpoint: server.url })).toMatchObject({
      text: stateJson,
      from: 'gs://shop/net a/default.tfstate',
      version: '1773453600000001',
    });
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
  });

  it('receives the token', async () => {
    const server = await start();
    const read = await readGcsState({ ...place, endpoint: server.url }, testPorts(), token);

    expect(read.ok).toBe(true);
    expect(server.calls[0]?.headers.authorization).toBe('Bearer secret-token');
  });

  it.each([
    [401, 'authError', 'state-credentials'],
    [403, 'forbidden', 'state-forbidden'],
    [301, 'movedPermanently', 'state-moved'],
    [412, 'conditionNotMet', 'state-other'],
  ])('answers %s %s', async (status, reason, code) => {
    const server = await start();
    const body = JSON.stringify({ error: { errors: [{ reason }] } });
    server.faults.push({ status, body });
    const problem = await readProblem({ ...place, endpoint: server.url });

    expect(problem.code).toBe(code);
    if (status >= 400) expect(problem.message).toContain(`(${reason})`);
  });

  it('reports a missing object', async () => {
    const server = await start();
    const location = { ...place, object: 'x', endpoint: server.url };

    expect(await readProblem(location)).toMatchObject({
      code: 'state-missing',
      message: 'There is no state at this place (notFound).',
      place: { file: 'gs://shop/x' },
      hint: 'Check the bucket, the prefix and the workspace.',
    });
  });

  it.each([
    'https://storage.example.com',
    'https://googleapis.com.example.com',
    'http://storage.googleapis.com',
    'https://storage.googleapis.com:444',
    'https://storage.googleapis.com@example.com',
  ])('is not called at %s, which does not receive a token', async (endpoint) => {
    const location: GcsLocation = { ...place, endpoint };
    let tokens = 0;
    const read = await readGcsState(location, testPorts(), async () => {
      tokens += 1;
      return 'secret-token';
    });

    expect(read).toEqual({ ok: false, error: { kind: 'address' } });
    expect(tokens).toBe(0);
  });

  it('signs in as the environment says', async () => {
    const server = await start();
    const folder = mkdtempSync(join(tmpdir(), 'parley-gcs-'));
    const subject = join(folder, 'subject');
    writeFileSync(subject, 'token-of-the-machine');
    const credentials = join(folder, 'credentials.json');
    const audience =
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q';
    writeFileSync(
      credentials,
      JSON.stringify({
        type: 'external_account',
        audience,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `${server.url}/token`,
        credential_source: { file: subject },
      }),
    );
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', credentials);
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'shop');
    try {
      const location = { ...place, endpoint: server.url };
      const read = await readGcsState(location, testPorts(), googleStateToken({}));

      expect(read.ok).toBe(true);
      expect(server.calls.at(-1)?.headers.authorization).toBe('Bearer of-the-test');
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is not called with an invalid token', async () => {
    const server = await start();
    const location = { ...place, endpoint: server.url };
    const read = await readGcsState(location, testPorts(), async () => 'a\nb');

    expect(read).toEqual({ ok: false, error: { kind: 'credentials' } });
    expect(server.calls).toEqual([]);
  });

  it('uses the token that Terraform would use', async () => {
    expect(await googleStateToken({ GOOGLE_OAUTH_ACCESS_TOKEN: 'ya29' })()).toBe('ya29');
  });
});

describe('Blob Storage', () => {
  const place = {
    kind: 'azure-blob',
    account: 'shopstate',
    container: 'tfstate',
    blob: 'net/a b.tfstateenv:prod',
    environment: 'public',
  } as const;
  const start = () => started(startBlobs(place.account, place.container, place.blob));

  it('returns the blob and its version', async () => {
    const server = await start();
    const location: BlobLocation = { ...place, endpoint: server.url };

    expect(await readSnapshot(location)).toMatchObject({
      text: stateJson,
      from: 'azblob://shopstate/tfstate/net/a b.tfstateenv:prod',
      version: '2026-03-14T01:00:00.0000000Z',
    });
  });

  it('receives the token', async () => {
    const server = await start();
    const read = await readBlobState({ ...place, endpoint: server.url }, testPorts(), token);

    expect(read.ok).toBe(true);
    expect(server.calls[0]?.headers.authorization).toBe('Bearer secret-token');
  });

  it.each([
    [{ blob: 'x' }, 'BlobNotFound'],
    [{ container: 'other' }, 'ContainerNotFound'],
  ])('reports a missing %j', async (more, name) => {
    const server = await start();
    const problem = await readProblem({ ...place, ...more, endpoint: server.url });

    expect(problem.code).toBe('state-missing');
    expect(problem.message).toBe(`There is no state at this place (${name}).`);
  });

  it.each([
    [401, 'InvalidAuthenticationInfo', 'state-credentials'],
    [403, 'AuthorizationPermissionMismatch', 'state-forbidden'],
    [409, 'PublicAccessNotPermitted', 'state-other'],
  ])('answers %s %s', async (status, name, code) => {
    const server = await start();
    server.faults.push({ status, headers: { 'x-ms-error-code': name }, body: '<Error/>' });
    const problem = await readProblem({ ...place, endpoint: server.url });

    expect([problem.code, problem.message.includes(`(${name})`)]).toEqual([code, true]);
  });

  it('is called at the address of the account only', async () => {
    const location: BlobLocation = { ...place, endpoint: 'https://blobs.example.com' };

    expect(await readProblem(location)).toMatchObject({ code: 'state-address' });
  });
});

describe('HCP Terraform', () => {
  const hostOf = ({ url }: TestServer): string => url.slice('http://'.length);
  const placeAt = (server: TestServer, workspace = 'shop') =>
    ({ kind: 'hcp', host: hostOf(server), organization: 'acme', workspace }) as const;
  const envOf = (server: TestServer, key = 'key') => ({
    env: { TFE_TOKEN: key, TFE_ADDRESS: server.url },
  });

  it('returns the current state version', async () => {
    const server = await started(startHcp('key'));

    expect(await readSnapshot(placeAt(server), envOf(server))).toMatchObject({
      text: stateJson,
      from: `tfc://${hostOf(server)}/acme/shop`,
      version: 'sv-1',
    });
    expect(server.calls).toHaveLength(3);
  });

  it('follows the link to another host without the token', async () => {
    const asked: Asked[] = [];
    const archive = await started(
      startHttp((call) => {
        asked.push(call);
        return { status: 200, body: stateJson };
      }),
    );
    const server = await started(startHcp('key', () => `${archive.url}/object?sig=abc`));

    expect(await readSnapshot(placeAt(server), envOf(server))).toMatchObject({ version: 'sv-1' });
    expect(asked.map(({ url, headers }) => [url.search, headers.authorization])).toEqual([
      ['?sig=abc', undefined],
    ]);
  });

  it.each<[string, (url: string) => string | null, string]>([
    ['no link', () => null, 'state-forbidden'],
    ['a link that is none', () => 'http://', 'state-not-json'],
    ['a link to metadata', () => 'http://169.254.169.254/latest', 'state-address'],
    ['a link to a state that is gone', (url) => `${url}/gone`, 'state-missing'],
  ])('with %s', async (_, link, code) => {
    const server = await started(startHcp('key', link));

    expect(await readProblem(placeAt(server), envOf(server))).toMatchObject({ code });
  });

  it.each([
    ['a wrong token', 'shop', 'other', 'state-credentials'],
    ['another workspace', 'other', 'key', 'state-missing'],
  ])('with %s', async (_, workspace, key, code) => {
    const server = await started(startHcp('key'));

    expect(await readProblem(placeAt(server, workspace), envOf(server, key))).toMatchObject({
      code,
    });
  });

  it('is not called without a token for its host', async () => {
    const server = await started(startHcp('key'));
    const env = { TFE_TOKEN: 'key', TF_TOKEN_app_terraform_io: 'key' };

    expect(await readProblem(placeAt(server), { env })).toMatchObject({
      code: 'state-credentials',
    });
    expect(server.calls).toEqual([]);
  });

  it('reports that a proxy answered', async () => {
    const server = await started(startHcp('key'));
    server.faults.push({ status: 200, body: '<html>' });

    expect(await readProblem(placeAt(server), envOf(server))).toMatchObject({
      code: 'state-not-json',
    });
  });
});
