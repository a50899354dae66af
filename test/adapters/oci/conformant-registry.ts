import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/*
 * An in-memory registry that implements the OCI distribution specification 1.1, including the
 * referrers list, and refuses what the specification forbids. It exists because Debian packages no
 * registry that lists referrers. The numbers (end-1 ...) are those of the endpoints in the
 * specification.
 */

const indexType = 'application/vnd.oci.image.index.v1+json';
/** Small, so that lists have several pages. */
const pageSize = 2;

interface Manifest {
  readonly bytes: Buffer;
  readonly type: string;
}

interface Repository {
  readonly blobs: Map<string, Buffer>;
  readonly manifests: Map<string, Manifest>;
  readonly tags: Map<string, string>;
  readonly uploads: Map<string, Buffer>;
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly name: string;
  readonly repository: Repository;
  /** The last part of the path. */
  readonly last: string;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** Starts the registry on a free port. */
export async function startConformantRegistry(): Promise<{ port: number; stop(): Promise<void> }> {
  const repositories = new Map<string, Repository>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    send(request, response, answer(repositories, request, Buffer.concat(chunks)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server has no port.');
  return {
    port: address.port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send({ method }: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(reply.body ?? '');
  response.writeHead(reply.status, { 'content-length': body.length, ...reply.headers });
  response.end(method === 'HEAD' ? undefined : body);
}

const namePattern =
  /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;

function answer(
  repositories: Map<string, Repository>,
  { method = '', url: path = '', headers }: IncomingMessage,
  body: Buffer,
): Reply {
  const url = new URL(path, 'http://registry');
  if (url.pathname === '/v2/') return { status: 200 }; // end-1
  const [, name = '', kind = '', last = ''] =
    /^\/v2\/(.+?)\/(blobs\/uploads|blobs|manifests|tags|referrers)\/(.*)$/.exec(url.pathname) ?? [];
  if (!namePattern.test(name)) return refused(404, 'NAME_INVALID', path);
  const repository = repositories.get(name) ?? emptyRepository();
  repositories.set(name, repository);
  const call: Call = { method, url, headers, body, name, repository, last };
  if (kind === 'blobs/uploads') return upload(call);
  if (kind === 'blobs') return blob(call);
  if (kind === 'manifests') return method === 'PUT' ? putManifest(call) : manifest(call);
  if (method !== 'GET') return refused(405, 'UNSUPPORTED', method);
  return kind === 'tags' ? tagList(call) : referrers(call);
}

function emptyRepository(): Repository {
  return { blobs: new Map(), manifests: new Map(), tags: new Map(), uploads: new Map() };
}

/** end-4, 5, 6, 13, 14. */
function upload({ method, url, headers, body, name, repository, last }: Call): Reply {
  const { uploads, blobs } = repository;
  const at = (id: string) => `/v2/${name}/blobs/uploads/${id}`;
  if (method === 'POST' && last === '') {
    const digest = url.searchParams.get('digest');
    if (digest !== null) return keepBlob(blobs, name, digest, body);
    const id = randomUUID();
    uploads.set(id, Buffer.of());
    return { status: 202, headers: { location: at(id) } };
  }
  const known = uploads.get(last);
  if (known === undefined) return refused(404, 'BLOB_UPLOAD_UNKNOWN', last);
  const range = `0-${Math.max(0, known.length - 1)}`;
  if (method === 'GET') return { status: 204, headers: { location: at(last), range } };
  if (method === 'DELETE') {
    uploads.delete(last);
    return { status: 204 };
  }
  const from = /^(\d+)-/.exec(String(headers['content-range'] ?? ''))?.[1];
  if (from !== undefined && Number(from) !== known.length) {
    return { ...refused(416, 'BLOB_UPLOAD_INVALID', last), headers: { location: at(last), range } };
  }
  const whole = Buffer.concat([known, body]);
  if (method === 'PATCH') {
    uploads.set(last, whole);
    return { status: 202, headers: { location: at(last), range: `0-${whole.length - 1}` } };
  }
  if (method !== 'PUT') return refused(405, 'UNSUPPORTED', method);
  uploads.delete(last);
  return keepBlob(blobs, name, url.searchParams.get('digest') ?? '', whole);
}

function keepBlob(blobs: Repository['blobs'], name: string, digest: string, bytes: Buffer): Reply {
  if (digestOf(bytes) !== digest) return refused(400, 'DIGEST_INVALID', digest);
  blobs.set(digest, bytes);
  return {
    status: 201,
    headers: { location: `/v2/${name}/blobs/${digest}`, 'docker-content-digest': digest },
  };
}

/** end-2, 10. */
function blob({ method, repository: { blobs }, last }: Call): Reply {
  const bytes = blobs.get(last);
  if (bytes === undefined) return refused(404, 'BLOB_UNKNOWN', last);
  if (method === 'DELETE') return blobs.delete(last) ? { status: 202 } : { status: 404 };
  const headers = {
    'content-type': 'application/octet-stream',
    'docker-content-digest': last,
  };
  return { status: 200, headers, body: bytes };
}

/** end-3, 9. */
function manifest({ method, headers, repository: { manifests, tags }, last }: Call): Reply {
  const digest = tags.get(last) ?? last;
  const found = manifests.get(digest);
  if (found === undefined) return refused(404, 'MANIFEST_UNKNOWN', last);
  if (method === 'DELETE') {
    if (!tags.delete(last)) manifests.delete(digest);
    return { status: 202 };
  }
  const accepted = headers.accept ?? '*/*';
  if (!accepted.includes(found.type) && !accepted.includes('*/*')) {
    return refused(404, 'MANIFEST_UNKNOWN', accepted);
  }
  const own = { 'content-type': found.type, 'docker-content-digest': digest };
  return { status: 200, headers: own, body: found.bytes };
}

interface Parsed {
  readonly mediaType?: string;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly config?: { readonly digest: string; readonly mediaType: string };
  readonly layers?: readonly { readonly digest: string }[];
  readonly subject?: { readonly digest: string };
}

/** end-7. */
function putManifest({ headers, body, name, repository, last }: Call): Reply {
  const { blobs, manifests, tags } = repository;
  const type = headers['content-type'] ?? '';
  const digest = digestOf(body);
  const parsed = parsedManifest(body);
  if (parsed === undefined || (parsed.mediaType ?? type) !== type) {
    return refused(400, 'MANIFEST_INVALID', type);
  }
  const isDigest = last.includes(':');
  if (isDigest && last !== digest) return refused(400, 'DIGEST_INVALID', last);
  if (!isDigest && !/^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/.test(last)) {
    return refused(400, 'MANIFEST_INVALID', last);
  }
  const parts = [...(parsed.config ? [parsed.config] : []), ...(parsed.layers ?? [])];
  const lost = parts.find((one) => !blobs.has(one.digest));
  if (lost !== undefined) return refused(400, 'MANIFEST_BLOB_UNKNOWN', lost.digest);
  manifests.set(digest, { bytes: body, type });
  if (!isDigest) tags.set(last, digest);
  return {
    status: 201,
    headers: {
      location: `/v2/${name}/manifests/${digest}`,
      'docker-content-digest': digest,
      ...(parsed.subject && { 'oci-subject': parsed.subject.digest }),
    },
  };
}

function parsedManifest(bytes: Buffer): Parsed | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Parsed;
  } catch {
    return undefined;
  }
}

/** end-8. */
function tagList({ url, name, repository: { tags } }: Call): Reply {
  const most = Number(url.searchParams.get('n') ?? '1000');
  const after = url.searchParams.get('last') ?? '';
  const left = [...tags.keys()].sort().filter((tag) => tag > after);
  const page = left.slice(0, Math.min(most, 100));
  const next = `/v2/${name}/tags/list?n=${most}&last=${page.at(-1)}`;
  return {
    status: 200,
    headers: {
      'content-type': 'application/json',
      ...(left.length > page.length && { link: `<${next}>; rel="next"` }),
    },
    body: JSON.stringify({ name, tags: page }),
  };
}

/** end-12: an empty list for an unknown digest. */
function referrers({ url, name, repository: { manifests }, last }: Call): Reply {
  const only = url.searchParams.get('artifactType');
  const from = Number(url.searchParams.get('from') ?? '0');
  const all = [...manifests].flatMap(([digest, { bytes, type }]) => {
    const { subject, artifactType, config, annotations } = parsedManifest(bytes) ?? {};
    if (subject?.digest !== last) return [];
    const of = artifactType ?? config?.mediaType;
    if (only !== null && only !== of) return [];
    return [{ mediaType: type, digest, size: bytes.length, artifactType: of, annotations }];
  });
  const next = `/v2/${name}/referrers/${last}?from=${from + pageSize}`;
  return {
    status: 200,
    headers: {
      'content-type': indexType,
      ...(only !== null && { 'oci-filters-applied': 'artifactType' }),
      ...(all.length > from + pageSize && { link: `<${next}>; rel="next"` }),
    },
    body: JSON.stringify({
      schemaVersion: 2,
      mediaType: indexType,
      manifests: all.slice(from, from + pageSize),
    }),
  };
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function refused(status: number, code: string, detail: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ errors: [{ code, message: code.toLowerCase(), detail }] }),
  };
}
