import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `terraform init` leaves what it installs. */
export interface Initialized {
  readonly dir: string;
  readonly dataDir: string;
}

/**
 * Folders that need the same provider: `init` selects it in the first one, and the others get a
 * copy of the result, since `init` reads half a gigabyte to compute the hash in the lock file.
 */
export interface Selections {
  /**
   * `select` is told whether to leave out the provider, which is then copied from another folder.
   */
  init(place: Initialized, select: (leavesOut: boolean) => Promise<unknown>): Promise<void>;
}

const lockFile = '.terraform.lock.hcl';

export function createSelections(): Selections {
  const selected = new Map<string, Promise<Initialized>>();
  return {
    async init(place, select) {
      const wanted = constraints(place);
      const known = selected.get(wanted);
      if (known === undefined) {
        const first = select(false).then(() => place);
        selected.set(wanted, first);
        await first;
        return;
      }
      const { dir, dataDir } = await known;
      await select(true);
      cpSync(join(dir, lockFile), join(place.dir, lockFile));
      const [from, to] = [join(dataDir, 'providers'), join(place.dataDir, 'providers')];
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    },
  };
}

/** The version constraints that end up in the lock file; the modules of the projects have none. */
function constraints({ dir }: Initialized): string {
  const texts = readdirSync(dir)
    .filter((name) => name.endsWith('.tf'))
    .map((name) => readFileSync(join(dir, name), 'utf8'));
  const versions = texts.flatMap((text) => text.match(/"hashicorp\/aws"\s+version\s*=.*/g) ?? []);
  return versions
    .map((text) => text.replaceAll(/\s+/g, ' '))
    .sort()
    .join();
}
