import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/model/group.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { azureEntries, azureTypes } from '../../../src/providers/azure/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { anyGoogleName, googleMethods, googleRequestOf } from './api/google.ts';
import { clients } from './api-logged.ts';
import { apiOperations, exampleOf } from './api-model.ts';
import { bodyOf as azureBody, eventOf } from './azure-bodies.ts';
import { auditEvent, estateOf } from './event.ts';
import { notExercised } from './exercised.ts';
import { foldCalls } from './fold-calls.ts';
import { bodyOf as googleBody, googleEntries, nameOf } from './google-bodies.ts';
import { schemaProblems } from './schema.ts';

/** One estate in which nothing is managed, and one in which every lookup succeeds. */
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

interface Tried {
  readonly event: Event;
  readonly effect: DraftEffect;
}

/** The effects of generated calls in both estates; none where the entry rejects a call. */
function tryOut({ effects }: CatalogEntry, events: readonly Event[]): readonly Tried[] {
  return events.flatMap((event) =>
    estates.flatMap((estate) => {
      try {
        return effects(event, estate).map((effect) => ({ event, effect }));
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

/** A call with every member that the API model of the service has. */
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

/** A call with every field of the table, and one with every member that the API has. */
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

interface Case {
  readonly service: string;
  readonly operation: string;
  readonly tried: readonly Tried[];
}

function casesOf(
  entries: readonly CatalogEntry[],
  eventsOf: (entry: CatalogEntry, operation: string) => readonly Event[],
): readonly Case[] {
  const mapped = entries.filter(({ types }) => types.length > 0);
  return mapped.flatMap((entry) =>
    entry.operations.map((operation) => {
      const tried = tryOut(entry, eventsOf(entry, operation));
      return { service: entry.service, operation, tried };
    }),
  );
}

const aws = casesOf(awsEntries, awsEvents);
const clouds: readonly (readonly [string, readonly Case[]])[] = [
  ['aws', aws],
  ['google', casesOf(gcpEntries, googleEvents)],
  [
    'azure',
    casesOf(azureEntries, ({ service }, operation) =>
      azureEvents.filter((event) => event.service === service && event.operation === operation),
    ),
  ],
];

describe.each(clouds)('each mapped operation of %s', (cloud, cases) => {
  it('does something with a call that has every member, or is listed as not exercised', () => {
    const without = groupBy(
      cases.filter(({ tried }) => tried.length === 0),
      ({ service }) => service,
    );
    const names = [...without].map(
      ([service, all]) => [service, all.map(({ operation }) => operation).sort()] as const,
    );

    expect(Object.fromEntries(names)).toEqual(notExercised[cloud]);
  });

  it('sets nothing that the provider schema does not allow', () => {
    const problems = cases.flatMap(({ tried }) =>
      tried.flatMap(({ effect: { resource, change } }) => schemaProblems(resource, change)),
    );

    expect([...new Set(problems)]).toEqual([]);
  });
});

const catalog = createCatalog(awsEntries);

interface Pair {
  readonly type: string;
  readonly make: Tried;
  readonly drop: Tried;
}

/** For each AWS type, the first call that creates a resource and the first that deletes one. */
function pairsOf(): readonly Pair[] {
  const first = (kind: 'create' | 'delete') => {
    const found = aws.flatMap(({ tried }) =>
      tried.filter((one) => one.effect.change.kind === kind),
    );
    return new Map(found.reverse().map((one) => [one.effect.resource.type, one]));
  };
  const drops = first('delete');
  return [...first('create')].flatMap(([type, make]) => {
    const drop = drops.get(type);
    return drop === undefined ? [] : [{ type, make, drop }];
  });
}

/** The drift that is left after the calls, such as `absent`; masked values do not count. */
function left({ type, make, drop }: Pair, ...calls: readonly Tried[]): readonly string[] {
  const { change } = make.effect;
  const attributes: JsonObject = {
    ...catalog.defaultsOf(type),
    ...(change.kind === 'create' ? change.attributes : {}),
    ...Object.assign({}, ...make.effect.resource.keys, drop.effect.resource.keys[0]),
  };
  const address = `${type}.it`;
  const events = calls.map(({ event }, at) => ({
    ...event,
    id: `e-${at}`,
    time: `2026-03-01T10:00:0${at}Z`,
  }));
  return foldCalls(catalog, [{ address, attributes }], events)
    .drifts.filter((drift) => drift.address === address && drift.live.kind !== 'redacted')
    .map(({ path, live }) => `${formatPath(path)} ${live.kind}`.trim());
}

describe('an AWS resource that was deleted and created again', () => {
  // A recreated subscription gets a new name, but all examples have the same one.
  const pairs = pairsOf().filter(
    (pair) =>
      pair.type !== 'aws_sns_topic_subscription' && left(pair, pair.drop).join() === 'absent',
  );

  it('is tried for most types', () => {
    expect(pairs.length).toBeGreaterThan(145);
  });

  it.each(pairs)('exists, and is gone after another deletion: $type', (pair) => {
    const { make, drop } = pair;

    expect(left(pair, drop, make)).toEqual([]);
    expect(left(pair, drop, make, drop)).toEqual(['absent']);
  });
});
