import fc from 'fast-check';
import { actorClasses } from '../../../src/model/actor.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent, Want } from '../../../src/model/intent.ts';
import type { Json } from '../../../src/model/json.ts';
import type { RegionClaim } from '../../../src/stages/arbitration/order/settle.ts';
import { cases } from '../../cases.ts';
import { makeDrift, member, redacted } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, claimed } from './scene.ts';

/** Number of runs of a property, on the same cases each time unless PARLEY_SEED is set. */
export const many = { numRuns: cases(10_000) };
/** More runs for fast properties, whose failures need a combination of several rare wants. */
export const often = { ...many, numRuns: cases(10_000, 3_000) };
export const now = '2026-03-14T12:00:00Z';

const number = fc.integer({ min: 0, max: 6 });
const statement: Json = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };
const scalar = fc.oneof(number, fc.constantFrom<Json>(null, 'a', true));
const patterns: readonly Json[] = ['a', 'b', { port: 22 }, { port: 22, cidr: '0.0.0.0/0' }];
const elements = fc.subarray([...patterns]);
const documents = fc.constantFrom<Json>(
  { Version: '2012-10-17', Statement: [statement] },
  { Statement: { ...(statement as object), Action: ['s3:getobject'] } as Json },
  { port: 22, cidr: '10.0.0.0/8' },
  '{"port":22}',
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

export const anyWant = fc.oneof<fc.Arbitrary<Want>[]>(
  fc.oneof(scalar, elements, documents).map((value) => ({ kind: 'eq', value })),
  fc.tuple(maybe(number), maybe(number), maybe(number)).map(([min, max, prefer]) => ({
    kind: 'range',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(prefer === undefined ? {} : { prefer }),
  })),
  fc
    .array(fc.oneof(scalar, documents), { maxLength: 3 })
    .map((values) => ({ kind: 'oneOf', values })),
  elements.map((list) => ({ kind: 'contains', elements: list })),
  elements.map((list) => ({ kind: 'excludes', elements: list })),
  fc.constantFrom<Want>({ kind: 'present' }, { kind: 'absent' }),
);

export const anyValue = fc.oneof(scalar, elements, documents, fc.constant(undefined));

function anyClaim(id: string): fc.Arbitrary<RegionClaim> {
  return fc
    .record({
      want: anyWant,
      tier: fc.nat(2),
      priority: fc.nat(2),
      confidence: fc.constantFrom(0.5, 1),
      expires: fc.constantFrom(
        undefined,
        undefined,
        '2026-03-14T11:00:00Z',
        '2026-03-14T13:00:00Z',
      ),
    })
    .map(({ want, tier, priority, confidence, expires }) => ({
      id,
      want,
      rank: { tier, priority, authority: 0, specificity: 0, confidence, time: now, id },
      ...(expires === undefined ? {} : { expires }),
    }));
}

export const someClaims = fc
  .nat(5)
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => anyClaim(`c${index}`))));

const asg = 'aws_autoscaling_group.web';
const rule = (cidr: string): Json => ({
  from_port: 22,
  to_port: 22,
  protocol: 'tcp',
  cidr_blocks: [cidr],
});
const size = fc.integer({ min: 0, max: 9 });
const anyDrift = fc.oneof<fc.Arbitrary<Drift>[]>(
  size.map((to) => makeDrift(asg, ['desired_capacity'], 3, to)),
  size.map((to) => makeDrift(asg, ['min_size'], 2, to)),
  size.map((to) => makeDrift(asg, ['max_size'], 6, to)),
  fc
    .constantFrom<Json | undefined>('a', 'b', undefined)
    .map((to) => makeDrift('aws_sqs_queue.jobs', ['name'], 'a', to)),
  fc.constantFrom(
    member('aws_security_group.web', 'ingress', rule('0.0.0.0/0'), true),
    member('aws_security_group.web', 'ingress', rule('10.0.0.0/8'), false),
    makeDrift('aws_sqs_queue.jobs', ['policy'], 'a', redacted),
    makeDrift('aws_db_instance.orders', ['engine_version'], '1', '2', { unapplied: '3' }),
  ),
);

export const anyMaker = fc
  .tuple(fc.constantFrom(...actorClasses), fc.boolean())
  .map(([kind, sure]) => (sure ? by(kind) : claimed(by(kind))));

const from = '2026-03-14T00:00:00Z';
const anyContext = fc.record({
  incidents: fc.constantFrom([], [{ id: 'INC-1', from }]),
  freezes: fc
    .constantFrom<NonNullable<Scene['context']>['freezes'][]>(
      [],
      [{ id: 'f', from }],
      [{ id: 'f', from, to: '2026-03-20T00:00:00Z' }],
    )
    .map((freezes) => freezes ?? []),
  environmentOf: fc.constantFrom(
    () => 'production',
    () => 'staging',
    () => undefined,
  ),
});

/** Up to three drifts by one or two parties, at some place and time. */
export const anyScene: fc.Arbitrary<Scene> = fc
  .record({
    drifts: fc.uniqueArray(anyDrift, {
      maxLength: 3,
      selector: ({ address, path }) => JSON.stringify([address, path]),
    }),
    by: anyMaker,
    other: anyMaker,
    picks: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    context: anyContext,
    policy: fc.constantFrom('default', 'default', 'default', 'accept-all', 'observe'),
  })
  .map(({ drifts, other, picks, ...rest }) => ({
    ...rest,
    others: { e2: other },
    drifts: drifts.map((one, i) => (picks[i] === true ? { ...one, evidence: ['e2'] } : one)),
    code: { min_size: 2, desired_capacity: 3, max_size: 6 },
  }));

export const defaultScene = anyScene.map((scene) => ({ ...scene, policy: 'default' }));

/** Declared intents about some of the drifts, from now or later, for a while or for good. */
export function declaredOn(drifts: readonly Drift[]): fc.Arbitrary<readonly Intent[]> {
  if (drifts.length === 0) return fc.constant([]);
  return fc
    .array(
      fc
        .record({
          drift: fc.constantFrom(...drifts),
          actor: anyMaker,
          want: anyWant,
          relaxation: fc.option(anyWant, { nil: undefined }),
          from: fc.constantFrom('2026-03-13T00:00:00Z', '2026-03-15T00:00:00Z'),
          expires: fc.constantFrom(undefined, '2026-03-14T04:00:00Z', '2026-03-18T00:00:00Z'),
          id: fc.integer({ min: 0, max: 0xfff }),
        })
        .map(({ drift, actor, want, relaxation, from: start, expires, id }) => ({
          id: `i-${id.toString(16).padStart(12, '0')}`,
          actor,
          summary: 'declared',
          purpose: 'change' as const,
          confidence: 1,
          rule: 'declared',
          drifts: [drift.id],
          wants: [{ drift: drift.id, want }],
          ...(relaxation === undefined
            ? {}
            : { relaxations: [{ drift: drift.id, want: relaxation }] }),
          window: { from: start, to: start },
          ...(expires === undefined ? {} : { expires }),
          declared: true,
        })),
      { maxLength: 2 },
    )
    .map((intents) => [...new Map(intents.map((one) => [one.id, one])).values()]);
}
