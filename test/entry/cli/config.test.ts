import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder, parley, removeFolders, root } from './parley.ts';

afterAll(removeFolders);

/** Runs `parley config check` in a folder with these settings. */
function check(settings: string) {
  const folder = newFolder();
  writeFileSync(join(folder, 'parley.yaml'), settings);
  return parley(folder, 'config', 'check');
}

describe('parley config check', () => {
  it('summarises the stacks, and counts everything else', async () => {
    const run = await check(`sources:
  - { name: history, kind: cloudtrail-lookup, regions: [us-east-1] }
stacks:
  - name: shop
    repository: https://git.example.com/shop.git
    root: envs/prod
    scan: { cron: "0 3 * * *", time_zone: Europe/Madrid }
  - { name: blog, tenant: acme, repository: /srv/blog, workspace: eu, sources: [] }
`);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out.split('\n').slice(1)).toEqual([
      '2 stacks, 1 source, 0 forges, 0 channels',
      'shop',
      '  code: https://git.example.com/shop.git, main, envs/prod',
      '  scan: 0 3 * * * (Europe/Madrid)',
      '  records: all sources of the tenant',
      '  proposals: none',
      'blog (acme)',
      '  code: /srv/blog, main',
      '  scan: when records come in, or when somebody asks',
      '  records: none',
      '  workspace: eu',
      '  proposals: none',
      '',
    ]);
  });

  it('names settings of this file that no stack uses', async () => {
    const stack = 'stacks: [{ name: blog, repository: /srv/blog }]\n';
    const run = await check(`adopt: all\nworkspace: prod\npolicy: observe\n${stack}`);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/\nWithout effect here; .* of a repository: adopt, workspace\.\n$/);
    expect((await check(stack)).out).not.toContain('Without effect');
  });

  it('accepts the settings of a project that no service watches', async () => {
    expect(await check('adopt: all\n')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is valid\.\nIt names no stacks to watch\.\n$/),
    });
  });

  it('reports all schema errors at once, in the order of the file', async () => {
    const run = await check(`server: { rate: 1.5, rat: 1, tate: 2 }
stacks:
  - name: Shop!
    repository: git@git.example.com:shop.git
    scan: { every: 10s }
stakcs: []
`);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect([...run.err.matchAll(/yaml:(\d+:\d+: [\w.]*)/g)].map(([, place]) => place)).toEqual([
      '1:17: server.rate',
      '1:22: server',
      '1:30: server',
      '3:11: stacks.0.name',
      '4:17: stacks.0.repository',
      '5:20: stacks.0.scan.every',
      '6:1: There',
    ]);
    expect(run.err).toContain('This has to be a whole number.');
  });

  it('says that there is no settings file', async () => {
    const run = await parley(newFolder(), 'config', 'check');

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/parley\.yaml: There is no such settings file.*parley init/);
  });

  it('reports all semantic errors at once, in the order of the file', async () => {
    const run = await check(`forges:
  - { name: hub, kind: github, token: "\${NONE}" }
stacks:
  - { name: shop, repository: /srv/shop, notify: [ops] }
`);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err.match(/parley\.yaml:\d+:\d+: [\w.]+/g)).toEqual([
      'parley.yaml:2:39: forges.0.token',
      'parley.yaml:4:51: stacks.0.notify.0',
    ]);
  });

  it('says that the file of --config does not exist', async () => {
    const run = await parley(newFolder(), 'config', 'check', '--config', 'other.yaml');

    expect(run.code).toBe(1);
    expect(run.err).toContain('There is no such settings file');
  });
});

describe('parley config schema', () => {
  it('prints docs/parley.schema.json', async () => {
    const run = await parley(root, 'config', 'schema');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(readFileSync(join(root, 'docs', 'parley.schema.json'), 'utf8'));
  });

  it.each(['prices', 'guard', 'report'])('prints docs/%s.schema.json', async (of) => {
    const run = await parley(root, 'config', 'schema', `--${of}`);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(readFileSync(join(root, 'docs', `${of}.schema.json`), 'utf8'));
  });
});
