import type { Change, ResourceRef } from '../../../src/model/effect.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import type {
  CatalogEntry,
  Estate,
  ManagedResource,
} from '../../../src/providers/catalog/types.ts';
import { standsAlone, wholesNamed } from '../../../src/providers/catalog/wholes.ts';
import { schemaProblems } from './schema.ts';

/** A successful event of a made-up account; `parts` replaces what a test cares about. */
export function auditEvent(parts: Partial<AuditEvent> & Pick<AuditEvent, 'operation'>): AuditEvent {
  return {
    id: 'e-1',
    cloud: 'aws',
    scope: '111122223333',
    region: 'eu-central-1',
    time: '2026-03-01T10:00:00Z',
    service: 'ec2.amazonaws.com',
    outcome: 'success',
    caller: {
      type: 'IAMUser',
      principal: 'arn:aws:iam::111122223333:user/alice',
      userAgent: 'aws-cli/2.15.0',
      sourceIp: '203.0.113.9',
      fromConsole: false,
    },
    request: {},
    response: {},
    details: {},
    omitted: [],
    digest: '0'.repeat(64),
    place: { file: 'log.json', record: 0 },
    ...parts,
  };
}

export interface FakeResource {
  readonly address: string;
  readonly attributes: JsonObject;
  /** Attributes and blocks that the code declares. */
  readonly declares?: readonly string[];
}

/** An estate of the given resources; the type is the first part of the address. */
export function estateOf(...resources: readonly FakeResource[]): Estate {
  const managed = resources.map(
    ({ address, attributes, declares = [] }): ManagedResource => ({
      address,
      type: address.split('.')[0] ?? '',
      attributes,
      declares: (attribute) => declares.includes(attribute),
    }),
  );
  return {
    find: ({ type, keys }) =>
      managed.find(
        (candidate) =>
          candidate.type === type &&
          keys.some((key) =>
            Object.entries(key).every(([name, value]) => textIn(candidate, name) === value),
          ),
      ),
    where: (type, attribute, value) =>
      managed.filter(
        (candidate) => candidate.type === type && textIn(candidate, attribute) === value,
      ),
    ofType: (type) => managed.filter((candidate) => candidate.type === type),
    types: () => [...new Set(managed.map(({ type }) => type))],
  };
}

/** An attribute as the index of a state compares it. */
function textIn({ attributes }: ManagedResource, name: string): string | undefined {
  const value = attributes[name];
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/**
 * The changes of an event, each with the type and first key of its resource, or the failure. Throws
 * if a change does not fit the provider's schema.
 */
export function changesOf(
  entries: readonly CatalogEntry[],
  event: AuditEvent,
  estate: Estate = estateOf(),
): Changes {
  return rawChangesOf(entries, event, estate, (resource, change) => {
    const problems = schemaProblems(resource, change);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const parent = change.kind === 'create' ? change.parent : undefined;
    const named = wholesNamed(resource);
    if (parent === undefined) return;
    // These two decide which changes of unmanaged resources are dropped, so they must be right.
    if (standsAlone(resource.type)) throw new Error(`${resource.type} does not stand alone`);
    if (named.length > 0 && !named.some(({ type }) => type === parent.type)) {
      throw new Error(`${resource.type} is on ${parent.type}, and its names tell another`);
    }
  });
}

export type Changes = readonly (readonly [string, Change])[] | string;

/** Like `changesOf`, but for made-up types. */
export function rawChangesOf(
  entries: readonly CatalogEntry[],
  event: AuditEvent,
  estate: Estate = estateOf(),
  check: (resource: ResourceRef, change: Change) => void = () => undefined,
): Changes {
  const translation = createCatalog(entries).translate(event, estate);
  if (translation.kind === 'invalid') return translation.problem.message;
  if (translation.kind !== 'effects') return translation.kind;
  return translation.effects.map(({ resource, change }) => {
    check(resource, change);
    return [`${resource.type} ${Object.values(resource.keys[0] ?? {}).join(' ')}`, change];
  });
}
