import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStacks } from '../../../src/entry/demo/estate.ts';
import { openProgram } from '../../app/harness/program.ts';
import { newFolder, removeFolders, root } from './parley.ts';

const program = openProgram();
let child: ChildProcess;
let link: URL;
/** Folder of the demo. */
let made = '';

beforeAll(async () => {
  const args = [program.script, 'demo', '--open', '--no-browser'];
  child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: newFolder() },
  });
  link = await new Promise<URL>((done, failed) => {
    let out = '';
    let err = '';
    child.stderr?.on('data', (text) => {
      err += text;
      made = / in (\/\S+)/.exec(err)?.[1] ?? made;
    });
    child.stdout?.on('data', (text) => {
      out += text;
      const [, url] = /works once\): (\S+)/.exec(out) ?? [];
      if (url !== undefined) done(new URL(url));
    });
    child.on('exit', () => failed(new Error(err)));
  });
});

afterAll(async () => {
  child.kill('SIGTERM');
  await new Promise((done) => child.once('exit', done));
  removeFolders();
  program.remove();
  if (made !== '') rmSync(made, { recursive: true, force: true });
});

async function open(path: string, cookie = ''): Promise<Response> {
  return fetch(new URL(path, link), { redirect: 'manual', headers: { cookie } });
}

function textOf(page: string): string {
  return page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

describe('parley demo --open', () => {
  it('shows an inbox of two weeks, behind a link that signs in only once', async () => {
    const first = await fetch(link, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/ui']);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';

    const again = await fetch(link, { redirect: 'manual' });
    expect(again.headers.get('set-cookie')).toBeNull();
    expect((await open('/ui')).headers.get('location')).toBe('/ui/sign-in');

    const inbox = await (await open('/ui', cookie)).text();
    for (const said of ['Ops Agent', 'ledger', 'batch-runner', 'delegate', 'reject', 'escalate'])
      expect(inbox).toContain(said);
    for (const { name } of demoStacks) expect(inbox).toContain(name);
    const timeline = await (await open('/ui/timeline?range=month', cookie)).text();
    for (const said of ['Cluster Autoscaler', 'incident INC-212', 'class="deployment"'])
      expect(timeline).toContain(said);
    expect(timeline).toMatch(
      /<td role="cell">deployment<\/td><td role="cell">[^<]*terraform-deploy/,
    );

    // Two controllers undo each other: each shows what it set, and the contention appears once.
    expect(textOf(inbox)).toContain('desired_capacity from 6→to 9, now 2 by Cost Saver');
    const workers = '/ui/stacks/reports/resource?address=aws_autoscaling_group.workers';
    const contention = textOf(await (await open(workers, cookie)).text());
    expect(contention.match(/Cluster Autoscaler and Cost Saver undo each other/g)).toHaveLength(1);
    expect(contention.match(/desired_capacity demo@localhost/g)).toHaveLength(1);
  });
});
