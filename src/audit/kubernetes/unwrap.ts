import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { textAt } from '../cloudtrail/fields.ts';
import { recognize } from '../cloudtrail/recognize.ts';
import { jsonDepth } from '../scan/depth.ts';

export type UnwrappedEvent =
  /** `raw`: the record's own text, where the envelope had it as one. */
  | {
      readonly kind: 'record';
      readonly record: JsonObject;
      readonly raw?: string;
      readonly cluster?: string;
    }
  | { readonly kind: 'other-log' }
  | { readonly kind: 'foreign'; readonly name: string; readonly code: string }
  | { readonly kind: 'broken'; readonly message: string };

interface Around {
  readonly maxDepth: number;
  readonly cluster?: string;
}

/**
 * The audit events in one object of a log: itself, a batch of the webhook, what CloudWatch holds
 * for EKS (subscriptions, exports, queries), and what Azure's diagnostic settings write for AKS.
 */
export function unwrapEvents(object: JsonObject, around: Around): readonly UnwrappedEvent[] {
  if (isEvent(object)) return [recordIn(object, around)];
  const group = clusterOfGroup(textAt(object, 'logGroup'));
  const inner = group === undefined ? around : { ...around, cluster: group };
  for (const name of ['items', 'logEvents', 'events', 'records']) {
    const elements = own(object, name);
    if (!isJsonArray(elements)) continue;
    return elements.flatMap((each) =>
      isJsonObject(each)
        ? unwrapEvents(each, inner)
        : [{ kind: 'broken' as const, message: 'The record is no JSON object.' }],
    );
  }
  return [unwrapMessage(object, inner)];
}

function unwrapMessage(object: JsonObject, around: Around): UnwrappedEvent {
  if (textAt(object, 'messageType') === 'CONTROL_MESSAGE') return { kind: 'other-log' };
  if (own(object, 'protoPayload') !== undefined) {
    const name = 'a log entry of Google Cloud';
    return { kind: 'foreign', name, code: 'not-kubernetes-gke' };
  }
  const category = textAt(object, 'category') ?? textAt(object, 'Category');
  const properties = own(object, 'properties');
  const cluster = textAt(object, 'resourceId') ?? textAt(object, '_ResourceId');
  const inner = cluster === undefined ? around : { ...around, cluster: cluster.toLowerCase() };
  if (category !== undefined && !/^kube-audit/.test(category)) return { kind: 'other-log' };
  for (const holder of [object, isJsonObject(properties) ? properties : {}]) {
    for (const name of ['message', '@message', 'log', 'log_s']) {
      const message = own(holder, name);
      if (typeof message === 'string') return parsedMessage(message, inner);
      if (isJsonObject(message)) return isEvent(message) ? recordIn(message, inner) : other();
    }
  }
  return { kind: 'foreign', name: recognize(object), code: 'not-kubernetes' };
}

/** Lines of other components stand in the same log, and are no JSON or other JSON. */
function parsedMessage(text: string, around: Around): UnwrappedEvent {
  if (!text.trimStart().startsWith('{')) return other();
  if (jsonDepth(text, around.maxDepth) > around.maxDepth) {
    return { kind: 'broken', message: 'The message is nested too deep.' };
  }
  try {
    const value = JSON.parse(text) as Json;
    if (!isJsonObject(value) || !isEvent(value)) return other();
    return { ...recordIn(value, around), raw: text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'broken', message: 'The message is no whole JSON.' };
  }
}

function other(): UnwrappedEvent {
  return { kind: 'other-log' };
}

function recordIn(
  record: JsonObject,
  { cluster }: Around,
): Extract<UnwrappedEvent, { kind: 'record' }> {
  return { kind: 'record', record, ...(cluster === undefined ? {} : { cluster }) };
}

function isEvent(object: JsonObject): boolean {
  const version = textAt(object, 'apiVersion');
  if (version?.startsWith('audit.k8s.io/')) return textAt(object, 'kind') !== 'EventList';
  return own(object, 'auditID') !== undefined && own(object, 'verb') !== undefined;
}

/** EKS names the log group after the cluster. */
function clusterOfGroup(group: string | undefined): string | undefined {
  return /^\/aws\/eks\/([^/]+)\/cluster$/.exec(group ?? '')?.[1];
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
