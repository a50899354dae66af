import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { demo, newFolder, parleyAt, removeFolders } from './parley.ts';

afterAll(removeFolders);

/** Later than all commits made here, and than the change in the console. */
const now = '2100-03-14T10:00:00.000Z';
const machine = { kind: 'VirtualMachine', name: 'my-app-vm' };

let project: string;
const file = () => join(project, 'apps', 'my-app-vm.tf');
const text = () => readFileSync(file(), 'utf8');
const parley = (...args: readonly string[]) => parleyAt(now, project, ...args);

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: project, encoding: 'utf8' }).trim();
}

async function push(spec: object): Promise<void> {
  writeFileSync(join(project, 'vm.json'), JSON.stringify({ ...machine, spec }));
  expect((await parley('resources', 'push', 'vm.json')).err).toBe('');
}

/** Logs a change of the machine's type in the console. */
function change(type: string): void {
  const path = join(project, 'later', 'console.json');
  const log = readFileSync(path, 'utf8').replace('2026-03-14', '2100-03-14');
  writeFileSync(path, log.replace('m6i.large', type));
}

function reconcile(...args: readonly string[]) {
  const from = ['--state', 'later/terraform.tfstate', '--events', 'later/console.json'];
  return parley('reconcile', '--dir', 'apps', ...from, ...args);
}

async function versions(): Promise<
  readonly { readonly number: number; readonly digest: string }[]
> {
  return JSON.parse((await parley('resources', 'status', 'my-app-vm', '--json')).out).versions;
}

async function spec(): Promise<object> {
  return JSON.parse((await parley('resources', 'pull', 'my-app-vm', '--json')).out).spec;
}

beforeEach(async () => {
  project = newFolder();
  cpSync(join(demo, 'boundary'), project, { recursive: true });
  mkdirSync(join(project, '.parley'));
  writeFileSync(join(project, '.parley', '.gitignore'), '*\n');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'begin');
  await push({ size: 't3.large' });
  await parley('sync', '--commit');
});

describe('a console change to a declared machine', () => {
  it('becomes a version together with the code, and the next sync changes nothing', async () => {
    change('m6i.large');
    const done = await reconcile('--write');
    const [, second] = await versions();

    expect(done.out).toMatch(/Updated my-app-vm \(VirtualMachine\) version 2, sha256:/);
    expect(await spec()).toEqual({ size: 'm6i.large' });
    expect(text()).toContain('size = "m6i.large"');
    expect(text()).toContain(`# parley: default/my-app-vm ${second?.digest} template sha256:`);
    expect((await parley('sync', '--write')).out).toBe('Nothing to write.\n');
  });

  it('takes effect when its branch is merged, and not before', async () => {
    change('m6i.large');
    await reconcile('--pr');
    const branch = git('branch', '--list', 'parley/*', '--format=%(refname:short)');
    const before = await parley('sync', '--commit');
    const declared = await versions();
    git('merge', '--quiet', '--no-edit', branch);
    const shown = await parley('sync');
    const after = await parley('sync', '--commit');

    expect(git('log', '-1', '--format=%B', branch)).toContain(
      'this makes version 2 its current one',
    );
    expect(before.out).toBe('Nothing to write.\n');
    expect(declared).toHaveLength(1);
    expect(shown.out).toMatch(
      /^Would publish version 2 of my-app-vm, which the code has \(sha256:/,
    );
    expect(after.out).toMatch(/^Published version 2 of my-app-vm, which the code has/);
    expect(await spec()).toEqual({ size: 'm6i.large' });
    expect((await parley('sync', '--commit')).out).toBe('Nothing to write.\n');
    expect(git('status', '--porcelain', 'apps')).toBe('');
  });

  it('is merged with what was declared in the meantime, member by member', async () => {
    change('m6i.large');
    await reconcile('--pr');
    await push({ size: 't3.large', tags: { Team: 'shop' } });
    git('merge', '--quiet', git('branch', '--list', 'parley/*', '--format=%(refname:short)'));
    await parley('sync', '--commit');

    expect(await spec()).toEqual({ size: 'm6i.large', tags: { Team: 'shop' } });
    expect((await versions()).map(({ number }) => number)).toEqual([1, 2, 2, 3]);
    expect(text()).toContain(`  size = "m6i.large"
  tags = {
    Team = "shop"
  }
`);
    expect((await parley('sync', '--commit')).out).toBe('Nothing to write.\n');
  });

  it('is a conflict if the field was declared otherwise, until somebody resolves it', async () => {
    change('m6i.large');
    await reconcile('--pr');
    await push({ size: 't3.small' });
    git('merge', '--quiet', git('branch', '--list', 'parley/*', '--format=%(refname:short)'));
    const refused = await parley('sync', '--commit');

    expect(refused.code).toBe(1);
    expect(refused.err).toContain('The code and what is declared differ in spec.size.');
    expect(text()).toContain('size = "m6i.large"');

    await parley('sync', '--write', '--force');
    expect((await parley('sync', '--commit')).out).toBe('Nothing to write.\n');
  });

  it('is refused if the kind does not allow it, and the place is named', async () => {
    change('m5.large');
    const done = await reconcile('--write', '--json');
    const { unresolved, patches } = JSON.parse(done.out);

    expect(patches).toEqual([]);
    expect(unresolved).toMatchObject([
      { code: 'beyond-declaration', place: { file: 'kinds/vm/template.tf' } },
    ]);
    expect(unresolved[0].reason).toContain('must be equal to one of the allowed values');
    expect(text()).toContain('size = "t3.large"');
    expect(await versions()).toHaveLength(1);
  });

  it('is refused only until the kind allows it, however often that was reported', async () => {
    await parley('init', '--dir', 'apps');
    change('m5.large');
    const scanned = async (minute: number): Promise<string> => {
      const from = ['--state', 'later/terraform.tfstate', '--events', 'later/console.json'];
      const at = `2100-03-14T10:0${minute}:00.000Z`;
      return (await parleyAt(at, project, 'scan', '--dir', 'apps', ...from)).out;
    };
    for (const minute of [1, 2, 3, 4]) {
      expect(await scanned(minute)).toContain('must be equal to one of the allowed values');
    }
    const kind = join(project, 'kinds', 'vm', 'kind.yaml');
    writeFileSync(kind, readFileSync(kind, 'utf8').replace('m6i.large]', 'm6i.large, m5.large]'));

    expect(await scanned(5)).toContain('+  size = "m5.large"');
  });

  it('is refused in shared code, which belongs to no single resource', async () => {
    const main = join(project, 'modules', 'vm', 'main.tf');
    writeFileSync(main, readFileSync(main, 'utf8').replace('= var.size', '= "t3.large"'));
    change('m6i.large');
    const { unresolved, patches } = JSON.parse((await reconcile('--write', '--json')).out);

    expect(patches).toEqual([]);
    expect(unresolved[0]).toMatchObject({
      code: 'beyond-declaration',
      place: { file: expect.stringContaining('modules/vm/main.tf') },
    });
  });

  it('is refused if the declaration behind the code cannot be read', async () => {
    execFileSync('rm', ['-r', join(project, '.parley', 'artifacts')]);
    change('m6i.large');
    const { unresolved, patches } = JSON.parse((await reconcile('--write', '--json')).out);

    expect(patches).toEqual([]);
    expect(unresolved[0].reason).toContain(
      'generated from a declared resource, which cannot be read',
    );
  });

  it('stores nothing in a run that does not write', async () => {
    change('m6i.large');
    const before = execFileSync('find', [join(project, '.parley')], { encoding: 'utf8' });
    await reconcile();

    expect(execFileSync('find', [join(project, '.parley')], { encoding: 'utf8' })).toBe(before);
  });
});

describe('a changed template', () => {
  it('is merged into the files with what people wrote in them', async () => {
    const template = join(project, 'kinds', 'vm', 'template.tf');
    writeFileSync(file(), text().replace('size = "t3.large"', 'size = "t3.large" # enough'));
    const old = readFileSync(template, 'utf8');
    writeFileSync(template, old.replace('  size', '  zone = "eu-central-1a"\n  size'));
    git('commit', '--quiet', '-am', 'zone');
    const done = await parley('sync', '--commit');

    expect(done.out).toContain('Changed my-app-vm in apps/my-app-vm.tf');
    expect(text()).toContain('size = "t3.large" # enough\n');
    expect(text()).toContain('zone = "eu-central-1a"\n');
    expect((await parley('sync', '--commit')).out).toBe('Nothing to write.\n');
  });

  it('is a rollback in the commit message after a rollback', async () => {
    await push({ size: 't3.small' });
    await parley('sync', '--commit');
    await parley('resources', 'rollback', 'my-app-vm', '1');
    await parley('sync', '--commit');

    expect(git('log', '-1', '--format=%s')).toBe('parley(resource.rollback): roll back my-app-vm');
  });
});
