import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/model/group.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { azureEntries, azureTypes } from '../../../src/providers/azure/all.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { anyGoogleName, googleMethods, googleRequestOf } from './api/google.ts';
import { clients } from './api-logged.ts';
import { apiOperations, exampleOf } from './api-model.ts';
import { bodyOf as azureBody, eventOf } from './azure-bodies.ts';
import { auditEvent, estateOf } from './event.ts';
import { notExercised } from './exercised.ts';
import { bodyOf as googleBody, googleEntries, nameOf } from './google-bodies.ts';
import { schemaProblems } from './schema.ts';

/** Nothing is managed, and whatever is asked for is. */
const estates: readonly Estate[] = [
  estateOf(),
  {
    ...estateOf(),
    find: ({ type, keys: [key = {}] }) => ({
      address: `${type}.a`,
      type,
      attributes: key,
      declares: () => true,
    }),
    where: (type, attribute, value) => [
      { address: `${type}.a`, type, attributes: { [attribute]: value }, declares: () => true },
    ],
  },
];

type Event = ReturnType<typeof auditEvent>;

/** What a generated call does, over both estates; nothing where its entry does not take it. */
function effectsOf({ effects }: CatalogEntry, events: readonly Event[]): readonly DraftEffect[] {
  return events.flatMap((event) =>
    estates.flatMap((estate) => {
      try {
        return effects(event, estate);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return [];
      }
    }),
  );
}

const silent = () => undefined;
const models = new Map<string, Awaited<ReturnType<typeof apiOperations>>>();
for (const [service, names] of Object.entries(clients)) {
  models.set(service, await apiOperations(names));
}

/** With every member that the API model of the service has. */
function awsEvents({ service }: CatalogEntry, operation: string): readonly Event[] {
  const short = service.replace(/\.amazonaws\.com$/, '');
  return (models.get(short)?.get(operation) ?? []).map(({ input, output }) =>
    auditEvent({
      service,
      operation,
      request: exampleOf(short, input, silent),
      response: exampleOf(short, output, silent),
    }),
  );
}

/** With every field of the table, and with every member that the API has. */
function googleEvents(entry: CatalogEntry, operation: string): readonly Event[] {
  const { service } = entry;
  const table = googleEntries.find((one) => one === entry);
  const eventOf = (request: JsonObject, resourceName: string): Event => {
    const call = { service, operation, request, details: { resourceName } };
    return auditEvent({ cloud: 'gcp', scope: 'project-x', region: 'region-x', ...call });
  };
  const modelled = googleMethods(service, operation).map((method) =>
    eventOf(googleRequestOf(service, operation, method, silent), anyGoogleName),
  );
  if (table === undefined) return modelled;
  return [eventOf(googleBody(table.fields), nameOf(table)), ...modelled];
}

const azureEvents = azureTypes.flatMap((spec) => [
  eventOf(spec, azureBody(spec)),
  eventOf(spec, {}, 'delete'),
]);

const clouds: readonly (readonly [
  string,
  readonly CatalogEntry[],
  (entry: CatalogEntry, operation: string) => readonly Event[],
])[] = [
  ['aws', awsEntries, awsEvents],
  ['google', gcpEntries, googleEvents],
  [
    'azure',
    azureEntries,
    ({ service }, operation) =>
      azureEvents.filter((event) => event.service === service && event.operation === operation),
  ],
];

describe.each(clouds)('each mapped operation of %s', (cloud, entries, eventsOf) => {
  const mapped = entries.filter(({ types }) => types.length > 0);
  const cases = mapped.flatMap((entry) =>
    entry.operations.map((operation) => {
      const effects = effectsOf(entry, eventsOf(entry, operation));
      return { service: entry.service, operation, effects };
    }),
  );

  it('does something when a call has all that it may have, or is listed as not tried', () => {
    const without = groupBy(
      cases.filter(({ effects }) => effects.length === 0),
      ({ service }) => service,
    );
    const names = [...without].map(
      ([service, all]) => [service, all.map(({ operation }) => operation).sort()] as const,
    );

    expect(Object.fromEntries(names)).toEqual(notExercised[cloud]);
  });

  it('says nothing that the schema of the provider does not take', () => {
    const problems = cases.flatMap(({ effects }) =>
      effects.flatMap(({ resource, change }) => schemaProblems(resource, change)),
    );

    expect([...new Set(problems)]).toEqual([]);
  });
});
