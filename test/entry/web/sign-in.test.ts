import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcProvider } from '../../../src/adapters/oidc/provider.ts';
import type { Log } from '../../../src/adapters/telemetry/log.ts';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { createApi } from '../../../src/entry/api/app.ts';
import {
  type IdentityProvider,
  type Misdeed,
  startIdentityProvider,
} from '../../adapters/oidc/identity-provider.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';
import { apiDeps, type FlatApi } from '../api/flat-api.ts';

const own = 'https://parley.example';
const callback = `${own}/ui/sign-in/sso/callback`;
/** A page that reads only the policy of a stack from the store. */
const page = '/ui/policy/copy?stack=prod';
const proxyAddress = '10.0.0.7';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([callback]);
});
afterAll(() => provider.close());

function world(grants: unknown = [{ group: 'platform', tenant: 'shop', role: 'reviewer' }]) {
  const kept = new Map<string, { value: never; until: string }>();
  const said: unknown[] = [];
  let elapsed = 0;
  const config = ConfigFile.parse({
    stacks: ['shop', 'bank'].map((tenant) => ({
      ...{ name: 'prod', tenant, repository: 'https://git.example/a/b.git' },
    })),
    server: {
      public_url: own,
      trusted_proxies: [`${proxyAddress}/32`],
      tokens: [{ name: 'ops', tenant: 'shop', scopes: ['read', 'write'], token: '${OPS}' }],
      sign_in: {
        oidc: [
          {
            ...{ name: 'sso', title: 'Acme', issuer: provider.issuer, loopback: true },
            ...{ client_id: provider.clientId, client_secret: '${SECRET}' },
          },
        ],
        proxy: {},
        grants,
      },
    },
  });
  const log: Log = { ...silentLog, warn: (message, fields) => said.push([message, fields]) };
  const claims = {
    put: async (tenant: string, { text }: { text: string }, state: never) =>
      kept.set(`${tenant} ${text}`, state),
    get: async (tenant: string, { text }: { text: string }) => kept.get(`${tenant} ${text}`),
    drop: async (tenant: string, { text }: { text: string }) => kept.delete(`${tenant} ${text}`),
  };
  const [settings] = config.server.sign_in.oidc;
  const deps = {
    ...{ settings: config, log, metrics: createPrometheusMetrics(), newId: randomUUID },
    ...{ tracer: trace.getTracer('test'), elapsed: () => elapsed, isStopping: () => false },
    now: () => new Date().toISOString(),
    resolve: () => 'ops-token-0123456789',
    store: { claims, shown: { policy: async () => undefined } },
    oidc: settings
      ? [createOidcProvider({ ...settings, client_secret: provider.clientSecret }, () => elapsed)]
      : [],
  } as unknown as FlatApi;
  const app = createApi(apiDeps(deps));
  const jar = new Map<string, string>();
  /** Requests a path with the cookies of the jar, as a browser does, but follows no redirects. */
  const go = async (path: string, init: RequestInit = {}, remote = '198.51.100.9') => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...init.headers };
    const env = { incoming: { socket: { remoteAddress: remote } } };
    const response = await app.request(path, { ...init, headers }, env);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const leave = async (next = page) => {
    const left = await go(`/ui/sign-in/sso?${new URLSearchParams({ next })}`);
    expect(left.status).toBe(303);
    return new URL(left.headers.get('location') ?? '');
  };
  const back = (url: URL) => go(`${url.pathname}${url.search}`);
  return { go, leave, back, jar, said, kept, later: (ms: number) => (elapsed += ms) };
}

describe('signing in by OpenID Connect', () => {
  it("leads to the requested page, with the person's role", async () => {
    const { go, leave, back, jar } = world();

    const asked = await go(page);
    expect(asked.headers.get('location')).toBe(`/ui/sign-in?next=${encodeURIComponent(page)}`);
    const form = await (await go(asked.headers.get('location') ?? '')).text();
    expect(form).toContain('Sign in with Acme');
    const came = await back(provider.agree(await leave()));
    expect([came.status, came.headers.get('location')]).toEqual([303, page]);
    expect([...jar.keys()]).toEqual(['parley_session']);
    const shown = await (await go(page)).text();
    expect(shown).toContain('maria@example.com');
    expect(shown).toContain('Propose as a pull request');
  });

  it('shows no page to a person without a role, and says so', async () => {
    const { go, leave, back } = world([{ group: 'others', tenant: 'shop', role: 'viewer' }]);

    const came = await back(provider.agree(await leave()));
    expect(came.status).toBe(403);
    expect(await came.text()).toContain('No role is granted');
    expect((await go(page)).status).toBe(303);
  });

  it('keeps tenants apart, and lets a person with two of them switch', async () => {
    const { go, leave, back, jar } = world([
      { group: 'platform', tenant: 'shop', role: 'viewer' },
      { person: 'Maria@example.com', tenant: 'bank', role: 'operator', from: 'sso' },
      { group: 'platform', tenant: 'lab', role: 'operator', from: 'proxy' },
    ]);

    await back(provider.agree(await leave()));
    const first = await (await go(page)).text();
    expect(first).not.toContain('Propose as a pull request');
    expect([...first.matchAll(/<option[^>]*>(\w+)/g)].map(([, name]) => name)).toEqual([
      'shop',
      'bank',
    ]);
    const proof = /name="proof" value="(\w+)"/.exec(first)?.[1] ?? '';
    const before = jar.get('parley_session');
    await go('/ui/tenant', {
      method: 'POST',
      body: new URLSearchParams({ proof, tenant: 'bank' }),
    });
    expect(jar.get('parley_session')).not.toBe(before);
    expect(await (await go(page)).text()).toContain('Propose as a pull request');
    const other = { method: 'POST', body: new URLSearchParams({ proof, tenant: 'lab' }) };
    expect((await go('/ui/tenant', other)).status).toBe(403);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each<readonly [string, Misdeed, string]>([
    ['another nonce', { claims: { nonce: 'of-somebody-else' } }, 'invalid'],
    ['another audience', { claims: { aud: 'another-client' } }, 'invalid'],
    ['an end in the past', { claims: { exp: now - 600, iat: now - 900 } }, 'invalid'],
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'invalid'],
    ['no signature', { unsigned: true }, 'invalid'],
    ['a signature of a key that is not published', { strangeKey: true }, 'invalid'],
    ['no token about who it is', { noIdToken: true }, 'invalid'],
    ['a mail address that is not verified', { claims: { email_verified: false } }, 'nameless'],
    ['a name of several lines', { claims: { email: 'a@b.c\nroot' } }, 'nameless'],
  ])('refuses %s', async (_, misdeed, code) => {
    const { go, leave, back, jar, said } = world();
    provider.misdeed = misdeed;

    const came = await back(provider.agree(await leave()));
    provider.misdeed = {};
    expect(came.status).toBe(403);
    expect(said).toMatchObject([['sign-in failed', { code: `sign-in-${code}` }]]);
    expect([...jar.keys()]).toEqual([]);
    expect((await go(page)).status).toBe(303);
  });

  it('accepts a code once, only from the browser that started, with its state', async () => {
    const { leave, back, jar } = world();
    const url = provider.agree(await leave());
    const attempt = jar.get('parley_sign_in') ?? '';

    // Another person's browser that was lured to this URL.
    jar.clear();
    expect((await back(url)).status).toBe(403);
    // The same browser, but with the state of another attempt.
    await leave();
    expect((await back(url)).status).toBe(403);
    jar.set('parley_sign_in', attempt);
    expect((await back(url)).status).toBe(303);
    jar.clear();
    jar.set('parley_sign_in', attempt);
    expect((await back(url)).status).toBe(403);
    expect(jar.size).toBe(0);
  });

  it('is not confused by a response with another issuer, or without one', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const { leave, back, jar } = world();
      const url = provider.agree(await leave());
      if (iss === undefined) url.searchParams.delete('iss');
      else url.searchParams.set('iss', iss);
      expect((await back(url)).status).toBe(403);
      expect(jar.size).toBe(0);
    }
  });

  it("shows the provider's error code, and no free text", async () => {
    const { leave, go } = world();
    const { searchParams } = await leave();
    const state = searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      ...{
        error: 'access_denied',
        error_description: '<b>Call 555</b>',
        state,
        iss: provider.issuer,
      },
    });
    const came = await go(`/ui/sign-in/sso/callback?${query}`);
    const text = await came.text();
    expect(text).toContain('access_denied');
    expect(text).not.toContain('555');
  });

  it('accepts new keys of the provider at once', async () => {
    const { leave, back } = world();
    expect((await back(provider.agree(await leave()))).status).toBe(303);
    await provider.rotate();
    expect((await back(provider.agree(await leave()))).status).toBe(303);
  });

  it.each([
    'https://evil.example/ui',
    '//evil.example/ui',
    '/\\evil.example/ui',
    '/ui/../\\evil.example',
    'javascript:alert(1)',
    '/ui/sign-out',
    '/api/v1/stacks',
    '\t//evil.example',
  ])('does not redirect elsewhere afterwards: %s', async (next) => {
    const { leave, back } = world();
    const came = await back(provider.agree(await leave(next)));
    expect(came.headers.get('location')).toBe('/ui');
  });

  it('ends on sign-out, on expiry, and when the role is revoked', async () => {
    const { go, leave, back, kept, jar } = world();
    await back(provider.agree(await leave()));
    const proof = /name="proof" value="(\w+)"/.exec(await (await go(page)).text())?.[1] ?? '';
    const cookie = jar.get('parley_session') ?? '';

    for (const [key, { value }] of kept) {
      kept.set(key, { value, until: '2020-01-01T00:00:00.000Z' });
    }
    expect((await go(page)).status).toBe(303);
    for (const [key, { value }] of kept) {
      kept.set(key, { value, until: '2999-01-01T00:00:00.000Z' });
    }
    const later = world([{ group: 'others', tenant: 'shop', role: 'viewer' }]);
    for (const [key, state] of kept) later.kept.set(key, state);
    later.jar.set('parley_session', cookie);
    expect((await later.go(page)).status).toBe(303);
    await go('/ui/sign-out', { method: 'POST', body: new URLSearchParams({ proof }) });
    jar.set('parley_session', cookie);
    expect((await go(page)).status).toBe(303);
  });
});

describe('signing in by the proxy', () => {
  const headers = { 'x-forwarded-email': 'sam@example.com', 'x-forwarded-groups': 'dev, platform' };

  it('works only from a trusted address', async () => {
    const { go, jar, said } = world();

    const shown = await go(page, { headers }, proxyAddress);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('sam@example.com');
    // The cookie is worth nothing alone, nor together with another person's name.
    expect((await go(page, {}, proxyAddress)).status).toBe(303);
    const other = { headers: { ...headers, 'x-forwarded-email': 'eve@example.com' } };
    expect(await (await go(page, other, proxyAddress)).text()).toContain('eve@example.com');
    expect(jar.size).toBe(1);
    expect(said).toEqual([]);
  });

  it.each([
    ['from elsewhere', headers, '203.0.113.5', 'untrusted-address'],
    [
      'from elsewhere that says to come from there',
      { ...headers, 'x-forwarded-for': proxyAddress },
      '203.0.113.5',
      'untrusted-address',
    ],
    [
      'that somebody wrote before the proxy did',
      { ...headers, 'x-forwarded-email': 'root@example.com, sam@example.com' },
      proxyAddress,
      'unusable-name',
    ],
  ])('ignores a header %s, and logs that', async (_, sent, remote, why) => {
    const { go, said } = world();

    expect((await go(page, { headers: sent }, remote)).status).toBe(303);
    expect(said).toMatchObject([['sign-in header ignored', { why }]]);
  });

  it('requires a role', async () => {
    const { go } = world();
    const sent = { ...headers, 'x-forwarded-groups': '' };
    const shown = await go(page, { headers: sent }, proxyAddress);
    expect([shown.status, await shown.text()]).toEqual([
      403,
      expect.stringContaining(
        'No role is granted to you or your groups. The provider sent no groups.',
      ),
    ]);
  });
});

it('says why a person may not answer, and who may', async () => {
  const { go } = world([
    { group: 'viewers', tenant: 'shop', role: 'viewer' },
    { group: 'platform', tenant: 'shop', role: 'reviewer' },
  ]);
  const headers = { 'x-forwarded-email': 'li@example.com', 'x-forwarded-groups': 'viewers' };
  const shown = await (await go(page, { headers }, proxyAddress)).text();
  const proof = /name="proof" value="(\w+)"/.exec(shown)?.[1] ?? '';
  const body = new URLSearchParams({ proof, action: 'hold' });
  const refused = await go('/ui/answers', { method: 'POST', body, headers }, proxyAddress);

  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain(
    'signed in as li@example.com and may not answer in shop. Who may: the group platform or the token ops.',
  );
});
