import type { MiddlewareHandler } from 'hono';
import type { Endpoint } from '../endpoint.ts';
import type { ApiEnv } from '../mount.ts';
import type { CallOrigin } from './origin.ts';
import { problemResponse } from './problem.ts';
import { addressGroup, type CallRate } from './rate.ts';
import { slackBase } from './slack.ts';
import type { ApiTokens } from './tokens.ts';

export interface LimitDeps {
  readonly rate: CallRate;
  readonly tokens: ApiTokens;
  readonly origin: CallOrigin;
  readonly endpoints: readonly Pick<Endpoint, 'path' | 'access'>[];
}

/** Statuses of calls that were not authenticated. */
const unproved = new Set([400, 401, 403, 404, 405, 408, 413, 415]);
/** Names of headers with a signature, a secret or a token. */
const proof = /(?:^|-)(?:signature|secret|token)(?:-|$)|^authorization$/;

/**
 * Limits calls. Calls with a token count by the token, signed calls by their path, and all others
 * by their address. A signature is verified before anything is counted, so that others cannot use
 * up the limit of signed calls, even from the same address. Calls that only claim to be signed
 * count by their address.
 */
export function limitCalls({
  rate,
  tokens,
  origin,
  endpoints,
}: LimitDeps): MiddlewareHandler<ApiEnv> {
  const signed = [
    `${slackBase}/`,
    ...endpoints.flatMap(({ path, access }) =>
      access.kind === 'proof' ? [path.replace(/\{.*$/, '')] : [],
    ),
  ];
  return async (c, next) => {
    const { path } = c.req;
    if (path === '/healthz') return next();
    const caller = tokens.identify(c.req.header('authorization'));
    c.set('caller', caller);
    const count = async (group: string): Promise<void> => {
      const { headers, refusal } = rate.count(group);
      if (refusal !== undefined) c.res = problemResponse(refusal, c.get('id'));
      else await next();
      for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    };
    if (caller !== undefined) return count(`token:${caller.tenant}/${caller.name}`);
    const remote = c.env?.incoming?.socket?.remoteAddress;
    const address = addressGroup(origin(remote, c.req.header('x-forwarded-for')));
    const names = [...c.req.raw.headers.keys()];
    const hasProof = names.some((name) => proof.test(name));
    if (!hasProof || !signed.some((start) => path.startsWith(start))) return count(address);
    const own = `proof:${path}`;
    const full = rate.refusal(own);
    if (full !== undefined) {
      c.res = problemResponse(full, c.get('id'));
      return undefined;
    }
    await next();
    const { refusal } = rate.count(unproved.has(c.res.status) ? address : own);
    if (refusal !== undefined && unproved.has(c.res.status)) {
      c.res = undefined;
      c.res = problemResponse(refusal, c.get('id'));
    }
    return undefined;
  };
}
