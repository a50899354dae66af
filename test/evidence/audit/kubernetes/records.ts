import type { JsonObject } from '../../../../src/model/json.ts';
import type { GatheredAudit } from '../gather.ts';
import { read } from '../read.ts';

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

/** Reads a log in chunks that end at arbitrary places. */
export async function readLog(text: string | Uint8Array): Promise<GatheredAudit> {
  const limits = { maxRecordBytes: 100_000, maxDepth: 50 };
  const chunks = [...chunksOf(Buffer.from(text), 997)];
  return read({ 'audit.log': chunks }, { cluster: 'prod', limits });
}

function* chunksOf(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Records as JSON lines. */
export function lines(...records: readonly JsonObject[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}
