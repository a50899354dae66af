import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, startHttp, type TestServer } from '../../adapters/collect/servers/http.ts';
import { demo, newProject, parley, removeFolders } from './parley.ts';

const state = readFileSync(join(demo, 'terraform.tfstate'), 'utf8');
const logs = ['--events', join(demo, 'events'), '--config', join(demo, 'parley.yaml')];

let server: TestServer;
let asked: Asked[];
let project: string;
beforeEach(async () => {
  asked = [];
  server = await startHttp((call) => {
    asked.push(call);
    return { status: 200, body: state };
  });
  project = newProject();
  rmSync(join(project, 'terraform.tfstate'), { force: true });
});
afterEach(() => server.stop());
afterAll(removeFolders);

const scan = (...flags: readonly string[]) => parley(project, 'scan', '--json', ...logs, ...flags);
const put = (name: string, text: string) => writeFileSync(join(project, name), text);
const backend = (text: string) =>
  put(
    'backend.tf',
    `terraform {
  ${text}
}
`,
  );

describe('a state outside the project', () => {
  it('is read from the location in the flag, as a file would be', async () => {
    const remote = await scan('--state', `${server.url}/state?token=hunter2`);
    const local = await scan('--state', join(demo, 'terraform.tfstate'));
    const decided = ({ out }: { readonly out: string }) => JSON.parse(out).decisions;

    expect(remote.err).toBe(local.err);
    expect(decided(remote)).toEqual(decided(local));
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('is reported with its serial, and with the version that its backend names', async () => {
    const versioned = await startHttp(() => ({
      status: 200,
      headers: { etag: '"v7"' },
      body: state,
    }));
    const remote = await scan('--state', `${versioned.url}/state`);
    const plain = await scan('--state', `${server.url}/state`);
    await versioned.stop();
    const stateOf = ({ out }: { readonly out: string }) => JSON.parse(out).inputs.state;
    const { serial } = JSON.parse(state);

    expect(stateOf(plain)).toEqual({ serial, resources: expect.any(Number) });
    expect(stateOf(remote)).toEqual({ ...stateOf(plain), version: '"v7"' });
  });

  it('is found through the backend in the code', async () => {
    put('kept.tfstate', state);
    backend(`backend "local" {
    path = "kept.tfstate"
  }`);
    const found = await scan();

    expect(found.code).toBe(0);
    expect(JSON.parse(found.out).decisions.length).toBeGreaterThan(0);
  });

  it.each([
    [
      `backend "s3" {
    region = "x"
  }`,
      /does not say its bucket and key/,
    ],
    ['backend "consul" {}', /cannot read state from the backend "consul"/],
    [
      `cloud {
    organization = "acme"
  }`,
      /does not say its workspace/,
    ],
    [
      `backend "http" {
    address = "http://169.254.169.254/x"
  }`,
      /not one that Parley calls/,
    ],
    [
      `backend "http" {
    address = "http://a:hunter2@host/x"
  }`,
      /user or a password/,
    ],
  ])('is not found through %s', async (text, message) => {
    backend(text);
    const found = await scan();

    expect(found.code).toBe(1);
    expect(found.err).toMatch(message);
    expect(found.err).not.toContain('hunter2');
  });

  it('is not fetched from this machine because files of the project say so', async () => {
    backend(`backend "http" {
    address = "${server.url}"
  }`);
    const byCode = await scan();
    put('parley.yaml', `version: 1\nstate: ${server.url}/x\n`);
    const bySettings = await parley(project, 'scan', '--events', join(demo, 'events'));

    expect([byCode.err, bySettings.err]).toEqual([
      expect.stringContaining('not one that Parley calls'),
      expect.stringContaining('not one that Parley calls'),
    ]);
    expect(asked).toEqual([]);
  });
});
