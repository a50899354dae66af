import type { Context, MiddlewareHandler, Next } from 'hono';
import { type ServedRequest, withRequestSpan } from '../../../adapters/telemetry/request-span.ts';
import type { ApiDeps } from '../deps.ts';
import type { ApiEnv } from '../mount.ts';

/**
 * For responses that are not pages or set no policy of their own: nothing may load, and no other
 * page may embed them.
 */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Paths that machines poll every few seconds. */
const polled = new Set(['/healthz', '/readyz', '/metrics']);

type Deps = Pick<ApiDeps, 'settings' | 'runtime'>;

/** Gives each request an id and a span, and logs it without its content. */
export function observe(deps: Deps): MiddlewareHandler<ApiEnv> {
  const measure = createMeasure(deps);
  return (c, next) =>
    withRequestSpan(deps.runtime.tracer, Object.fromEntries(c.req.raw.headers), () =>
      measure(c, next),
    );
}

function createMeasure({ settings, runtime: { log, metrics, elapsed, newId } }: Deps) {
  const isSecure = settings.server.public_url?.startsWith('https://') ?? false;
  return async (c: Context<ApiEnv>, next: Next): Promise<ServedRequest> => {
    const id = newId();
    const start = elapsed();
    c.set('id', id);
    c.set('route', '(none)');
    await next();
    const { headers, status } = c.res;
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (isSecure) headers.set('strict-transport-security', 'max-age=31536000');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-request-id', id);
    const ms = Math.round(elapsed() - start);
    const method = methods.has(c.req.method) ? c.req.method : 'OTHER';
    const route = c.get('route');
    metrics.request(route, method, status, ms / 1000);
    const caller = c.get('caller');
    const who = caller === undefined ? {} : { caller: caller.name, tenant: caller.tenant };
    const level = polled.has(route) && status < 400 ? 'debug' : 'info';
    log[level]('request', { id, method, route, status, ms, ...who });
    return { route, method, status };
  };
}
