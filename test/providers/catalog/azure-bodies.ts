import type { AuditEvent } from '../../../src/model/event.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { azureEntries } from '../../../src/providers/azure/all.ts';
import type { AzureType } from '../../../src/providers/azure/spec.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import type { CatalogAttributes } from '../../../src/providers/catalog/sources.ts';
import { auditEvent, estateOf } from './event.ts';

const catalog = createCatalog(azureEntries);

/** Sample values; each source gets the first one that the type accepts. */
const samples: readonly Json[] = ['Enabled', 7, true, ['10.0.0.0/8'], { a: 'b' }, 'PT5M'];

function put(body: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: put((body[name] ?? {}) as JsonObject, rest, value) };
}

export function idOf({ arm }: AzureType): string {
  if (arm === 'Microsoft.Resources/resourceGroups') return '/subscriptions/s/resourceGroups/rg';
  const [provider = '', ...words] = arm.split('/');
  const names = words.map((word, index) => `${word}/n${index}`).join('/');
  return `/subscriptions/s/resourceGroups/rg/providers/${provider}/${names}`;
}

/** A call on a resource of the type. */
export function eventOf(spec: AzureType, body: JsonObject, verb = 'write'): AuditEvent {
  const [service = '', ...words] = spec.arm.toLowerCase().split('/');
  const isGroup = spec.arm === 'Microsoft.Resources/resourceGroups';
  const id = idOf(spec);
  return auditEvent({
    cloud: 'azure',
    service,
    operation: `${isGroup ? 'subscriptions/' : ''}${words.join('/')}/${verb}`,
    request: { resourceId: id.toLowerCase(), writtenId: id, body },
  });
}

/** A body with an accepted value for every member that the type reads. */
export function bodyOf(spec: AzureType): JsonObject {
  const base = { location: 'westeurope', tags: { a: 'b', c: 'd' } };
  // Types that share an operation are distinguished by their kind.
  const kinds = [{}, ...['functionapp', 'functionapp,linux', 'app'].map((kind) => ({ kind }))];
  const ofType = kinds.map((kind) => ({ ...base, ...kind })).find((one) => isOf(spec, one));
  let body: JsonObject = ofType ?? base;
  for (const from of sourcesOf({ ...spec.fixed, ...spec.fields })) {
    const wider = samples
      .map((value) => put(body, from.split('.'), value))
      .find((one) => isOf(spec, one));
    body = wider ?? body;
  }
  return body;
}

function isOf(spec: AzureType, body: JsonObject): boolean {
  const found = catalog.translate(eventOf(spec, body), estateOf());
  return (
    found.kind === 'effects' && found.effects.some(({ resource }) => resource.type === spec.type)
  );
}

function sourcesOf(attributes: CatalogAttributes): readonly string[] {
  return Object.values(attributes).flatMap((member) => {
    if (typeof member === 'string') return [member];
    if (typeof member.from !== 'string') return [];
    return [member.from];
  });
}
