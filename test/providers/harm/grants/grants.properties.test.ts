import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { Grant } from '../../../../src/providers/harm/grants/types.ts';
import { cases } from '../../../cases.ts';
import { allows, denies } from './evaluate.ts';
import { doc, judged } from './make.ts';
import { condition, type Request, statement, statements, universe } from './random.ts';

const identity = 'aws_iam_policy';
const bucket = 'aws_s3_bucket_policy';
const judge = (type: string, before: readonly JsonObject[], after: readonly JsonObject[]) =>
  judged(type, { policy: doc(...before) }, { policy: doc(...after) });
const types = fc.constantFrom(identity, bucket);
const pair = types.chain((type) => {
  const some = statements(type === bucket);
  return fc.tuple(fc.constant(type), some, some);
});

/** The same as one statement per action, with other Sids and sometimes in capitals. */
function rewritten(statement: JsonObject, turn: number): readonly JsonObject[] {
  const name = 'Action';
  const list = statement[name];
  const parts = Array.isArray(list)
    ? list.map((one: Json) => ({ ...statement, [name]: one }))
    : [statement];
  return parts.map((part, index) => {
    const action = part[name];
    const shouted = typeof action === 'string' ? { [name]: action.toUpperCase() } : {};
    return { ...part, ...(turn % 2 === 0 ? shouted : {}), Sid: `S${turn}${index}` };
  });
}

function requests(type: string): readonly Request[] {
  const callers = type === bucket ? universe.callers : [undefined];
  return callers.flatMap((caller) =>
    universe.actions.flatMap((action) =>
      universe.resources.flatMap((resource) =>
        universe.contexts.map((context) => ({ caller, action, resource, context })),
      ),
    ),
  );
}

const perType = { [identity]: requests(identity), [bucket]: requests(bucket) };

function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(text);
}

function covers(
  { principals, actions, resources }: Grant,
  { caller, action, resource }: Request,
): boolean {
  const known = principals.some(
    (one) =>
      one === 'self' ||
      one === '*' ||
      one === caller?.arn ||
      (one.endsWith(':root') && one.includes(caller?.account ?? '-')),
  );
  return (
    known &&
    actions.some((one) => matches(one, action)) &&
    resources.some((one) => matches(one, resource))
  );
}

describe('grants of two policies', () => {
  it('are what a plain evaluation of every request finds, no more and no less', () => {
    let gaining = 0;
    fc.assert(
      fc.property(pair, ([type, before, after]) => {
        const { grants } = judge(type, before, after);
        const all = perType[type] ?? [];
        const gained = all.filter((one) => allows(after, one) && !allows(before, one));
        const lost = all.filter((one) => allows(before, one) && !allows(after, one));

        expect(grants.added.length > 0).toBe(gained.length > 0);
        expect(grants.removed.length > 0).toBe(lost.length > 0);
        expect(gained.filter((one) => !grants.added.some((grant) => covers(grant, one)))).toEqual(
          [],
        );
        expect(lost.filter((one) => !grants.removed.some((grant) => covers(grant, one)))).toEqual(
          [],
        );
        if (gained.length > 0) gaining += 1;
      }),
      { numRuns: cases(3000, 60) },
    );
    expect(gaining).toBeGreaterThan(20);
  });

  it('name a denial that is gone wherever a plain evaluation finds one', () => {
    fc.assert(
      fc.property(pair, ([type, before, after]) => {
        const { harms } = judge(type, before, after);
        const undenied = (perType[type] ?? []).some(
          (one) => denies(before, one) && !denies(after, one),
        );

        expect(harms.some((one) => one.because.includes('no longer denied'))).toBe(undenied);
      }),
      { numRuns: cases(3000) },
    );
  });

  it('are none if a policy is only written differently', () => {
    fc.assert(
      fc.property(
        types.chain((type) => fc.tuple(fc.constant(type), statements(type === bucket))),
        fc.nat(7),
        ([type, some], turn) => {
          const other = some.flatMap((one, index) => rewritten(one, turn + index)).reverse();
          const split = other.filter(
            (one) => one['NotAction'] === undefined || one['Sid'] !== undefined,
          );

          expect(judge(type, some, split)).toEqual({
            harms: [],
            grants: { added: [], removed: [] },
          });
        },
      ),
      { numRuns: cases(2000) },
    );
  });

  it('are reversed if the change is reversed', () => {
    const turned = { weakens: 'strengthens', strengthens: 'weakens' } as const;
    fc.assert(
      fc.property(pair, ([type, before, after]) => {
        const [there, back] = [judge(type, before, after), judge(type, after, before)];
        const shape = (harms: typeof there.harms, turn: boolean) =>
          harms
            .map((one) => `${turn ? turned[one.direction] : one.direction} ${one.severity}`)
            .sort();

        expect(back.grants).toEqual({ added: there.grants.removed, removed: there.grants.added });
        expect(shape(back.harms, true)).toEqual(shape(there.harms, false));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never grow by a denial, or by a condition on what is allowed', () => {
    const more = types.chain((type) =>
      fc.tuple(
        fc.constant(type),
        statements(type === bucket),
        statement(fc.constant('Deny'), type === bucket),
        condition,
      ),
    );
    fc.assert(
      fc.property(more, fc.boolean(), ([type, some, denial, added], byDenial) => {
        const narrowed = some.map((one) =>
          one['Effect'] === 'Allow' && one['Condition'] === undefined
            ? { ...one, Condition: added }
            : one,
        );
        const { harms, grants } = judge(type, some, byDenial ? [...some, denial] : narrowed);

        expect(harms.filter(({ direction }) => direction === 'weakens')).toEqual([]);
        expect(grants.added).toEqual([]);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never shrink by a grant', () => {
    const more = types.chain((type) =>
      fc.tuple(
        fc.constant(type),
        statements(type === bucket),
        statement(fc.constant('Allow'), type === bucket),
      ),
    );
    fc.assert(
      fc.property(more, ([type, some, grant]) => {
        const { harms, grants } = judge(type, some, [...some, grant]);

        expect(harms.filter(({ direction }) => direction === 'strengthens')).toEqual([]);
        expect(grants.removed).toEqual([]);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('are reported in the same words whatever the order', () => {
    fc.assert(
      fc.property(pair, ([type, before, after]) => {
        const [one, two] = [
          judge(type, before, after),
          judge(type, before.toReversed(), after.toReversed()),
        ];

        expect(two).toEqual(one);
      }),
      { numRuns: cases(1000) },
    );
  });
});
