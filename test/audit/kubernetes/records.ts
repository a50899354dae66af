import { KubernetesLog } from '../../../src/audit/kubernetes/log.ts';
import type { KubernetesCounts } from '../../../src/audit/kubernetes/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Problem } from '../../../src/model/result.ts';

/** A patch of a Deployment by kubectl, as the API server logs it; `over` replaces members. */
export function record(over: JsonObject = {}): JsonObject {
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    auditID: '5d3c4f4e-0001',
    stage: 'ResponseComplete',
    requestURI: '/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=kubectl-edit',
    verb: 'patch',
    user: { username: 'jane', groups: ['system:authenticated'] },
    sourceIPs: ['10.0.0.7'],
    userAgent: 'kubectl/v1.30.1 (linux/amd64) kubernetes/abc',
    objectRef: {
      resource: 'deployments',
      namespace: 'shop',
      name: 'web',
      apiGroup: 'apps',
      apiVersion: 'v1',
    },
    responseStatus: { metadata: {}, code: 200 },
    requestObject: { spec: { replicas: 5 } },
    responseObject: { kind: 'Deployment', spec: { replicas: 5 } },
    requestReceivedTimestamp: '2026-03-01T10:00:00.100000Z',
    stageTimestamp: '2026-03-01T10:00:00.123456Z',
    ...over,
  };
}

export interface ReadLog {
  readonly events: readonly AuditEvent[];
  readonly duplicates: readonly string[];
  readonly problems: readonly Problem[];
  readonly counts: KubernetesCounts;
}

/** Reads a log whose chunks are cut at odd places. */
export async function readLog(text: string | Uint8Array): Promise<ReadLog> {
  const bytes = Buffer.from(text);
  const limits = { maxRecordBytes: 100_000, maxDepth: 50, maxProblems: 20 };
  const log = new KubernetesLog({ cluster: 'prod', limits });
  const events: AuditEvent[] = [];
  const duplicates: string[] = [];
  const problems: Problem[] = [];
  for await (const item of log.items('audit.log', chunksOf(bytes, 997))) {
    if (item.kind === 'event') events.push(item.event);
    else if (item.kind === 'duplicate') duplicates.push(item.of);
    else problems.push(item.problem);
  }
  return { events, duplicates, problems, counts: log.counts() };
}

function* chunksOf(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Records as JSON lines. */
export function lines(...records: readonly JsonObject[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}
