import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitServer, startGitServer, type TestRepository } from '../../app/git-server.ts';
import { eventually } from '../../eventually.ts';
import { demo, removeFolders } from '../cli/parley.ts';
import { type Running, serve, settingsFolder } from './process.ts';

const tokens = { WRITER: 'writer-token-0123456789', EVENTS: 'events-token-0123456789' };
const name = 'my-app-vm';
const path = `apps/${name}.tf`;
const boundary = join(demo, 'boundary');

function text(...parts: readonly string[]): string {
  return readFileSync(join(boundary, ...parts), 'utf8');
}

/** Two repositories: the first gets pull requests, the second direct commits, over HTTP. */
function settings(reviewed: string, direct: string): string {
  return `stacks:
  - { name: machines, repository: "${reviewed}", root: apps, forge: hub, verify: evaluate }
sources:
  - { name: trail, kind: push, cloud: aws }
gitops:
  - { name: reviewed, repository: "${reviewed}", forge: hub, areas: [apps] }
  - { name: direct, repository: "${direct}", deliver: push }
forges:
  - { name: hub, kind: local }
server:
  tokens:
    - { name: writer, scopes: [read, write], token: "\${WRITER}" }
    - { name: events, scopes: [events], token: "\${EVENTS}" }
`;
}

interface Code {
  readonly gitops: string;
  readonly standing: string;
  readonly number?: number;
  readonly commit?: string;
  readonly location?: string;
  readonly because?: string;
}

describe('a service that keeps repositories as declared', () => {
  let git: GitServer;
  let reviewed: TestRepository;
  let direct: TestRepository;
  let service: Running;

  const call = async (method: string, route: string, body?: object) => {
    const response = await fetch(new URL(`/api/v1/${route}`, service.url), {
      method,
      headers: { authorization: `Bearer ${tokens.WRITER}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const declare = async (size: string, resource = name) => {
    const body = { kind: 'VirtualMachine', name: resource, spec: { size } };
    const { status, body: reported } = await call('POST', 'resources', body);
    expect([200, 201]).toContain(status);
    return reported;
  };
  const codeIn = async (gitops: string, resource = name): Promise<Code | undefined> => {
    const { body } = await call('GET', `resources/${resource}`);
    return body.code.find((one: Code) => one.gitops === gitops);
  };
  const becomes = (gitops: string, expected: object, resource = name) =>
    eventually(async () => {
      const found = await codeIn(gitops, resource);
      expect(found).toMatchObject(expected);
      return found ?? expect.fail();
    });
  const branches = () => reviewed.branches().filter((branch) => branch.startsWith('parley/'));
  const mergeAll = (): void => {
    for (const branch of branches()) reviewed.merge(branch);
  };

  /** Pushes a log record of a console change of the machine's type. */
  const change = async (type: string, nth: number): Promise<void> => {
    // A change from before the latest commit of the code would be stale.
    const time = new Date(Date.now() + 1000).toISOString().replace(/\.\d+Z$/, 'Z');
    const log = text('later', 'console.json')
      .replace('2026-03-14T09:12:40Z', time)
      .replace('m6i.large', type)
      .replace('6a1b8f52', `6a1b8f5${nth}`);
    const response = await fetch(new URL('/api/v1/events/trail', service.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.EVENTS}`, 'content-type': 'application/json' },
      body: log,
    });
    expect(response.status).toBe(202);
  };

  beforeAll(async () => {
    git = await startGitServer();
    [reviewed, direct] = [git.create('shop/reviewed'), git.create('shop/direct')];
    const files = {
      'modules/vm/main.tf': text('modules', 'vm', 'main.tf'),
      'apps/parley.yaml': 'version: 1\n',
      'apps/terraform.tfstate': text('later', 'terraform.tfstate'),
    };
    reviewed.commit(files, { message: 'Modules' });
    direct.commit(files, { message: 'Modules' });
    const folder = settingsFolder(settings(reviewed.path, direct.url));
    cpSync(join(boundary, 'kinds'), join(folder, 'kinds'), { recursive: true });
    service = await serve(folder, { env: tokens });
  });
  afterAll(async () => {
    await service?.stop();
    await git?.close();
    removeFolders();
  });

  it('commits onto a branch, and opens a pull request where people review', async () => {
    const first = await declare('t3.large');
    const [pushed, proposed] = [
      await becomes('direct', { standing: 'current', number: 1 }),
      await becomes('reviewed', { standing: 'proposed', number: 1 }),
    ];
    const message = direct.git('log', '-1', '--format=%B', 'main');

    expect(direct.read(path)).toContain('size = "t3.large"');
    expect(pushed.commit).toBe(direct.head());
    expect(message).toMatch(/^parley\(resource\.create\): add my-app-vm\n/);
    expect(message).toContain(`Parley-Artifact: ${first.digest}`);
    expect(reviewed.read(path)).toBeUndefined();
    expect(proposed.location).toContain(branches()[0]);
    expect(reviewed.git('log', '-1', '--format=%s', branches()[0] ?? '').trim()).toBe(
      'parley(resource.create): add my-app-vm',
    );

    const { body } = await call('GET', 'receipts?limit=200');
    const synced = body.items.filter((one: { kind: string }) => one.kind === 'sync');
    const receipts = await Promise.all(
      synced.map(({ id }: { id: string }) => call('GET', `receipts/${id}`)),
    );
    for (const commit of [pushed.commit, proposed.commit]) {
      expect(JSON.stringify(receipts)).toContain(`"commit":"${commit}"`);
    }
  });

  it('recognises a merge, and closes only its own proposals', async () => {
    mergeAll();
    await declare('t3.small', 'other');
    await becomes('reviewed', { standing: 'proposed' }, 'other');
    const found = await becomes('reviewed', { standing: 'current', number: 1 });

    expect(reviewed.read(path)).toContain('size = "t3.large"');
    expect(found.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(branches().join()).toContain('parley/resource-other-');
    const listed = await call('GET', 'resources');
    expect(listed.body.items.map((one: { name: string }) => one.name)).toEqual([name, 'other']);
    mergeAll();
  });

  it('makes a version from an accepted and merged console change', async () => {
    await change('m6i.large', 1);
    const branch = await eventually(() => {
      const [found] = branches().filter((one) => one.startsWith('parley/i-'));
      expect(found).toBeDefined();
      return found ?? '';
    });
    const before = await eventually(async () => {
      const { body } = await call('GET', `resources/${name}`);
      const drifts = [{ field: 'instance_type', standing: 'proposed' }];
      expect(body.live).toMatchObject([{ stack: 'machines', drifts }]);
      return body;
    });
    reviewed.merge(branch);
    await call('POST', 'stacks/machines/scans');
    await becomes('direct', { standing: 'current', number: 2 });
    const { body: after } = await call('GET', `resources/${name}`);

    expect(before).toMatchObject({ current: { number: 1 }, spec: { size: 't3.large' } });
    expect(after).toMatchObject({ current: { number: 2 }, spec: { size: 'm6i.large' } });
    expect(direct.read(path)).toContain('size = "m6i.large"');
    expect(reviewed.read(path)).toBe(direct.read(path));
    expect(after.receipts).toBe(1);
  });

  it('keeps the declaration if such a change is rejected', async () => {
    await change('t3.small', 2);
    const id = await eventually(async () => {
      const { body: drifts } = await call('GET', 'drifts?stack=machines');
      const { body: decided } = await call('GET', 'decisions?stack=machines');
      const drift = drifts.items.find((one: object) => JSON.stringify(one).includes('t3.small'));
      const found = decided.items.find((one: { drift: string }) => one.drift === drift?.id);
      expect(found).toBeDefined();
      return found.intent as string;
    });
    await call('POST', `intents/${id}/answers`, { stack: 'machines', action: 'revert' });
    await eventually(async () => {
      const { body } = await call('GET', `decisions?stack=machines`);
      expect(JSON.stringify(body)).toContain('"reject"');
    });
    await declare('t3.small', 'third');
    await becomes('direct', { standing: 'current' }, 'third');

    const { body } = await call('GET', `resources/${name}`);
    expect(body).toMatchObject({ current: { number: 2 }, spec: { size: 'm6i.large' } });
    expect(direct.read(path)).toContain('size = "m6i.large"');
  });

  it('overwrites no line of a person, and says so', async () => {
    const theirs = direct.read(path)?.replace('"m6i.large"', '"m6i.large" # agreed with ops') ?? '';
    direct.commit({ [path]: theirs.replace('m6i.large', 'm6i.2xlarge') }, { message: 'Ops' });
    const head = direct.head();
    await declare('t3.small');
    const refused = await becomes('direct', { standing: 'refused' });
    await becomes('reviewed', { standing: 'proposed', number: 3 });

    expect(refused.because).toContain('A person changed');
    expect(direct.head()).toBe(head);
  });

  it('removes what is no longer declared, and nothing beside it', async () => {
    const { status } = await call('DELETE', 'resources/other');
    await eventually(() => expect(direct.read('apps/other.tf')).toBeUndefined());

    expect(status).toBe(200);
    expect(direct.git('log', '-1', '--format=%s', 'main').trim()).toBe(
      'parley(resource.remove): remove other',
    );
    expect(direct.read('modules/vm/main.tf')).toBe(text('modules', 'vm', 'main.tf'));
    expect((await call('GET', 'resources/nothing')).status).toBe(404);
  });

  it('has one branch for each resource, and logs what it refused', () => {
    const lines = service.lines.filter((line) => line.includes('code of a resource stays'));

    expect(lines.join('')).toContain('A person changed');
    expect(branches().filter((one) => one.includes('resource-my-app-vm'))).toHaveLength(1);
  });
});
