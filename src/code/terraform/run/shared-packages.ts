import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hexDigest } from '../../../model/digest.ts';
import type { PlanCopy } from './copy.ts';
import type { InstallPlace } from './install-place.ts';
import { moveInstalled } from './keep-installed.ts';

/** An unpacked provider package: `registry.terraform.io/hashicorp/aws/5.100.0/linux_amd64`. */
type PackagePath = readonly [
  host: string,
  space: string,
  type: string,
  version: string,
  target: string,
];

/** Age in milliseconds after which an abandoned installation is removed. */
const longest = 86_400_000;

/**
 * Installs the providers of a copy, using packages that other projects have and sharing new ones.
 * Terraform's own cache (TF_PLUGIN_CACHE_DIR) writes to packages while others run them. Here, a
 * package is moved into the shared folder in one rename, under the lock file hashes that Terraform
 * verified, and is never written again. Terraform compares it with the hashes for each plan.
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

/** Undefined if the folder is not writable, which only costs an installation. */
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
    // If another process was faster, its package is identical.
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
 * For each provider, a key for the packages that its lock entry allows, computed from the hashes of
 * unpacked packages. Without hashes, a package cannot be identified, so it has no key.
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
      return [[provider, hexDigest(text)] as const];
    },
  );
}
