import type { ApiDeps, ApiLimits } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import { addedStackEndpoints } from './routes/added-stacks.ts';
import { decisionRecordEndpoints } from './routes/decision-records.ts';
import { declaredEndpoints } from './routes/declared.ts';
import { documentEndpoint } from './routes/document.ts';
import { eventEndpoints } from './routes/events.ts';
import { findingEndpoints } from './routes/findings.ts';
import { healthEndpoints } from './routes/health.ts';
import { incidentEndpoints } from './routes/incidents.ts';
import { intentEndpoints } from './routes/intents.ts';
import { ledgerEndpoints } from './routes/ledger.ts';
import { openDriftEndpoints } from './routes/open-drifts.ts';
import { proposalEndpoints } from './routes/proposals.ts';
import { queueEndpoints } from './routes/queues.ts';
import { receiptEndpoints } from './routes/receipts.ts';
import { resourceEndpoints } from './routes/resources.ts';
import { scanEndpoints } from './routes/scans.ts';
import { stackEndpoints } from './routes/stacks.ts';
import { ticketEndpoints } from './routes/tickets.ts';
import { webhookEndpoints } from './routes/webhooks.ts';

/** All endpoints except those for Slack. */
export function allEndpoints(deps: ApiDeps, limits: ApiLimits): readonly Endpoint[] {
  const endpoints = [
    ...healthEndpoints(deps, limits),
    ...stackEndpoints(deps),
    ...addedStackEndpoints(deps),
    ...scanEndpoints(deps),
    ...findingEndpoints(deps),
    ...openDriftEndpoints(deps),
    ...intentEndpoints(deps),
    ...declaredEndpoints(deps),
    ...resourceEndpoints(deps),
    ...proposalEndpoints(deps),
    ...decisionRecordEndpoints(deps),
    ...ledgerEndpoints(deps),
    ...receiptEndpoints(deps),
    ...queueEndpoints(deps),
    ...eventEndpoints(deps),
    ...webhookEndpoints(deps),
    ...incidentEndpoints(deps),
    ...ticketEndpoints(deps),
  ];
  return [...endpoints, documentEndpoint(endpoints, deps)];
}
