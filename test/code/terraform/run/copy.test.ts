import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlanCopyInput, preparePlanCopy } from '../../../../src/code/terraform/run/copy.ts';
import { copiesIn } from './copies.ts';

let base: string;
let project: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-copy-'));
  project = join(base, 'project');
  write('main.tf', 'main');
  write('envs/prod/main.tf', 'prod');
  write('envs/prod/terraform.tfstate', 'old state');
  write('envs/prod/.terraform/modules/modules.json', '{}');
  write('envs/prod/.terraform/providers/registry/x', '');
  write('envs/prod/.terraform.lock.hcl', 'lock');
  write('modules/app/main.tf', 'app');
  write('modules/app/code.zip', Buffer.from([0, 255, 128]));
  write('network/terraform.tfstate', 'read by terraform_remote_state');
  write('.git/config', 'git');
});

afterEach(() => {
  rmSync(base, { recursive: true });
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

async function copy(input: Partial<PlanCopyInput> = {}) {
  const tempDir = join(base, 'tmp');
  mkdirSync(tempDir, { recursive: true });
  const result = await preparePlanCopy({
    project,
    root: 'envs/prod',
    files: new Map(),
    tempDir,
    ...input,
  });
  return { result, tempDir };
}

async function copied(input: Partial<PlanCopyInput> = {}) {
  const { result } = await copy(input);
  if (!result.ok) throw new Error(result.error.message);
  const { dir } = result.value;
  const read = (path: string) => readFileSync(join(dir, '../..', path), 'utf8');
  return { ...result.value, read };
}

describe('preparePlanCopy', () => {
  it('copies the project with patched and new files', async () => {
    const files = new Map([
      ['modules/app/main.tf', 'patched'],
      ['modules/new/main.tf', 'new'],
    ]);
    const { dir, read } = await copied({ files, state: 'state' });

    expect(read('envs/prod/main.tf')).toBe('prod');
    expect(read('modules/app/main.tf')).toBe('patched');
    expect(read('modules/new/main.tf')).toBe('new');
    expect([...readFileSync(join(dir, '../../modules/app/code.zip'))]).toEqual([0, 255, 128]);
    expect(read('envs/prod/.terraform.lock.hcl')).toBe('lock');
    expect(read('network/terraform.tfstate')).toContain('remote_state');
    expect(readFileSync(join(project, 'modules/app/main.tf'), 'utf8')).toBe('app');
  });

  it('plans against the given state with a backend of its own', async () => {
    const { dir, read } = await copied({ state: 'given' });

    expect(read('envs/prod/parley.tfstate')).toBe('given');
    expect(statSync(join(dir, 'parley.tfstate')).mode & 0o077).toBe(0);
    expect(existsSync(join(dir, 'terraform.tfstate'))).toBe(false);
    expect(readdirSync(dir).filter((name) => name.endsWith('_override.tf'))).toHaveLength(1);
    expect(read('envs/prod/zzzz_parley_override.tf')).toContain('backend "local"');
  });

  it('puts the state of a workspace where Terraform looks for it', async () => {
    const { read } = await copied({ state: 'given', workspace: 'blue' });

    expect(read('envs/prod/parley.tfstate.d/blue/terraform.tfstate')).toBe('given');
  });

  it('leaves out a state that was not given', async () => {
    const { dir } = await copied();

    expect(readdirSync(dir).filter((name) => name.endsWith('.tfstate'))).toEqual([]);
  });

  it('takes installed modules along, and returns the folder of installed providers', async () => {
    const { dir, pluginDir, read } = await copied();

    expect(read('envs/prod/.terraform/modules/modules.json')).toBe('{}');
    expect(existsSync(join(dir, '.terraform/providers'))).toBe(false);
    expect(pluginDir).toBe(join(project, 'envs/prod/.terraform/providers'));
    expect(existsSync(join(dir, '../../.git'))).toBe(false);
  });

  it('keeps links within the project inside the copy', async () => {
    symlinkSync('../modules', join(project, 'envs/linked'));
    symlinkSync(join(project, 'main.tf'), join(project, 'envs/prod/linked.tf'));
    const { dir, read } = await copied({ files: new Map([['main.tf', 'patched']]) });

    writeFileSync(join(dir, '../linked/app/main.tf'), 'written through the link');

    expect(read('envs/prod/linked.tf')).toBe('patched');
    expect(readFileSync(join(project, 'modules/app/main.tf'), 'utf8')).toBe('app');
  });

  it('copies only the parts that are asked for, and what their links lead to', async () => {
    write('policies/queue.json', '{}');
    write('assets/logo.png', Buffer.from([1]));
    write('envs/dev/main.tf', 'dev');
    symlinkSync('../../policies', join(project, 'modules/app/policies'));

    const { dir, read } = await copied({
      parts: ['modules/app', 'network/terraform.tfstate', 'gone'],
    });

    expect(read('envs/prod/main.tf')).toBe('prod');
    expect(read('envs/prod/.terraform/modules/modules.json')).toBe('{}');
    expect(read('modules/app/policies/queue.json')).toBe('{}');
    expect(read('network/terraform.tfstate')).toContain('remote_state');
    const there = ['main.tf', 'assets', 'envs/dev', 'gone'].filter((path) =>
      existsSync(join(dir, '../..', path)),
    );
    expect(there).toEqual([]);
  });

  it('copies a folder above the root once, including links', async () => {
    symlinkSync('../main.tf', join(project, 'envs/linked.tf'));

    const { read } = await copied({ parts: ['envs', '.', 'main.tf'] });

    expect(read('envs/linked.tf')).toBe('main');
    expect(read('modules/app/main.tf')).toBe('app');
  });

  it('leaves out links that lead out of the project, or into its repository', async () => {
    write('../outside/secret.txt', 'secret');
    symlinkSync('../outside', join(project, 'out'));
    symlinkSync(join(base, 'outside/secret.txt'), join(project, 'envs/prod/secret.txt'));
    symlinkSync('.git', join(project, 'repository'));
    symlinkSync('nowhere', join(project, 'dangling'));

    const { dir } = await copied();

    const there = ['out', 'envs/prod/secret.txt', 'repository', 'dangling'].filter((path) =>
      readdirSync(join(dir, '../..', dirname(path))).includes(path.split('/').at(-1) ?? ''),
    );
    expect(there).toEqual([]);
  });

  it('selects the workspace', async () => {
    const { read } = await copied({ workspace: 'blue' });

    expect(read('envs/prod/.terraform/environment')).toBe('blue');
  });

  it('replaces a link by a patched file rather than writing through it', async () => {
    const outside = join(base, 'outside.tf');
    writeFileSync(outside, 'outside');
    symlinkSync(outside, join(project, 'envs/prod/linked.tf'));

    const { read } = await copied({ files: new Map([['envs/prod/linked.tf', 'patched']]) });

    expect(read('envs/prod/linked.tf')).toBe('patched');
    expect(readFileSync(outside, 'utf8')).toBe('outside');
  });

  it.each(['../evil.tf', '/etc/evil.tf', 'envs/../../evil.tf', 'out/deep/evil.tf'])(
    'refuses to write %s, and leaves nothing behind',
    async (path) => {
      mkdirSync(join(base, 'elsewhere'));
      symlinkSync(join(base, 'elsewhere'), join(project, 'out'));

      const { result, tempDir } = await copy({ files: new Map([[path, 'x']]) });

      expect(result).toMatchObject({ ok: false, error: { code: 'path-outside' } });
      expect(copiesIn(tempDir)).toEqual([]);
      expect(readdirSync(join(base, 'elsewhere'))).toEqual([]);
    },
  );

  it('refuses a root module outside the project', async () => {
    const { result } = await copy({ root: '../other' });

    expect(result).toMatchObject({ ok: false, error: { code: 'path-outside' } });
  });

  it('is removed by dispose', async () => {
    const { result, tempDir } = await copy({ state: 'SECRET' });
    if (!result.ok) throw new Error(result.error.message);

    await result.value.dispose();

    expect(copiesIn(tempDir)).toEqual([]);
  });
});
