import { randomBytes } from 'node:crypto';

/**
 * A link that signs in with a token, once, so that the person who starts the demo need not copy
 * one.
 */
export interface Welcome {
  /** Path of the link, below the address of the server. */
  readonly path: string;
  /** Answers the link as the sign-in form would, by `next`; undefined for other requests. */
  readonly answer: (
    request: Request,
    next: (request: Request) => Response | Promise<Response>,
  ) => Promise<Response> | undefined;
}

export function createWelcome(token: string): Welcome {
  const path = `/welcome/${randomBytes(24).toString('base64url')}`;
  let isUsed = false;
  return {
    path,
    answer(request, next) {
      const url = new URL(request.url);
      if (isUsed || request.method !== 'GET' || url.pathname !== path) return undefined;
      isUsed = true;
      const body = new URLSearchParams({ token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', host: url.host };
      const form = new Request(new URL('/ui/sign-in', url), { method: 'POST', body, headers });
      return Promise.resolve(next(form));
    },
  };
}
