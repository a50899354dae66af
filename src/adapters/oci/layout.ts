import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ArtifactDigest, Blob, Descriptor } from '../../model/artifact.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { compareKeys } from '../../model/text.ts';
import { bytesDigest } from '../../stages/resource/archive.ts';
import { syncFolder } from '../store/files/head.ts';
import { corrupt } from './failure.ts';

const tagKey = 'org.opencontainers.image.ref.name';

const Index = z.object({
  schemaVersion: z.literal(2),
  manifests: z.array(
    z.object({
      mediaType: z.string(),
      digest: z.custom<ArtifactDigest>((value) => /^sha256:[0-9a-f]{64}$/.test(String(value))),
      size: z.int().nonnegative(),
      artifactType: z.string().exactOptional(),
      annotations: z.record(z.string(), z.string()).exactOptional(),
    }),
  ),
});

/** The content of an OCI image layout, by tag; entries without a tag are by their digest. */
export type LayoutIndex = ReadonlyMap<string, Descriptor>;

/** Empty if there is no layout yet. */
export async function readLayoutIndex(folder: string): Promise<Result<LayoutIndex>> {
  const file = join(folder, 'index.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return ok(new Map());
  const index = Index.safeParse(parsedJson(text));
  if (!index.success) return fail({ ...corrupt(folder, 'index.json'), place: { file } });
  const named = index.data.manifests.map((one): readonly [string, Descriptor] => [
    one.annotations?.[tagKey] ?? one.digest,
    one,
  ]);
  return ok(new Map(named));
}

/** Replaces the index atomically: a reader sees the old one or the new one. */
export async function writeLayoutIndex(folder: string, index: LayoutIndex): Promise<void> {
  const manifests = [...index]
    .sort(compareKeys)
    .map(([name, { annotations: _, ...one }]) =>
      name === one.digest ? one : { ...one, annotations: { [tagKey]: name } },
    );
  await writeWhole(folder, 'oci-layout', '{"imageLayoutVersion":"1.0.0"}');
  await writeWhole(folder, 'index.json', `${JSON.stringify({ schemaVersion: 2, manifests })}\n`);
  await syncFolder(folder);
}

/** Writes bytes to the files named by their digests; existing files stay unchanged. */
export async function writeBlobs(folder: string, blobs: readonly Blob[]): Promise<void> {
  const place = join(folder, 'blobs', 'sha256');
  await mkdir(place, { recursive: true });
  for (const { digest, bytes } of blobs) {
    const name = digest.slice('sha256:'.length);
    const known = await stat(join(place, name)).catch(() => undefined);
    if (known?.size !== bytes.byteLength)
      await writeWhole(folder, join('blobs', 'sha256', name), bytes);
  }
  await syncFolder(place);
}

/** Undefined if it is not there. */
export async function readLayoutBlob(
  folder: string,
  digest: ArtifactDigest,
): Promise<Result<Uint8Array | undefined>> {
  const file = join(folder, 'blobs', 'sha256', digest.slice('sha256:'.length));
  const bytes = await readFile(file).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (bytes === undefined || bytesDigest(bytes) === digest) return ok(bytes);
  return fail({ ...corrupt(folder, digest), place: { file } });
}

/**
 * Each writer has a draft of its own, so that two that write the same blob simultaneously do no
 * harm: the bytes are the same.
 */
async function writeWhole(folder: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const draft = join(folder, `.new-${randomUUID()}`);
  await writeFile(draft, bytes, { flush: true });
  await rename(draft, join(folder, name));
}
