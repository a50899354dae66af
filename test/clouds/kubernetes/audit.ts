import type { Json, JsonObject } from '../../../src/model/json.ts';

/** Callers, as the API server names them. */
export const ada = 'ada@example.com';
export const autoscaler = 'system:serviceaccount:kube-system:horizontal-pod-autoscaler';
export const argo = 'system:serviceaccount:argocd:argocd-application-controller';

export interface Call {
  readonly verb: string;
  /** Group and resource, such as `apps/deployments` or `core/services`. */
  readonly resource: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly subresource?: string;
  readonly body?: Json;
  readonly response?: JsonObject;
  readonly user?: string;
  readonly agent?: string;
  /** Query of the request, such as `fieldManager=kubectl-set`. */
  readonly query?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly stage?: string;
  readonly level?: string;
  readonly id?: string;
  /** Minutes after 10:00 UTC. */
  readonly minute?: number;
}

/** An audit.k8s.io Event, as an API server writes it. */
export function auditEvent(call: Call): JsonObject {
  const { verb, name, subresource, body, response, minute = 0, code = 200 } = call;
  const [group = '', resource = ''] = call.resource.split('/');
  const namespace = call.namespace ?? 'prod';
  const isWide = call.namespace === '';
  const time = `2026-03-14T10:${String(minute).padStart(2, '0')}:00.000000Z`;
  const root = group === 'core' ? '/api/v1' : `/apis/${group}/v1`;
  const path = [
    root,
    ...(isWide ? [] : ['namespaces', namespace]),
    resource,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ].join('/');
  const level = call.level ?? (response === undefined ? 'Request' : 'RequestResponse');
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level,
    auditID: call.id ?? `audit-${minute}-${verb}-${resource}-${name ?? ''}`,
    stage: call.stage ?? 'ResponseComplete',
    requestURI: `${path}${call.query === undefined ? '' : `?${call.query}`}`,
    verb,
    user: { username: call.user ?? ada, groups: ['system:authenticated'] },
    sourceIPs: ['203.0.113.9'],
    userAgent: call.agent ?? 'kubectl/v1.30.0 (linux/amd64) kubernetes/7c48c2b',
    objectRef: {
      resource,
      ...(isWide ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
      ...(group === 'core' ? {} : { apiGroup: group }),
      apiVersion: 'v1',
      ...(subresource === undefined ? {} : { subresource }),
    },
    responseStatus: {
      metadata: {},
      ...(call.reason === undefined ? {} : { status: 'Failure', reason: call.reason }),
      code,
    },
    ...(body === undefined || level === 'Metadata' ? {} : { requestObject: body }),
    ...(response === undefined ? {} : { responseObject: response }),
    requestReceivedTimestamp: time,
    stageTimestamp: time,
  };
}

/** The event of `kubectl set image deployment/web web=IMAGE`. */
export function setImage(image: string, more: Partial<Call> = {}): JsonObject {
  const containers = [{ name: 'web', image }];
  const order = { '$setElementOrder/containers': [{ name: 'web' }] };
  return auditEvent({
    verb: 'patch',
    resource: 'apps/deployments',
    name: 'web',
    query: 'fieldManager=kubectl-set',
    body: { spec: { template: { spec: { ...order, containers } } } },
    ...more,
  });
}

/** The event of `kubectl scale deployment/web --replicas=N`, or of an autoscaler. */
export function scale(replicas: number, more: Partial<Call> = {}): JsonObject {
  const isPatch = (more.user ?? ada) === ada;
  return auditEvent({
    verb: isPatch ? 'patch' : 'update',
    resource: 'apps/deployments',
    name: 'web',
    subresource: 'scale',
    body: isPatch
      ? { spec: { replicas } }
      : {
          kind: 'Scale',
          apiVersion: 'autoscaling/v1',
          metadata: { name: 'web', namespace: 'prod', resourceVersion: '42' },
          spec: { replicas },
          status: { replicas: 3 },
        },
    ...(isPatch ? {} : { agent: 'kube-controller-manager/v1.30.0 (linux/amd64)' }),
    ...more,
  });
}

export function lines(...events: readonly JsonObject[]): string {
  return `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
}
