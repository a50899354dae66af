import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import { createRegistryStore } from '../../../src/adapters/oci/registry.ts';
import { openCatalogue } from '../../../src/app/resource/catalogue.ts';
import { packVersion } from '../../../src/stages/resource/manifest.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

/** An in-memory registry; `before` returns true if it answered a request in its place. */
async function registry(before: Answer) {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, Buffer>();
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    calls.push(`${request.method} ${request.url}`);
    if (before(request, response, body)) return;
    const url = new URL(request.url ?? '', 'http://x');
    const [, kind, name = ''] = /\/(blobs|manifests|tags)\/(.*)$/.exec(url.pathname) ?? [];
    const kept = kind === 'blobs' ? blobs : manifests;
    if (request.method === 'POST') {
      response.writeHead(202, { location: `${url.pathname}1` }).end();
    } else if (request.method === 'PUT') {
      kept.set(kind === 'blobs' ? (url.searchParams.get('digest') ?? '') : name, body);
      response.writeHead(201).end();
    } else if (kind === 'tags') {
      response.end(JSON.stringify({ tags: [...manifests.keys()] }));
    } else {
      const bytes = kept.get(name);
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
    }
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server has no port.');
  const base = new URL(`http://127.0.0.1:${address.port}`);
  const waits: number[] = [];
  const store = createRegistryStore({
    base,
    call: fetch,
    clock: { now: () => 0, sleep: async (time) => void waits.push(time) },
    credential: async () => undefined,
    timeout: 400,
  });
  return { store, base, calls, waits, manifests };
}

const servers: Server[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const version = {
  tenant: 'a',
  kind: 'Route',
  name: 'web',
  spec: { to: 'x' },
  parents: [],
};

const cutUpload = '{"errors":[{"code":"DIGEST_INVALID","message":"it did not match"}]}';

function refusing(status: number, times: number, headers: Record<string, string> = {}): Answer {
  let left = times;
  return (request, response) => {
    if (request.method !== 'PUT' || left === 0) return false;
    left -= 1;
    response.writeHead(status, headers).end('{"errors":[{"code":"NO","message":"not now"}]}');
    return true;
  };
}

describe('a registry that', () => {
  it.each<[string, Answer, readonly number[]]>([
    ['takes no more calls for a while', refusing(429, 2, { 'retry-after': '7' }), [7000, 7000]],
    [
      'says so with a date',
      refusing(429, 1, { 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }),
      [9000],
    ],
    ['fails for a moment', refusing(503, 3), [250, 500, 1000]],
  ])('%s gets the call again', async (_, before, waits) => {
    const place = await registry(before);
    const put = await place.store.put('a/web', await packVersion(version), ['latest']);

    expect(put.ok).toBe(true);
    expect(place.waits).toEqual(waits);
  });

  it.each<[string, Answer, string]>([
    ['is full', refusing(507, 99), 'registry-full'],
    ['takes nothing so large', refusing(413, 99), 'registry-full'],
    ['fails', refusing(500, 99), 'registry-failed'],
    ['takes no more calls', refusing(429, 99), 'registry-rate-limit'],
    ['asks for an hour', refusing(429, 99, { 'retry-after': '3600' }), 'registry-rate-limit'],
    ['lets nobody in', refusing(403, 99), 'registry-credentials'],
    ['does not know the form', refusing(400, 99), 'registry-refused'],
    ['never answers', (request) => request.method === 'PUT', 'registry-unreachable'],
    [
      'gives an upload no address',
      (request, response) => {
        if (request.method === 'POST') response.writeHead(202).end();
        return request.method === 'POST';
      },
      'registry-answer',
    ],
  ])('%s is reported, and nothing becomes visible', async (_, before, code) => {
    const place = await registry(before);
    const put = await place.store.put('a/web', await packVersion(version), ['latest']);

    expect(put).toMatchObject({ ok: false, error: { code } });
    expect(put.ok ? '' : put.error.hint).not.toBe('');
    expect(place.manifests.size).toBe(0);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['cuts the line after an upload', (response) => response.destroy()],
    ['says that bytes are missing', (response) => response.writeHead(400).end(cutUpload)],
    ['fails after an upload', (response) => response.writeHead(500).end()],
  ])('%s gets the bytes again in a new upload', async (_, cut) => {
    const received = new Map<string, number>();
    const place = await registry((request, response, body) => {
      const [path = ''] = (request.url ?? '').split('?');
      if (request.method === 'POST') {
        response.writeHead(202, { location: `${path}${received.size + 1}` }).end();
        return true;
      }
      if (request.method !== 'PUT' || !path.includes('/uploads/')) return false;
      const before = received.get(path);
      received.set(path, (before ?? 0) + body.length);
      if (received.size === 1 && before === undefined) cut(response);
      else if (before !== undefined) response.writeHead(400).end(cutUpload);
      else return false;
      return true;
    });
    const artifact = await packVersion(version);
    const put = await place.store.put('a/web', artifact, ['latest']);

    expect(put).toEqual({ ok: true, value: undefined });
    expect(received.size).toBe(artifact.blobs.length + 1);
  });

  it('reports a truncated manifest gets it again', async () => {
    let refused = 0;
    const place = await registry((request, response) => {
      if (request.method !== 'PUT' || !request.url?.includes('/manifests/')) return false;
      refused += 1;
      if (refused === 1) response.writeHead(400).end(cutUpload);
      return refused === 1;
    });
    const put = await place.store.put('a/web', await packVersion(version), ['latest']);

    expect(put).toEqual({ ok: true, value: undefined });
    expect(refused).toBeGreaterThan(1);
    expect(place.manifests.size).toBeGreaterThan(0);
  });

  it('gives other bytes than the digest names is not trusted', async () => {
    const place = await registry((request, response) => {
      if (request.method === 'GET') response.end('{"other":1}');
      return request.method === 'GET';
    });
    const { digest, descriptor } = await packVersion(version);

    for (const read of [
      place.store.manifest('a/web', digest),
      place.store.blob('a/web', descriptor),
    ]) {
      expect(await read).toMatchObject({ ok: false, error: { code: 'artifact-corrupt' } });
    }
  });

  it('forgets a tag gets it once more, and is reported if it always forgets', async () => {
    const forgetting = (times: number): Answer => {
      let left = times;
      return (request, response) => {
        if (!/tags\/list/.test(request.url ?? '') || left === 0) return false;
        left -= 1;
        response.end('{"tags":["latest"]}');
        return true;
      };
    };
    const once = await registry(forgetting(1));
    const always = await registry(forgetting(99));

    expect((await openCatalogue(once.store, 'a').publish(version)).ok).toBe(true);
    expect(once.calls.filter((call) => call.includes('PUT') && call.includes('/v-'))).toHaveLength(
      2,
    );
    expect(await openCatalogue(always.store, 'a').publish(version)).toMatchObject({
      ok: false,
      error: { code: 'registry-forgets' },
    });
  });

  it('demands a login gets the docker login credentials, through its token service', async () => {
    const asked: string[] = [];
    const place = await registry((request, response) => {
      const { authorization = '' } = request.headers;
      if (request.url?.startsWith('/token')) {
        asked.push(`${authorization} ${request.url}`);
        response.end('{"token":"short-lived"}');
        return true;
      }
      if (authorization === 'Bearer short-lived') return false;
      const realm = `http://${request.headers.host}/token`;
      const challenge = `Bearer realm="${realm}",service="reg",scope="repository:a/web:pull,push"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return true;
    });
    const folder = mkdtempSync(join(tmpdir(), 'parley-docker-'));
    folders.push(folder);
    const auth = Buffer.from('ana:secret').toString('base64');
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ auths: { [place.base.host]: { auth } } }),
    );
    const store = openArtifactStore(place.base.href, { env: { DOCKER_CONFIG: folder }, cwd: '/' });

    expect(
      store.ok && (await store.value.put('a/web', await packVersion(version), ['latest'])).ok,
    ).toBe(true);
    expect(new Set(asked)).toEqual(
      new Set([`Basic ${auth} /token?service=reg&scope=repository%3Aa%2Fweb%3Apull%2Cpush`]),
    );
  });

  it('redirects uploads to another host does not make Parley send credentials there', async () => {
    const seen: (string | undefined)[] = [];
    const other = await registry((request) => {
      seen.push(request.headers.authorization);
      return false;
    });
    const place = await registry((request, response) => {
      if (request.headers.authorization !== 'Bearer own') {
        response.writeHead(401, { 'www-authenticate': 'Bearer realm="x"' }).end();
        return true;
      }
      if (request.method !== 'POST') return false;
      response.writeHead(202, { location: `${other.base.href}v2/a/web/blobs/uploads/1` }).end();
      return true;
    });
    const env = { PARLEY_REGISTRY_TOKEN: 'own' };
    const store = openArtifactStore(place.base.href, { env, cwd: '/' });

    expect(
      store.ok && (await store.value.put('a/web', await packVersion(version), ['latest'])).ok,
    ).toBe(true);
    expect(seen).toEqual([undefined, undefined]);
  });
});

describe('the address of a registry', () => {
  it.each([
    'http://registry.example.com',
    'https://ana:secret@registry.example.com',
    'https://registry.example.com/?x=1',
    'http://169.254.169.254',
    'https://169.254.169.254/',
    'https://',
  ])('may not be %s', (address) => {
    expect(openArtifactStore(address, { env: {}, cwd: '/' })).toMatchObject({
      ok: false,
      error: { code: 'registry-address' },
    });
  });
});
