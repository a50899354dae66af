import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Artifact, isArtifactDigest } from '../../model/artifact.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { indexType, manifestIndex, readIndex } from '../../stages/resource/manifest.ts';
import { acquireLock, type LockOptions } from '../store/lock.ts';
import { createMutex } from '../sync/mutex.ts';
import { diskProblem } from './failure.ts';
import { readLayoutBlob, readLayoutIndex, writeBlobs, writeLayoutIndex } from './layout.ts';
import { referrersTag, repositoryParts } from './names.ts';

/**
 * Artifacts in a folder; each repository is an OCI image layout that other tools can read. Bytes
 * are written first and named last, so that a process that is killed in between has published
 * nothing.
 */
export function createEmbeddedStore(folder: string, lock: LockOptions): ArtifactStore {
  const turns = new Map<string, ReturnType<typeof createMutex>>();
  const within = async <T>(
    repository: string,
    work: (place: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const parts = repositoryParts(repository);
    if (!parts.ok) return parts;
    const place = join(folder, ...parts.value);
    try {
      return await work(place);
    } catch (error) {
      const problem = diskProblem(error, place);
      if (problem === undefined) throw error;
      return fail(problem);
    }
  };
  const store: ArtifactStore = {
    location: folder,
    put: (repository, artifact, tags) =>
      within(repository, (place) => {
        const turn = turns.get(repository) ?? createMutex();
        turns.set(repository, turn);
        return turn(() => publish(place, artifact, tags, lock));
      }),
    manifest: (repository, reference) =>
      within(repository, async (place) => {
        const digest = await digestOf(place, reference);
        if (!digest.ok || digest.value === undefined) return digest.ok ? ok(undefined) : digest;
        const bytes = await readLayoutBlob(place, digest.value);
        if (!bytes.ok || bytes.value === undefined) return bytes.ok ? ok(undefined) : bytes;
        return ok({ digest: digest.value, bytes: bytes.value });
      }),
    blob: (repository, { digest }) => within(repository, (place) => readLayoutBlob(place, digest)),
    tags: (repository) =>
      within(repository, async (place) => {
        const index = await readLayoutIndex(place);
        if (!index.ok) return index;
        return ok([...index.value.keys()].filter((name) => !isArtifactDigest(name)).sort());
      }),
    async referrers(repository, subject) {
      const found = await store.manifest(repository, referrersTag(subject));
      return found.ok ? ok(found.value === undefined ? [] : readIndex(found.value.bytes)) : found;
    },
  };
  return store;
}

async function digestOf(place: string, reference: string) {
  if (isArtifactDigest(reference)) return ok(reference);
  const index = await readLayoutIndex(place);
  return index.ok ? ok(index.value.get(reference)?.digest) : index;
}

async function publish(
  place: string,
  artifact: Artifact,
  tags: readonly string[],
  lock: LockOptions,
): Promise<Result<undefined>> {
  await mkdir(place, { recursive: true });
  await writeBlobs(place, [...artifact.blobs, artifact]);
  const held = await acquireLock(join(place, 'index.lock'), lock);
  if (!held.ok) return held;
  try {
    const before = await readLayoutIndex(place);
    if (!before.ok) return before;
    const index = new Map(before.value);
    const { descriptor, subject } = artifact;
    for (const tag of tags.length === 0 ? [artifact.digest] : tags) index.set(tag, descriptor);
    if (subject !== undefined) {
      const tag = referrersTag(subject);
      const digest = index.get(tag)?.digest;
      const known = digest === undefined ? ok(undefined) : await readLayoutBlob(place, digest);
      if (!known.ok) return known;
      const list = manifestIndex([
        ...(known.value === undefined ? [] : readIndex(known.value)),
        descriptor,
      ]);
      await writeBlobs(place, [list]);
      const { byteLength: size } = list.bytes;
      index.set(tag, { mediaType: indexType, digest: list.digest, size });
    }
    await writeLayoutIndex(place, index);
    return ok(undefined);
  } finally {
    await held.value.release();
  }
}
