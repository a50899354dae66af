import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { type ApiDeps, defaultLimits } from './deps.ts';
import { endpointsOf } from './endpoints.ts';
import { observe } from './http/observe.ts';
import { problemResponse } from './http/problem.ts';
import { addressGroup, createCallRate } from './http/rate.ts';
import { refuse } from './http/reply.ts';
import { mountSlack } from './http/slack.ts';
import { createTokens } from './http/tokens.ts';
import { type ApiEnv, mount } from './mount.ts';

/** The HTTP interface of the service. Nothing is read from or written to anything but `deps`. */
export function createApi(deps: ApiDeps): Hono<ApiEnv> {
  const limits = { ...defaultLimits, ...deps.limits };
  const tokens = createTokens(deps.settings.server.tokens, deps.resolve);
  for (const token of tokens.unusable) {
    deps.log.warn('token is not set, or is too short', { caller: token });
  }
  const rate = createCallRate(deps.settings.server.rate, deps.elapsed);
  const app = new Hono<ApiEnv>();
  app.use('*', observe(deps));
  app.use('*', async (c, next) => {
    if (c.req.path === '/healthz') return next();
    const caller = tokens.identify(c.req.header('authorization'));
    c.set('caller', caller);
    // Calls with a token do not use up what others behind the same address have.
    const group =
      caller === undefined
        ? addressGroup(c.env?.incoming?.socket?.remoteAddress)
        : `token:${caller.tenant}/${caller.name}`;
    const { headers, refusal } = rate.count(group);
    if (refusal !== undefined) c.res = problemResponse(refusal, c.get('id'));
    else await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    return undefined;
  });
  mount(app, endpointsOf(deps, limits), limits);
  if (deps.slack !== undefined) mountSlack(app, deps.slack);
  app.notFound((c) =>
    problemResponse(refuse(404, 'not-found', 'There is no such thing.'), c.get('id')),
  );
  app.onError((error, c) => {
    const id = c.get('id');
    if (error instanceof HTTPException && error.status < 500) {
      return problemResponse(refuse(error.status, 'call-invalid', 'The call is not valid.'), id);
    }
    deps.log.error('request failed', { id, route: c.get('route'), error: describe(error) });
    return problemResponse(refuse(500, 'internal', 'Something went wrong here.'), id);
  });
  return app;
}

/** For the log alone, which takes secrets out of it. */
function describe(error: Error): string {
  return `${error.name}: ${error.message}`;
}
