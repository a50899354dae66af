import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** How the provider misbehaves with the next token. */
export interface Misdeed {
  readonly claims?: JWTPayload;
  /** Signs with a key that is not published. */
  readonly strangeKey?: true;
  readonly unsigned?: true;
  readonly noIdToken?: true;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims about the person who signs in. */
  person: JWTPayload;
  misdeed: Misdeed;
  /** Signs with a new key from now on, and publishes only that one. */
  rotate(): Promise<void>;
  /** Gives the person's consent; returns the URL to which their browser is redirected. */
  agree(authorize: URL): URL;
  close(): Promise<void>;
}

interface Granted {
  readonly challenge: string;
  readonly redirect: string;
  readonly nonce: string;
}

/**
 * A fake provider as in OpenID Connect Core 1.0 and Discovery 1.0: code flow, PKCE, one-time codes.
 */
export async function startIdentityProvider(
  redirects: readonly string[],
): Promise<IdentityProvider> {
  const codes = new Map<string, Granted>();
  let keys = await newKeys();
  const clientId = 'parley';
  const clientSecret = 'client-secret-0123456789';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/authorize?')) {
      // The person is already signed in and consents.
      const to = provider.agree(new URL(path, provider.issuer)).href;
      response.writeHead(302, { location: to }).end();
      return;
    }
    void answer(path, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const send = (status: number, body: unknown) => ({ status, body });
  const answer = async (path: string, request: IncomingMessage) => {
    if (path === '/.well-known/openid-configuration') return send(200, description());
    if (path === '/jwks') return send(200, { keys: [keys.jwk] });
    if (path !== '/token') return send(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return token(
      new URLSearchParams(Buffer.concat(chunks).toString()),
      request.headers.authorization,
    );
  };
  const token = async (form: URLSearchParams, authorization = '') => {
    // Client id and secret are form-encoded (RFC 6749, 2.3.1).
    const basic = decodeURIComponent(
      Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString(),
    );
    if (basic !== `${clientId}:${clientSecret}`) return send(401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = granted?.challenge === challenge && granted.redirect === form.get('redirect_uri');
    if (granted === undefined || !fits) return send(400, { error: 'invalid_grant' });
    const id = provider.misdeed.noIdToken ? {} : { id_token: await idToken(granted) };
    return send(200, { access_token: 'access', token_type: 'bearer', ...id });
  };
  const idToken = async ({ nonce }: Granted): Promise<string> => {
    const { claims, strangeKey, unsigned } = provider.misdeed;
    const now = Math.floor(Date.now() / 1000);
    const all = {
      ...{ iss: provider.issuer, aud: clientId, sub: 's-1', iat: now, exp: now + 300, nonce },
      ...provider.person,
      ...claims,
    };
    if (unsigned) return new UnsecuredJWT(all).encode();
    const used = strangeKey ? await newKeys() : keys;
    return new SignJWT(all)
      .setProtectedHeader({
        alg: 'ES256',
        kid: strangeKey ? (keys.jwk.kid ?? '') : (used.jwk.kid ?? ''),
      })
      .sign(used.privateKey);
  };
  const description = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    person: { email: 'maria@example.com', email_verified: true, groups: ['platform'] },
    misdeed: {},
    async rotate() {
      keys = await newKeys();
    },
    agree(authorize) {
      const query = authorize.searchParams;
      const redirect = query.get('redirect_uri') ?? '';
      const isRight =
        query.get('client_id') === clientId &&
        query.get('response_type') === 'code' &&
        query.get('code_challenge_method') === 'S256' &&
        redirects.includes(redirect);
      if (!isRight) throw new Error(`Not a request that a provider takes: ${authorize}`);
      const code = randomBytes(16).toString('hex');
      const nonce = query.get('nonce') ?? '';
      codes.set(code, { challenge: query.get('code_challenge') ?? '', redirect, nonce });
      const back = new URL(redirect);
      back.search = new URLSearchParams({
        ...{ code, state: query.get('state') ?? '', iss: provider.issuer },
      }).toString();
      return back;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}

let made = 0;

async function newKeys() {
  made += 1;
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk: { ...jwk, kid: `key-${made}`, alg: 'ES256', use: 'sig' } };
}
