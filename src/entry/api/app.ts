import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createRateLimit } from '../../adapters/queue/rate-limit.ts';
import { mountWeb } from '../web/mount.ts';
import { type ApiDeps, defaultLimits } from './deps.ts';
import { allEndpoints } from './endpoints.ts';
import { away, isAway } from './http/away.ts';
import { limitCalls } from './http/limit.ts';
import { mountMcp } from './http/mcp.ts';
import { observe } from './http/observe.ts';
import { createOrigin } from './http/origin.ts';
import { problemResponse } from './http/problem.ts';
import { createCallRate } from './http/rate.ts';
import { refuseCall } from './http/reply.ts';
import { mountSlack } from './http/slack.ts';
import { createTokens } from './http/tokens.ts';
import { type ApiEnv, mount } from './mount.ts';

/** The HTTP interface of the service. All reads and writes go through `deps`. */
export function createApi(deps: ApiDeps): Hono<ApiEnv> {
  const limits = { ...defaultLimits, ...deps.runtime.limits };
  const tokens = createTokens(deps.settings.server.tokens, deps.callers.resolve);
  for (const token of tokens.unusable) {
    deps.runtime.log.warn('token is not set, or is too short', { caller: token });
  }
  const { server } = deps.settings;
  const limitOf = deps.callers.limit ?? ((rate) => createRateLimit(rate, deps.runtime.elapsed));
  const rate = createCallRate(server.rate, limitOf);
  const endpoints = allEndpoints(deps, limits);
  const app = new Hono<ApiEnv>();
  app.use('*', observe(deps));
  app.use(
    '*',
    limitCalls({ rate, tokens, origin: createOrigin(server.trusted_proxies), endpoints }),
  );
  mount(app, endpoints, limits);
  mountMcp(app, deps, limits);
  if (deps.slack !== undefined) mountSlack(app, deps.slack);
  mountWeb(app, deps, tokens, limits);
  app.notFound((c) =>
    problemResponse(refuseCall(404, 'not-found', 'It does not exist.'), c.get('id')),
  );
  app.onError((error, c) => {
    const id = c.get('id');
    if (error instanceof HTTPException && error.status < 500) {
      return problemResponse(
        refuseCall(error.status, 'call-invalid', 'The call is not valid.'),
        id,
      );
    }
    if (isAway(error)) {
      deps.runtime.log.warn('store or queue away', {
        id,
        route: c.get('route'),
        error: describe(error),
      });
      return problemResponse(away('The call may have taken effect: try again.'), id);
    }
    deps.runtime.log.error('request failed', { id, route: c.get('route'), error: describe(error) });
    return problemResponse(refuseCall(500, 'internal', 'Something went wrong here.'), id);
  });
  return app;
}

/** Only for the log, which redacts secrets. */
function describe(error: Error): string {
  return `${error.name}: ${error.message}`;
}
