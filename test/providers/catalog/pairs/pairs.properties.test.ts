import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { awsEntries } from '../../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../../src/providers/catalog/registry.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { equivalent } from '../../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../../src/stages/drift/hints.ts';
import type { NetDriftResult } from '../../../../src/stages/drift/types.ts';
import { cases } from '../../../cases.ts';
import { auditEvent } from '../event.ts';
import { foldCalls } from '../fold-calls.ts';
import { bucketPairs } from './aws-buckets.ts';
import { operationPairs } from './aws-operations.ts';
import { policyPairs } from './aws-policies.ts';
import { type Act, type Lived, live } from './model.ts';
import type { Pair } from './types.ts';

const catalog = createCatalog(awsEntries);
const hint = schemaHints(loadSchema());
const pairs = [...bucketPairs, ...policyPairs, ...operationPairs];

const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('make' as const), variant: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'drop' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('tag' as const),
      key: fc.constantFrom('Team', 'Cost'),
      value: fc.constantFrom('web', 'api'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('untag' as const),
      key: fc.constantFrom('Team', 'Cost'),
    }),
  },
) satisfies fc.Arbitrary<Act>;

/** Seconds since the previous call, and where the id of the event sorts. */
const timer = fc.tuple(fc.nat(1), fc.nat(99));

function stateOf({ key, variants }: Pair): JsonObject {
  return { ...key, ...variants[0]?.attributes };
}

function fold(pair: Pair, { calls }: Lived, paces: readonly (readonly [number, number])[]) {
  let second = 0;
  const events = calls.map(([operation, request, response = {}], index) => {
    const [gap, place] = paces[index] ?? [1, 0];
    second += gap;
    return auditEvent({
      id: `e-${place}-${index}`,
      time: `2026-03-01T10:00:${String(second).padStart(2, '0')}Z`,
      service: pair.service,
      operation,
      request,
      response,
    });
  });
  const address = `${pair.type}.it`;
  return foldCalls(catalog, [{ address, attributes: stateOf(pair) }], events);
}

/** Attributes whose live value the fold leaves open, and the live values of the others. */
function reported(pair: Pair, { drifts }: NetDriftResult) {
  const open = new Set<string>();
  let now: Json | undefined = stateOf(pair);
  for (const { path, live: value } of drifts) {
    if (value.kind === 'unknown' || value.kind === 'redacted') open.add(String(path[0] ?? '*'));
    else now = written(now, path, value.kind === 'value' ? value.value : undefined);
  }
  return { open, now: isJsonObject(now) ? now : undefined };
}

function written(node: Json | undefined, path: AttributePath, value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (typeof step === 'number') {
    const items = isJsonArray(node) ? [...node] : [];
    items[step] = written(items[step], rest, value);
    return items;
  }
  if (typeof step === 'string') {
    const object = isJsonObject(node) ? node : {};
    return { ...object, [step]: written(object[step], rest, value) };
  }
  const items = isJsonArray(node) ? node : [];
  const isIt = (item: Json): boolean =>
    !isJsonObject(item) || !isJsonObject(step.element)
      ? equivalent(item, step.element)
      : Object.entries(step.element).every(([name, own]) => equivalent(item[name], own));
  const others = items.filter((item) => !isIt(item));
  if (value === undefined && rest.length === 0) return others;
  return [...others, written(items.find(isIt) ?? step.element, rest, value)];
}

/** The value without what providers may leave out, such as false, 0, null and empty lists. */
function bare(value: Json | undefined): Json | undefined {
  if (value === false || value === 0 || value === '' || value === null) return undefined;
  if (isJsonArray(value)) {
    const items = value.flatMap((item) => bare(item) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, own]): [string, Json][] => {
    const left = bare(own);
    return left === undefined ? [] : [[name, left]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function check(pair: Pair, lived: Lived, result: NetDriftResult): void {
  const { open, now } = reported(pair, result);
  if (open.has('*')) return;
  expect(result.drifts.every(({ address }) => address === `${pair.type}.it`)).toBe(true);
  expect(now === undefined).toBe(lived.live === undefined);
  for (const [name, value] of Object.entries(lived.live ?? {})) {
    if (open.has(name)) continue;
    const isSame = equivalent(bare(now?.[name]), bare(value), hint(pair.type, [name]));
    expect(isSame, `${name}: ${JSON.stringify(now?.[name])} for ${JSON.stringify(value)}`).toBe(
      true,
    );
  }
}

describe('any calls of a pair, one after the other', () => {
  it.each(pairs.map((pair) => [pair.type, pair] as const))(
    'leave %s as a cloud does',
    (_, pair) => {
      fc.assert(
        fc.property(fc.array(act, { maxLength: 7 }), (acts) => {
          const lived = live(pair, acts);
          const result = fold(pair, lived, []);

          check(pair, lived, result);
          expect(result.drifts.filter(({ live: { kind } }) => kind === 'redacted')).toEqual([]);
          expect(reported(pair, result).open.has('*')).toBe(false);
        }),
        { numRuns: cases(200) },
      );
    },
  );
});

describe('any calls of a pair, some in one second', () => {
  it.each(pairs.map((pair) => [pair.type, pair] as const))(
    'leave %s as a cloud does, or unknown',
    (_, pair) => {
      fc.assert(
        fc.property(
          fc.array(act, { maxLength: 5 }),
          fc.array(timer, { minLength: 5, maxLength: 5 }),
          (acts, paces) => {
            const lived = live(pair, acts);
            check(pair, lived, fold(pair, lived, paces));
          },
        ),
        { numRuns: cases(200) },
      );
    },
  );
});
