import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveResource } from '../../../src/code/terraform/run/live.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Change, Effect } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import type { NetDriftResult, ReadResource } from '../../../src/stages/drift/types.ts';
import { cases } from '../../cases.ts';
import { at, effect, inputOf, ref, set, typeOf, type World } from './world.ts';

const address = 'aws_sqs_queue.a';
const type = 'aws_sqs_queue';
const state = { id: 'a', delay: 5, size: 10, tags: { Team: 'x' }, note: 'one' };
const world: World = { state: { [address]: state } };

function live(attributes: JsonObject, secrets: LiveResource['secrets'] = []): LiveResource {
  return { kind: 'changed', address, type: typeOf(address), attributes, secrets };
}

const same: LiveResource = { kind: 'same', address, type, secrets: [] };
const gone: LiveResource = { kind: 'gone', address, type, secrets: [] };

function readOf(resource: LiveResource, of: JsonObject): ReadonlyMap<string, ReadResource> {
  const attributes = resource.kind === 'changed' ? resource.attributes : of;
  return new Map([[resource.address, { resource, at: (path) => at(attributes, path) }]]);
}

function run(
  effects: readonly Effect[],
  resource: LiveResource,
  in_: World = world,
): NetDriftResult {
  const of = in_.state[address] ?? {};
  return netDrift({ ...inputOf(in_, effects), live: readOf(resource, of) });
}

const change = (what: Change, minute = 1) => effect(minute, `e${minute}`, ref(type, 'a'), what);
const masked = (path: readonly string[]): Change => ({
  kind: 'set',
  path,
  value: { kind: 'redacted' },
});
const anything: Change = { kind: 'set', path: [], value: { kind: 'omitted' } };

const reported = ({ path, live: value, basis, loggedValue, evidence }: Drift) => ({
  path,
  live: value,
  basis,
  ...(loggedValue === undefined ? {} : { loggedValue }),
  evidence,
});

describe('a read-back beside the log', () => {
  it('confirms what the log says', () => {
    const { drifts } = run([change(set(['delay'], 7))], live({ ...state, delay: 7 }));

    expect(drifts.map(reported)).toEqual([
      { path: ['delay'], live: { kind: 'value', value: 7 }, basis: 'confirmed', evidence: ['e1'] },
    ]);
  });

  it('wins over the log', () => {
    const { drifts } = run([change(set(['delay'], 7))], live({ ...state, delay: 9 }));

    expect(drifts.map(reported)).toEqual([
      {
        path: ['delay'],
        live: { kind: 'value', value: 9 },
        basis: 'confirmed',
        loggedValue: { kind: 'value', value: 7 },
        evidence: ['e1'],
      },
    ]);
  });

  it('wins over a log that says the change was taken back', () => {
    const effects = [change(set(['delay'], 7), 1), change(set(['delay'], 5), 2)];

    const { drifts } = run(effects, live({ ...state, delay: 7 }));

    expect(drifts.map(reported)).toMatchObject([
      { live: { kind: 'value', value: 7 }, loggedValue: { kind: 'value', value: 5 } },
    ]);
  });

  it('denies what is not there, with the reason', () => {
    const { drifts, reverted, perEvent } = run([change(set(['delay'], 7))], same);

    expect(drifts).toEqual([]);
    expect(reverted).toMatchObject([
      { path: ['delay'], evidence: ['e1'], because: 'The provider reads it as it was before.' },
    ]);
    expect(perEvent.get('e1')).toMatchObject([{ disposition: 'reverted' }]);
  });

  it.each<readonly [string, Change]>([
    ['masks', masked(['note'])],
    ['leaves out', { kind: 'set', path: ['note'], value: { kind: 'omitted' } }],
    ['leaves out with the whole request', anything],
  ])('fills in what the log %s', (_, what) => {
    const { drifts } = run([change(what)], live({ ...state, note: 'two' }));

    expect(drifts.map(reported)).toEqual([
      {
        path: ['note'],
        live: { kind: 'value', value: 'two' },
        basis: 'confirmed',
        evidence: ['e1'],
      },
    ]);
  });

  it.each<[string, LiveResource, readonly Json[]]>([
    ['the one', live({ ...state, delay: 7 }), [7]],
    ['the other', live({ ...state, delay: 9 }), [9]],
    ['neither', same, []],
  ])('says which of two calls of one second came last: %s', (_, resource, values) => {
    const effects = [7, 9].map((value, index) =>
      effect(1, `e${index}`, ref(type, 'a'), set(['delay'], value)),
    );

    const { drifts } = run(effects, resource);

    expect(drifts.map(({ live: now, basis }) => [now, basis])).toEqual(
      values.map((value) => [{ kind: 'value', value }, 'confirmed']),
    );
  });

  it('finds every attribute that a call without request changed', () => {
    const { drifts } = run(
      [change(anything)],
      live({ ...state, delay: 9, tags: { Team: 'x', Owner: 'y' } }),
    );

    expect(drifts.map(({ path }) => path)).toEqual([['delay'], ['tags', 'Owner']]);
  });

  it('says that a call without request changed nothing', () => {
    const { drifts, perEvent } = run([change(anything)], same);

    expect(drifts).toEqual([]);
    expect(perEvent.get('e1')).toMatchObject([{ disposition: 'no-effect' }]);
  });

  it('keeps apart what no event explains', () => {
    const { drifts, unexplained } = run(
      [change(set(['delay'], 7))],
      live({ ...state, delay: 7, size: 20 }),
    );

    expect(drifts.map(({ path }) => path)).toEqual([['delay']]);
    expect(unexplained.map(reported)).toEqual([
      { path: ['size'], live: { kind: 'value', value: 20 }, basis: 'confirmed', evidence: [] },
    ]);
  });

  it.each<readonly [string, Partial<World>, JsonObject]>([
    ['null for empty', { state: { [address]: { ...state, list: null } } }, { list: [] }],
    [
      'what only the provider sets',
      { hints: { [`${type}.url`]: { computedOnly: true } } },
      { url: 'x' },
    ],
    [
      'what the provider fills in',
      { hints: { [`${type}.kms`]: { computed: true } } },
      { kms: 'x' },
    ],
    [
      'members of a block that it fills in where the code has none',
      { hints: { [`${type}.part`]: { collection: 'set', computed: true } } },
      { part: [{ name: 'mail', size: 1 }] },
    ],
    [
      'values in such a block',
      { hints: { [`${type}.part`]: { collection: 'list', computed: true } } },
      { part: [{ on: true }] },
    ],
    ['tags of the provider itself', {}, { tags_all: { Team: 'x', Cost: '1' } }],
    [
      'the order of a set',
      {
        state: { [address]: { ...state, zones: ['a', 'b'] } },
        hints: { [`${type}.zones`]: { collection: 'set' } },
      },
      { zones: ['b', 'a'] },
    ],
    [
      'another layout of a document',
      { state: { [address]: { ...state, policy: '{"a":[1]}' } } },
      { policy: '{ "a": [1] }' },
    ],
    ['what the code says already', { code: { [address]: { ...state, size: 20 } } }, { size: 20 }],
    ['what is left to others', { ignored: ['["size"]'] }, { size: 20 }],
  ])('does not count %s as a difference', (_, more, differs) => {
    const in_: World = { ...world, ...more };
    const { drifts, unexplained } = run([], live({ ...in_.state[address], ...differs }), in_);

    expect([...drifts, ...unexplained]).toEqual([]);
  });
});

describe('a read-back of blocks that the provider fills in', () => {
  it.each<readonly [string, World]>([
    [
      'where the code has some',
      { ...world, state: { [address]: { ...state, part: [{ on: false }] } } },
    ],
    ['that only the code fills in', { ...world, hints: {} }],
  ])('reports a difference %s', (_, given) => {
    const hints = { [`${type}.part`]: { collection: 'list', computed: true } } as const;
    const in_: World = { hints, ...given };
    const { unexplained } = run([], live({ ...in_.state[address], part: [{ on: true }] }), in_);

    expect(unexplained).toHaveLength(1);
  });
});

describe('a read-back of what comes and goes', () => {
  it('confirms a deletion', () => {
    const { drifts } = run([change({ kind: 'delete' })], gone);

    expect(drifts.map(reported)).toEqual([
      { path: [], live: { kind: 'absent' }, basis: 'confirmed', evidence: ['e1'] },
    ]);
  });

  it('denies a deletion', () => {
    const { drifts, reverted } = run([change({ kind: 'delete' })], same);

    expect(drifts).toEqual([]);
    expect(reverted).toMatchObject([
      { path: [], because: 'The provider still finds the resource.' },
    ]);
  });

  it('finds a resource gone that nobody deleted, which makes its changes irrelevant', () => {
    const { drifts, reverted, unexplained, perEvent } = run([change(set(['delay'], 7))], gone);

    expect(drifts).toEqual([]);
    expect(unexplained.map(reported)).toMatchObject([{ path: [], live: { kind: 'absent' } }]);
    expect(reverted).toMatchObject([{ path: ['delay'], ending: 'deleted', changes: ['e1'] }]);
    expect(reverted[0]).not.toHaveProperty('ended');
    expect(reverted[0]).not.toHaveProperty('durationMs');
    expect(perEvent.get('e1')).toMatchObject([{ disposition: 'superseded' }]);
  });

  it('looks for a resource under its old name, and the log knows the new one', () => {
    const named: World = { ...world, state: { [address]: { ...state, id: 'a', name: 'a' } } };
    const { drifts } = run([change(set(['name'], 'new'))], gone, named);

    expect(drifts.map(({ path, live: value }) => ({ path, live: value }))).toEqual([
      { path: ['name'], live: { kind: 'value', value: 'new' } },
    ]);
  });
});

describe('a read-back of secrets', () => {
  const hints = { [`${type}.password`]: { sensitive: true } };
  const secret: World = { ...world, hints };

  it('says which one changed, and nothing else', () => {
    const resource = live(state, [{ path: ['password'], changed: true }]);

    const { drifts } = run([change(masked(['password']))], resource, secret);

    expect(drifts.map(reported)).toEqual([
      { path: ['password'], live: { kind: 'redacted' }, basis: 'confirmed', evidence: ['e1'] },
    ]);
  });

  it.each<readonly [string, LiveResource]>([
    ['equal', live(state, [{ path: ['password'], changed: false }])],
    ['the same', { ...same, secrets: [{ path: ['password'], changed: false }] }],
  ])('does not assume that a secret read as %s is unchanged: few can be read', (_, resource) => {
    const { drifts } = run([change(masked(['password']))], resource, secret);

    expect(drifts.map(reported)).toEqual([
      { path: ['password'], live: { kind: 'redacted' }, basis: 'inferred', evidence: ['e1'] },
    ]);
  });

  it('suspects no secret because of a call that hides everything', () => {
    const resource = live({ ...state, delay: 9 }, [{ path: ['password'], changed: false }]);

    const { drifts } = run([change(anything)], resource, secret);

    expect(drifts.map(({ path }) => path)).toEqual([['delay']]);
  });

  it('reports one that changed without an event', () => {
    const { unexplained } = run([], live(state, [{ path: ['password'], changed: true }]), secret);

    expect(unexplained.map(reported)).toMatchObject([
      { path: ['password'], live: { kind: 'redacted' }, evidence: [] },
    ]);
  });

  it('hides a member that the code calls sensitive, and fills in the one beside it', () => {
    const env = (variables: JsonObject): JsonObject => ({ ...state, env: [{ variables }] });
    const in_: World = { state: { [address]: env({ LEVEL: 'info' }) } };
    const resource = live(env({ LEVEL: 'debug' }), [
      { path: ['env', 0, 'variables', 'TOKEN'], changed: true },
    ]);

    const { drifts } = run([change(masked(['env']))], resource, in_);

    expect(drifts.map(({ path, live: value }) => [path, value])).toEqual([
      [['env', 0, 'variables', 'LEVEL'], { kind: 'value', value: 'debug' }],
      [['env', 0, 'variables', 'TOKEN'], { kind: 'redacted' }],
    ]);
  });
});

describe('attributes that a provider does not read', () => {
  const lambda = 'aws_lambda_function.f';
  const before = { id: 'a', s3_key: 'v1.zip', memory: 128 };
  const in_: World = { state: { [lambda]: before } };
  const resource: LiveResource = {
    kind: 'same',
    address: lambda,
    type: 'aws_lambda_function',
    secrets: [],
  };

  it('rest on the log', () => {
    const what = effect(1, 'e1', ref('aws_lambda_function', 'a'), set(['s3_key'], 'v2.zip'));
    const { drifts } = netDrift({
      ...inputOf(in_, [what]),
      live: new Map([[lambda, { resource, at: (path) => at(before, path) }]]),
    });

    expect(drifts.map(reported)).toMatchObject([
      { path: ['s3_key'], live: { kind: 'value', value: 'v2.zip' }, basis: 'inferred' },
    ]);
  });

  it('are reported by their hash only', () => {
    const machine = 'aws_instance.m';
    const base = { id: 'a', user_data: 'hash1' };
    const what = effect(1, 'e1', ref('aws_instance', 'a'), masked(['user_data']));
    const now = { ...base, user_data: 'hash2' };
    const read: LiveResource = {
      kind: 'changed',
      address: machine,
      type: 'aws_instance',
      attributes: now,
      secrets: [],
    };
    const { drifts } = netDrift({
      ...inputOf({ state: { [machine]: base } }, [what]),
      live: new Map([[machine, { resource: read, at: (path) => at(now, path) }]]),
    });

    expect(drifts.map(reported)).toMatchObject([
      { path: ['user_data'], live: { kind: 'unknown' }, basis: 'confirmed' },
    ]);
  });
});

const scalar = fc.constantFrom<Json>(null, '', 'a', 'b', 1, '1', true);
const attributes = fc.record({
  id: fc.constant('a'),
  name: scalar,
  tags: fc.dictionary(fc.constantFrom('k', 'l'), scalar, { noNullPrototype: true }),
});
const path = fc.constantFrom<readonly string[]>(['name'], ['tags'], ['tags', 'k'], ['tags', 'l']);
const effects = fc.array(
  fc
    .tuple(fc.nat(9), path, scalar)
    .map(([minute, where, value]) =>
      effect(
        minute,
        `e${minute}`,
        ref(type, 'a'),
        set(where, where[0] === 'tags' && where.length === 1 ? {} : value),
      ),
    ),
  { maxLength: 6 },
);

/** What is live after all the effects, applied in order of time. */
function after(of: JsonObject, events: readonly Effect[]): JsonObject {
  const last = [...events].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  const value: Record<string, Json> = { ...of };
  for (const { change: what } of last) {
    if (what.kind !== 'set' || what.value.kind !== 'known') continue;
    const [first = '', second] = what.path as readonly string[];
    value[first] =
      second === undefined
        ? what.value.value
        : { ...(value[first] as JsonObject), [second]: what.value.value };
  }
  return value;
}

describe('netDrift with a read-back, whatever happens', () => {
  const distinct = effects.filter((list) => new Set(list.map((e) => e.event)).size === list.length);

  it('finds the same drifts as the log, confirmed, where both agree', () => {
    fc.assert(
      fc.property(attributes, distinct, (of, events) => {
        const in_: World = { state: { [address]: of as JsonObject } };
        const read = run(events, live(after(of as JsonObject, events)), in_);
        const logged = netDrift(inputOf(in_, events));

        expect(read.drifts).toEqual(
          logged.drifts.map((drift) => ({ ...drift, basis: 'confirmed' })),
        );
        expect(read.unexplained).toEqual([]);
      }),
      { numRuns: cases(1000) },
    );
  });

  it('finds no drift where the provider reads what the state has', () => {
    fc.assert(
      fc.property(attributes, distinct, (of, events) => {
        const in_: World = { state: { [address]: of as JsonObject } };
        const { drifts, unexplained } = run(events, same, in_);

        expect([...drifts, ...unexplained]).toEqual([]);
      }),
      { numRuns: cases(1000) },
    );
  });
});
