import { beforeEach, describe, expect, it } from 'vitest';
import type { IncidentCall } from '../../../src/entry/api/incidents.ts';
import { bearer, now, post, secrets, type TestApi, testApis } from './api.ts';
import { signCall } from './signing.ts';

const open = testApis();
let api: TestApi;

/** Signed calls name no tenant, so only one tenant has stacks here. */
beforeEach(() => {
  const { settings } = open().deps;
  const [{ tenant } = { tenant: '' }] = settings.stacks;
  const stacks = settings.stacks.filter((stack) => stack.tenant === tenant);
  api = open({ settings: { ...settings, stacks } });
});

const secret = secrets['INCIDENT_SECRET'] ?? '';
const seconds = Math.floor(Date.parse(now) / 1000);
const call = JSON.stringify({ id: 'INC-7', status: 'open', environments: ['production'] });

function signed(body: string, { at = seconds, with: key = secret } = {}): RequestInit {
  const timestamp = String(at);
  return post(body, {
    'x-parley-timestamp': timestamp,
    'x-parley-signature': signCall(key, timestamp, body),
    // Incident tools send arbitrary content types.
    'content-type': 'text/plain',
  });
}

const notify = (init: RequestInit) => api.call('/api/v1/incidents', init);
const bodies = async (tenant: string) =>
  (await api.store.incidents.list(tenant)).map(({ body }) => body);

describe('a call from an incident tool', () => {
  it('belongs to the default tenant if there are several', async () => {
    const several = open();
    const response = await several.call('/api/v1/incidents', signed(call));

    expect(response.status).toBe(202);
    expect(await bodies('default')).toHaveLength(1);
  });

  it('is stored if it is signed, and so is the end of the incident', async () => {
    const responses = [
      await notify(signed(call)),
      await notify(signed(call)),
      await notify(signed('{"id":"INC-7","status":"closed","at":"2026-03-14T10:00:00Z"}')),
    ];

    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await bodies(api.shop)).toEqual([
      { id: 'INC-7', from: now, to: '2026-03-14T10:00:00Z', environments: ['production'] },
    ]);
  });

  it('opens and closes nothing when it is replayed', async () => {
    const recorded = [
      signed(call),
      signed('{"id":"INC-7","status":"closed"}', { at: seconds + 1 }),
    ];
    for (const each of recorded) expect((await notify(each)).status).toBe(202);
    const closed = await bodies(api.shop);
    expect(closed).toMatchObject([{ id: 'INC-7', to: now }]);

    expect((await notify(recorded[0] as RequestInit)).status).toBe(202);
    expect(await bodies(api.shop)).toEqual(closed);
    await notify(signed(call, { at: seconds + 2 }));
    const reopened = await bodies(api.shop);
    expect((await notify(recorded[1] as RequestInit)).status).toBe(202);
    expect(await bodies(api.shop)).toEqual(reopened);
  });

  it('belongs to the tenant of its token', async () => {
    const other = api.deps.settings.server.tokens.at(-1)?.tenant ?? '';
    const response = await notify(post(call, bearer('other')));
    const refused = await notify(post(call, bearer('read')));

    expect([response.status, refused.status]).toEqual([202, 403]);
    expect([await bodies(other), await bodies(api.shop)]).toEqual([
      [{ id: 'INC-7', from: now, environments: ['production'] }],
      [],
    ]);
  });

  it.each<[string, RequestInit, number]>([
    ['another secret', signed(call, { with: 'another-secret-0123456789' }), 401],
    ['an old time', signed(call, { at: seconds - 301 }), 401],
    ['a time to come', signed(call, { at: seconds + 301 }), 401],
    ['no signature', post(call), 401],
    ['another body', { ...signed(call), body: `${call} ` }, 401],
    ['another form', signed('{"id":"INC-7"}'), 400],
    ['no JSON', signed('hello'), 400],
  ])('is refused with %s', async (_, init, status) => {
    expect((await notify(init)).status).toBe(status);
    expect(await bodies(api.shop)).toEqual([]);
  });

  it('is stored in the incidents file if there is one', async () => {
    const reported: IncidentCall[] = [];
    const other = open({
      ...api.deps,
      keepIncident: async (one) => {
        reported.push(one);
      },
    });
    const response = await other.call('/api/v1/incidents', signed(call));
    const stored = await other.store.incidents.list(api.shop);

    expect([response.status, stored]).toEqual([202, []]);
    expect(reported).toMatchObject([{ id: 'INC-7', status: 'open' }]);
  });

  it('is not accepted if no secret is set, unless it has a token', async () => {
    const other = open({
      resolve: (reference) =>
        reference === '${INCIDENT_SECRET}' ? undefined : secrets[reference.slice(2, -1)],
    });
    const responses = [
      await other.call('/api/v1/incidents', signed(call, { with: '' })),
      await other.call('/api/v1/incidents', post(call, bearer('write'))),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 202]);
  });
});
