import { createHash, randomBytes } from 'node:crypto';
import type { OidcAttempt } from '../../../ports/oidc.ts';

/** A sign-in in progress, as stored in the cookie of its browser. */
export interface BegunSignIn {
  readonly provider: string;
  readonly secret: string;
  /** The page to continue with; not checked yet. */
  readonly next: string;
}

const form = /^([a-z0-9][a-z0-9-]{0,62})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{0,3000})$/;

export function newAttempt(provider: string, next: string): BegunSignIn {
  return { provider, next, secret: randomBytes(32).toString('base64url') };
}

export function attemptCookie({ provider, secret, next }: BegunSignIn): string {
  return `${provider}.${secret}.${Buffer.from(next).toString('base64url')}`;
}

export function readAttempt(cookie: string | undefined): BegunSignIn | undefined {
  const [, provider, secret, next = ''] = form.exec(cookie ?? '') ?? [];
  if (provider === undefined || secret === undefined) return undefined;
  return { provider, secret, next: Buffer.from(next, 'base64url').toString('utf8') };
}

/**
 * Everything sent to the provider is derived from the browser's secret and does not reveal it. So
 * no process has to remember the attempt, and no other browser can complete it.
 */
export function toAttempt({ secret }: BegunSignIn, redirect: string): OidcAttempt {
  const part = (name: string): string =>
    createHash('sha256').update(`parley ${name} ${secret}`).digest('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier'), redirect };
}
