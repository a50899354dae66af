import {
  type NormalizedRequest,
  normalizeKubernetes,
} from '../../../../src/evidence/audit/kubernetes/normalize.ts';
import type { AuditEvent } from '../../../../src/model/event.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { record } from './records.ts';

const source = { cluster: 'prod', digest: 'd' };
export const place = { file: 'audit.log', record: 3 };

export function normalized(over: JsonObject): NormalizedRequest {
  return normalizeKubernetes(record(over), source, place);
}

export function event(over: JsonObject = {}): AuditEvent {
  const result = normalized(over);
  if (result.kind !== 'event') throw new Error(JSON.stringify(result));
  return result.event;
}

export function uri(query: string): JsonObject {
  return { requestURI: `/apis/apps/v1/namespaces/shop/deployments/web${query}` };
}

export const reference = {
  resource: 'deployments',
  namespace: 'shop',
  name: 'web',
  apiGroup: 'apps',
};
