import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStateEstate } from '../../../src/code/terraform/state/estate.ts';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import type { AuditReading } from '../../../src/evidence/audit/core/types.ts';
import type { Change, Effect, ResourceRef } from '../../../src/model/effect.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import { atomsOf, elementRule } from '../../../src/providers/catalog/elements.ts';
import { ingest } from '../../../src/reconcile/ingest/ingest.ts';
import { createIrrelevantEvent } from '../../../src/reconcile/ingest/irrelevant.ts';
import { collectEffects } from '../../../src/reconcile/ingest/translate.ts';
import { createWholeFinder } from '../../../src/reconcile/managed/wholes.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import { demoInput } from '../demo.ts';

const { state, schema } = await demoInput();
const index = createStateIndex(state, schema);
const estate = createStateEstate(index, () => false);
const owner = index.ofType('aws_lambda_function')[0];
const managed: ResourceRef = {
  type: 'aws_lambda_function',
  keys: [{ function_name: String(owner?.attributes['function_name']) }],
};

/** Unmanaged resources whose type waits for its parent, names its parent, or stands alone. */
const names = ['a', 'b', 'c'] as const;
const refs: readonly ResourceRef[] = names.flatMap((id) => [
  { type: 'aws_kms_grant', keys: [{ grant_id: id }] },
  { type: 'aws_kms_grant', keys: [{ grant_id: id }, { id: `k:${id}` }] },
  { type: 'aws_kms_grant', keys: [{ id: `k:${id}` }] },
  { type: 'aws_lb_listener_rule', keys: [{ id }] },
  { type: 'aws_lambda_permission', keys: [{ function_name: id, statement_id: id }] },
  { type: 'aws_lambda_permission', keys: [{ ...managed.keys[0], statement_id: id }] },
  { type: 'aws_sqs_queue', keys: [{ url: id }] },
]);
const parents = [managed, ...refs.filter(({ type }) => type !== 'aws_lambda_permission')];

const change = fc.oneof<fc.Arbitrary<Change>[]>(
  {
    weight: 2,
    arbitrary: fc.constantFrom(undefined, ...parents).map((parent) => ({
      kind: 'create',
      attributes: { name: 'x' },
      importId: 'i',
      ...(parent === undefined ? {} : { parent }),
    })),
  } as never,
  fc.constant<Change>({ kind: 'delete' }),
  fc.nat(9).map(
    (value): Change => ({
      kind: 'set',
      path: ['description'],
      value: { kind: 'known', value },
    }),
  ),
  fc.nat(9).map(
    (value): Change => ({
      kind: 'set',
      path: ['tags', 'a'],
      value: { kind: 'known', value },
    }),
  ),
);

interface Call {
  readonly minute: number;
  readonly effects: readonly Pick<Effect, 'resource' | 'change'>[];
}

const call = fc.record({
  minute: fc.nat(40),
  effects: fc.array(
    fc
      .record({ resource: fc.constantFrom(...refs), change })
      // As in the catalog: a queue has no parent, a permission's is the function it names.
      .map(({ resource, change: own }) => {
        const isQueue = resource.type === 'aws_sqs_queue';
        const named = resource.type === 'aws_lambda_permission';
        if (own.kind !== 'create' || !(isQueue || named)) return { resource, change: own };
        const { parent: _, ...rest } = own;
        const on = {
          type: 'aws_lambda_function',
          keys: [{ function_name: String(resource.keys[0]?.['function_name']) }],
        };
        return { resource, change: named ? { ...rest, parent: on } : rest };
      }),
    { minLength: 1, maxLength: 2 },
  ),
});

function eventOf(id: string, { minute }: Call): AuditEvent {
  return {
    id,
    time: `2026-03-14T03:${String(minute).padStart(2, '0')}:00Z`,
    cloud: 'aws',
    scope: '123456789012',
    region: 'us-east-1',
    service: 'x',
    operation: 'Y',
    outcome: 'success',
    caller: { principal: 'p', fromConsole: false, sourceIp: '' },
    omitted: [],
    place: { file: 'f' },
  } as unknown as AuditEvent;
}

/** What a run finds in events in this order, if it drops irrelevant ones (`passing`) or not. */
async function found(
  calls: readonly (readonly [string, Call])[],
  adopt: 'none' | 'related',
  passing: boolean,
) {
  const byId = new Map(calls);
  const reading = {
    async *[Symbol.asyncIterator]() {
      for (const [id, one] of calls) yield { kind: 'event', event: eventOf(id, one) } as const;
    },
    counts: () => ({ read: 0, kept: 0, dropped: {} }),
  } as unknown as AuditReading;
  const ingested = await ingest(reading, {
    signatures: [],
    translate: ({ id, time }) => ({
      kind: 'effects',
      effects: (byId.get(id)?.effects ?? []).map((one) => ({ event: id, time, ...one })),
      redacted: false,
    }),
    touched: () => undefined,
    ...(passing ? { irrelevantEvent: createIrrelevantEvent(adopt, index) } : {}),
    traced: false,
  });
  if (!ingested.ok) throw new Error(ingested.error.message);
  const { events } = ingested.value;
  const wholeOf = createWholeFinder(index);
  const { drifts, unmanaged } = netDrift({
    effects: collectEffects(events.values()).effects,
    estate,
    elements: { atomsOf, elementRule },
    adopt,
    isTaken: () => false,
    baseline: () => undefined,
    declared: () => ({ value: { kind: 'absent' }, from: 'code' }),
    hint: () => undefined,
    wholeOf: (effect) => wholeOf(effect, events.get(effect.event)),
  });
  return { drifts, beside: unmanaged.filter(({ on }) => on !== undefined), kept: events.size };
}

describe('dropping changes of unmanaged resources', () => {
  it('makes no difference to the result, in whatever order they come', async () => {
    const log = fc
      .array(call, { maxLength: 14 })
      .map((calls) => calls.map((one, at) => [`e${at}`, one] as const))
      .chain((calls) =>
        fc.tuple(
          fc.constant(calls),
          fc.shuffledSubarray([...calls], { minLength: calls.length }),
          fc.constantFrom('none', 'related'),
        ),
      );
    let letGo = 0;
    await fc.assert(
      fc.asyncProperty(log, async ([calls, shuffled, adopt]) => {
        const { kept: all, ...expected } = await found(calls, adopt as 'none', false);
        const { kept, ...result } = await found(shuffled, adopt as 'none', true);

        letGo += all - kept;
        expect(result).toEqual(expected);
      }),
      { numRuns: 300 },
    );
    expect(letGo).toBeGreaterThan(100);
  });

  it('brings back what waited behind hundreds of others, and for its parent', async () => {
    const grant = refs[0] as ResourceRef;
    const rule = refs[3] as ResourceRef;
    const others = Array.from({ length: 1200 }, (_, n) => ({
      type: 'aws_kms_grant',
      keys: [{ grant_id: `other-${n}` }],
    }));
    const say = (minute: number, resource: ResourceRef, own: Change): Call => ({
      minute,
      effects: [{ resource, change: own }],
    });
    const described: Change = {
      kind: 'set',
      path: ['description'],
      value: { kind: 'known', value: 'late' },
    };
    const made = (parent: ResourceRef): Change => ({
      kind: 'create',
      attributes: {},
      importId: 'i',
      parent,
    });
    const calls = [
      say(5, grant, described),
      ...others.map((one) => say(1, one, described)),
      say(3, grant, made(rule)),
      say(2, rule, made(managed)),
    ].map((one, at) => [`e${at}`, one] as const);

    const { drifts, kept } = await found(calls, 'related', true);

    expect(kept).toBe(3);
    expect(drifts.map(({ creation }) => creation?.attributes)).toContainEqual({
      description: 'late',
    });
  });
});
