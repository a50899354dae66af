import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerraform } from '../../../src/app/verify/open.ts';
import { chooseProgram } from '../../../src/app/verify/program.ts';
import type { Io } from '../../../src/ports/io.ts';

let base: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-program-'));
  for (const name of ['terraform', 'tofu']) {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, name), '');
    chmodSync(join(base, name, name), 0o755);
  }
  const lock = (host: string) => `provider "registry.${host}/hashicorp/aws" {
}
`;
  for (const host of ['terraform.io', 'opentofu.org']) {
    mkdirSync(join(base, host));
    writeFileSync(join(base, host, '.terraform.lock.hcl'), lock(host));
  }
});

afterAll(() => rmSync(base, { recursive: true }));

function io(...programs: readonly string[]): Io {
  const PATH = programs.map((name) => join(base, name)).join(delimiter);
  return { env: { PATH } } as unknown as Io;
}

const tree = (...paths: readonly string[]) => new Map(paths.map((path) => [path, '']));
const both = ['terraform', 'tofu'];

describe('the program of a project', () => {
  it.each<readonly [string, readonly string[], string, readonly string[], string | undefined]>([
    ['terraform, where both are', both, 'none', ['main.tf'], 'terraform'],
    ['tofu, where there is no other', ['tofu'], 'none', ['main.tf'], 'tofu'],
    ['none, where neither is', [], 'none', ['main.tf'], undefined],
    ['tofu, for code that it alone reads', both, 'none', ['main.tf', 'm/x.tofu'], 'tofu'],
    ['tofu, for such code without tofu', ['terraform'], 'none', ['x.tofu.json'], 'tofu'],
    ['terraform, for code that is there for both', both, 'none', ['x.tf', 'x.tofu'], 'terraform'],
    [
      'terraform, whatever modules of others bring',
      both,
      'none',
      ['main.tf', '.terraform/modules/m/x.tofu'],
      'terraform',
    ],
    ['tofu, by the lock file', both, 'opentofu.org', ['main.tf'], 'tofu'],
    ['terraform, by the other', both, 'terraform.io', ['main.tf'], 'terraform'],
  ])('is %s', async (_, programs, folder, paths, expected) => {
    const chosen = await chooseProgram(
      io(...programs),
      join(base, folder),
      tree(...paths),
      undefined,
    );

    expect(chosen).toBe(expected);
  });

  it('is the one named in the options', async () => {
    expect(await chooseProgram(io('tofu'), base, tree('x.tofu'), 'terraform')).toBe('terraform');
  });

  it('is not replaced by the other one', async () => {
    const opened = await openTerraform(io('terraform'), { verify: 'plan' }, { binary: 'tofu' });

    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'no-terraform', message: expect.stringContaining('needs tofu') },
    });
    expect(await openTerraform(io('terraform'), { verify: 'plan' })).toMatchObject({ ok: true });
  });
});
