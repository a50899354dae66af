import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { cases } from '../../cases.ts';
import { auditEvent, estateOf } from './event.ts';
import { bucketName, samples } from './samples.ts';
import { schemaProblems } from './schema.ts';

const catalog = createCatalog(awsEntries);
const arn = (service: string, resource: string) =>
  `arn:aws:${service}:eu-central-1:111122223333:${resource}`;

/** What the samples refer to, so that half of the runs change managed resources. */
const managed = estateOf(
  ...['versioning', 'notification', 'acl', 'lifecycle_configuration'].map((part) => ({
    address: `aws_s3_bucket_${part}.a`,
    attributes: { bucket: bucketName },
  })),
  { address: 'aws_iam_role.a', attributes: { name: 'web' }, declares: ['inline_policy'] },
  { address: 'aws_cloudwatch_metric_alarm.a', attributes: { alarm_name: 'cpu', unit: '' } },
  {
    address: 'aws_dynamodb_table.a',
    attributes: {
      name: 'orders',
      arn: arn('dynamodb', 'table/orders'),
      global_secondary_index: [{ name: 'j', hash_key: 'b' }],
    },
  },
  {
    address: 'aws_route53_record.a',
    attributes: { zone_id: 'Z1', fqdn: 'www.example.com', type: 'A' },
  },
  {
    address: 'aws_cloudwatch_event_target.a',
    attributes: { rule: 'r', target_id: '1', event_bus_name: 'default' },
  },
);

const hostile: readonly Json[] = [
  null,
  true,
  -1,
  Number.POSITIVE_INFINITY,
  '',
  'x',
  '****',
  '%7B%',
  [],
  [[]],
  [null],
  {},
  { __proto__x: 1 },
  { omitted: true, originalSize: 9 },
  JSON.parse('{"__proto__": {"polluted": true}}') as Json,
];

/** The value with the `spot`th part of a traversal replaced, or removed if `by` is undefined. */
function mutate(value: Json, spot: number, by: Json | undefined): Json {
  let place = 0;
  const visit = (at: Json): Json | undefined => {
    if (place++ === spot) return by;
    if (isJsonArray(at)) return at.map(visit).filter((item) => item !== undefined);
    if (!isJsonObject(at)) return at;
    const entries = Object.entries(at).map(([name, child]) => [name, visit(child)] as const);
    return Object.fromEntries(entries.filter(([, child]) => child !== undefined)) as JsonObject;
  };
  return visit(value) ?? {};
}

describe('requests that are not quite right', () => {
  it('are refused, or translated into what the schema has', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat({ max: 24 }),
        fc.option(fc.constantFrom(...hostile), { nil: undefined }),
        fc.boolean(),
        ([service, operation, request], spot, by, known) => {
          const changed = mutate(request, spot, by);
          const event = auditEvent({
            service: `${service}.amazonaws.com`,
            operation,
            request: isJsonObject(changed) ? changed : {},
          });
          const translation = catalog.translate(event, known ? managed : estateOf());

          expect(['effects', 'invalid']).toContain(translation.kind);
          if (translation.kind !== 'effects') return;
          const problems = translation.effects.flatMap(({ resource, change }) =>
            schemaProblems(resource, change),
          );
          expect(problems).toEqual([]);
          expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
        },
      ),
      { numRuns: cases(4000) },
    );
  });
});
