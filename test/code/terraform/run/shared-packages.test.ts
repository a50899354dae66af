import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withShared } from '../../../../src/code/terraform/run/shared-packages.ts';
import { fail, ok } from '../../../../src/model/result.ts';

const path = 'registry.terraform.io/hashicorp/shop/1.2.3/linux_amd64';
const lock = (...hashes: readonly string[]) => `provider "registry.terraform.io/hashicorp/shop" {
  version = "1.2.3"
  hashes = [
${hashes.map((hash) => `    "${hash}",`).join('\n')}
  ]
}
`;

let base: string;
let folder: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-packages-')));
  folder = join(base, 'shared');
});
afterEach(() => rmSync(base, { recursive: true }));

const place = () => ({ packages: folder, day: '2026-03-15' });

function copyOf(name: string, locked?: string): { readonly dir: string } {
  const dir = join(base, name);
  mkdirSync(dir);
  if (locked !== undefined) writeFileSync(join(dir, '.terraform.lock.hcl'), locked);
  return { dir };
}

/**
 * Does what `init` does: uses packages that are there, unpacks others, and writes the lock file.
 */
function installer(copy: { readonly dir: string }, hash = 'h1:abc') {
  const reported = {
    unpacked: 0,
    run: async () => {
      const at = join(copy.dir, '.terraform/providers', path);
      if (!readdirSafely(at).includes('provider')) {
        reported.unpacked += 1;
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, 'provider'), `by ${copy.dir}`);
      }
      writeFileSync(join(copy.dir, '.terraform.lock.hcl'), lock(hash));
      return ok(undefined);
    },
  };
  return reported;
}

function readdirSafely(at: string): readonly string[] {
  try {
    return readdirSync(at);
  } catch {
    return [];
  }
}

const provider = (copy: { readonly dir: string }) =>
  join(copy.dir, '.terraform/providers', path, 'provider');

describe('provider packages shared by copies', () => {
  it('are unpacked once for copies with the same locks', async () => {
    const [one, two] = [copyOf('one', lock('h1:abc', 'zh:1')), copyOf('two', lock('h1:abc'))];
    const [first, second] = [installer(one), installer(two)];
    await withShared(one, place(), first.run);
    await withShared(two, place(), second.run);

    expect([first.unpacked, second.unpacked]).toEqual([1, 0]);
    expect(realpathSync(provider(two))).toBe(realpathSync(provider(one)));
    expect(realpathSync(provider(one)).startsWith(folder)).toBe(true);
    // `init` may write to the folder itself; only the packages are links.
    expect(lstatSync(join(two.dir, '.terraform/providers')).isDirectory()).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('new-'))).toEqual([]);
  });

  it.each([
    ['another hash', lock('h1:other')],
    ['no hash of an unpacked package', lock('zh:1')],
    ['no lock file', undefined],
  ])('are not used with %s', async (_, locked) => {
    const [one, two] = [copyOf('one'), copyOf('two', locked)];
    await withShared(one, place(), installer(one).run);
    const second = installer(two, 'h1:other');
    await withShared(two, place(), second.run);

    expect(second.unpacked).toBe(1);
    expect(readFileSync(provider(one), 'utf8')).toBe(`by ${one.dir}`);
    expect(readFileSync(provider(two), 'utf8')).toBe(`by ${two.dir}`);
  });

  it('are written only once, even if several copies start at the same time', async () => {
    const copies = ['a', 'b', 'c'].map((name) => copyOf(name));
    await Promise.all(copies.map((copy) => withShared(copy, place(), installer(copy).run)));
    const shared = new Set(copies.map((copy) => realpathSync(provider(copy))));

    expect(shared.size).toBe(1);
  });

  it('belong to the copy if no lock file identifies them', async () => {
    const copy = copyOf('one');
    await withShared(copy, place(), installer(copy, 'zh:1').run);

    expect(readFileSync(provider(copy), 'utf8')).toBe(`by ${copy.dir}`);
    expect(realpathSync(provider(copy)).startsWith(copy.dir)).toBe(true);
  });

  it('leave nothing behind if Terraform fails', async () => {
    const copy = copyOf('one');
    const failed = await withShared(copy, place(), async () => fail('no'));

    expect(failed).toEqual(fail('no'));
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(join(copy.dir, '.terraform'))).toEqual([]);
  });

  it('are cleared of what a killed process left, but of nothing recent', async () => {
    mkdirSync(join(folder, 'new-old'), { recursive: true });
    mkdirSync(join(folder, 'new-young'));
    utimesSync(join(folder, 'new-young'), 0, Date.parse('2026-03-14T12:00:00Z') / 1000);
    utimesSync(join(folder, 'new-old'), 0, 0);
    const copy = copyOf('one');
    await withShared(copy, place(), installer(copy).run);

    expect(readdirSync(folder).filter((name) => name.startsWith('new-'))).toEqual(['new-young']);
  });

  it('are installed in the copy if the shared folder is unusable', async () => {
    writeFileSync(folder, 'a file');
    const copy = copyOf('one');
    const reported = installer(copy);

    expect((await withShared(copy, place(), reported.run)).ok).toBe(true);
    expect(reported.unpacked).toBe(1);
  });

  it('stay within the folder whatever the lock file says', async () => {
    const hostile = lock('h1:abc').replace('registry.terraform.io/hashicorp/shop', '../../../x');
    const copy = copyOf('one', hostile);

    expect((await withShared(copy, place(), installer(copy).run)).ok).toBe(true);
    expect(readdirSync(base).sort()).toEqual(['one', 'shared']);
  });
});
