import { type JsonObject, own } from '../../../model/json.ts';
import { defined, fieldTextAt, flagAt, objectAt } from '../core/fields.ts';
import { statusCode } from '../gcp/outcome.ts';
import type { FoundEvent } from './types.ts';

/** True for an entry of Cloud Logging in which GKE wrote an audit event of its API server. */
export function isGkeEntry(object: JsonObject): boolean {
  return fieldTextAt(objectAt(object, 'protoPayload'), 'serviceName') === 'k8s.io';
}

/**
 * The entry as the event of audit.k8s.io from which it was made. It has no request URI, so options
 * such as `fieldManager` and `dryRun` are unknown.
 */
export function gkeEvent(entry: JsonObject): FoundEvent {
  const payload = objectAt(entry, 'protoPayload');
  const metadata = objectAt(payload, 'requestMetadata');
  const ip = fieldTextAt(metadata, 'callerIp');
  const resourceName = fieldTextAt(payload, 'resourceName') ?? '';
  const record = defined({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    auditID: fieldTextAt(objectAt(entry, 'operation'), 'id') ?? fieldTextAt(entry, 'insertId'),
    level: levelOf(payload),
    stage: stageOf(entry),
    requestURI: `/${resourceName}`,
    verb: (fieldTextAt(payload, 'methodName') ?? '').split('.').at(-1),
    user: {
      username: fieldTextAt(objectAt(payload, 'authenticationInfo'), 'principalEmail') ?? '',
    },
    sourceIPs: ip === undefined ? [] : [ip],
    userAgent: fieldTextAt(metadata, 'callerSuppliedUserAgent'),
    objectRef: referenceOf(resourceName),
    responseStatus: statusOf(payload),
    requestObject: withoutType(own(payload, 'request')),
    responseObject: withoutType(own(payload, 'response')),
    stageTimestamp: fieldTextAt(entry, 'timestamp'),
    annotations: objectAt(entry, 'labels'),
  });
  return { record, cluster: clusterOf(objectAt(objectAt(entry, 'resource'), 'labels')) };
}

function clusterOf(labels: JsonObject): string {
  const project = fieldTextAt(labels, 'project_id') ?? '-';
  const location = fieldTextAt(labels, 'location') ?? '-';
  return `projects/${project}/locations/${location}/clusters/${fieldTextAt(labels, 'cluster_name') ?? '-'}`;
}

function levelOf(payload: JsonObject): string {
  if (own(payload, 'response') !== undefined) return 'RequestResponse';
  return own(payload, 'request') === undefined ? 'Metadata' : 'Request';
}

/** Watches and connections also have an entry when they begin. */
function stageOf(entry: JsonObject): string {
  const operation = objectAt(entry, 'operation');
  const isBeginning = flagAt(operation, 'first') === true && flagAt(operation, 'last') !== true;
  return isBeginning ? 'ResponseStarted' : 'ResponseComplete';
}

/** `apps/v1/namespaces/shop/deployments/web/scale`; the core group is called `core`. */
function referenceOf(resourceName: string): JsonObject {
  const [group = '', apiVersion = '', ...rest] = resourceName.split('/');
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [resource, name, subresource] = isNamespaced ? rest.slice(2) : rest;
  if (resource === undefined || group === 'apis' || group === 'api') return {};
  const isNamespace = rest[0] === 'namespaces' && !isNamespaced;
  return defined({
    apiGroup: group === 'core' ? undefined : group,
    apiVersion,
    namespace: isNamespaced ? rest[1] : isNamespace ? name : undefined,
    resource,
    name,
    subresource,
  });
}

function statusOf(payload: JsonObject): JsonObject {
  const reason = statusCode(payload);
  return reason === undefined ? { code: 200 } : { status: 'Failure', reason };
}

/** Removes the type of protocol buffers, which objects of Kubernetes do not have. */
function withoutType(value: JsonObject[string] | undefined): JsonObject[string] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { '@type': _, ...rest } = value as JsonObject;
  return rest;
}
