import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { demoFlags, newFolder, newProject, parley, readFiles, removeFolders } from './parley.ts';
import { put } from './records.ts';

afterEach(removeFolders);

type Case = readonly [name: string, break_: (project: string) => void, place: string, says: RegExp];

/** Moves a file out of the project and leaves a link to it. */
function linkOut(project: string, path: string): void {
  const other = newFolder();
  renameSync(join(project, path), join(other, 'moved'));
  symlinkSync(join(other, 'moved'), join(project, path));
}

const cases: readonly Case[] = [
  [
    'code behind a link that leads out of the repository',
    (project) => linkOut(project, 'locals.tf'),
    'locals.tf',
    /leads out of the repository/,
  ],
  [
    'variables behind such a link',
    (project) => linkOut(project, 'terraform.tfvars'),
    'terraform.tfvars',
    /leads out of the repository/,
  ],
  [
    'a module behind such a link',
    (project) => linkOut(project, 'modules'),
    'modules',
    /leads out of the repository/,
  ],
  [
    'code behind a link that leads nowhere',
    (project) => symlinkSync('nothing.tf', join(project, 'more.tf')),
    'more.tf',
    /something that is not there/,
  ],
  [
    'code that is no UTF-8',
    (project) =>
      put(
        project,
        'more.tf',
        Buffer.from(
          `locals {
  name = "Müller"
}
`,
          'latin1',
        ),
      ),
    'more.tf',
    /not UTF-8 text/,
  ],
  [
    'code with a NUL',
    (project) => put(project, 'modules/service/more.tf', 'locals {\n  a = "\0"\n}\n'),
    'modules/service/more.tf',
    /not UTF-8 text/,
  ],
  [
    'code larger than 8 MB',
    (project) => put(project, 'more.tf', `# ${'x'.repeat(8 * 1024 * 1024)}\n`),
    'more.tf',
    /larger than 8 MB/,
  ],
];

describe('code that cannot be read', () => {
  it.each(cases)('%s: the error names it, and nothing is written', async (...given) => {
    const [, breakIt, place, says] = given;
    const project = newProject();
    breakIt(project);
    const before = readFiles(project);
    const run = await parley(project, 'reconcile', '--write', ...demoFlags);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(says);
    expect(run.err).toContain(`parley: ${place}: `);
    expect(readFiles(project)).toEqual(before);
  });

  it.each<readonly [name: string, spare: (project: string) => void]>([
    ['an editor’s lock', (project) => symlinkSync('ben@host.7', join(project, '.#main.tf'))],
    ['an example', (project) => put(project, 'examples/old/main.tf', Buffer.from([0xff, 0xfe]))],
    ['a picture', (project) => put(project, 'docs/map.png', Buffer.from([0x89, 0, 0xff]))],
    ['large data', (project) => put(project, 'data.json', `"${'x'.repeat(2 ** 21)}"`)],
  ])('%s beside the code does no harm', async (_, spare) => {
    const project = newProject();
    spare(project);
    const run = await parley(project, 'scan', '--json', ...demoFlags);

    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).drifts.length).toBeGreaterThan(0);
  });

  it('is read through a link within the project', async () => {
    const plain = await parley(newProject(), 'scan', '--json', ...demoFlags);
    const project = newProject();
    mkdirSync(join(project, 'shared'));
    renameSync(join(project, 'locals.tf'), join(project, 'shared', 'locals.tf'));
    symlinkSync('shared/locals.tf', join(project, 'locals.tf'));
    const linked = await parley(project, 'scan', '--json', ...demoFlags);

    const drifts = ({ out }: { readonly out: string }): unknown => JSON.parse(out).drifts;
    expect(drifts(linked)).toEqual(drifts(plain));
  });
});

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
`;

describe('manifests that cannot be read', () => {
  const scan = (project: string) =>
    parley(
      project,
      'scan',
      '--manifests',
      'deploy',
      '--events',
      project,
      '--config',
      put(project, 'parley.yaml', 'version: 1\n'),
    );

  it.each<Case>([
    [
      'one that is no text',
      (project) => put(project, 'deploy/more.yaml', Buffer.from([0xff, 0xfe, 0x61])),
      'deploy/more.yaml',
      /not UTF-8 text/,
    ],
    [
      'one behind a link that leads out',
      (project) => {
        put(project, 'deploy/more.yaml', manifest);
        linkOut(project, 'deploy/more.yaml');
      },
      'deploy/more.yaml',
      /leads out of the repository/,
    ],
    [
      'a folder of them behind a link',
      (project) => {
        put(project, 'base/more.yaml', manifest);
        symlinkSync('../base', join(project, 'deploy', 'base'));
      },
      'deploy/base',
      /links to manifests are not followed/,
    ],
  ])('%s: the error names it', async (_, breakIt, place, says) => {
    const project = newFolder();
    put(project, 'deploy/web.yaml', manifest);
    put(project, 'audit.json', '');
    breakIt(project);
    const run = await scan(project);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(says);
    expect(run.err).toContain(`parley: ${place}: `);
  });
});
