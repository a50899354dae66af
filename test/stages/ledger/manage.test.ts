import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { difference, emptySet, memberPaths } from '../../../src/stages/ledger/field-set.ts';
import { deducedType, type FieldType } from '../../../src/stages/ledger/field-type.ts';
import { fittedValueAt } from '../../../src/stages/ledger/fit.ts';
import {
  apply,
  applyFree,
  handOver,
  type ManagedFields,
  unmanaged,
  update,
} from '../../../src/stages/ledger/manage.ts';
import { cases } from '../../cases.ts';

const setType: FieldType = { list: { kind: 'set' } };
const type: FieldType = {
  map: {
    kind: 'granular',
    field: (name) => ({ members: setType })[name],
    rest: deducedType,
  },
};

/** Plays steps like `=ada`: an apply (`=`), a forced apply (`!`) or an update (`~`) by ada. */
function played(...steps: readonly (readonly [string, Json])[]): ManagedFields {
  return steps.reduce((state: ManagedFields, [step, value]) => {
    const who = step.slice(1);
    const result =
      step[0] === '~'
        ? update(type, state, value, who)
        : apply(type, state, value, who, step[0] === '!');
    return result.ok ? result.value.managed : state;
  }, unmanaged);
}

function owners({ managers }: ManagedFields): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...managers].sort().map(([name, { fields }]) => [name, memberPaths(fields).map(formatPath)]),
  );
}

describe('server-side apply', () => {
  it('gives a field that two apply alike to both of them', () => {
    const state = played(['=ada', { a: 1 }], ['=bob', { a: 1, b: 2 }]);
    expect(owners(state)).toEqual({ ada: ['a'], bob: ['a', 'b'] });
  });

  it('refuses to change what others own, and applies nothing', () => {
    const state = played(['=ada', { a: 1 }]);
    const refused = apply(type, state, { a: 2, b: 1 }, 'bob', false);
    expect(refused).toEqual({
      ok: false,
      error: { kind: 'conflicts', conflicts: [{ manager: 'ada', path: ['a'] }] },
    });
  });

  it('takes by force', () => {
    const state = played(['=ada', { a: 1 }], ['!bob', { a: 2 }]);
    expect([state.live, owners(state)]).toEqual([{ a: 2 }, { bob: ['a'] }]);
  });

  it('removes what an applier leaves out, unless another owns it', () => {
    const alone = played(['=ada', { a: 1, b: 1 }], ['=ada', { b: 1 }]);
    const shared = played(['=ada', { a: 1, b: 1 }], ['=bob', { a: 1 }], ['=ada', { b: 1 }]);
    expect([alone.live, owners(alone)]).toEqual([{ b: 1 }, { ada: ['b'] }]);
    expect([shared.live, owners(shared)]).toEqual([
      { a: 1, b: 1 },
      { ada: ['b'], bob: ['a'] },
    ]);
  });

  it('lets updates take what they change', () => {
    const state = played(['=ada', { a: 1, b: 1 }], ['~bob', { a: 2, b: 1 }]);
    expect(owners(state)).toEqual({ ada: ['b'], bob: ['a'] });
  });

  it('knows each member of a set', () => {
    const state = played(['=ada', { members: [1, 2] }], ['=bob', { members: [2, 3] }]);
    expect([state.live, owners(state)]).toEqual([
      { members: [1, 2, 3] },
      { ada: ['members[1]', 'members[2]'], bob: ['members[2]', 'members[3]'] },
    ]);
  });

  it.each<readonly [string, Json, string]>([
    ['a set with a member twice', { members: [1, 1] }, 'members[1] is there twice.'],
    ['a set that is no list', { members: { a: 1 } }, 'members must be a list.'],
    ['a resource that is no map', [1], 'The resource must be a map.'],
  ])('has no owners for %s', (_, value, message) => {
    expect(update(type, unmanaged, value, 'ada')).toMatchObject({ error: { message } });
    expect(apply(type, unmanaged, value, 'ada', true)).toMatchObject({
      error: { kind: 'invalid', problem: { message } },
    });
  });
});

const scalar = fc.constantFrom<Json>(1, 2, 'x', null);
const member = fc.constantFrom<Json>(1, 2, 'a', 'b');
const object = fc
  .record(
    {
      a: scalar,
      b: fc.oneof(scalar, fc.dictionary(fc.constantFrom('c', 'd'), scalar)),
      members: fc.uniqueArray(member, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  .map((each) => JSON.parse(JSON.stringify(each)) as Json);
const who = fc.constantFrom('ada', 'bob', 'cyd');
const step = fc.tuple(
  fc.tuple(fc.constantFrom('~', '=', '!'), who).map(([kind, name]) => `${kind}${name}`),
  object,
);
const steps = fc.array(step, { maxLength: 8 });

describe('beyond server-side apply', () => {
  // As in Kubernetes, giving up a map key removes everything below it.
  it('applies what is free, and takes no field that stays', () => {
    fc.assert(
      fc.property(steps, who, object, (before, name, asked) => {
        const state = played(...before);
        const result = applyFree(type, state, asked, name);
        if (!result.ok) throw new Error(result.error.message);
        const { managed, conflicts } = result.value;
        for (const [other, { fields }] of state.managers) {
          if (other === name) continue;
          const left = managed.managers.get(other)?.fields ?? emptySet;
          const lost = memberPaths(difference(fields, left));
          expect(
            lost.filter((path) => fittedValueAt(type, managed.live, path) !== undefined),
          ).toEqual([]);
        }
        const plain = apply(type, state, asked, name, false);
        expect(plain.ok).toBe(conflicts.length === 0);
        if (plain.ok) expect(managed).toEqual(plain.value.managed);
      }),
      { numRuns: cases(3000) },
    );
  });

  it('hands over without a change of values, and back again', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('a', 'b', 'members'), (before, field) => {
        const state = played(...before, ['!code', { a: 1, b: { c: 1 }, members: [1] }]);
        const given = handOver(type, state, [[field]], 'code', 'new');
        const back = handOver(type, given, [[field]], 'new', 'code');
        expect(given.live).toEqual(state.live);
        expect(
          memberPaths(given.managers.get('code')?.fields ?? fail()).map(([top]) => top),
        ).not.toContain(field);
        expect(back.managers.has('new')).toBe(false);
        for (const name of ['ada', 'bob', 'cyd']) {
          expect(given.managers.get(name)).toEqual(state.managers.get(name));
        }
      }),
      { numRuns: cases(3000) },
    );
  });

  it('treats sets of objects as sets of what the objects stand for', () => {
    const wrap = (value: Json): Json =>
      isJsonObject(value) && Array.isArray(value['members'])
        ? { ...value, members: value['members'].map((each: Json) => ({ is: each })) }
        : value;
    fc.assert(
      fc.property(steps, (plain) => {
        const wrapped = plain.map(([kind, value]) => [kind, wrap(value)] as const);
        const [one, other] = [played(...plain), played(...wrapped)];
        expect(other.live).toEqual(wrap(one.live));
        const unwrapped = Object.entries(owners(other)).map(([name, fields]) => [
          name,
          fields.map((field) => field.replace(/\[\{is=(.*)\}\]/, '[$1]')),
        ]);
        expect(Object.fromEntries(unwrapped)).toEqual(owners(one));
      }),
      { numRuns: cases(3000) },
    );
  });
});

function fail(): never {
  throw new Error('code owns nothing');
}
