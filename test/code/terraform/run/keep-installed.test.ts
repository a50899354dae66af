import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCopy } from '../../../../src/code/terraform/run/in-copy.ts';
import type { InstallPlace } from '../../../../src/code/terraform/run/install-place.ts';
import { keepCopy } from '../../../../src/code/terraform/run/kept-copy.ts';
import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';
import { fail, ok } from '../../../../src/model/result.ts';
import { copiesIn } from './copies.ts';

let base: string;
let place: InstallPlace;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-installs-'));
  mkdirSync(join(base, 'project'));
  mkdirSync(join(base, 'temp'));
  write('main.tf', 'resource "terraform_data" "a" {}\n');
  write('.terraform.lock.hcl', 'locked');
  place = { folder: join(base, 'installs', 'shop'), day: '2026-03-14', product: 'terraform' };
});

afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(base, 'project', path), text);
}

const never = () => Promise.reject(new Error('not asked for'));

/** A fake Terraform that installs a provider and a module, and counts its inits. */
function installer(): { readonly terraform: TerraformRunner; inits: number } {
  const reported = {
    inits: 0,
    terraform: {
      ...{ version: never, validate: never, plan: never, refresh: never },
      ...{ showPlan: never, fmtCheck: never },
      init: (dir: string) => {
        reported.inits += 1;
        for (const name of ['providers', 'modules']) {
          mkdirSync(join(dir, '.terraform', name), { recursive: true });
          writeFileSync(join(dir, '.terraform', name, 'file'), `${name} ${reported.inits}`);
        }
        writeFileSync(join(dir, '.terraform.lock.hcl'), 'locked by init');
        return Promise.resolve(ok(undefined));
      },
    },
  };
  return reported;
}

/**
 * Reads what is installed in one run; with `missing`, Terraform first complains that it needs
 * `init`.
 */
async function run(terraform: TerraformRunner, installs = place, missing = false) {
  const kept = keepCopy();
  let asked = missing;
  const request = {
    ...{ project: join(base, 'project'), tempDir: join(base, 'temp'), files: new Map() },
    ...{ state: '{"secret":true}', kept, installs },
  };
  const found = await inCopy(terraform, request, async ({ dir }) => {
    if (asked) {
      asked = false;
      return fail({ code: 'terraform-failed', message: 'Required plugins are not installed' });
    }
    const text = (name: string) => readFileSync(join(dir, name), 'utf8');
    return ok([
      text('.terraform/providers/file'),
      text('.terraform/modules/file'),
      text('.terraform.lock.hcl'),
    ]);
  });
  await kept.dispose();
  return found.ok ? found.value : found.error;
}

const first = ['providers 1', 'modules 1', 'locked by init'];
const second = ['providers 2', 'modules 2', 'locked by init'];

describe('what init installs', () => {
  it('is reused by later runs, without another init', async () => {
    const reported = installer();

    expect(await run(reported.terraform)).toEqual(first);
    expect(await run(reported.terraform)).toEqual(first);

    expect(reported.inits).toBe(1);
    expect(copiesIn(join(base, 'temp'))).toEqual([]);
    expect(readFileSync(join(base, 'project', '.terraform.lock.hcl'), 'utf8')).toBe('locked');
  });

  it('is kept where only the owner can look, without state or values', async () => {
    await run(installer().terraform);

    const [entry = '', ...more] = readdirSync(place.folder);
    expect(more).toEqual([]);
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(place.folder, entry)).sort()).toEqual([
      '.terraform.lock.hcl',
      'modules',
      'providers',
    ]);
  });

  it.each<readonly [string, () => Partial<InstallPlace>]>([
    ['the lock file', () => write('.terraform.lock.hcl', 'other') ?? {}],
    ['what providers are asked for', () => write('v.tf', 'terraform {}\n') ?? {}],
    [
      'the modules',
      () =>
        write(
          'm.tf',
          `module "m" {
  source = "./m"
}
`,
        ) ?? {},
    ],
    ['the program', () => ({ product: 'tofu' })],
  ])('is installed again, replacing the old, if %s changed', async (_, change) => {
    const reported = installer();
    await run(reported.terraform);

    const found = await run(reported.terraform, { ...place, ...change() });

    expect(found).toEqual(second);
    expect(readdirSync(place.folder)).toHaveLength(1);
  });

  it.each<readonly [string, string, number]>([
    ['a folder of the project', './m', 1],
    ['a registry', 'acme/m/aws', 2],
  ])('lasts as long as its modules allow: a module from %s', async (_, source, inits) => {
    write(
      'm.tf',
      `module "m" {
  source = "${source}"
}
`,
    );
    const reported = installer();
    await run(reported.terraform);
    await run(reported.terraform);

    await run(reported.terraform, { ...place, day: '2026-03-15' });

    expect(reported.inits).toBe(inits);
  });

  it('is reused for a day if no lock file pins it', async () => {
    rmSync(join(base, 'project', '.terraform.lock.hcl'));
    const reported = installer();
    await run(reported.terraform);
    await run(reported.terraform);

    await run(reported.terraform, { ...place, day: '2026-03-15' });

    expect(reported.inits).toBe(2);
  });

  it('is installed again if Terraform misses something, and not through the links', async () => {
    const reported = installer();
    await run(reported.terraform);

    const found = await run(reported.terraform, place, true);

    expect(found).toEqual(second);
    expect(await run(reported.terraform)).toEqual(second);
    expect(reported.inits).toBe(2);
  });

  it('is used even if it cannot be kept', async () => {
    writeFileSync(join(base, 'installs'), 'a file');
    const reported = installer();

    expect(await run(reported.terraform)).toEqual(first);
    expect(lstatSync(join(base, 'installs')).isFile()).toBe(true);
  });

  it('is not kept for a project that is already initialized', async () => {
    mkdirSync(join(base, 'project', '.terraform', 'providers'), { recursive: true });
    const reported = installer();
    const kept = keepCopy();
    const request = {
      ...{ project: join(base, 'project'), tempDir: join(base, 'temp'), files: new Map() },
      ...{ kept, installs: place },
    };

    await inCopy(reported.terraform, request, () => Promise.resolve(ok(undefined)));
    await kept.dispose();

    expect([reported.inits, existsSync(place.folder)]).toEqual([0, false]);
  });
});
