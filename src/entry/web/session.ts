import { createHash, randomBytes } from 'node:crypto';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { TokenCaller } from '../api/http/tokens.ts';

/** Somebody with a browser. */
export interface Visitor {
  readonly caller: TokenCaller;
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
}

/** Milliseconds that a session lasts. */
const life = 12 * 3_600_000;

const cookieForm = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/;

/** Begins a session; the value of its cookie, which is nowhere else: the store has a digest. */
export async function beginSession(
  { store, now }: SessionDeps,
  { tenant, name }: TokenCaller,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const until = new Date(Date.parse(now()) + life).toISOString();
  await store.claims.put(tenant, claimKeys.session(digestOf(secret)), { value: { name }, until });
  return `${Buffer.from(tenant).toString('base64url')}.${secret}`;
}

/** Whose session it is; undefined for none, for one that is over, and for what was made up. */
export async function visitorOf(
  { store, now, callers }: SessionDeps,
  cookie: string | undefined,
): Promise<Visitor | undefined> {
  const [, place = '', secret = ''] = cookieForm.exec(cookie ?? '') ?? [];
  if (secret === '') return undefined;
  const tenant = Buffer.from(place, 'base64url').toString('utf8');
  if (!callers.some((one) => one.tenant === tenant)) return undefined;
  const kept = await store.claims.get(tenant, claimKeys.session(digestOf(secret)));
  if (kept === undefined || kept.until < now()) return undefined;
  const caller = callers.find((one) => one.tenant === tenant && one.name === kept.value.name);
  return caller && { caller, secret, proof: digestOf(`form ${secret}`).slice(0, 32) };
}

export async function endSession(
  { store }: Pick<SessionDeps, 'store'>,
  { caller, secret }: Visitor,
): Promise<void> {
  await store.claims.drop(caller.tenant, claimKeys.session(digestOf(secret)));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
