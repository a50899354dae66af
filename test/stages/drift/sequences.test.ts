import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveResource } from '../../../src/code/terraform/run/live.ts';
import type { Change, Effect } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import type { NetDriftResult, ReadResource } from '../../../src/stages/drift/types.ts';
import { cases } from '../../cases.ts';
import { add, at, effect, inputOf, ref, remove, run, set, type World } from './world.ts';

const group = 'aws_security_group.web';
const sg = ref('aws_security_group', 'sg-1');
const open = (cidr: string) => ({
  protocol: 'tcp',
  from_port: 443,
  to_port: 443,
  cidr_blocks: [cidr],
  description: '',
});
const both = { ...open('10.0.0.0/8'), cidr_blocks: ['10.0.0.0/8', '172.16.0.0/12'] };

/** Net drift of rules that the code calls a secret, and of which the state has none. */
function secret(code: JsonObject, effects: readonly Effect[]): NetDriftResult {
  const world: World = { state: { [group]: { id: 'sg-1' } }, code: { [group]: code } };
  return netDrift({
    ...inputOf(world, effects),
    isSecret: (_, [name]) => name === 'ingress',
  });
}

describe('rules that the code calls a secret', () => {
  const code = { id: 'sg-1', ingress: [both] };

  it('are put back when one went and came back', () => {
    const { drifts, reverted } = secret(code, [
      effect(1, 'e1', sg, remove(['ingress'], open('10.0.0.0/8'))),
      effect(2, 'e2', sg, add(['ingress'], open('10.0.0.0/8'))),
    ]);

    expect(drifts).toEqual([]);
    expect(reverted).toMatchObject([
      {
        path: ['ingress'],
        ending: 'put-back',
        evidence: ['e1', 'e2'],
        before: { kind: 'redacted' },
      },
    ]);
  });

  it('drift when one went, and none is shown', () => {
    const result = secret(code, [effect(1, 'e1', sg, remove(['ingress'], open('10.0.0.0/8')))]);

    expect(result.drifts).toMatchObject([
      { path: ['ingress'], declared: { kind: 'redacted' }, live: { kind: 'redacted' } },
    ]);
    expect(JSON.stringify(result)).not.toContain('10.0.0.0');
    expect(JSON.stringify(result)).not.toContain('172.16.0.0');
  });
});

const rule = 'aws_vpc_security_group_ingress_rule.web';
const ruleRef = ref('aws_vpc_security_group_ingress_rule', 'sgr-00000001');
const made: Change = {
  kind: 'create',
  attributes: { cidr_ipv4: '10.0.0.0/8' },
  importId: 'sgr-00000002',
};

function readGone(effects: readonly Effect[]): NetDriftResult {
  const state = { id: 'sgr-00000001', cidr_ipv4: '10.0.0.0/8' };
  const resource: LiveResource = {
    kind: 'gone',
    address: rule,
    type: 'aws_vpc_security_group_ingress_rule',
    secrets: [],
  };
  const live = new Map<string, ReadResource>([[rule, { resource, at: (path) => at(state, path) }]]);
  return netDrift({ ...inputOf({ state: { [rule]: state } }, effects), live });
}

describe('a rule that was made again under a new id', () => {
  it('is put back, although the provider does not find the old id', () => {
    const { drifts, reverted, unexplained } = readGone([
      effect(1, 'e1', ruleRef, { kind: 'delete' }),
      effect(2, 'e2', ruleRef, made),
    ]);

    expect([...drifts, ...unexplained]).toEqual([]);
    expect(reverted).toMatchObject([
      {
        path: [],
        ending: 'put-back',
        because:
          'It exists again as sgr-00000002; Terraform looks for sgr-00000001 until the state has the new id (state rm, then import sgr-00000002).',
      },
    ]);
  });

  it('is there again under an id that its import id does not show', () => {
    const again: Change = { ...made, importId: 'subnet-1/rtb-1', id: 'rtbassoc-2' };
    const { reverted } = readGone([
      effect(1, 'e1', ruleRef, { kind: 'delete' }),
      effect(2, 'e2', ruleRef, again),
    ]);

    expect(reverted.map(({ because }) => because)).toEqual([
      'It exists again as rtbassoc-2; Terraform looks for sgr-00000001 until the state has the new id (state rm, then import subnet-1/rtb-1).',
    ]);
  });

  it('is known by its new id to later calls', () => {
    const again: Change = { ...made, importId: 'subnet-1/rtb-1', id: 'rtbassoc-2' };
    const { drifts } = readGone([
      effect(1, 'e1', ruleRef, { kind: 'delete' }),
      effect(2, 'e2', ruleRef, again),
      effect(3, 'e3', ref('aws_vpc_security_group_ingress_rule', 'rtbassoc-2'), { kind: 'delete' }),
    ]);

    expect(drifts).toMatchObject([{ path: [], live: { kind: 'absent' } }]);
  });

  it('is gone when the log does not have it again', () => {
    const { drifts } = readGone([effect(1, 'e1', ruleRef, { kind: 'delete' })]);

    expect(drifts).toMatchObject([{ path: [], live: { kind: 'absent' }, basis: 'confirmed' }]);
  });
});

const bucket = 'aws_s3_bucket.b';
const b = ref('aws_s3_bucket', 'b');
const world: World = { state: { [bucket]: { id: 'b', acl: 'private', tags: { Team: 'x' } } } };
const doubt = {
  kind: 'unknown',
  why: 'calls of the same moment changed it, and the log does not say which came last',
};

describe('calls of the same second', () => {
  it.each<[string, readonly Change[]]>([
    ['two values', [set(['acl'], 'public-read'), set(['acl'], 'log-delivery-write')]],
    ['a value and what was there', [set(['acl'], 'public-read'), set(['acl'], 'private')]],
    ['all tags and one', [set(['tags'], { Team: 'x' }), set(['tags', 'Team'], 'y')]],
    ['one tag and none', [set(['tags', 'Team'], 'y'), set(['tags'], {})]],
  ])('leave unknown: %s', (_, changes) => {
    const effects = changes.map((change, index) => effect(1, `e${index}`, b, change));

    const { drifts, perEvent } = run(world, effects);

    expect(drifts.map(({ live }) => live)).toEqual([doubt]);
    expect(drifts[0]?.evidence).toEqual(['e0', 'e1']);
    expect(perEvent.get('e0')?.[0]).toMatchObject({ disposition: 'redacted' });
  });

  it.each<[string, readonly Change[], readonly Json[]]>([
    ['the same value twice', [set(['acl'], 'public'), set(['acl'], 'public')], ['public']],
    ['two fields', [set(['acl'], 'public'), set(['tags', 'Team'], 'y')], ['public', 'y']],
    [
      'two members',
      [add(['rule'], { id: 'a' }), add(['rule'], { id: 'b' })],
      [{ id: 'a' }, { id: 'b' }],
    ],
  ])('tell as much as others: %s', (_, changes, values) => {
    const effects = changes.map((change, index) => effect(1, `e${index}`, b, change));

    const { drifts } = run(world, effects);

    expect(drifts.map(({ live }) => (live.kind === 'value' ? live.value : live))).toEqual(values);
  });

  it('say nothing about what a later call set', () => {
    const { drifts } = run(world, [
      effect(1, 'e1', b, set(['acl'], 'public-read')),
      effect(1, 'e2', b, set(['acl'], 'public')),
      effect(2, 'e3', b, set(['acl'], 'log')),
    ]);

    expect(drifts).toMatchObject([{ live: { kind: 'value', value: 'log' } }]);
  });

  it('leave unknown whether a resource is there that one put and one deleted', () => {
    const put: Effect = { ...effect(1, 'e1', b, set(['acl'], 'private')), makes: { acl: null } };

    const { drifts } = run(world, [put, effect(1, 'e0', b, { kind: 'delete' })]);

    expect(drifts).toMatchObject([{ path: [], live: doubt, evidence: ['e0', 'e1'] }]);
  });

  it('are put in the only order that a cloud accepts', () => {
    const state = { [rule]: { id: 'sgr-00000001', cidr_ipv4: '10.0.0.0/8' } };

    const { drifts, reverted } = run({ state }, [
      effect(1, 'e1', ruleRef, { kind: 'delete' }),
      effect(1, 'e0', ruleRef, made),
    ]);

    expect(drifts).toEqual([]);
    expect(reverted).toMatchObject([{ path: [], evidence: ['e1', 'e0'], ending: 'put-back' }]);
  });

  it('of a resource that came and went leave none', () => {
    const unmanagedResource = ref('aws_sqs_queue', 'q');
    const { drifts, reverted } = run({ ...world, adopt: 'all' }, [
      effect(1, 'e0', unmanagedResource, { kind: 'delete' }),
      effect(1, 'e1', unmanagedResource, {
        kind: 'create',
        attributes: { name: 'q' },
        importId: 'q',
      }),
    ]);

    expect(drifts).toEqual([]);
    expect(reverted).toMatchObject([{ path: [], ending: 'deleted' }]);
  });

  it('never report a value that another order would not give', () => {
    const value = fc.constantFrom('private', 'a', 'b');
    const change = fc.oneof(
      value.map((one) => set(['acl'], one)),
      value.map((one) => set(['tags', 'Team'], one)),
      value.map((one) => set(['tags'], { Team: one })),
      fc.constant(set(['tags'], {})),
    );
    const liveOf = ({ drifts }: NetDriftResult) =>
      drifts.map(({ path, live }) => [path.join('.'), live] as const);

    fc.assert(
      fc.property(
        fc
          .array(change, { minLength: 2, maxLength: 3 })
          .chain((changes) =>
            fc.tuple(
              fc.constant(changes),
              fc.shuffledSubarray([...changes.keys()], { minLength: changes.length }),
            ),
          ),
        ([changes, order]) => {
          const tied = changes.map((one, index) => effect(1, `e${index}`, b, one));
          const sure = new Map(liveOf(run(world, tied)));
          const one = order.map((from, index) =>
            effect(index + 1, `e${from}`, b, changes[from] ?? { kind: 'delete' }),
          );
          const actual = new Map(liveOf(run(world, one)));

          for (const [path, live] of sure) {
            if (live.kind !== 'unknown') expect(actual.get(path)).toEqual(live);
          }
          for (const path of actual.keys()) {
            const isReported = [...sure.keys()].some(
              (known) => path.startsWith(known) || known.startsWith(path),
            );
            expect(isReported, path).toBe(true);
          }
        },
      ),
      { numRuns: cases(1000) },
    );
  });
});

describe('a rule that lost sources', () => {
  const address = 'aws_security_group_rule.web';
  const type = 'aws_security_group_rule';
  const state = { id: 'sgrule-1', cidr_blocks: ['10.0.0.0/8', '172.16.0.0/12'] };

  /** What is found if these are revoked and the provider does not find the rule. */
  function without(...cidrs: readonly string[]): NetDriftResult {
    const resource: LiveResource = { kind: 'gone', address, type, secrets: [] };
    const read: ReadResource = { resource, at: (path) => at(state, path) };
    const effects = cidrs.map((element, index) =>
      effect(index + 1, `e${index + 1}`, ref(type, 'sgrule-1'), {
        kind: 'remove',
        path: ['cidr_blocks'],
        element,
      }),
    );
    const input = inputOf({ state: { [address]: state } }, effects);
    return netDrift({ ...input, live: new Map([[address, read]]) });
  }

  it('is there with the others, although the provider looks for it with all of them', () => {
    expect(without('10.0.0.0/8').drifts.map(({ path }) => path[0])).toEqual(['cidr_blocks']);
  });

  it('is gone without any', () => {
    expect(without('10.0.0.0/8', '172.16.0.0/12').drifts).toMatchObject([
      { path: [], live: { kind: 'absent' }, basis: 'confirmed' },
    ]);
  });
});
