import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createForges } from '../../../src/adapters/forge/create.ts';
import type { ForgeSettings } from '../../../src/config/service/forges.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fakeClock } from './servers/clock.ts';
import { noLocal, valued } from './servers/forges.ts';
import { giteaToken, startGitea } from './servers/gitea.ts';
import { githubToken, startGitHub } from './servers/github.ts';
import { gitlabToken, startGitLab } from './servers/gitlab.ts';
import { type FakeForge, type Route, reply } from './servers/serve.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const running: FakeForge[] = [];
afterEach(async () => {
  for (const forge of running.splice(0)) {
    await forge.stop();
    expect(forge.strayings).toEqual([]);
  }
});

function started(forge: FakeForge): FakeForge {
  running.push(forge);
  return forge;
}

const stackOf = (more: object) =>
  Stack.parse({ name: 'prod', repository: 'https://github.com/acme/infra.git', ...more });

const settings = {
  github: { kind: 'github', name: 'hub', tenant: 'default', token: githubToken },
  enterprise: {
    kind: 'github',
    name: 'ghe',
    tenant: 'default',
    url: 'https://git.acme.example/api/v3',
    token: githubToken,
  },
  gitlab: { kind: 'gitlab', name: 'lab', tenant: 'default', token: gitlabToken },
  gitea: {
    kind: 'gitea',
    name: 'tea',
    tenant: 'default',
    url: 'https://acme.example/git/api/v1',
    token: giteaToken,
  },
} satisfies Readonly<Record<string, ForgeSettings>>;

const forgesOf = (...forges: readonly ForgeSettings[]) =>
  createForges({ forges, clock: fakeClock(), local: noLocal });

describe('the forge of a stack', () => {
  it.each([
    ['hub', 'https://github.com/acme/infra.git', 'acme/infra', 'x-access-token', githubToken],
    ['ghe', 'https://git.acme.example/acme/infra', 'acme/infra', 'x-access-token', githubToken],
    ['lab', 'https://gitlab.com/acme/cloud/infra.git', 'acme/cloud/infra', 'oauth2', gitlabToken],
    ['tea', 'https://acme.example/git/acme/infra/', 'acme/infra', 'oauth2', giteaToken],
  ])('%s finds the project of %s', async (forge, repository, project, user, password) => {
    const found = forgesOf(...Object.values(settings)).of(stackOf({ forge, repository }));

    expect(valued(found)).toMatchObject({ name: forge, project });
    expect(await valued(found)?.gitCredential()).toEqual({ ok: true, value: { user, password } });
  });

  it('gives no password to another host', async () => {
    const forges = forgesOf(settings.github);
    const repository = 'https://elsewhere.example/acme/infra.git';

    expect(forges.of(stackOf({ forge: 'hub', repository }))).toMatchObject({
      ok: false,
      error: { code: 'forge-elsewhere' },
    });
    const found = forges.of(stackOf({ forge: 'hub', repository, project: 'acme/infra' }));
    expect(await valued(found)?.gitCredential()).toEqual({ ok: true, value: undefined });
  });

  it('never belongs to another tenant', () => {
    const forges = forgesOf({ ...settings.github, tenant: 'other' });

    expect(forges.of(stackOf({ forge: 'hub' }))).toMatchObject({
      ok: false,
      error: { code: 'no-such-forge' },
    });
    expect(forges.of(stackOf({ forge: 'hub', tenant: 'other' }))).toMatchObject({ ok: true });
    expect(forges.of(stackOf({}))).toEqual({ ok: true, value: undefined });
  });

  it('looks up the installation of the app once for all calls', async () => {
    const given: Route = [
      'POST',
      /^\/app\/installations\/77\/access_tokens$/,
      () => reply(201, { token: githubToken, expires_at: '2026-03-14T13:00:00Z' }),
    ];
    const installation: Route = [
      'GET',
      /^\/repos\/acme\/infra\/installation$/,
      () => reply(200, { id: 77 }),
    ];
    const forge = started(await startGitHub(() => true, [given, installation]));
    const app = { id: '12', private_key: privateKey };
    const forges = forgesOf({
      kind: 'github',
      name: 'hub',
      tenant: 'default',
      url: forge.url,
      app,
    });
    const stack = stackOf({ forge: 'hub', project: 'acme/infra', repository: `${forge.url}/x/y` });

    const found = valued(forges.of(stack));
    expect(await found?.gitCredential()).toMatchObject({ value: { password: githubToken } });
    expect(await valued(forges.of(stack))?.gitCredential()).toMatchObject({ ok: true });
    const query = { kind: 'intent', intent: 'i-1', branch: 'parley/i-1' } as const;
    expect(await found?.proposals.find(query)).toEqual({ ok: true, value: [] });
    const calls = forge.asked.map(({ method, url }) => `${method} ${url.pathname}`);
    expect(calls.slice(0, 2)).toEqual([
      'GET /repos/acme/infra/installation',
      'POST /app/installations/77/access_tokens',
    ]);
    expect(calls.filter((call) => call.endsWith('access_tokens'))).toHaveLength(1);
  });
});

const inputs = {
  stack: 'team/prod',
  intent: 'i-0123456789ab',
  addresses: ['aws_sqs_queue.jobs', 'module.web["eu-1"].aws_lb.this[0]'],
};
const addresses = JSON.stringify(inputs.addresses);

describe('a workflow', () => {
  const asInputs = { ref: 'main', inputs: { ...inputs, addresses } };
  const asVariables = {
    ref: 'main',
    variables: [
      { key: 'PARLEY_STACK', value: inputs.stack },
      { key: 'PARLEY_INTENT', value: inputs.intent },
      { key: 'PARLEY_ADDRESSES', value: addresses },
    ],
  };

  it.each([
    ['GitHub', startGitHub, settings.github, '', 'apply.yml', asInputs],
    ['Gitea', startGitea, settings.gitea, '/api/v1', 'apply.yml', asInputs],
    ['GitLab', startGitLab, settings.gitlab, '', '', asVariables],
  ] as const)('is started on %s with its inputs', async (_, start, forge, path, file, body) => {
    const server = started(await start());
    const project = forge.kind === 'gitlab' ? 'acme/cloud/infra' : 'acme/infra';
    const stack = stackOf({ forge: forge.name, project });
    const found = valued(forgesOf({ ...forge, url: `${server.url}${path}` }).of(stack));

    const run = { file: 'apply.yml', ref: 'main', inputs };
    expect(await found?.workflows.dispatch(run)).toEqual({ ok: true, value: undefined });
    expect(server.state.dispatched).toEqual([{ file, body }]);
  });

  it.each([
    'aws_s3_bucket.this["$(curl evil)"]',
    'aws_s3_bucket.this["a`b`"]',
    "aws_s3_bucket.this['a']",
    'a b',
    '-target=x',
    'x;y',
    'x\ny',
  ])('is not started with the address %j', async (address) => {
    const server = started(await startGitHub());
    const stack = stackOf({ forge: 'hub', project: 'acme/infra' });
    const found = valued(forgesOf({ ...settings.github, url: server.url }).of(stack));

    const run = { file: 'apply.yml', ref: 'main', inputs: { ...inputs, addresses: [address] } };
    expect(await found?.workflows.dispatch(run)).toMatchObject({
      ok: false,
      error: { code: 'workflow-input' },
    });
    expect(server.asked).toEqual([]);
  });
});
