import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { Kind } from './kinds.ts';

/** A request to an API server; the server refuses those that make no sense. */
export type Act =
  | { readonly kind: 'create' | 'put'; readonly changed: boolean; readonly noise: boolean }
  | { readonly kind: 'label'; readonly form: Form; readonly value: string | undefined }
  | { readonly kind: 'delete' }
  | { readonly kind: 'empty'; readonly shows: boolean };

export type Form = 'strategic' | 'merge' | 'json';

/** A successful request as it is logged. */
export interface Logged {
  readonly verb: string;
  readonly patch?: string;
  readonly body?: Json;
  readonly response: JsonObject;
}

/** The requests for one object that a server accepted, and the object in the end. */
export interface Served {
  readonly logged: readonly Logged[];
  /** Undefined if the object is gone. */
  readonly live: JsonObject | undefined;
}

/** A server with an object in its first state, written independently of how requests are folded. */
export function serve({ first, changed }: Kind, acts: readonly Act[]): Served {
  const logged: Logged[] = [];
  let live: JsonObject | undefined = first;
  for (const act of acts) {
    const isThere: boolean = live !== undefined;
    if (isThere === (act.kind === 'create')) continue;
    switch (act.kind) {
      case 'create':
      case 'put': {
        live = act.changed ? changed : first;
        const verb = act.kind === 'put' ? 'update' : 'create';
        logged.push({ verb, body: act.noise ? noisy(live) : live, response: {} });
        break;
      }
      case 'label':
        logged.push({ verb: 'patch', patch: act.form, body: labelBody(live, act), response: {} });
        live = labeled(live, act.value);
        break;
      case 'delete':
        logged.push({ verb: 'delete', response: {} });
        live = undefined;
        break;
      case 'empty': {
        const items = [{ metadata: { name: 'web' } }, { metadata: { name: 'other' } }];
        const response = act.shows ? { kind: 'List', items } : {};
        logged.push({ verb: 'deletecollection', response });
        live = undefined;
      }
    }
  }
  return { logged, live };
}

/** The object with what servers and controllers write into it. */
function noisy(object: JsonObject): JsonObject {
  return {
    ...object,
    metadata: {
      ...metadataOf(object),
      uid: '7d9f',
      resourceVersion: '4711',
      generation: 3,
      creationTimestamp: '2026-03-01T10:00:00Z',
      managedFields: [{ manager: 'kubectl', operation: 'Update' }],
    },
    status: { observedGeneration: 3 },
  };
}

function labeled(object: JsonObject | undefined, value: string | undefined): JsonObject {
  const { zone: _, ...labels } = labelsOf(object);
  const more = value === undefined ? labels : { ...labels, zone: value };
  return { ...object, metadata: { ...metadataOf(object), labels: more } };
}

function labelBody(
  object: JsonObject | undefined,
  { form, value }: Extract<Act, { kind: 'label' }>,
): Json {
  if (form !== 'json') return { metadata: { labels: { zone: value ?? null } } };
  const path = '/metadata/labels/zone';
  if (value !== undefined) return [{ op: 'add', path, value }];
  return labelsOf(object)['zone'] === undefined ? [] : [{ op: 'remove', path }];
}

function metadataOf(object: JsonObject | undefined): JsonObject {
  return object?.['metadata'] as JsonObject;
}

function labelsOf(object: JsonObject | undefined): JsonObject {
  return metadataOf(object)['labels'] as JsonObject;
}
