import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdoptMode, CodeApply } from '../../../src/model/adoption.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Change, Effect, ResourceRef } from '../../../src/model/effect.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import { effect, inputOf, ref, set, type World } from './world.ts';

const modes = ['none', 'related', 'all'] as const;
const world: World = { state: { 'aws_lb.shop': { id: 'shop' } } };
const balancer = ref('aws_lb', 'shop');

function create(parent: ResourceRef | undefined, importId?: string): Change {
  return {
    kind: 'create',
    attributes: { name: 'x' },
    ...(parent === undefined ? {} : { parent }),
    ...(importId === undefined ? {} : { importId }),
  };
}

function found(adopt: AdoptMode, effects: readonly Effect[], code?: (event: string) => CodeApply) {
  return netDrift({
    ...inputOf({ ...world, adopt }, effects),
    ...(code === undefined ? {} : { codeBehind: ([first]) => code(first?.event ?? '') }),
  }).drifts;
}

const whys = (drifts: readonly Drift[]) =>
  drifts.map(({ address, creation }) => [address, creation?.unadopted?.rule]);

describe('why something is found and not written', () => {
  const listener = ref('aws_lb_listener', 'l');
  const rule = ref('aws_lb_listener_rule', 'r');
  const chain = (importId?: string): readonly Effect[] => [
    effect(1, 'e1', rule, create(listener, 'r')),
    effect(2, 'e2', listener, create(balancer, importId)),
  ];
  const other: CodeApply = { kind: 'other', did: 'made', name: 'CloudFormation' };
  const own: CodeApply = { kind: 'own', did: 'made', name: 'role/deploy' };

  it('belongs to a mode that adopts nothing', () => {
    expect(whys(found('none', chain('l')))).toEqual([
      ['aws_lb_listener.x', 'adoption-off'],
      ['aws_lb_listener_rule.x', 'parent-not-adopted'],
    ]);
  });

  it('is no question where it is adopted, parents first', () => {
    expect(whys(found('related', chain('l')))).toEqual([
      ['aws_lb_listener.x', undefined],
      ['aws_lb_listener_rule.x', undefined],
    ]);
  });

  it.each(['related', 'all'] as const)('spreads to what is on it, adopting %s', (mode) => {
    expect(whys(found(mode, chain()))).toEqual([
      ['aws_lb_listener.x', 'no-import-id'],
      ['aws_lb_listener_rule.x', 'parent-not-adopted'],
    ]);
  });

  it.each(modes)('is that other code made it, adopting %s', (mode) => {
    const drifts = found(mode, chain('l'), () => other);

    expect(whys(drifts).map(([, rule]) => rule)).toEqual(['other-code', 'other-code']);
    expect(drifts[0]?.creation?.unadopted?.because).toBe(
      'It was made by CloudFormation: it is left to that code, and a person decides.',
    );
  });

  it.each(modes)('is that the state is older than the apply, adopting %s', (mode) => {
    const [drift] = found(mode, chain('l'), () => own);

    expect(drift?.creation?.unadopted).toEqual({
      rule: 'own-apply',
      because:
        'role/deploy, which deploys this code, made it, and the state that was read does not have it: the state may be older than the apply.',
    });
  });
});

describe('what belongs to a managed resource, whatever happens', () => {
  const ids = ['a', 'b', 'c', 'd'] as const;
  const refOf = (id: string) => (id === 'shop' ? balancer : ref('aws_lb_listener', id));
  const change = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.option(fc.constantFrom('shop', ...ids)), fc.boolean())
        .map(([on, importable]) =>
          create(on === null ? undefined : refOf(on), importable ? 'i' : undefined),
        ),
    },
    { weight: 1, arbitrary: fc.constant<Change>({ kind: 'delete' }) },
    { weight: 1, arbitrary: fc.constant(set(['port'], 443)) },
  );
  const log = fc.array(
    fc
      .tuple(fc.nat(30), fc.constantFrom(...ids), change)
      .map(([minute, id, what]) => effect(minute, `${id}${minute}`, refOf(id), what)),
    { maxLength: 12 },
  );
  const code = fc.func(
    fc.constantFrom<CodeApply | undefined>(
      undefined,
      { kind: 'own', did: 'made', name: 'x' },
      { kind: 'other', did: 'changed', name: 'y' },
    ),
  ) as fc.Arbitrary<(event: string) => CodeApply>;

  it('is the same in every mode, and never written where adoption is off', () => {
    fc.assert(
      fc.property(log, code, (effects, behind) => {
        const [none, related, all] = modes.map((mode) => found(mode, effects, behind));
        const bare = ({ creation, ...drift }: Drift) => {
          const { unadopted: _, ...rest } = creation ?? { attributes: {}, importId: '' };
          return { ...drift, creation: rest };
        };
        const belongs = (drifts: readonly Drift[] = []) => {
          const on = (address: string): boolean => {
            const parent = drifts.find((one) => one.address === address)?.creation?.parent;
            return parent !== undefined && (parent === 'aws_lb.shop' || on(parent));
          };
          return drifts.filter(({ address }) => on(address)).map(bare);
        };

        expect(none?.map(bare)).toEqual(related?.map(bare));
        expect(belongs(none)).toEqual(none?.map(bare));
        expect(belongs(all)).toEqual(none?.map(bare));
        for (const { creation } of none ?? []) expect(creation?.unadopted).toBeDefined();
        for (const { creation } of [...(related ?? []), ...(all ?? [])]) {
          if (creation?.importId === '') expect(creation.unadopted).toBeDefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order in which it came', () => {
    const shuffled = log.chain((effects) =>
      fc.tuple(
        fc.constant(effects),
        fc.shuffledSubarray(effects, { minLength: effects.length }),
        fc.constantFrom(...modes),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([effects, other, mode]) => {
        expect(found(mode, other)).toEqual(found(mode, effects));
      }),
      { numRuns: 200 },
    );
  });
});
