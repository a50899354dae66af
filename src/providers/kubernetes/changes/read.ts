import type { AuditEvent } from '../../../model/event.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../model/json.ts';
import type {
  ObjectAction,
  ObjectChange,
  ObjectPatchForm,
  ObjectRef,
} from '../../../model/object-change.ts';
import { withoutSystemFields } from '../values/system.ts';

export type ReadChange =
  | { readonly kind: 'change'; readonly change: ObjectChange }
  /** The request changes nothing that a manifest can contain. */
  | { readonly kind: 'none'; readonly because: string };

/** Objects that the cluster creates and removes itself, which are in no manifest. */
const passing: ReadonlySet<string> = new Set([
  'core/events',
  'core/endpoints',
  'events.k8s.io/events',
  'coordination.k8s.io/leases',
  'discovery.k8s.io/endpointslices',
  'core/bindings',
  'storage.k8s.io/volumeattachments',
  'storage.k8s.io/csinodes',
  'metrics.k8s.io/pods',
  'metrics.k8s.io/nodes',
]);

/** The change that a successful request in a Kubernetes log made. */
export function readChange(event: AuditEvent): ReadChange {
  const target = jsonAt(event.request, 'target');
  const group = textAt(target, 'group') ?? '';
  const resource = textAt(target, 'resource') ?? '';
  const part = textAt(target, 'subresource');
  if (passing.has(`${group === '' ? 'core' : group}/${resource}`)) {
    return { kind: 'none', because: 'The cluster manages these objects itself.' };
  }
  if (part !== undefined && part !== 'scale') {
    return { kind: 'none', because: `No manifest says anything about ${part}.` };
  }
  const namespace = textAt(target, 'namespace');
  const name = textAt(target, 'name') ?? textAt(jsonAt(event.response, 'metadata'), 'name');
  const verb = textAt(event.request, 'verb') ?? '';
  const isMany = verb === 'deletecollection';
  const object: ObjectRef = {
    cluster: event.scope,
    group,
    resource,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined || isMany ? {} : { name }),
  };
  if (!isMany && name === undefined) {
    return { kind: 'none', because: 'The log leaves out the name that the server chose.' };
  }
  const action = named(actionOf(event, verb, part), object);
  const after = part === undefined && !/^delete/.test(verb) ? objectOf(event.response) : undefined;
  return {
    kind: 'change',
    change: { object, action, ...(after === undefined ? {} : { after }) },
  };
}

/** A body may leave out the name and namespace, which are in the URL of the request. */
function named(action: ObjectAction, { name, namespace }: ObjectRef): ObjectAction {
  if (action.kind !== 'create' && action.kind !== 'replace') return action;
  const metadata = jsonAt(action.body, 'metadata');
  const addressed = {
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  const own = isJsonObject(metadata) ? metadata : {};
  return { ...action, body: { ...action.body, metadata: { ...addressed, ...own } } };
}

function actionOf(event: AuditEvent, verb: string, part: string | undefined): ObjectAction {
  const body = jsonAt(event.request, 'body');
  const path = part === 'scale' ? ['spec', 'replicas'] : [];
  const hidden: ObjectAction = {
    kind: 'hidden',
    secret:
      event.details['withheld'] === true ||
      textAt(jsonAt(event.request, 'target'), 'resource') === 'secrets',
    path,
  };
  if (verb === 'delete') return { kind: 'delete' };
  if (verb === 'deletecollection') return deletionOf(event);
  if (part === 'scale') return scaleOf(event, body) ?? hidden;
  const after = objectOf(event.response);
  if (body === undefined) {
    if (after === undefined) return hidden;
    return { kind: verb === 'create' ? 'create' : 'replace', body: after };
  }
  if (verb === 'patch') return patchOf(event, body);
  if (!isJsonObject(body)) return hidden;
  return { kind: verb === 'create' ? 'create' : 'replace', body: withoutSystemFields(body) };
}

function patchOf({ request }: AuditEvent, body: Json): ObjectAction {
  const form = textAt(request, 'patch') ?? '';
  const manager = textAt(request, 'fieldManager');
  return {
    kind: 'patch',
    // Only JSON patches are lists.
    form: isJsonArray(body) ? 'json' : isForm(form) ? form : 'either',
    body: isJsonObject(body) ? withoutSystemFields(body) : body,
    ...(manager === undefined ? {} : { manager }),
  };
}

function isForm(form: string): form is ObjectPatchForm {
  return ['json', 'merge', 'strategic', 'apply', 'either'].includes(form);
}

/**
 * The number of replicas that a request on the scale subresource sets. Serializers leave out a
 * zero, and partial records leave out the member, so it is unknown if the member is missing.
 */
function scaleOf(event: AuditEvent, body: Json | undefined): ObjectAction | undefined {
  const merge = (replicas: Json): ObjectAction => ({
    kind: 'patch',
    form: 'merge',
    body: { spec: { replicas } },
  });
  const shown = jsonAt(event.response, 'spec', 'replicas');
  if (isJsonArray(body)) {
    const last = body.findLast((one) => jsonAt(one, 'path') === '/spec/replicas');
    const value = jsonAt(last, 'value');
    return typeof value === 'number' ? merge(value) : undefined;
  }
  const given = jsonAt(body, 'spec', 'replicas') ?? shown;
  return typeof given === 'number' ? merge(given) : undefined;
}

function deletionOf(event: AuditEvent): ObjectAction {
  const items = jsonAt(event.response, 'items');
  if (isJsonArray(items)) {
    const names = items.flatMap((one) => textAt(jsonAt(one, 'metadata'), 'name') ?? []);
    return { kind: 'delete-many', names };
  }
  const query = new URLSearchParams(
    (textAt(event.details, 'requestURI') ?? '').split('?')[1] ?? '',
  );
  if (query.has('fieldSelector')) return { kind: 'delete-many' };
  const labels = selectorOf(query.get('labelSelector') ?? '');
  return labels === undefined ? { kind: 'delete-many' } : { kind: 'delete-many', labels };
}

/** `a=b,c==d` as a map, or undefined for other kinds of selectors. */
function selectorOf(text: string): Readonly<Record<string, string>> | undefined {
  const entries: [string, string][] = [];
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [, key, value] = /^([\w./-]+)==?([\w.-]*)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) return undefined;
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** A response that is an object, not a Status or a list. */
function objectOf(response: JsonObject): JsonObject | undefined {
  const kind = textAt(response, 'kind') ?? '';
  if (kind === 'Status' || kind.endsWith('List') || !isJsonObject(response['metadata'])) {
    return undefined;
  }
  return withoutSystemFields(response);
}

function textAt(value: Json | undefined, name: string): string | undefined {
  const found = jsonAt(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
