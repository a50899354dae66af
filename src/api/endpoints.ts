import type { ApiDeps, ApiLimits } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import { documentEndpoint } from './routes/document.ts';
import { eventEndpoints } from './routes/events.ts';
import { healthEndpoints } from './routes/health.ts';
import { incidentEndpoints } from './routes/incidents.ts';
import { scanEndpoints } from './routes/scans.ts';
import { stackEndpoints } from './routes/stacks.ts';
import { webhookEndpoints } from './routes/webhooks.ts';

/** Everything that is answered, Slack aside. */
export function endpointsOf(deps: ApiDeps, limits: ApiLimits): readonly Endpoint[] {
  const endpoints = [
    ...healthEndpoints(deps, limits),
    ...stackEndpoints(deps),
    ...scanEndpoints(deps),
    ...eventEndpoints(deps),
    ...webhookEndpoints(deps),
    ...incidentEndpoints(deps),
  ];
  return [...endpoints, documentEndpoint(endpoints, deps)];
}
