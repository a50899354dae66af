import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stateProblem } from '../../../src/adapters/state-source/failure.ts';
import { openStateSource } from '../../../src/adapters/state-source/open.ts';
import { s3Failure } from '../../../src/adapters/state-source/s3/failure.ts';
import { bearer } from '../../../src/adapters/state-source/token.ts';
import type { StateLocation } from '../../../src/adapters/state-source/types.ts';
import { type Answered, startHttp, type TestServer } from '../collect/servers/http.ts';
import { testPorts } from './ports.ts';

const secret = 'hunter2';

/** A server that echoes the caller's secrets in every part of its answers. */
let server: TestServer;
let status = 403;
beforeEach(async () => {
  server = await startHttp(({ headers }): Answered => {
    const reported = `${secret} ${headers.authorization ?? ''}`;
    return {
      status,
      headers: {
        'x-ms-error-code': reported,
        'x-goog-generation': '1',
        'www-authenticate': reported,
        location: `http://${secret}:${secret}@127.0.0.1/${secret}`,
        'retry-after': secret,
      },
      body: JSON.stringify({
        error: { message: reported, errors: [{ reason: reported }] },
        Code: reported,
      }),
    };
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', `AKID${secret}`);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  vi.stubEnv('AWS_SESSION_TOKEN', secret);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const locations = (endpoint: string): readonly StateLocation[] => [
  { kind: 'http', url: `${endpoint}/state?token=${secret}#${secret}` },
  { kind: 's3', bucket: 'shop', key: 'k', endpoint, region: 'us-east-1' },
  { kind: 'gcs', bucket: 'shop', object: 'o', endpoint },
  {
    kind: 'azure-blob',
    account: 'shopstate',
    container: 'tfstate',
    blob: 'b',
    environment: 'public',
    endpoint,
  },
  { kind: 'hcp', host: endpoint.slice(7), organization: 'acme', workspace: 'shop' },
];

describe('a secret', () => {
  it.each([200, 204, 301, 302, 400, 401, 403, 404, 409, 418, 429, 500, 503])(
    'is not in the report of an answer %s',
    async (given) => {
      status = given;
      const env = {
        TF_HTTP_USERNAME: secret,
        TF_HTTP_PASSWORD: secret,
        TFE_TOKEN: secret,
        TFE_ADDRESS: server.url,
      };
      for (const location of locations(server.url)) {
        const source = openStateSource(location, testPorts({ env }));
        const read = await source.read();
        const said = read.ok ? { ...read.value, text: '' } : read.error;

        expect(JSON.stringify(said)).not.toContain(secret);
        expect(JSON.stringify(said)).not.toContain(Buffer.from(secret).toString('base64'));
        expect(source.describe()).not.toContain(secret);
      }
    },
  );

  it.each(['hunter2 expired', 'no hunter2'])('is not shown by a sign-in: %s', async (message) => {
    const failed = await bearer(() => Promise.reject(new Error(message)));
    if (failed.ok) throw new Error('It signed in.');

    expect(failed.error.kind).toMatch(/^credentials/);
    expect(JSON.stringify(failed)).not.toContain(secret);
  });

  it.each([
    { name: 'SignatureDoesNotMatch', message: `string to sign: ${secret}` },
    { name: 'CredentialsProviderError', message: secret },
    { name: `bad ${secret}`, message: secret, $metadata: { httpStatusCode: 400 } },
    { name: 'Error', message: secret, Code: `<${secret}>`, $metadata: { httpStatusCode: 403 } },
  ])('is not shown by the S3 client: %j', (fields) => {
    const failure = s3Failure(Object.assign(new Error(fields.message), fields));
    if (failure === undefined) throw new Error('It is no failure.');

    expect(JSON.stringify(stateProblem(failure, 's3://b/k', 's3'))).not.toContain(secret);
  });
});
