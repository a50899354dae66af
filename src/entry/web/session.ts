import { createHash, randomBytes } from 'node:crypto';
import { grantedScopes, type Identity } from '../../app/access/grants.ts';
import { milliseconds } from '../../config/duration.ts';
import { proxyProvider, type SignIn } from '../../config/service/sign-in.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { TokenCaller } from '../api/http/tokens.ts';

/** Somebody with a browser. */
export interface Visitor {
  readonly caller: TokenCaller;
  /** How their answers are signed: `web:ops` for a token, `web:maria@example.com` for a person. */
  readonly by: string;
  /** Who they are, where a provider or a proxy vouches for them; a token is nobody. */
  readonly identity?: Identity;
  /** Tenants in which they may do something; a token has one. */
  readonly tenants: readonly string[];
  /** What a form has to come with. */
  readonly proof: string;
  /** Of the session, for its end. */
  readonly secret: string;
}

export interface SessionDeps {
  readonly store: Pick<ServiceStore, 'claims'>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Tokens as they are in the settings now: who lost one has no session either. */
  readonly callers: readonly TokenCaller[];
  /** The same of roles that are granted. */
  readonly signIn: SignIn;
}

const cookieForm = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/;

/** Begins a session; the value of its cookie, which is nowhere else: the store has a digest. */
export async function beginSession(
  { store, now, signIn }: Pick<SessionDeps, 'store' | 'now' | 'signIn'>,
  tenant: string,
  who: Pick<TokenCaller, 'name'> | Identity,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const life = milliseconds(signIn.session);
  const until = new Date(Date.parse(now()) + life).toISOString();
  const { name } = who;
  const value = 'from' in who ? { name, from: who.from, groups: [...who.groups] } : { name };
  await store.claims.put(tenant, claimKeys.session(digestOf(secret)), { value, until });
  return `${Buffer.from(tenant).toString('base64url')}.${secret}`;
}

/**
 * Whose session it is; undefined for none, for one that is over, and for what was made up. A session
 * that the proxy's word began is worth nothing without that word.
 */
export async function visitorOf(
  { store, now, callers, signIn }: SessionDeps,
  cookie: string | undefined,
  proxied: Identity | undefined,
): Promise<Visitor | undefined> {
  const [, place = '', secret = ''] = cookieForm.exec(cookie ?? '') ?? [];
  if (secret === '') return undefined;
  const tenant = Buffer.from(place, 'base64url').toString('utf8');
  const isTenant = ({ tenant: one }: { readonly tenant: string }) => one === tenant;
  if (!callers.some(isTenant) && !signIn.grants.some(isTenant)) return undefined;
  const kept = await store.claims.get(tenant, claimKeys.session(digestOf(secret)));
  if (kept === undefined || kept.until < now()) return undefined;
  const { name, from, groups = [] } = kept.value;
  const session = { secret, proof: digestOf(`form ${secret}`).slice(0, 32) };
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

/** Whoever is no longer named, or was named by a provider that is not asked any more, is nobody. */
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
  await store.claims.drop(caller.tenant, claimKeys.session(digestOf(secret)));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
