import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../src/model/event.ts';
import { groupBy } from '../../../../src/model/group.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { azureEntries, azureTypes } from '../../../../src/providers/azure/all.ts';
import { attributesFrom } from '../../../../src/providers/catalog/attributes.ts';
import { type Catalog, createCatalog } from '../../../../src/providers/catalog/registry.ts';
import type { Estate } from '../../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../../src/providers/google/all.ts';
import type { GoogleEntry } from '../../../../src/providers/google/google.ts';
import { cases } from '../../../cases.ts';
import { bodyOf as azureBody, eventOf, idOf } from '../azure-bodies.ts';
import { auditEvent, estateOf } from '../event.ts';
import { foldCalls } from '../fold-calls.ts';
import { bodyOf, googleEntries, nameOf } from '../google-bodies.ts';

type Act = 'make' | 'drop';

/** The call that creates a resource of a type as the state has it, and the call that deletes it. */
interface Table {
  readonly catalog: Catalog;
  readonly type: string;
  readonly id: string;
  readonly make: AuditEvent;
  readonly drop: AuditEvent;
  /** Whether the create call also succeeds while the resource exists. */
  readonly replaces: boolean;
}

const azure = createCatalog(azureEntries);
const google = createCatalog(gcpEntries);

const azureTables = azureTypes.map(
  (spec): Table => ({
    catalog: azure,
    type: spec.type,
    id: idOf(spec).toLowerCase(),
    make: eventOf(spec, azureBody(spec)),
    drop: eventOf(spec, {}, 'delete'),
    replaces: true,
  }),
);

function googleEvent(entry: GoogleEntry, operation: string, request: JsonObject): AuditEvent {
  return auditEvent({
    cloud: 'gcp',
    scope: 'project-x',
    region: 'region-x',
    service: entry.service,
    operation,
    request,
    details: { resourceName: nameOf(entry) },
  });
}

/** The first operation of a type that creates or deletes a resource that nobody manages. */
function operationOf(entries: readonly GoogleEntry[], kind: 'create' | 'delete') {
  return entries
    .flatMap((entry) =>
      entry.operations.map((operation) => googleEvent(entry, operation, bodyOf(entry.fields))),
    )
    .find((event) => {
      const found = google.translate(event, estateOf());
      return found.kind === 'effects' && found.effects.some(({ change }) => change.kind === kind);
    });
}

const googleTables = [...groupBy(googleEntries, ({ types: [type = ''] }) => type)].flatMap(
  ([type, entries]): readonly Table[] => {
    const [make, drop] = [operationOf(entries, 'create'), operationOf(entries, 'delete')];
    const [first] = entries;
    if (make === undefined || drop === undefined || first === undefined) return [];
    return [{ catalog: google, type, id: nameOf(first), make, drop, replaces: false }];
  },
);

const tables = [...azureTables, ...googleTables];

/** The resource as a state has it, including defaults that the call states and code leaves out. */
function stateOf({ catalog, make, type, id }: Table): JsonObject {
  const drafts = (estate: Estate) => {
    const found = catalog.translate(make, estate);
    return (found.kind === 'effects' ? found.effects : []).filter(
      ({ resource }) => resource.type === type,
    );
  };
  const births = drafts(estateOf()).flatMap(({ change }) =>
    change.kind === 'create' ? [change.attributes] : [],
  );
  const managed = drafts(estateOf({ address: `${type}.it`, attributes: { id } }));
  return { ...catalog.defaultsOf(type), ...births[0], ...attributesFrom(managed), id };
}

/** The calls that succeed, and whether the resource exists in the end. */
function live({ make, drop, replaces }: Table, acts: readonly Act[]) {
  let isThere = true;
  const events = acts.flatMap((act, index): readonly AuditEvent[] => {
    if (act === 'make' ? isThere && !replaces : !isThere) return [];
    isThere = act === 'make';
    const time = `2026-03-01T10:00:${String(index).padStart(2, '0')}Z`;
    return [{ ...(act === 'make' ? make : drop), id: `e-${index}`, time }];
  });
  return { events, isThere };
}

describe('what the tables of Azure and Google Cloud make and delete', () => {
  it('covers most types', () => {
    expect(azureTables.length).toBeGreaterThan(60);
    expect(googleTables.length).toBeGreaterThan(30);
  });

  it.each(tables.map((table) => [table.type, table] as const))(
    'is %s as the last call left it',
    (type, table) => {
      const attributes = stateOf(table);
      const address = `${type}.it`;

      fc.assert(
        fc.property(fc.array(fc.constantFrom<Act>('make', 'drop'), { maxLength: 6 }), (acts) => {
          const { events, isThere } = live(table, acts);
          const { drifts } = foldCalls(table.catalog, [{ address, attributes }], events);
          const own = drifts.filter((drift) => drift.address === address);

          const isGone = own.some(
            ({ path, live: now }) => path.length === 0 && now.kind === 'absent',
          );
          expect(isGone).toBe(!isThere);
          const changed = own.filter(
            ({ path, live: now }) =>
              path.length > 0 && now.kind !== 'redacted' && now.kind !== 'unknown',
          );
          const places = changed.map(({ path, live: now, declared }) => [path, now, declared]);
          expect(places).toEqual([]);
        }),
        { numRuns: cases(40) },
      );
    },
  );
});
