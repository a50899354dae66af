import { randomBytes } from 'node:crypto';
import { grantedScopes, type Identity } from '../../app/access/grants.ts';
import { milliseconds } from '../../config/duration.ts';
import { proxyProvider, type SignIn } from '../../config/service/sign-in.ts';
import { hexDigest } from '../../model/digest.ts';
import { shiftTime } from '../../model/instant.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { TokenCaller } from '../api/http/tokens.ts';

/** A person with a browser. */
export interface Visitor {
  readonly caller: TokenCaller;
  /**
   * The signature of their answers: `web:ops` for a token, `web:maria@example.com` for a person.
   */
  readonly by: string;
  /** Their identity, where a provider or a proxy vouches for them; undefined for a token. */
  readonly identity?: Identity;
  /** Tenants in which they have a role; a token has exactly one. */
  readonly tenants: readonly string[];
  /** The proof that their forms must contain. */
  readonly proof: string;
  /** Secret of the session, for ending it. */
  readonly secret: string;
}

export interface SessionDeps {
  readonly store: Pick<ServiceStore, 'claims'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Tokens in the current settings: removing a token also ends its sessions. */
  readonly callers: readonly TokenCaller[];
  /** The current sign-in settings: removing a grant also takes away its roles. */
  readonly signIn: SignIn;
}

const cookieForm = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/;

/**
 * Begins a session, and returns the value of its cookie. Only the browser has it; the store keeps a
 * digest.
 */
export async function beginSession(
  { store, now, signIn }: Pick<SessionDeps, 'store' | 'now' | 'signIn'>,
  tenant: string,
  who: Pick<TokenCaller, 'name'> | Identity,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const life = milliseconds(signIn.session);
  const until = shiftTime(now(), life);
  const { name } = who;
  const value = 'from' in who ? { name, from: who.from, groups: [...who.groups] } : { name };
  await store.claims.put(tenant, claimKeys.session(hexDigest(secret)), { value, until });
  return `${Buffer.from(tenant).toString('base64url')}.${secret}`;
}

/**
 * The visitor of a session; undefined where there is none, or it is over or made up. A session that
 * a proxy began is valid only while the proxy names the same user.
 */
export async function currentVisitor(
  { store, now, callers, signIn }: SessionDeps,
  cookie: string | undefined,
  proxied: Identity | undefined,
): Promise<Visitor | undefined> {
  const [, place = '', secret = ''] = cookieForm.exec(cookie ?? '') ?? [];
  if (secret === '') return undefined;
  const tenant = Buffer.from(place, 'base64url').toString('utf8');
  const isTenant = ({ tenant: one }: { readonly tenant: string }) => one === tenant;
  if (!callers.some(isTenant) && !signIn.grants.some(isTenant)) return undefined;
  const kept = await store.claims.get(tenant, claimKeys.session(hexDigest(secret)));
  if (kept === undefined || kept.until < now()) return undefined;
  const { name, from, groups = [] } = kept.value;
  const session = { secret, proof: hexDigest(`form ${secret}`).slice(0, 32) };
  if (from === undefined) {
    const caller = callers.find((one) => one.tenant === tenant && one.name === name);
    return caller && { caller, by: `web:${name}`, tenants: [tenant], ...session };
  }
  const identity = identityOf(signIn, { name, from, groups }, proxied);
  const granted = identity && grantedScopes(signIn, identity);
  const scopes = granted?.get(tenant);
  if (identity === undefined || granted === undefined || scopes === undefined) return undefined;
  return {
    caller: { name, tenant, scopes },
    by: `web:${name.includes('@') ? name : `${name}@${from}`}`,
    identity,
    tenants: [...granted.keys()],
    ...session,
  };
}

/**
 * Undefined for a user that the proxy no longer names, and for a provider that was removed from the
 * settings.
 */
function identityOf(
  { oidc, proxy }: SignIn,
  kept: Identity,
  proxied: Identity | undefined,
): Identity | undefined {
  if (kept.from !== proxyProvider) {
    return oidc.some(({ name }) => name === kept.from) ? kept : undefined;
  }
  return proxy !== undefined && proxied?.name === kept.name ? proxied : undefined;
}

export async function endSession(
  { store }: Pick<SessionDeps, 'store'>,
  { caller, secret }: Pick<Visitor, 'caller' | 'secret'>,
): Promise<void> {
  await store.claims.drop(caller.tenant, claimKeys.session(hexDigest(secret)));
}
