import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';
import { entry, lines } from './entries.ts';

const log = lines([entry(), entry({}, { insertId: 'b', operation: { id: 'o', first: true } })]);

/** Members of an entry with all the parts that tests replace. */
const operation = { id: 'o', producer: 'p', first: true };
const authenticationInfo = {
  principalEmail: 'ada@shop.example',
  principalSubject: 'user:ada@shop.example',
  serviceAccountDelegationInfo: [{ firstPartyPrincipal: { principalEmail: 'a@b.example' } }],
};
const rich = entry(
  {
    authenticationInfo,
    resourceLocation: { currentLocations: ['us-east1'] },
    status: { code: 0 },
    response: { error: { errors: [{ code: 'X' }] }, done: false },
    metadata: { dryRun: false, delta: { bindingDeltas: [] } },
    serviceData: { policyDelta: { bindingDeltas: [{ action: 'ADD' }] } },
  },
  { operation, labels: { a: 'b' }, split: { totalSplits: 1 } },
);
const paths = pathsIn(rich);

function pathsIn(value: Json): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsIn(inner).map((path) => [name, ...path]),
  ]);
}

function replaced(value: Json, [name, ...rest]: readonly string[], by: Json): Json {
  if (name === undefined) return by;
  const copy = structuredClone(value) as Record<string, Json>;
  copy[name] = replaced(copy[name] ?? null, rest, by);
  return copy;
}

describe('hostile logs', () => {
  it('never cause an exception or wrong counts, whatever bytes are changed', async () => {
    const changes = fc.array(
      fc.tuple(fc.nat(log.length), fc.nat(3), fc.uint8Array({ maxLength: 4 })),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(changes, async (edits) => {
        let bytes = Buffer.from(log);
        for (const [at, length, insert] of edits) {
          bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + length)]);
        }
        const result = await read(bytes);

        expect(isBalanced(result)).toBe(true);
        expect(result.items.length + result.counts.read).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('never cause an exception or lose an entry, whatever replaces a member', async () => {
    const other = fc.jsonValue() as fc.Arbitrary<Json>;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), other, async (path, value) => {
        const odd = replaced(rich, path, value) as JsonObject;
        const result = await read(lines([odd, entry()]));

        expect(isBalanced(result)).toBe(true);
        expect(result.counts.read).toBe(2);
      }),
      { numRuns: 300 },
    );
  });

  it('are quoted briefly, without control characters', async () => {
    const methodName = `\u001b[31m${'x'.repeat(2000)}`;
    const { problems } = await read(lines([entry({ methodName }), entry()]));

    expect(problems[0]?.message).toMatch(/^The entry has an impossible methodName: \\u\{1b\}/);
    expect(problems[0]?.message.length).toBeLessThanOrEqual(300);
  });

  it('are only counted after too many problems', async () => {
    const odd = Array.from({ length: 30 }, () => entry({ methodName: '' }));
    const { problems, counts } = await read(lines([entry(), ...odd]));

    expect(problems).toHaveLength(21);
    expect(problems[20]?.message).toBe('10 more records have problems.');
    expect(counts).toMatchObject({ read: 31, kept: 1, dropped: { invalid: 30 } });
  });
});
