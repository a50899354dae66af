import { type Answered, type Asked, startHttp, type TestServer } from '../collect/servers/http.ts';
import { stateJson } from './ports.ts';

export interface CloudServer extends TestServer {
  readonly calls: Asked[];
  /** Answers for the next calls, instead of the regular ones. */
  readonly faults: Answered[];
}

async function startCloud(answer: (asked: Asked, url: string) => Answered): Promise<CloudServer> {
  const calls: Asked[] = [];
  const faults: Answered[] = [];
  const server = await startHttp((asked) => {
    calls.push(asked);
    return faults.shift() ?? answer(asked, server.url);
  });
  return { ...server, calls, faults };
}

const token = { access_token: 'of-the-test', token_type: 'Bearer', expires_in: 3600 };

/** A fake of Cloud Storage with one object, and of the token exchange for workload identity. */
export function startGcs(bucket: string, object: string): Promise<CloudServer> {
  const path = `/storage/v1/b/${bucket}/o/${encodeURIComponent(object)}`;
  return startCloud(({ url }) => {
    if (url.pathname === '/token') return { status: 200, body: JSON.stringify(token) };
    if (url.pathname !== path || url.searchParams.get('alt') !== 'media') {
      const errors = [{ domain: 'global', reason: 'notFound', message: `No such object: ${path}` }];
      return { status: 404, body: JSON.stringify({ error: { code: 404, errors } }, undefined, 2) };
    }
    const headers = { 'x-goog-generation': '1773453600000001', etag: 'CAE=' };
    return { status: 200, headers, body: stateJson };
  });
}

/**
 * A fake of Blob Storage with one blob; like the emulator, its paths begin with the account name.
 */
export function startBlobs(account: string, container: string, blob: string): Promise<CloudServer> {
  return startCloud(({ url, headers }) => {
    const missing = (name: string): Answered => ({
      status: 404,
      headers: { 'x-ms-error-code': name },
      body: `<?xml version="1.0"?><Error><Code>${name}</Code></Error>`,
    });
    if (headers['x-ms-version'] === undefined) return { status: 400, body: '' };
    const [, first, second, ...rest] = url.pathname.split('/');
    if (first !== account || second !== container) return missing('ContainerNotFound');
    if (rest.map(decodeURIComponent).join('/') !== blob) return missing('BlobNotFound');
    const more = { etag: '"0x8D"', 'x-ms-version-id': '2026-03-14T01:00:00.0000000Z' };
    return { status: 200, headers: more, body: stateJson };
  });
}

/**
 * A fake of HCP Terraform with one workspace; `link` says where states are hosted (default: here).
 */
export function startHcp(
  key: string,
  link: (url: string) => string | null = (url) => `${url}/api/v2/state-versions/sv-1/hosted_state`,
): Promise<CloudServer> {
  return startCloud(({ url, headers }, own) => {
    if (headers.authorization !== `Bearer ${key}`) {
      return { status: 401, body: JSON.stringify({ errors: [{ status: '401' }] }) };
    }
    switch (url.pathname) {
      case '/api/v2/organizations/acme/workspaces/shop':
        return { status: 200, body: JSON.stringify({ data: { id: 'ws-1', type: 'workspaces' } }) };
      case '/api/v2/workspaces/ws-1/current-state-version': {
        const attributes = { serial: 7, 'hosted-state-download-url': link(own) };
        const data = { id: 'sv-1', type: 'state-versions', attributes };
        return { status: 200, body: JSON.stringify({ data }) };
      }
      case '/api/v2/state-versions/sv-1/hosted_state':
        return { status: 200, body: stateJson };
      default:
        return { status: 404, body: JSON.stringify({ errors: [{ status: '404' }] }) };
    }
  });
}
