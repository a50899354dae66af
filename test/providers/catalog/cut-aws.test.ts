import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { cuts, invented, withRequest } from './cut.ts';
import { auditEvent, estateOf } from './event.ts';
import { bucketPairs } from './pairs/aws-buckets.ts';
import { operationPairs } from './pairs/aws-operations.ts';
import { policyPairs } from './pairs/aws-policies.ts';
import type { Pair } from './pairs/types.ts';
import { resetsOf } from './resets.ts';
import { samples } from './samples.ts';

const catalog = createCatalog(awsEntries);

type Call = readonly [service: string, operation: string, request: JsonObject];

function problemsOf([service, operation, request]: Call, pair?: Pair): readonly string[] {
  const event = auditEvent({ service, operation, request });
  const attributes = { ...pair?.key, ...pair?.variants[0]?.attributes };
  const estate =
    pair === undefined ? estateOf() : estateOf({ address: `${pair.type}.it`, attributes });
  const whole = catalog.translate(event, estate);
  const isReset = resetsOf(service, operation);
  return cuts(request).flatMap((less) => {
    const cut = catalog.translate(withRequest(event, less), estate);
    return invented(whole, cut, isReset);
  });
}

const pairs = [...bucketPairs, ...policyPairs, ...operationPairs];
const made = pairs.flatMap((pair) =>
  pair.variants.map(({ make: [operation, request] }): [string, Call, Pair] => [
    `${pair.type} ${operation}`,
    [pair.service, operation, request],
    pair,
  ]),
);

describe('a record of AWS that lacks a member', () => {
  it.each(made)('says nothing about it, unless the call replaces it: %s', (_, call, pair) => {
    expect([...new Set(problemsOf(call, pair))]).toEqual([]);
  });

  it.each(samples.map((sample) => [sample.slice(0, 2).join(' '), sample] as const))(
    'says nothing about it of what nobody manages: %s',
    (_, [service, operation, request]) => {
      const call = [`${service}.amazonaws.com`, operation, request] as const;

      expect([...new Set(problemsOf(call))]).toEqual([]);
    },
  );
});
