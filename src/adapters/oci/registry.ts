import { z } from 'zod';
import { type Artifact, type Blob, isArtifactDigest } from '../../model/artifact.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { bytesDigest } from '../../stages/resource/archive.ts';
import {
  indexType,
  manifestIndex,
  manifestType,
  readIndex,
} from '../../stages/resource/manifest.ts';
import { corrupt, registryAnswer } from './failure.ts';
import { isTag, referrersTag, repositoryParts } from './names.ts';
import { createSender, type RegistryLine } from './send.ts';

const TagList = z.object({ tags: z.array(z.string()).nullish() });

/** Pages of 1,000 tags each; who has more has a history of a million versions. */
const mostPages = 1000;
/** How often what is attached is put into a list that others write as well. */
const listings = 8;

/** A registry by URL, as the OCI distribution specification 1.1 has it. */
export function createRegistryStore(line: RegistryLine): ArtifactStore {
  const send = createSender(line);
  const location = line.base.href.replace(/\/$/, '');
  const at = (repository: string, path: string): Result<URL> => {
    const parts = repositoryParts(repository);
    if (!parts.ok) return parts;
    const root = line.base.pathname.replace(/\/+$/, '').replace(/^\//, '');
    const name = [...(root === '' ? [] : [root]), ...parts.value].join('/');
    return ok(new URL(`/v2/${name}/${path}`, line.base));
  };

  async function putBlob(repository: string, { digest, bytes }: Blob): Promise<Result<undefined>> {
    const place = at(repository, `blobs/${digest}`);
    if (!place.ok) return place;
    const there = await send({ method: 'HEAD', url: place.value, also: [404] });
    if (!there.ok) return there;
    if (there.value.status !== 404) return ok(undefined);
    const begin = await send({
      method: 'POST',
      url: new URL('uploads/', new URL('.', place.value)),
    });
    if (!begin.ok) return begin;
    const next = begin.value.headers.get('location');
    if (next === null || !URL.canParse(next, place.value)) {
      return fail(registryAnswer(location, 'an upload has no address'));
    }
    const url = new URL(next, place.value);
    url.searchParams.set('digest', digest);
    const headers = { 'content-type': 'application/octet-stream' };
    const done = await send({ method: 'PUT', url, headers, body: bytes });
    return done.ok ? ok(undefined) : done;
  }

  async function putManifest(repository: string, name: string, bytes: Uint8Array, type: string) {
    const place = at(repository, `manifests/${name}`);
    if (!place.ok) return place;
    const headers = { 'content-type': type };
    return send({ method: 'PUT', url: place.value, headers, body: bytes });
  }

  /** No registry lets a tag change only if it is what it was, so it is looked at afterwards. */
  async function list(repository: string, artifact: Artifact, subject: string) {
    const tag = referrersTag(subject);
    for (let turn = 0; turn < listings; turn += 1) {
      const known = await store.manifest(repository, tag);
      if (!known.ok) return known;
      const all = known.value === undefined ? [] : readIndex(known.value.bytes);
      if (all.some(({ digest }) => digest === artifact.digest)) return ok(undefined);
      const index = manifestIndex([...all, artifact.descriptor]);
      const put = await putManifest(repository, tag, index.bytes, indexType);
      if (!put.ok) return put;
    }
    return fail(registryAnswer(location, 'it does not keep the list of what is attached'));
  }

  const store: ArtifactStore = {
    location,
    async put(repository, artifact, tags) {
      for (const blob of artifact.blobs) {
        const put = await putBlob(repository, blob);
        if (!put.ok) return put;
      }
      for (const name of tags.length === 0 ? [artifact.digest] : tags) {
        const put = await putManifest(repository, name, artifact.bytes, artifact.mediaType);
        if (!put.ok) return put;
        const isListed = put.value.headers.has('oci-subject');
        if (artifact.subject === undefined || isListed) continue;
        const listed = await list(repository, artifact, artifact.subject);
        if (!listed.ok) return listed;
      }
      return ok(undefined);
    },
    async manifest(repository, reference) {
      if (!isTag(reference) && !isArtifactDigest(reference)) return ok(undefined);
      const url = at(repository, `manifests/${reference}`);
      if (!url.ok) return url;
      const headers = { accept: `${manifestType}, ${indexType}` };
      const answer = await send({ method: 'GET', url: url.value, headers, also: [404] });
      if (!answer.ok) return answer;
      const { status, bytes } = answer.value;
      if (status === 404) return ok(undefined);
      const digest = bytesDigest(bytes);
      if (!isArtifactDigest(reference) || reference === digest) return ok({ digest, bytes });
      return fail(corrupt(location, reference));
    },
    async blob(repository, { digest, size }) {
      const url = at(repository, `blobs/${digest}`);
      if (!url.ok) return url;
      const answer = await send({
        method: 'GET',
        url: url.value,
        also: [404],
        largest: size + 64_000,
      });
      if (!answer.ok) return answer;
      const { status, bytes } = answer.value;
      if (status === 404) return ok(undefined);
      return bytesDigest(bytes) === digest ? ok(bytes) : fail(corrupt(location, digest));
    },
    async tags(repository) {
      const tags = new Set<string>();
      for (let page = 0, last = ''; page < mostPages; page += 1) {
        const url = at(repository, 'tags/list');
        if (!url.ok) return url;
        url.value.searchParams.set('n', '1000');
        if (last !== '') url.value.searchParams.set('last', last);
        const answer = await send({ method: 'GET', url: url.value, also: [404] });
        if (!answer.ok) return answer;
        if (answer.value.status === 404) return ok([]);
        const read = TagList.safeParse(parsed(answer.value.bytes));
        if (!read.success) return fail(registryAnswer(location, 'it is no list of tags'));
        const found = (read.data.tags ?? []).filter(isTag);
        for (const tag of found) tags.add(tag);
        last = found.at(-1) ?? '';
        if (!/rel="?next/i.test(answer.value.headers.get('link') ?? '') || last === '') break;
      }
      return ok([...tags].sort());
    },
    async referrers(repository, subject) {
      const url = at(repository, `referrers/${subject}`);
      if (!url.ok) return url;
      const answer = await send({ method: 'GET', url: url.value, also: [400, 404, 405] });
      if (!answer.ok) return answer;
      if (answer.value.status < 300) return ok(readIndex(answer.value.bytes));
      const found = await store.manifest(repository, referrersTag(subject));
      return found.ok ? ok(found.value === undefined ? [] : readIndex(found.value.bytes)) : found;
    },
  };
  return store;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    // Whoever asked says that it cannot be used.
    return undefined;
  }
}
