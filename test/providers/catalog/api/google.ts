import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { methodsOf } from '../../../../scripts/google-api/methods.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { plainName } from '../../../../src/providers/google/members.ts';
import { ApiBodies, type Asked } from './bodies.ts';

const Facts = z.object({
  /** `compute.googleapis.com instances.insert` -> body and parameters in each API version. */
  methods: z.record(z.string(), z.array(z.array(z.string()))),
  models: z.record(z.string(), z.record(z.string(), z.string())),
});

const facts = Facts.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'google.generated.json'), 'utf8')),
);

const namesByService = new Map<string, string[]>();
for (const one of Object.keys(facts.methods)) {
  const [service = '', name = ''] = one.split(' ');
  namesByService.set(service, [...(namesByService.get(service) ?? []), name]);
}

interface Method {
  readonly body: string;
  readonly parameters: readonly string[];
}

/** The forms of a call in all versions of the API; empty if the API has no such method. */
export function googleMethods(service: string, operation: string): readonly Method[] {
  const names = methodsOf(service, operation, namesByService.get(service) ?? []);
  return names
    .flatMap((name) => facts.methods[`${service} ${name}`] ?? [])
    .map(([body = '', ...parameters]) => ({ body, parameters }));
}

const bodies = new ApiBodies({
  models: facts.models,
  isNamed: (name, members) => {
    const plain = plainName(name);
    return [...members].some((one) => [plain, `${plain}s`].includes(plainName(one)));
  },
  wanted: { '.updateMask': '*' },
  maxDepth: 8,
});

/** The member of a logged request with the body, for services that use one name for it. */
const holders: Readonly<Record<string, string>> = {
  'bigquery.googleapis.com': 'resource',
  'cloudsql.googleapis.com': 'body',
  'storage.googleapis.com': 'bucket',
};

/** A resource name with every segment that any path looks for. */
export const anyGoogleName =
  'projects/p/locations/l/zones/z/regions/r/clusters/c/keyRings/k/cryptoKeys/k/topics/t/sinks/s/' +
  'instances/i/global/x/datasets/d/tables/t/buckets/b/managedZones/m/roles/r/' +
  'serviceAccounts/a@p.iam.gserviceaccount.com';

/** A request as logs may have it, with everything that a method takes: in it, or in a member. */
export function googleRequestOf(
  service: string,
  operation: string,
  { body, parameters }: Method,
  asked: Asked,
): JsonObject {
  const [, noun = ''] = /[a-z]([A-Z]\w*)$/.exec(operation) ?? /(\w+?)s\.\w+$/.exec(operation) ?? [];
  const holder = holders[service] ?? `${noun.slice(0, 1).toLowerCase()}${noun.slice(1)}`;
  const model = facts.models[body] ?? {};
  const given = parameters.map((name) => [name, 'text'] as const);
  const isHeld = body !== '' && !Object.keys(model).some((name) => same(name, holder));
  const held = isHeld ? { [holder]: body } : {};
  return bodies.of({ ...model, ...Object.fromEntries(given), ...held }, asked);
}

function same(a: string, b: string): boolean {
  return plainName(a) === plainName(b);
}
