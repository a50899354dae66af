import { isJsonArray, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt, objectAt } from '../core/fields.ts';

export type LogKind = 'activity' | 'data_access' | 'system_event' | 'policy';

export interface LogName {
  /** `projects/shop-prod`, `folders/123`, `organizations/456`, `billingAccounts/...`. */
  readonly parent: string;
  /** The log's own name, decoded: `cloudaudit.googleapis.com/activity`. */
  readonly log: string;
  /** Undefined for any log except the four with audit records. */
  readonly kind?: LogKind;
}

const parents = /^(?:projects|folders|organizations|billingAccounts)\/[a-zA-Z0-9][\w.:-]{0,99}$/;
const kinds: readonly string[] = ['activity', 'data_access', 'system_event', 'policy'];

/** The parts of a `logName`; undefined if it has another form. */
export function parseLogName(text: string): LogName | undefined {
  const [parent = '', name = '', ...more] = text.split('/logs/');
  if (name === '' || more.length > 0 || !parents.test(parent)) return undefined;
  const log = name.replaceAll(/%2f/gi, '/');
  const [, kind = ''] = /^cloudaudit\.googleapis\.com\/(\w+)$/.exec(log) ?? [];
  return isKind(kind) ? { parent, log, kind } : { parent, log };
}

function isKind(kind: string): kind is LogKind {
  return kinds.includes(kind);
}

/** The project's id (its number if there is nothing else), or the folder or organization. */
export function logScopeOf(parent: string, resource: JsonObject): string {
  if (!parent.startsWith('projects/')) return parent;
  const project = parent.slice('projects/'.length);
  if (/\D/.test(project)) return project;
  const label = fieldTextAt(objectAt(resource, 'labels'), 'project_id');
  return label !== undefined && /^[a-z][\w.:-]{0,99}$/.test(label) ? label : project;
}

const place = /^[a-z][a-z0-9-]{0,62}$/;

/**
 * Location of the resource: its region (that of its zone), a multi-region such as `us`, or
 * `global`.
 */
export function resourceRegion(payload: JsonObject, resource: JsonObject): string {
  const labels = objectAt(resource, 'labels');
  const found = [
    located(payload),
    fieldTextAt(labels, 'zone'),
    fieldTextAt(labels, 'region'),
    fieldTextAt(labels, 'location'),
    /\/(?:zones|regions|locations)\/([^/]+)/.exec(fieldTextAt(payload, 'resourceName') ?? '')?.[1],
  ].find((text) => text !== undefined && place.test(text));
  return (found ?? 'global').replace(/^([a-z]+-[a-z]+\d+)-[a-z]$/, '$1');
}

/** Several locations count as none. */
function located(payload: JsonObject): string | undefined {
  const location = objectAt(payload, 'resourceLocation');
  const locations = own(location, 'currentLocations');
  if (!isJsonArray(locations) || locations.length !== 1) return undefined;
  return typeof locations[0] === 'string' ? locations[0] : undefined;
}
