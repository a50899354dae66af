import { gunzipSync } from 'node:zlib';
import { gzipSync } from 'fflate';
import { extract, pack } from 'tar-stream';
import type { ArtifactDigest, Blob } from '../../model/artifact.ts';
import { hexDigest } from '../../model/digest.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { compareKeys } from '../../model/text.ts';

export function toBlob(bytes: Uint8Array): Blob {
  return { digest: bytesDigest(bytes), bytes };
}

export function bytesDigest(bytes: Uint8Array): ArtifactDigest {
  return `sha256:${hexDigest(bytes)}`;
}

/** Files by path as tar+gzip. Equal files give equal bytes on every machine and at any time. */
export async function packArchive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const tar = pack();
  for (const [name, text] of Object.entries(files).sort(compareKeys)) {
    tar.entry({ name, mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) }, text);
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  // A JavaScript implementation is used, since the output of zlib differs between its versions.
  return gzipSync(Buffer.concat(chunks), { level: 9, mtime: 0 });
}

/** The regular files in an archive, with at most `largest` bytes unpacked. */
export async function unpackArchive(
  bytes: Uint8Array,
  largest: number,
): Promise<Result<ReadonlyMap<string, string>, 'broken'>> {
  try {
    const tar = extract();
    tar.end(gunzipSync(bytes, { maxOutputLength: largest }));
    const files = new Map<string, string>();
    for await (const entry of tar) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      if (entry.header.type === 'file') {
        files.set(entry.header.name, Buffer.concat(chunks).toString('utf8'));
      }
    }
    return ok(files);
  } catch {
    // Any error means that the bytes, which come from outside, are not a valid archive.
    return fail('broken');
  }
}
