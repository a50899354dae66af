import type { Artifact, ArtifactDigest, Blob } from '../../model/artifact.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { indexType, manifestIndex, readIndex } from '../../stages/resource/manifest.ts';
import type { RegistryAddresses } from './addresses.ts';
import { registryResponse } from './failure.ts';
import { referrersTag } from './names.ts';
import type { RegistryRequest, RegistryResponse, SendToRegistry } from './send.ts';

/** How often to try to add to a list that other processes write as well. */
const listings = 8;

/** What is needed to write to a registry. */
export interface RegistryWriter {
  readonly at: RegistryAddresses;
  readonly send: SendToRegistry;
  /** As people wrote it. */
  readonly location: string;
}

/** Uploads bytes in one piece, unless they are already there. */
export async function putBlob(
  { at, send, location }: RegistryWriter,
  repository: string,
  { digest, bytes }: Blob,
): Promise<Result<undefined>> {
  const place = at(repository, `blobs/${digest}`);
  if (!place.ok) return place;
  const there = await send({ method: 'HEAD', url: place.value, also: [404] });
  if (!there.ok) return there;
  if (there.value.status !== 404) return ok(undefined);
  const uploads = new URL('uploads/', new URL('.', place.value));
  // An upload keeps what it has received: if the bytes were sent again, it would have them twice.
  const renew = async (): Promise<Result<RegistryRequest>> => {
    const begin = await send({ method: 'POST', url: uploads });
    if (!begin.ok) return begin;
    const next = begin.value.headers.get('location');
    if (next === null || !URL.canParse(next, uploads.href)) {
      return fail(registryResponse(location, 'an upload has no address'));
    }
    const url = new URL(next, uploads);
    url.searchParams.set('digest', digest);
    const headers = { 'content-type': 'application/octet-stream' };
    return ok({ method: 'PUT', url, headers, body: bytes, renew });
  };
  const request = await renew();
  if (!request.ok) return request;
  const done = await send(request.value);
  return done.ok ? ok(undefined) : done;
}

/** Puts a manifest under a tag or its digest, which makes it visible. */
export async function putManifest(
  { at, send }: RegistryWriter,
  repository: string,
  {
    name,
    bytes,
    type,
  }: { readonly name: string; readonly bytes: Uint8Array; readonly type: string },
): Promise<Result<RegistryResponse>> {
  const place = at(repository, `manifests/${name}`);
  if (!place.ok) return place;
  const headers = { 'content-type': type };
  return send({ method: 'PUT', url: place.value, headers, body: bytes });
}

/**
 * Lists what is attached, for registries that do not do so themselves. No registry can make a
 * change of a tag depend on its current value, so the list is read again afterwards.
 */
export async function listReferrer(
  writer: RegistryWriter & Pick<ArtifactStore, 'manifest'>,
  repository: string,
  { digest, descriptor }: Artifact,
  subject: ArtifactDigest,
): Promise<Result<undefined>> {
  const name = referrersTag(subject);
  for (let turn = 0; turn < listings; turn += 1) {
    const known = await writer.manifest(repository, name);
    if (!known.ok) return known;
    const all = known.value === undefined ? [] : readIndex(known.value.bytes);
    if (all.some((one) => one.digest === digest)) return ok(undefined);
    const { bytes } = manifestIndex([...all, descriptor]);
    const put = await putManifest(writer, repository, { name, bytes, type: indexType });
    if (!put.ok) return put;
  }
  return fail(
    registryResponse(writer.location, 'it does not store the list of attached artifacts'),
  );
}
