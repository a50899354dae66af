import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../model/parsed-json.ts';
import type { ReplyCache } from './guards.ts';

const Kept = z.object({ answer: z.unknown() });

/**
 * Answers as files in a folder, named by the hash of the question. A broken file counts as no
 * answer.
 */
export function createFileCache(folder: string): ReplyCache {
  const file = (key: string) => join(folder, `${key}.json`);
  return {
    get: async (key) => {
      const text = await readFile(file(key), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      // A file that was cut off while it was written is none, so the question is asked again.
      const kept = Kept.safeParse(parsedJson(text));
      return kept.success ? kept.data : undefined;
    },
    put: async (key, answer) => {
      await mkdir(folder, { recursive: true });
      // Another process may write the same answer; a reader never sees half of one.
      const draft = `${file(key)}.${process.pid}`;
      await writeFile(draft, JSON.stringify({ answer }));
      await rename(draft, file(key));
    },
  };
}
