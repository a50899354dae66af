import { z } from 'zod';
import { type Blob, type Descriptor, isArtifactDigest } from '../../model/artifact.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { bytesDigest } from '../../stages/resource/archive.ts';
import { indexType, manifestType, readIndex } from '../../stages/resource/manifest.ts';
import { registryAddresses } from './addresses.ts';
import { corrupt, registryResponse } from './failure.ts';
import { isTag, referrersTag } from './names.ts';
import { createSender, type RegistryLine } from './send.ts';
import { listReferrer, putBlob, putManifest, type RegistryWriter } from './upload.ts';

const TagList = z.object({ tags: z.array(z.string()).nullish() });

/** Pages of 1,000 tags each; more would be a history of a million versions. */
const maxPages = 1000;
/** Blobs that are remembered, so that they are not uploaded or checked again. */
const maxKnown = 10_000;
/** Bytes that an answer may have beyond its announced size. */
const slack = 64_000;

/** A registry by URL, according to the OCI distribution specification 1.1. */
export function createRegistryStore(line: RegistryLine): ArtifactStore {
  const location = line.base.href.replace(/\/$/, '');
  const send = createSender(line);
  const writer: RegistryWriter = { at: registryAddresses(line.base), send, location };
  /** Repositories and digests of blobs that were uploaded or already there. */
  const known = new Set<string>();
  const { at } = writer;
  const manifest: ArtifactStore['manifest'] = async (repository, reference) => {
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
  };
  return {
    location,
    manifest,
    tags: (repository) => readTags(writer, repository),
    async put(repository, artifact, tags) {
      const { digest, bytes, mediaType: type, subject } = artifact;
      const asked = artifact.blobs.map((blob) => [`${repository} ${blob.digest}`, blob] as const);
      const fresh = asked.filter(([key]) => !known.has(key));
      const put = await putBlobs(
        writer,
        repository,
        fresh.map(([, blob]) => blob),
      );
      if (!put.ok) return put;
      if (known.size > maxKnown) known.clear();
      for (const [key] of asked) known.add(key);
      for (const name of tags.length === 0 ? [digest] : tags) {
        const sent = { name, bytes, type };
        let done = await putManifest(writer, repository, sent);
        if (!done.ok && fresh.length < asked.length) {
          // Blobs that were there may have been removed since.
          for (const [key] of asked) known.delete(key);
          const again = await putBlobs(writer, repository, artifact.blobs);
          if (!again.ok) return again;
          done = await putManifest(writer, repository, sent);
        }
        if (!done.ok) return done;
        if (subject === undefined || done.value.headers.has('oci-subject')) continue;
        const listed = await listReferrer({ ...writer, manifest }, repository, artifact, subject);
        if (!listed.ok) return listed;
      }
      return ok(undefined);
    },
    async blob(repository, { digest, size }) {
      const url = at(repository, `blobs/${digest}`);
      if (!url.ok) return url;
      const request = {
        method: 'GET',
        url: url.value,
        also: [404],
        largest: size + slack,
      } as const;
      const answer = await send(request);
      if (!answer.ok) return answer;
      const { status, bytes } = answer.value;
      if (status === 404) return ok(undefined);
      return bytesDigest(bytes) === digest ? ok(bytes) : fail(corrupt(location, digest));
    },
    async referrers(repository, subject) {
      const url = at(repository, `referrers/${subject}`);
      if (!url.ok) return url;
      const listed = await readReferrers(writer, url.value);
      if (!listed.ok) return listed;
      if (listed.value !== undefined) return ok(listed.value);
      const found = await manifest(repository, referrersTag(subject));
      return found.ok ? ok(found.value === undefined ? [] : readIndex(found.value.bytes)) : found;
    },
  };
}

async function putBlobs(
  writer: RegistryWriter,
  repository: string,
  blobs: readonly Blob[],
): Promise<Result<undefined>> {
  for (const blob of blobs) {
    const put = await putBlob(writer, repository, blob);
    if (!put.ok) return put;
  }
  return ok(undefined);
}

/** The entries of a list, read page by page; undefined if the registry has no such lists. */
async function readReferrers(
  { send, location }: RegistryWriter,
  first: URL,
): Promise<Result<readonly Descriptor[] | undefined>> {
  const found: Descriptor[] = [];
  let url = first;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await send({ method: 'GET', url, also: [400, 404, 405] });
    if (!answer.ok) return answer;
    const { status, bytes, headers } = answer.value;
    if (status >= 300) return ok(undefined);
    found.push(...readIndex(bytes));
    const next = nextPage(headers);
    if (next === undefined) return ok(byDigest(found));
    const isOwn = URL.canParse(next, url.href) && new URL(next, url).origin === first.origin;
    if (!isOwn) return fail(registryResponse(location, 'a list continues at another address'));
    url = new URL(next, url);
  }
  return ok(byDigest(found));
}

function byDigest(found: readonly Descriptor[]): readonly Descriptor[] {
  const once = new Map(found.map((one) => [one.digest, one]));
  return [...once.values()].sort((a, b) => compareText(a.digest, b.digest));
}

/** `</v2/...>; rel="next"` */
function nextPage(headers: Headers): string | undefined {
  return /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
}

async function readTags(
  { at, send, location }: RegistryWriter,
  repository: string,
): Promise<Result<readonly string[]>> {
  const tags = new Set<string>();
  for (let page = 0, last = ''; page < maxPages; page += 1) {
    const url = at(repository, 'tags/list');
    if (!url.ok) return url;
    url.value.searchParams.set('n', '1000');
    if (last !== '') url.value.searchParams.set('last', last);
    const answer = await send({ method: 'GET', url: url.value, also: [404] });
    if (!answer.ok) return answer;
    if (answer.value.status === 404) return ok([]);
    const text = Buffer.from(answer.value.bytes).toString('utf8');
    const read = TagList.safeParse(parsedJson(text));
    if (!read.success) return fail(registryResponse(location, 'it is not a list of tags'));
    const found = (read.data.tags ?? []).filter(isTag);
    for (const tag of found) tags.add(tag);
    last = found.at(-1) ?? '';
    if (nextPage(answer.value.headers) === undefined || last === '') break;
  }
  return ok([...tags].sort());
}
