import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleTokens } from '../../../src/entry/service/google-tokens.ts';
import { entry } from '../../evidence/audit/gcp/entries.ts';
import { bearer, post, pubsub, type TestApi, testApis } from './api.ts';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();

let keys: Server;
let certificates: string;
let asked = 0;

beforeAll(async () => {
  keys = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=600' });
    response.end(JSON.stringify({ current: pem }));
  });
  await new Promise<void>((listening) => keys.listen(0, '127.0.0.1', listening));
  certificates = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/certs`;
});

afterAll(() => {
  keys.closeAllConnections();
  keys.close();
});

const open = testApis();
let api: TestApi;

beforeEach(() => {
  asked = 0;
  api = open({ verifyGoogleToken: createGoogleTokens({ elapsed: () => 0, certificates }) });
});

const seconds = Math.floor(Date.now() / 1000);
const hour = 3600;

/** The claims of a token that Pub/Sub issues. */
const claims = {
  aud: pubsub.audience,
  azp: '113774264463038321964',
  email: pubsub.service_account,
  email_verified: true,
  exp: seconds + hour,
  iat: seconds - 60,
  iss: 'https://accounts.google.com',
  sub: '113774264463038321964',
};

const header = { alg: 'RS256', kid: 'current', typ: 'JWT' };

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function tokenOf(more: object = {}, head: object = {}, key: KeyObject = own.privateKey): string {
  const signed = `${part({ ...header, ...head })}.${part({ ...claims, ...more })}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

const message = {
  message: { data: Buffer.from(JSON.stringify(entry())).toString('base64'), messageId: '1' },
  subscription: 'projects/shop-prod/subscriptions/audit',
};

function push(token: string, source = 'signed-sub') {
  const headers = { authorization: `Bearer ${token}` };
  return api.call(`/api/v1/events/${source}`, post(message, headers));
}

/** A token signed with the public key as if it were a shared HMAC secret. */
function confused(): string {
  const signed = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
}

/** A token with the signature of different claims. */
function swapped(): string {
  const [head, , signature] = tokenOf({ email: 'other@shop-prod.iam.gserviceaccount.com' }).split(
    '.',
  );
  return `${head}.${part(claims)}.${signature}`;
}

describe('a push from Pub/Sub', () => {
  it('is accepted with the token of the subscription', async () => {
    const response = await push(tokenOf());

    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ added: 1, repeated: 0, ignored: 0 });
  });

  it('fetches the keys once', async () => {
    const all = await Promise.all(
      [tokenOf(), tokenOf(), tokenOf({}, { kid: 'no' })].map((each) => push(each)),
    );
    await push(tokenOf());

    expect(all.map(({ status }) => status)).toEqual([202, 202, 401]);
    expect(asked).toBe(1);
  });

  it.each([
    ['for another audience', tokenOf({ aud: 'https://parley.example/other' })],
    ['for several audiences', tokenOf({ aud: [pubsub.audience] })],
    ['without an audience', tokenOf({ aud: undefined })],
    ['of another account', tokenOf({ email: 'other@shop-prod.iam.gserviceaccount.com' })],
    [
      'of an account of a longer name',
      tokenOf({ email: `${pubsub.service_account}.evil.example` }),
    ],
    ['of no account', tokenOf({ email: undefined })],
    ['of an account that nobody vouches for', tokenOf({ email_verified: false })],
    ['of an account that a text vouches for', tokenOf({ email_verified: 'true' })],
    ['of another issuer', tokenOf({ iss: 'https://accounts.google.com.evil.example' })],
    ['of no issuer', tokenOf({ iss: undefined })],
    ['that is over', tokenOf({ iat: seconds - 3 * hour, exp: seconds - 2 * hour })],
    ['that is not yet', tokenOf({ iat: seconds + 2 * hour, exp: seconds + 3 * hour })],
    ['that never ends', tokenOf({ exp: seconds + 1000 * 24 * hour })],
    ['without an end', tokenOf({ exp: undefined })],
    ['without a beginning', tokenOf({ iat: undefined })],
    ['signed with another key', tokenOf({}, {}, foreign.privateKey)],
    ['signed with a key that is not there', tokenOf({}, { kid: 'former' })],
    ['signed with a key of the language', tokenOf({}, { kid: 'constructor' })],
    ['signed with the public key', confused()],
    ['signed for other claims', swapped()],
    ['signed with nothing', `${part({ ...header, alg: 'none' })}.${part(claims)}.AA`],
    ['with an end cut off', tokenOf().slice(0, -4)],
    ['that is not JSON', 'AAAA.AAAA.AAAA'],
  ])('is refused with a token %s', async (_, token) => {
    const response = await push(token);

    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain(token);
    expect(await api.jobs()).toEqual([]);
  });

  it('is accepted only for the source that the token is for', async () => {
    for (const source of ['sub', 'other-sub', 'trail', 'their-trail', 'nothing']) {
      expect((await push(tokenOf(), source)).status, source).toBe(401);
    }
  });

  it('is also accepted with a token from the settings', async () => {
    const response = await api.call('/api/v1/events/signed-sub', post(message, bearer('events')));

    expect(response.status).toBe(202);
    expect(asked).toBe(0);
  });

  it('asks for a retry if the keys cannot be fetched', async () => {
    let calls = 0;
    const away = createServer((_, response) => {
      calls += 1;
      response.writeHead(404).end();
    });
    await new Promise<void>((listening) => away.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
    let time = 0;
    const verifyGoogleToken = createGoogleTokens({ elapsed: () => time, certificates: url });
    api = open({ verifyGoogleToken });

    expect((await push(tokenOf())).status).toBe(503);
    expect((await push(tokenOf())).status).toBe(503);
    expect(calls).toBe(1);
    time += 5_000;
    expect((await push(tokenOf())).status).toBe(503);
    expect(calls).toBe(2);
    away.close();
  });
});
