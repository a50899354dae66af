import type { AuditEvent } from '../../../../src/model/event.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { read } from '../read.ts';

type Parts = Readonly<Record<string, unknown>>;

const payload = {
  '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
  authenticationInfo: { principalEmail: 'ada@shop.example' },
  requestMetadata: { callerIp: '203.0.113.9', callerSuppliedUserAgent: 'curl/8.5,gzip(gfe)' },
  serviceName: 'compute.googleapis.com',
  methodName: 'v1.compute.firewalls.patch',
  authorizationInfo: [{ permission: 'compute.firewalls.update', granted: true }],
  resourceName: 'projects/shop-prod/global/firewalls/web',
  request: { '@type': 'type.googleapis.com/compute.firewalls.patch', priority: '900' },
};

/** An entry as log sinks write it; parts replace members, and undefined removes one. */
export function entry(payloadParts: Parts = {}, parts: Parts = {}): JsonObject {
  const whole = {
    protoPayload: { ...payload, ...payloadParts },
    insertId: 'a1b2c3',
    resource: {
      type: 'gce_firewall_rule',
      labels: { project_id: 'shop-prod', firewall_rule_id: '77' },
    },
    timestamp: '2026-03-01T10:00:00.123456Z',
    severity: 'NOTICE',
    logName: 'projects/shop-prod/logs/cloudaudit.googleapis.com%2Factivity',
    receiveTimestamp: '2026-03-01T10:00:01Z',
    ...parts,
  };
  return JSON.parse(JSON.stringify(whole)) as JsonObject;
}

export function logNamed(kind: string, parent = 'projects/shop-prod'): string {
  return `${parent}/logs/cloudaudit.googleapis.com%2F${kind}`;
}

export function lines(entries: readonly JsonObject[]): string {
  return entries.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** The event of one entry, which must be kept without a problem. */
export async function eventOf(one: JsonObject): Promise<AuditEvent> {
  const { events, problems, counts } = await read(lines([one]));
  const [event] = events;
  if (event === undefined) throw new Error(`No event: ${JSON.stringify({ problems, counts })}`);
  return event;
}
