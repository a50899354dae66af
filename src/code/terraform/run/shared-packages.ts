import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlanCopy } from './copy.ts';
import type { InstallPlace } from './install-place.ts';
import { moveInstalled } from './keep-installed.ts';

/** A package of a provider, unpacked: `registry.terraform.io/hashicorp/aws/5.100.0/linux_amd64`. */
type PackagePath = readonly [
  host: string,
  space: string,
  type: string,
  version: string,
  target: string,
];

/** Milliseconds after which an installation that somebody left behind is swept. */
const longest = 86_400_000;

/**
 * Installs the providers of a copy, so that those that others have are used, and those that are new
 * are theirs from then on. Terraform's own cache (TF_PLUGIN_CACHE_DIR) is written to while others
 * run what is in it. Here a package comes into the folder whole, by a rename, under the hashes of
 * the lock file that Terraform checked it against, and is never written to again; Terraform
 * compares it with them whenever it plans.
 */
export async function withShared<T extends { readonly ok: boolean }>(
  copy: Pick<PlanCopy, 'dir'>,
  place: Pick<InstallPlace, 'packages' | 'day'> | undefined,
  install: () => Promise<T>,
): Promise<T> {
  const { packages: folder, day = '' } = place ?? {};
  const fresh = folder === undefined ? undefined : await freshFolder(folder, Date.parse(day));
  if (folder === undefined || fresh === undefined) return install();
  const link = join(copy.dir, '.terraform', 'providers');
  try {
    await borrow(copy, folder, fresh);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { recursive: true, force: true });
    await symlink(fresh, link, 'dir');
    const done = await install();
    await rm(link, { force: true });
    if (done.ok) await lend(copy, folder, fresh, link);
    return done;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Undefined where the folder may not be written to, which costs an installation and no more. */
async function freshFolder(folder: string, now: number): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = name.startsWith('new-') ? await stat(path).catch(() => undefined) : undefined;
      if (found !== undefined && now - found.mtimeMs > longest) {
        await rm(path, { recursive: true, force: true });
      }
    }
    return await mkdtemp(join(folder, 'new-'));
  } catch {
    return undefined;
  }
}

async function borrow(copy: Pick<PlanCopy, 'dir'>, folder: string, fresh: string): Promise<void> {
  for (const [provider, key] of await lockedKeys(copy)) {
    const kept = join(folder, key);
    for (const path of await packagesIn(kept)) {
      if (path.slice(0, 3).join('/') !== provider) continue;
      await linkTo(join(kept, ...path), join(fresh, ...path));
    }
  }
}

async function lend(
  copy: Pick<PlanCopy, 'dir'>,
  folder: string,
  fresh: string,
  providers: string,
): Promise<void> {
  const keys = new Map(await lockedKeys(copy));
  for (const path of await packagesIn(fresh)) {
    const key = keys.get(path.slice(0, 3).join('/'));
    const [made, own] = [join(fresh, ...path), join(providers, ...path)];
    await mkdir(dirname(own), { recursive: true });
    if (key === undefined) {
      await moveInstalled(made, own);
      continue;
    }
    const shared = join(folder, key, ...path);
    await mkdir(dirname(shared), { recursive: true });
    // Another one was faster: what lies there is the same.
    await rename(made, shared).catch(() => undefined);
    await linkTo(shared, own);
  }
}

async function linkTo(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, 'dir');
}

async function packagesIn(folder: string): Promise<readonly PackagePath[]> {
  let paths: readonly (readonly string[])[] = [[]];
  for (let depth = 0; depth < 5; depth += 1) {
    const deeper = paths.map(async (path) => {
      const names = await readdir(join(folder, ...path)).catch(() => []);
      return names.sort().map((name) => [...path, name]);
    });
    paths = (await Promise.all(deeper)).flat();
  }
  return paths.flatMap(([host, space, type, version, target]) =>
    host && space && type && version && target ? [[host, space, type, version, target]] : [],
  );
}

/**
 * For each provider, what stands for the packages that its lock allows: its hashes of unpacked
 * packages. Without one nothing can be determined of a package.
 */
async function lockedKeys({
  dir,
}: Pick<PlanCopy, 'dir'>): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(join(dir, '.terraform.lock.hcl'), 'utf8').catch(() => '');
  return [...text.matchAll(/^provider "([^"\s]+)" \{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, provider = '', body = '']) => {
      const hashes = [...body.matchAll(/"(h1:[^"]+)"/g)].map(([, hash = '']) => hash).sort();
      const version = /^\s*version\s*=\s*"([^"]*)"/m.exec(body)?.[1] ?? '';
      if (hashes.length === 0 || !/^[\w.-]+(?:\/[\w.-]+){2}$/.test(provider)) return [];
      const text = JSON.stringify([provider, version, hashes]);
      return [[provider, createHash('sha256').update(text).digest('hex')] as const];
    },
  );
}
