import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProject } from '../../../../src/code/terraform/project/read.ts';
import { writeProject } from '../../../../src/code/terraform/project/write.ts';

let top: string;

function put(files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), content);
  }
}

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'parley-project-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('readProject', () => {
  it('reads code, variables and local modules, also those outside the root', async () => {
    put({
      'live/main.tf': `module "a" {
  source = "../modules/a"
}
`,
      'live/terraform.tfvars': 'x = 1\n',
      'live/templates/init.tftpl': 'hello',
      'live/.terraform/modules/modules.json': '{"Modules":[]}',
      'live/.terraform/providers/big.json': '{}',
      'live/terraform.tfstate': '{}',
      'live/.git/config': 'x',
      'live/logo.png': Buffer.from([0x89, 0x50, 0, 0xff]),
      'modules/a/main.tf': `module "b" {
  source = "../b"
}
`,
      'modules/b/main.tf': 'locals {}\n',
      'modules/unused/main.tf': 'locals {}\n',
    });

    const result = await readProject(join(top, 'live'));

    expect(result.ok && [...result.value.tree.keys()]).toEqual([
      '../modules/a/main.tf',
      '../modules/b/main.tf',
      '.terraform/modules/modules.json',
      'main.tf',
      'templates/init.tftpl',
      'terraform.tfvars',
    ]);
  });

  it('keeps byte order marks and line endings', async () => {
    put({ 'main.tf': '\uFEFFlocals {}\r\n' });

    const result = await readProject(top);

    expect(result.ok && result.value.tree.get('main.tf')).toBe('\uFEFFlocals {}\r\n');
  });

  it.each([
    ['a missing folder', 'nowhere', 'project-not-found'],
    ['a folder without code', 'empty', 'no-configuration'],
    ['a file', 'file.txt', 'no-configuration'],
  ])('reports %s', async (_, path, code) => {
    put({ 'empty/readme.md': 'x', 'file.txt': 'x' });

    const result = await readProject(join(top, path));

    expect(result).toMatchObject({ ok: false, error: { code, place: { file: join(top, path) } } });
  });
});

describe('writeProject', () => {
  it('writes all files, keeps their modes and leaves nothing else behind', async () => {
    put({ 'a.tf': 'one', 'b.tf': 'two' });
    chmodSync(join(top, 'a.tf'), 0o600);

    const result = await writeProject(top, [
      { path: 'a.tf', before: 'one', after: 'ONE' },
      { path: 'sub/new.tf', before: undefined, after: 'NEW' },
    ]);

    expect(result).toEqual({ ok: true, value: undefined });
    expect(readFileSync(join(top, 'a.tf'), 'utf8')).toBe('ONE');
    expect(statSync(join(top, 'a.tf')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(top, 'sub/new.tf'), 'utf8')).toBe('NEW');
    expect(readdirSync(top).sort()).toEqual(['a.tf', 'b.tf', 'sub']);
  });

  it.each([
    ['changed meanwhile', { path: 'b.tf', before: 'stale', after: 'x' }],
    ['appeared meanwhile', { path: 'b.tf', before: undefined, after: 'x' }],
    ['went away meanwhile', { path: 'gone.tf', before: 'x', after: 'y' }],
  ])('writes nothing when a file %s', async (_, change) => {
    put({ 'a.tf': 'one', 'b.tf': 'two' });

    const result = await writeProject(top, [{ path: 'a.tf', before: 'one', after: 'ONE' }, change]);

    expect(result).toMatchObject({ ok: false, error: { code: 'file-changed-meanwhile' } });
    expect(readFileSync(join(top, 'a.tf'), 'utf8')).toBe('one');
    expect(readFileSync(join(top, 'b.tf'), 'utf8')).toBe('two');
  });
});
