import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeGoogleApi } from '../../../../scripts/google-api/encode.ts';
import { readDocuments } from '../../../../scripts/google-api/read.ts';
import { groupBy } from '../../../../src/model/group.ts';
import type { CatalogEntry, Estate } from '../../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../../src/providers/google/all.ts';
import { google } from '../../../../src/providers/google/google.ts';
import type { GoogleType } from '../../../../src/providers/google/spec.ts';
import { auditEvent, estateOf } from '../event.ts';
import { anyGoogleName, googleMethods, googleRequestOf } from './google.ts';
import { unknownGoogleMembers, unknownGoogleOperations } from './google-exceptions.ts';

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
  },
];

/**
 * Members that are looked up in every call, since they may name its resource, and the member in
 * which logs have a request for a policy.
 */
const asked = /^(?:\w+\.)?name$|^parent$|^(?:update|field)Mask$|^iamRequest$/;

/** Members that are looked up in calls on one type and that no version of the API has. */
function unknownIn(entries: readonly CatalogEntry[]): readonly string[] {
  const known = new Set<string>();
  const unknown = new Map<string, string>();
  for (const { service, operations, effects } of entries) {
    const methods = operations.flatMap((operation) =>
      googleMethods(service, operation).map((method) => ({ operation, method })),
    );
    for (const { operation, method } of methods) {
      const request = googleRequestOf(service, operation, method, (path, isKnown) => {
        if (isKnown) known.add(path.toLowerCase());
        else unknown.set(path.toLowerCase(), path);
      });
      for (const estate of estates) {
        const details = { resourceName: anyGoogleName };
        const event = { cloud: 'gcp', scope: 'p', service, operation, request, details } as const;
        try {
          effects(auditEvent(event), estate);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
        }
      }
    }
  }
  return [...unknown]
    .flatMap(([key, path]) => (known.has(key) || asked.test(path) ? [] : [path]))
    .sort();
}

describe('compared with the API models of Google Cloud, the catalog', () => {
  const mapped = gcpEntries.filter(({ types }) => types.length > 0);

  it('has operations that the API has, and some that only logs have', () => {
    const unknown = mapped.flatMap(({ service, operations }) =>
      operations
        .filter((operation) => googleMethods(service, operation).length === 0)
        .map((operation) => `${service} ${operation}`),
    );

    expect(unknown.sort()).toEqual(unknownGoogleOperations);
  });

  it('reads members that the API has', () => {
    const byType = groupBy(mapped, ({ service, types }) => `${service} ${types[0]}`);
    const found = [...byType].flatMap(([name, entries]) => {
      const unknown = unknownIn(entries);
      return unknown.length === 0 ? [] : [[name, unknown] as const];
    });

    expect(Object.fromEntries(found)).toEqual(unknownGoogleMembers);
  });
});

const documents = process.env['PARLEY_GOOGLE_MODELS'];

describe.skipIf(documents === undefined)('the facts about the API of Google Cloud', () => {
  it('are what the discovery documents say', () => {
    expect(readFileSync(join(import.meta.dirname, 'google.generated.json'), 'utf8')).toBe(
      encodeGoogleApi(readDocuments(documents ?? ''), gcpEntries),
    );
  });
});

describe('a misspelling in a table of Google Cloud', () => {
  const topic: GoogleType = {
    type: 'google_pubsub_topic',
    identity: { path: 'projects/{project}/topics/{name}' },
    body: 'topic',
    fields: { kms_key_name: 'text', schema_settings: { one: { encoding: 'text' } } },
    calls: { 'Publisher.CreateTopic': 'create', 'Publisher.UpdateTopic': 'patch' },
  };

  it.each<[string, Partial<GoogleType>, readonly string[]]>([
    ['nothing', {}, []],
    ['a member', { fields: { kms_key: 'text' } }, ['topic.kmsKey']],
    [
      'a member of a member',
      { fields: { schema_settings: { one: { encodings: 'text' } } } },
      ['topic.schemaSettings.encodings'],
    ],
    ['the body', { body: 'topics' }, ['topics']],
  ])('%s is found', (_, change, unknown) => {
    expect(unknownIn(google('pubsub.googleapis.com', [{ ...topic, ...change }]))).toEqual(unknown);
  });
});
