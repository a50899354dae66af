import type { ArchiveEntry, FileSource } from '../../../evidence/audit/files/types.ts';
import { fail, ok, type Problem } from '../../../model/result.ts';
import { collectProblem } from '../failure.ts';
import type { CollectTimer } from '../types.ts';
import { type Bucket, bucketPages, createBucket } from './bucket.ts';

const scheme = 's3://';

/** Files of buckets by paths like `s3://BUCKET/PREFIX`, with the credentials of the environment. */
export function createBucketFiles(
  region: string,
  timer: CollectTimer,
  now: () => string,
): FileSource {
  const buckets = new Map<string, Bucket>();
  const locate = (path: string): { readonly bucket: Bucket; readonly key: string } => {
    const [name = '', ...parts] = path.slice(scheme.length).split('/');
    const bucket = buckets.get(name) ?? createBucket(name, { region }, timer, now);
    buckets.set(name, bucket);
    return { bucket, key: parts.join('/') };
  };
  return {
    async kindOf(path) {
      const { bucket, key } = locate(path);
      if (key === '') return ok('folder');
      const page = await bucket.list({ prefix: key, max: 2 });
      if (!page.ok) return fail(collectProblem(page.error, path));
      const keys = page.value.objects.map((object) => object.key);
      if (keys.includes(key)) return ok('file');
      return keys.some((each) => each.startsWith(`${key}/`)) ? ok('folder') : fail(notFound(path));
    },
    async list(folder) {
      const { bucket, key } = locate(folder);
      const prefix = key === '' ? '' : `${key}/`;
      const entries: ArchiveEntry[] = [];
      const name = (path: string): string => path.slice(prefix.length).replace(/\/$/, '');
      for await (const page of bucketPages(bucket, { prefix, delimiter: '/' })) {
        if (!page.ok) return fail(collectProblem(page.error, folder));
        const { objects, folders } = page.value;
        for (const path of folders) entries.push({ name: name(path), kind: 'folder' });
        for (const { key } of objects) entries.push({ name: name(key), kind: 'file' });
      }
      // Consoles create an empty object to represent the folder itself.
      return ok(entries.filter((entry) => entry.name !== ''));
    },
    open: (path) => {
      const { bucket, key } = locate(path);
      return bytesOf(bucket, key);
    },
  };
}

async function* bytesOf(bucket: Bucket, key: string): AsyncGenerator<Uint8Array> {
  const object = await bucket.get(key);
  if (object.ok) yield object.value.bytes;
  else throw Object.assign(new Error(object.error.message), { code: object.error.code });
}

function notFound(file: string): Problem {
  return {
    code: 'path-not-found',
    message: 'There is no such file or folder in the bucket.',
    place: { file },
    hint: 'Check the path given with --events.',
  };
}
