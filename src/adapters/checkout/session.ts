import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds without a heartbeat after which the folders of a process are removed. */
const abandoned = 1_800_000;
const beat = 60_000;

/** The folders of this process. */
export interface GitSession {
  /** Creates an empty folder and returns its path. */
  place(): Promise<string>;
  close(): Promise<void>;
}

/** Starts by removing what killed processes have left behind. */
export async function openSession(folder: string): Promise<GitSession> {
  const own = join(folder, `checkouts-${randomUUID()}`);
  await mkdir(own, { recursive: true });
  const sign = join(own, 'alive');
  await writeFile(sign, '');
  const sweepAll = () => sweep(folder, own, sign);
  await sweepAll();
  const timer = setInterval(() => {
    const now = new Date();
    utimes(sign, now, now)
      .then(sweepAll)
      .catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    place: async () => {
      const path = join(own, randomUUID());
      await mkdir(path);
      return path;
    },
    close: async () => {
      clearInterval(timer);
      await rm(own, { recursive: true, force: true });
    },
  };
}

async function sweep(folder: string, own: string, sign: string): Promise<void> {
  const { mtimeMs: now } = await stat(sign);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path === own || !/^checkouts-|\.(?:old|new)$/.test(name)) continue;
    const found =
      (await stat(join(path, 'alive')).catch(() => undefined)) ??
      (await stat(path).catch(() => undefined));
    if (found !== undefined && now - found.mtimeMs > abandoned) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
