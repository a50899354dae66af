import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findTerraform } from '../../../src/code/terraform/run/locate.ts';
import { initProject, newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const template = `module "NAME" {
  source = "../modules/vm"
  size   = spec.size
  disk   = spec.disk
}
`;

const module = `variable "size" {}

variable "disk" {
  default = 1
}

resource "aws_instance" "this" {
  instance_type = var.size
}
`;

const terraform = findTerraform(process.env['PATH']);

let project: string;
let code: string;

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: code, encoding: 'utf8' }).trim();
}

async function push(size: string, disk = ''): Promise<void> {
  const spec = disk === '' ? `{ size: ${size} }` : `{ size: ${size}, disk: ${disk} }`;
  writeFileSync(join(project, 'vm.yaml'), `kind: VirtualMachine\nname: my-app\nspec: ${spec}\n`);
  expect((await parley(project, 'resources', 'push', 'vm.yaml')).err).toBe('');
}

function sync(...args: readonly string[]) {
  return parley(project, 'sync', '--code', code, ...args);
}

const file = () => join(code, 'apps', 'my-app.tf');

beforeEach(() => {
  project = newFolder();
  code = newFolder();
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(code, 'other.txt'), 'other\n');
  mkdirSync(join(code, 'modules', 'vm'), { recursive: true });
  writeFileSync(join(code, 'modules', 'vm', 'main.tf'), module);
  git('add', '.');
  git('commit', '--quiet', '-m', 'begin');
  const kind = join(project, 'kinds', 'vm');
  mkdirSync(kind, { recursive: true });
  writeFileSync(
    join(kind, 'kind.yaml'),
    'kind: VirtualMachine\narea: apps\nschema: { type: object }\n',
  );
  writeFileSync(join(kind, 'template.tf'), template);
});

describe('parley sync', () => {
  it('shows what it would write, and writes nothing', async () => {
    await push('small');
    const shown = await sync();

    expect(shown.out).toMatch(/^Would add my-app in apps\/my-app\.tf \(sha256:[0-9a-f]{12}\)\n$/);
    expect(existsSync(file())).toBe(false);
  });

  it('adds, changes and removes, with one commit each, and nothing twice', async () => {
    await push('small');
    await sync('--commit');
    const first = readFileSync(file(), 'utf8');
    await push('large', '8');
    await sync('--commit');
    const second = readFileSync(file(), 'utf8');
    const again = await sync('--commit');
    await parley(project, 'resources', 'remove', 'my-app');
    await sync('--commit');

    expect(first).toMatch(
      /^# parley: default\/my-app sha256:[0-9a-f]{64} template sha256:[0-9a-f]{64}\n\nmodule "my-app" \{\n/,
    );
    expect(first).toContain('  size   = "small"\n}');
    expect(second).toContain(`  size   = "large"
  disk   = 8
}`);
    expect(again.out).toBe('Nothing to write.\n');
    expect(existsSync(file())).toBe(false);
    expect(git('log', '--format=%s', '-3').split('\n')).toEqual([
      'parley(resource.remove): remove my-app',
      'parley(resource.update): change my-app',
      'parley(resource.create): add my-app',
    ]);
    expect(git('log', '-1', '--format=%(trailers:key=Parley-Resource,valueonly)')).toBe(
      'default/my-app',
    );
    expect(git('status', '--porcelain')).toBe('');
  });

  it('does not commit changes of others', async () => {
    await push('small');
    writeFileSync(join(code, 'other.txt'), 'changed\n');
    git('add', 'other.txt');
    await sync('--commit');

    expect(git('show', '--name-only', '--format=', 'HEAD')).toBe('apps/my-app.tf');
    expect(git('status', '--porcelain')).toBe('M  other.txt');
  });

  it('keeps what people wrote, and names their commit if it changed the same value', async () => {
    await push('small');
    await sync('--commit');
    const theirs = readFileSync(file(), 'utf8').replace('"small"', '"medium" # for now');
    writeFileSync(file(), theirs);
    git('commit', '--quiet', '-am', 'medium');
    await push('large');
    const refused = await sync('--commit');
    const commit = git('rev-parse', 'HEAD').slice(0, 12);

    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      `apps/my-app.tf:5: my-app is not written, since commit ${commit} changed module my-app/size.`,
    );
    expect(readFileSync(file(), 'utf8')).toBe(theirs);

    expect((await sync('--commit', '--force')).code).toBe(0);
    expect(readFileSync(file(), 'utf8')).toContain('size   = "large" # for now');
  });

  it('removes its own code, and leaves what people put beside it', async () => {
    await push('small');
    await sync('--write');
    writeFileSync(
      file(),
      `${readFileSync(file(), 'utf8')}
locals {
  mine = 1
}
`,
    );
    await parley(project, 'resources', 'remove', 'my-app');
    await sync('--write');

    expect(readFileSync(file(), 'utf8')).toBe(`locals {
  mine = 1
}
`);
  });

  it('overwrites no file of others, and writes behind no link', async () => {
    await push('small');
    mkdirSync(join(code, 'apps'));
    writeFileSync(file(), '# mine\n');
    const taken = await sync('--write');
    const outside = newFolder();
    execFileSync('rm', ['-r', join(code, 'apps')]);
    symlinkSync(outside, join(code, 'apps'));
    const linked = await sync('--write');

    expect(taken).toMatchObject({ code: 1, out: 'Nothing to write.\n' });
    expect(taken.err).toContain('Somebody else wrote this file');
    expect(linked.err).toContain('behind a link that leads out');
    expect(existsSync(join(outside, 'my-app.tf'))).toBe(false);
  });

  it('refuses a block that already exists, or that would change something else', async () => {
    await push('small');
    mkdirSync(join(code, 'apps'));
    const main = join(code, 'apps', 'main.tf');
    writeFileSync(
      main,
      `module "my-app" {
  source = "../modules/vm"
  size   = 1
}
`,
    );
    const twice = await sync('--write');
    writeFileSync(
      main,
      `resource "aws_instance" "b" {
  instance_type = local.type
}
`,
    );
    const kind = join(project, 'kinds', 'vm', 'template.tf');
    writeFileSync(
      kind,
      `${template}
locals {
  type = spec.size
}
`,
    );
    const stray = await sync('--write');

    expect(twice).toMatchObject({ code: 1, out: 'Nothing to write.\n' });
    expect(twice.err).toContain('apps/my-app.tf: my-app is not written. apps/my-app.tf:3:1: ');
    expect(stray).toMatchObject({ code: 1, out: 'Nothing to write.\n' });
    expect(stray.err).toContain('It would change aws_instance.b, which is declared elsewhere.');
    expect(existsSync(file())).toBe(false);
  });

  it('moves the file when the kind gets another area, with what people wrote in it', async () => {
    await push('small');
    await sync('--commit');
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"small"', '"small" # enough'));
    git('commit', '--quiet', '-am', 'comment');
    await push('large');
    const kind = join(project, 'kinds', 'vm', 'kind.yaml');
    writeFileSync(kind, readFileSync(kind, 'utf8').replace('area: apps', 'area: machines'));
    const moved = await sync('--commit');
    const again = await sync('--commit');

    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toContain('Moved my-app from apps/my-app.tf to machines/my-app.tf (sha256:');
    expect(readFileSync(join(code, 'machines', 'my-app.tf'), 'utf8')).toContain(
      'size   = "large" # enough',
    );
    expect(existsSync(file())).toBe(false);
    expect(git('log', '-1', '--format=%s')).toBe('parley(resource.move): move my-app');
    expect(git('show', '--name-status', '--no-renames', '--format=', 'HEAD').split('\n')).toEqual([
      'D\tapps/my-app.tf',
      'A\tmachines/my-app.tf',
    ]);
    expect(git('status', '--porcelain')).toBe('');
    expect(again.out).toBe('Nothing to write.\n');
  });

  it.skipIf(terraform === undefined)('has Terraform plan the written code', async () => {
    const main = join(code, 'modules', 'vm', 'main.tf');
    // A built-in resource type, so Terraform fetches no provider.
    const builtIn = module
      .replace('aws_instance', 'terraform_data')
      .replace('instance_type', 'input');
    writeFileSync(main, builtIn);
    git('commit', '--quiet', '-am', 'built in');
    await push('small');
    const right = await sync('--commit', '--verify', 'plan');
    await push('large');
    writeFileSync(
      main,
      `${builtIn}
variable "zone" {
  type = string
  validation {
    condition = false
    error_message = "none"
  }
}
`,
    );
    const wrong = await sync('--commit', '--verify', 'plan');

    expect(right.out).toContain('; plan: 1 to add, 0 to change, 0 to destroy\n');
    expect(git('log', '-1', '--format=%(trailers:key=Parley-Plan,valueonly)')).toBe(
      '1 to add, 0 to change, 0 to destroy',
    );
    expect(wrong).toMatchObject({ code: 1, out: 'Nothing to write.\n' });
    expect(wrong.err).toContain('apps/my-app.tf: my-app is not written.');
    expect(readFileSync(file(), 'utf8')).toContain('"small"');
  });

  it('shows in the status of a resource the version in the code, and its commit', async () => {
    await push('small');
    const status = () => parley(project, 'resources', 'status', 'my-app', '--code', code);
    const before = await status();
    await sync('--commit');
    const at = await status();
    await push('large');
    const behind = await status();
    const commit = git('rev-parse', 'HEAD').slice(0, 12);

    expect(before.out).toContain('  code       apps/my-app.tf is not there\n');
    expect(at.out).toContain(`  code       apps/my-app.tf, version 1, commit ${commit}\n`);
    expect(behind.out).toContain(
      `version 1, commit ${commit}; \`parley sync\` brings it up to date`,
    );
  });

  it('leaves a receipt for each file', async () => {
    await initProject(project);
    await push('small');
    await sync('--commit');
    const shown = JSON.parse((await parley(project, 'receipt', 'show', '--json')).out);
    const [, made] = shown as readonly {
      statement: { kind: string; predicate: { about: object } };
    }[];

    expect(made?.statement.kind).toBe('sync');
    expect(made?.statement.predicate.about).toMatchObject({
      path: 'apps/my-app.tf',
      commit: git('rev-parse', 'HEAD'),
    });
  });
});
