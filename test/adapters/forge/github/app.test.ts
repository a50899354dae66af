import { generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { connectGitHub, githubProposals } from '../../../../src/adapters/forge/github/proposals.ts';
import type { Asked } from '../../collect/servers/http.ts';
import { fakeClock } from '../servers/clock.ts';
import { draftOf, valued } from '../servers/forges.ts';
import { githubToken, startGitHub } from '../servers/github.ts';
import { bodyOf, type FakeForge, type Route, reply } from '../servers/serve.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const hour = 3_600_000;
const tokenPath = '/app/installations/42/access_tokens';

let forge: FakeForge;
afterEach(async () => {
  await forge.stop();
  expect(forge.strayings).toEqual([]);
});

/** A fake GitHub that gives a new token each time to a caller that can sign as the app. */
async function start() {
  const clock = fakeClock();
  const given: string[] = [];
  const giveToken: Route = [
    'POST',
    new RegExp(`^${tokenPath}$`),
    (_, asked) => {
      if (!isApp(asked, clock.now())) return reply(401, { message: 'A JSON web token is bad' });
      given.push(`${githubToken}${given.length}`);
      const expires_at = new Date(clock.now() + hour).toISOString();
      return reply(201, { token: given.at(-1), expires_at });
    },
  ];
  const isSigned = (asked: Asked) =>
    asked.url.pathname === tokenPath || asked.headers.authorization === `Bearer ${given.at(-1)}`;
  forge = await startGitHub(isSigned, [giveToken]);
  const access = { kind: 'app', app: 'Iv1.abc', installation: 42, privateKey } as const;
  const settings = { repository: 'acme/infra', url: forge.url, access };
  const connection = valued(connectGitHub(settings, clock));
  return { clock, given, proposals: githubProposals(connection, 'app') };
}

function isApp(asked: Asked, now: number): boolean {
  const [head = '', claims = '', signature = ''] =
    asked.headers.authorization?.replace('Bearer ', '').split('.') ?? [];
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { iss, iat, exp } = read(claims);
  const seconds = now / 1000;
  const isTimely = iat <= seconds && exp > seconds && exp - iat <= 600;
  const data = Buffer.from(`${head}.${claims}`);
  const isGenuine = verify('RSA-SHA256', data, publicKey, Buffer.from(signature, 'base64url'));
  return read(head).alg === 'RS256' && iss === 'Iv1.abc' && isTimely && isGenuine;
}

describe('a GitHub App', () => {
  it('gets a token for the repository, and another one before it expires', async () => {
    const { clock, given, proposals } = await start();

    valued(await proposals.open(draftOf()));
    valued(await proposals.open(draftOf()));
    expect(given).toHaveLength(1);
    const [opening] = forge.asked.filter(({ url }) => url.pathname.endsWith('/pulls'));
    expect(opening?.headers['x-github-api-version']).toBe('2022-11-28');
    const [request] = forge.asked.filter(({ url }) => url.pathname === tokenPath);
    expect(request && bodyOf(request)).toEqual({ repositories: ['infra'] });
    clock.pass(hour - 4 * 60_000);
    valued(await proposals.open(draftOf()));
    expect(given).toHaveLength(2);
  });

  it('creates one check run per commit, and then updates it', async () => {
    const { proposals } = await start();
    const { commit } = valued(await proposals.open(draftOf()));
    const check = { name: 'parley', title: 'Looking.', summary: '' };

    valued(await proposals.setCheck(commit, { ...check, state: 'waiting' }));
    expect(forge.state.checks).toMatchObject([{ state: 'in_progress' }]);
    valued(await proposals.setCheck(commit, { ...check, state: 'passed', title: 'Accepted.' }));

    expect(forge.state.checks).toEqual([
      { commit, name: 'parley', state: 'success', title: 'Accepted.' },
    ]);
  });

  it('does not show its installation token', async () => {
    const { given, proposals } = await start();
    valued(await proposals.permissionOf('maria'));
    const body = JSON.stringify({ message: `Bad ${given[0]}` });
    forge.instead.push({ late: false, answer: { status: 403, body } });

    const result = await proposals.permissionOf('maria');
    expect(result).toMatchObject({ error: { code: 'forge-forbidden' } });
    expect(JSON.stringify(result)).not.toContain(given[0]);
  });

  it('requires an RSA key, and does not show the key it was given', async () => {
    const { clock } = await start();
    const { privateKey: other } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    for (const key of ['no key at all', other]) {
      const access = { kind: 'app', app: 'a', installation: 1, privateKey: key } as const;
      const made = connectGitHub({ repository: 'acme/infra', access }, clock);

      expect(made).toMatchObject({ error: { code: 'forge-key' } });
      expect(JSON.stringify(made)).not.toContain(key.slice(30, 60) || key);
    }
  });
});

describe('GitHub', () => {
  it('gets a regular pull request where drafts are not available', async () => {
    const { proposals } = await start();
    forge.state.members.set('no-drafts', '');

    expect(await proposals.open(draftOf())).toMatchObject({ value: { state: 'created' } });
  });

  it.each(['acme', 'acme/infra/more', '../infra', 'acme/..', 'acme/in fra', ''])(
    'rejects the repository name %j',
    async (repository) => {
      const { clock } = await start();
      const access = { kind: 'token', token: githubToken } as const;

      expect(connectGitHub({ repository, access }, clock)).toMatchObject({
        error: { code: 'forge-repository' },
      });
    },
  );
});
