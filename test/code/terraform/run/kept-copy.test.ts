import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { terraformEnvironment } from '../../../../src/code/terraform/run/environment.ts';
import { generateConfig } from '../../../../src/code/terraform/run/generate.ts';
import { type CopyRequest, inCopy } from '../../../../src/code/terraform/run/in-copy.ts';
import { type KeptCopy, keepCopy } from '../../../../src/code/terraform/run/kept-copy.ts';
import { readLive } from '../../../../src/code/terraform/run/read-live.ts';
import { createTerraformRunner } from '../../../../src/code/terraform/run/runner.ts';
import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';
import {
  planAsIs,
  planValid,
  verifyValid,
} from '../../../../src/code/terraform/run/verify-plan.ts';
import { ok } from '../../../../src/model/result.ts';
import { copiesIn } from './copies.ts';
import { counting } from './counting.ts';
import { describeTerraform } from './terraform.ts';

let base: string;
let kept: KeptCopy;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-kept-'));
  mkdirSync(join(base, 'project', 'part'), { recursive: true });
  mkdirSync(join(base, 'temp'));
  write(
    'main.tf',
    `resource "terraform_data" "one" {
  input = "one"
}
`,
  );
  write(
    'part/main.tf',
    `resource "terraform_data" "inner" {
  input = "in"
}
`,
  );
  kept = keepCopy();
});

afterEach(async () => {
  await kept.dispose();
  rmSync(base, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(base, 'project', path), text);
}

function request(files: Record<string, string> = {}): CopyRequest {
  return {
    project: join(base, 'project'),
    tempDir: join(base, 'temp'),
    files: new Map(Object.entries(files)),
    kept,
  };
}

const never = () => Promise.reject(new Error('not asked for'));
const idle: TerraformRunner = {
  version: never,
  init: () => Promise.resolve(ok(undefined)),
  validate: never,
  plan: never,
  refresh: never,
  showPlan: never,
  fmtCheck: never,
};

/** All files of the copy, as one request finds them. */
function seen(asked: CopyRequest): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  return inCopy(idle, asked, async ({ dir }) => {
    for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const file = lstatSync(join(dir, path));
      if (file.isFile()) found[path] = readFileSync(join(dir, path), 'utf8');
      else found[path] = file.isSymbolicLink() ? `-> ${readlinkSync(join(dir, path))}` : 'folder';
    }
    return ok(undefined);
  }).then(() => found);
}

describe('a kept copy', () => {
  it('has the files of each request, and none of the request before', async () => {
    symlinkSync('main.tf', join(base, 'project', 'linked.tf'));
    const before = await seen(request());
    const patch = {
      'main.tf': 'x',
      'linked.tf': 'y',
      'new/deep/main.tf': 'z',
      'part/main.tf': 'w',
    };

    expect(await seen(request(patch))).toEqual({
      ...before,
      ...patch,
      new: 'folder',
      'new/deep': 'folder',
    });
    expect(await seen(request())).toEqual(before);
    expect(readdirSync(join(base, 'temp'))).toHaveLength(1);
  });

  it('is restored after a request that throws', async () => {
    const before = await seen(request());
    const broken = inCopy(idle, request({ 'main.tf': 'x', 'new.tf': 'y' }), never);

    await expect(broken).rejects.toThrow('not asked for');
    expect(await seen(request())).toEqual(before);
  });

  it('is not changed by a request if one of its files leads out', async () => {
    const before = await seen(request());
    const asked = request({ 'main.tf': 'x', '../evil.tf': 'y' });

    expect(await inCopy(idle, asked, never)).toMatchObject({ error: { code: 'path-outside' } });
    expect(await seen(request())).toEqual(before);
    expect(readdirSync(base).sort()).toEqual(['project', 'temp']);
  });

  it('serves one request after another', async () => {
    const [first, second] = await Promise.all([
      seen(request({ 'main.tf': 'x' })),
      seen(request({ 'part/main.tf': 'y' })),
    ]);

    expect(first).toMatchObject({ 'main.tf': 'x', 'part/main.tf': expect.stringContaining('in') });
    expect(second).toMatchObject({
      'main.tf': expect.stringContaining('one'),
      'part/main.tf': 'y',
    });
  });

  it('is not used for another state, which gets a copy of its own', async () => {
    await seen({ ...request(), state: 'one' });

    const found = await seen({ ...request(), state: 'two' });

    expect(found['parley.tfstate']).toBe('two');
    expect(await seen({ ...request(), state: 'one' })).toMatchObject({ 'parley.tfstate': 'one' });
  });

  it('is removed after the run, including the state in it', async () => {
    await seen({ ...request(), state: 'SECRET' });

    await kept.dispose();

    expect(copiesIn(join(base, 'temp'))).toEqual([]);
  });
});

describeTerraform('the processes of a run', (binary) => {
  const terraform = createTerraformRunner({
    binary,
    env: terraformEnvironment(process.env),
    timeoutMs: 120_000,
  });
  const addresses = ['terraform_data.one'];
  const noted = `resource "terraform_data" "one" {
  input = "two"
}
`;

  it('are one init, one for a read-back without changes, and two per plan', async () => {
    const { runner, started } = counting(terraform);

    await readLive(runner, { ...request(), addresses });
    const patched = await planValid(runner, { ...request({ 'main.tf': noted }), addresses });
    const without = await planAsIs(runner, { ...request(), addresses });

    expect(started).toEqual(['init', 'plan', 'plan', 'show', 'show']);
    expect(JSON.stringify(patched)).toContain('"two"');
    expect(JSON.stringify(without)).toContain('"one"');
  });

  it('are fewer if the read-back is the plan of the patches', async () => {
    const { runner, started } = counting(terraform);
    const files = new Map([['main.tf', noted]]);

    await readLive(runner, { ...request(), addresses, ahead: files });
    const patched = await planValid(runner, { ...request(), files, addresses });

    expect(started).toEqual(['init', 'plan', 'show']);
    expect(JSON.stringify(patched)).toContain('"two"');
  });

  it.each<readonly [string, Record<string, string>, readonly string[]]>([
    ['of other files', { 'main.tf': noted.replace('two', 'three') }, addresses],
    ['about more', { 'main.tf': noted }, [...addresses, 'terraform_data.two']],
  ])('include another plan if the read-back is %s', async (_, files, about) => {
    const { runner, started } = counting(terraform);

    await readLive(runner, { ...request(), addresses, ahead: new Map([['main.tf', noted]]) });
    const patched = await planValid(runner, { ...request(files), addresses: about });
    const without = await planAsIs(runner, { ...request(), addresses });

    expect(started).toEqual(['init', 'plan', 'plan', 'show', 'plan', 'show']);
    expect(JSON.stringify(patched)).toContain(
      Object.values(files).join().includes('three') ? '"three"' : '"two"',
    );
    // A plan with patches tells nothing about the project without them.
    expect(JSON.stringify(without)).not.toContain('"two"');
  });

  it('are those of a read-back without patches if these cannot be planned', async () => {
    const { runner, started } = counting(terraform);
    const broken = new Map([
      [
        'main.tf',
        `resource "terraform_data" "one" {
  nonsense = 1
}
`,
      ],
    ]);

    const read = await readLive(runner, { ...request(), addresses, ahead: broken });
    const without = await planAsIs(runner, { ...request(), addresses });

    expect(read).toMatchObject({ ok: true, value: { unread: [] } });
    expect(started).toEqual(['init', 'plan', 'plan', 'show']);
    expect(JSON.stringify(without)).toContain('"one"');
  });

  describe('in an initialized project', () => {
    const providers = () => join(base, 'project', '.terraform', 'providers');

    it('are the same, without an init', async () => {
      mkdirSync(providers(), { recursive: true });
      const { runner, started } = counting(terraform);

      await readLive(runner, { ...request(), addresses });
      const patched = await planValid(runner, { ...request({ 'main.tf': noted }), addresses });

      expect(started).toEqual(['plan', 'plan', 'show']);
      expect(JSON.stringify(patched)).toContain('"two"');
      expect(readdirSync(providers())).toEqual([]);
    });

    it.each<readonly [string, string]>([
      [
        'a module',
        `module "part" {
  source = "./part"
}
`,
      ],
      ['another provider', 'resource "nobodys_thing" "x" {}\n'],
    ])('include an init if %s is missing, which leaves the project alone', async (_, text) => {
      mkdirSync(providers(), { recursive: true });
      writeFileSync(join(providers(), 'kept'), 'by init');
      write('more.tf', text);
      const { runner, started } = counting(terraform);

      const read = await readLive(runner, { ...request(), addresses });

      expect(started.slice(0, 2)).toEqual(['plan', 'init']);
      expect(read.ok).toBe(text.startsWith('module'));
      expect(readdirSync(providers())).toEqual(['kept']);
    });
  });

  it('include another init if a patch adds a module', async () => {
    const { runner, started } = counting(terraform);
    const call = `module "part" {
  source = "./part"
}
`;

    const before = await planValid(runner, { ...request(), addresses });
    const with_ = await planValid(runner, { ...request({ 'more.tf': call }), addresses: [] });
    const after = await planValid(runner, { ...request(), addresses });

    const shown = ['plan', 'show'];
    expect(started).toEqual(['init', ...shown, 'plan', 'init', ...shown, ...shown]);
    expect(JSON.stringify(with_)).toContain('module.part.terraform_data.inner');
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });

  it('include another init if a patch with a module is validated', async () => {
    const { runner, started } = counting(terraform);
    const call = `module "part" {
  source = "./part"
}
`;
    await verifyValid(runner, { ...request(), addresses });

    const verdict = await verifyValid(runner, { ...request({ 'more.tf': call }), addresses });

    expect(verdict).toMatchObject({ ok: true, value: { level: 'validate', clean: true } });
    expect(started).toEqual(['init', 'validate', 'validate', 'init', 'validate']);
  });

  it.each([
    ['an argument that does not exist', '  no_such_argument = 1'],
    ['a reference to nothing', '  input = local.nothing'],
  ])('include a validate if the plan finds %s outside its targets', async (_, line) => {
    const { runner, started } = counting(terraform);
    const files = {
      'two.tf': `resource "terraform_data" "two" {
${line}
}
`,
    };

    const verdict = await planValid(runner, { ...request(files), addresses });

    expect(started).toEqual(['init', 'plan', 'validate']);
    expect(verdict).toMatchObject({ ok: true, value: { level: 'validate', clean: false } });
    expect(JSON.stringify(verdict)).toContain('two.tf:2');
  });

  it('leave no generated configuration to the next request', async () => {
    const { runner } = counting(terraform);
    const imports = [{ address: 'terraform_data.new', importId: 'abc' }];
    const before = await planAsIs(runner, { ...request(), addresses: [] });

    await generateConfig(runner, request(), imports);

    const after = await planAsIs(runner, { ...request(), addresses: [] });
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(after).toMatchObject({ ok: true });
  });
});
