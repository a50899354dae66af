import { z } from 'zod';
import { isPrivateLine } from '../net/address.ts';
import type { RegistryCredential } from './docker-config.ts';

/** A registry's answer to a call without credentials (RFC 9110, 11.6.1). */
export interface Challenge {
  readonly scheme: 'basic' | 'bearer';
  readonly realm?: string;
  readonly service?: string;
  readonly scope?: string;
}

/** Undefined for an unknown scheme. */
export function readChallenge(header: string | null): Challenge | undefined {
  const [, scheme = '', rest = ''] = /^\s*(basic|bearer)\s*(.*)$/i.exec(header ?? '') ?? [];
  if (scheme === '') return undefined;
  const fields = new Map(
    [...rest.matchAll(/([a-z]+)="([^"]*)"/gi)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const named = ['realm', 'service', 'scope'].flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    scheme: scheme.toLowerCase() === 'basic' ? 'basic' : 'bearer',
    ...Object.fromEntries(named),
  };
}

const TokenAnswer = z.object({ token: z.string().optional(), access_token: z.string().optional() });

type Call = (url: URL, init: RequestInit) => Promise<Response>;

/** The `Authorization` that answers a challenge; undefined if there is none to give. */
export async function answerChallenge(
  { scheme, realm, service, scope }: Challenge,
  credential: RegistryCredential | undefined,
  call: Call,
): Promise<string | undefined> {
  if (credential?.kind === 'token') return `Bearer ${credential.token}`;
  if (scheme === 'basic') return credential?.kind === 'basic' ? basic(credential) : undefined;
  const url = realm !== undefined && URL.canParse(realm) ? new URL(realm) : undefined;
  if (url === undefined || !isPrivateLine(url)) return undefined;
  if (credential?.kind === 'identity') {
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'parley' });
    if (service !== undefined) form.set('service', service);
    if (scope !== undefined) form.set('scope', scope);
    form.set('refresh_token', credential.token);
    return tokenIn(await call(url, { method: 'POST', body: form }));
  }
  if (service !== undefined) url.searchParams.set('service', service);
  if (scope !== undefined) url.searchParams.set('scope', scope);
  const headers = credential === undefined ? {} : { authorization: basic(credential) };
  return tokenIn(await call(url, { headers }));
}

function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function tokenIn(response: Response): Promise<string | undefined> {
  const answer = TokenAnswer.safeParse(await response.json().catch(() => undefined));
  const token = answer.success ? (answer.data.token ?? answer.data.access_token) : undefined;
  return response.ok && token !== undefined ? `Bearer ${token}` : undefined;
}
