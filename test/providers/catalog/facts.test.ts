import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { azureEntries } from '../../../src/providers/azure/all.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';

const folder = process.env['PARLEY_FACTS'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('facts');

function factsOf<T>(name: string, schema: z.ZodType<T>): T {
  if (folder === undefined) throw new Error('Set PARLEY_FACTS to the folder of the facts.');
  const file = join(folder, `${name}.json.gz`);
  return schema.parse(JSON.parse(gunzipSync(readFileSync(file)).toString()));
}

/** Services that have another name in logs than in the API. */
const hosts: Readonly<Record<string, string>> = {
  'cloudsql.googleapis.com': 'sqladmin.googleapis.com',
};

const present = required || (folder !== undefined && existsSync(folder));

describe.skipIf(!present)('compared with the calls of the providers, the catalog', () => {
  it('lists AWS operations under types that the provider manages with them', () => {
    const byService = factsOf(
      'aws-op-types',
      z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))),
    );
    let compared = 0;
    const wrong = awsEntries.flatMap(({ service, operations, types }) =>
      operations.filter((operation) => {
        const known = byService[service]?.[operation];
        if (known === undefined || types.length === 0) return false;
        compared += 1;
        return !types.some((type) => Object.hasOwn(known, type));
      }),
    );

    expect(compared).toBeGreaterThan(400);
    // The provider calls these only for other types, but people call them for this type as well.
    expect(wrong.sort()).toEqual(['CopyObject', 'TagResource', 'UntagResource']);
  });

  it('lists Azure operations under the types they act on', () => {
    const { byArm } = factsOf(
      'azurerm-arm-map',
      z.object({ byArm: z.record(z.string(), z.array(z.string())) }),
    );
    let compared = 0;
    const wrong = azureEntries.flatMap(({ service, operations, types }) =>
      operations.filter((operation) => {
        const arm = `${service}/${operation.replace(/\/(?:write|delete|action)$/, '')}`;
        const known = byArm[arm];
        if (known === undefined || types.length === 0) return false;
        compared += 1;
        return !types.some((type) => known.includes(type));
      }),
    );

    expect(compared).toBeGreaterThan(100);
    // App settings have the id of their app; the provider calls another resource by this name.
    expect(wrong).toEqual(['sites/config/write']);
  });

  it('lists Google Cloud operations under the service of their type', () => {
    const known = factsOf(
      'google-mmv1-map',
      z.record(z.string(), z.object({ api: z.string(), base_url: z.string() })),
    );
    let compared = 0;
    const wrong = gcpEntries.flatMap(({ service, operations, types: [type = ''] }) => {
      const fact = known[type];
      if (fact === undefined) return [];
      const collection = fact.base_url.split('/').findLast((part) => !part.includes('{{')) ?? '';
      return operations.filter((operation) => {
        compared += 1;
        const isOfService = new URL(fact.api).hostname === (hosts[service] ?? service);
        // The singular is part of the plural, and of most method names.
        const name = operation.toLowerCase();
        return !isOfService || !name.includes(collection.toLowerCase().replace(/(?:ie|e)?s$/, ''));
      });
    });

    expect(compared).toBeGreaterThan(50);
    // A method that is named after the field it sets.
    expect(wrong).toEqual(['Subscriber.ModifyPushConfig']);
  });
});
