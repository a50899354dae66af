import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { normalizePolicy } from '../../../../src/model/policy-document.ts';
import { applyDocumentChange } from '../../../../src/stages/patch/terraform/document/change.ts';
import { documentChanges } from '../../../../src/stages/patch/terraform/document/changes.ts';
import { publish, read } from './policies.ts';

function changes(before: readonly object[], after: readonly object[]): unknown {
  const document = (Statement: readonly object[]): Json => ({ Version: 'v', Statement }) as never;
  return documentChanges(document(before), document(after));
}

describe('changes of a policy', () => {
  it.each([
    [
      'another order and form',
      [read, publish],
      [publish, { ...read, Action: read.Action.toReversed() }],
      [],
    ],
    [
      'an action in another case',
      [read],
      [{ ...read, Action: ['S3:getobject', 's3:ListBucket'] }],
      [],
    ],
    ['a list of one for a text', [publish], [{ ...publish, Action: ['sns:Publish'] }], []],
    [
      'an action more',
      [publish, read],
      [{ ...read, Action: [...read.Action, 's3:PutObject'] }, publish],
      [{ kind: 'members', path: ['Statement', 1, 'Action'], add: ['s3:PutObject'], remove: [] }],
    ],
    [
      'a statement more and one less',
      [read],
      [publish],
      [
        { kind: 'add', path: ['Statement'], element: publish },
        { kind: 'remove', path: ['Statement'], index: 0 },
      ],
    ],
    [
      'another name for the same',
      [read],
      [{ ...read, Sid: 'Reading' }],
      [{ kind: 'set', path: ['Statement', 0, 'Sid'], value: 'Reading' }],
    ],
    [
      'a statement without a name, by what it says',
      [publish, { ...publish, Action: 'sns:Subscribe', Resource: 'x' }],
      [{ ...publish, Action: 'sns:Subscribe', Resource: 'y' }, publish],
      [{ kind: 'members', path: ['Statement', 1, 'Resource'], add: ['y'], remove: ['x'] }],
    ],
    [
      'a condition that is gone',
      [publish],
      [{ Effect: 'Allow', Action: 'sns:Publish', Resource: '*' }],
      [{ kind: 'drop', path: ['Statement', 0, 'Condition'] }],
    ],
    [
      'a value of a condition',
      [publish],
      [{ ...publish, Condition: { StringEquals: { 'aws:SourceAccount': ['1'] } } }],
      [
        {
          kind: 'members',
          path: ['Statement', 0, 'Condition', 'StringEquals', 'aws:SourceAccount'],
          add: ['1'],
          remove: ['123456789012'],
        },
      ],
    ],
    [
      'a principal of another kind',
      [{ Effect: 'Allow', Principal: { Service: 'a' }, Action: 'x' }],
      [{ Effect: 'Allow', Principal: { Service: 'a', AWS: 'b' }, Action: 'x' }],
      [{ kind: 'set', path: ['Statement', 0, 'Principal', 'AWS'], value: 'b' }],
    ],
    [
      'a principal for one of another kind',
      [{ Effect: 'Allow', Principal: { Service: 'a' }, Action: 'x' }],
      [{ Effect: 'Allow', Principal: { AWS: 'b' }, Action: 'x' }],
      [{ kind: 'set', path: ['Statement', 0, 'Principal'], value: { AWS: 'b' } }],
    ],
    ['an empty name', [publish], [{ Sid: '', ...publish }], []],
    ['an empty name that was written', [{ Sid: '', ...publish }], [publish], []],
    [
      'a name that is empty now',
      [read],
      [{ ...read, Sid: '' }],
      [{ kind: 'drop', path: ['Statement', 0, 'Sid'] }],
    ],
    [
      'a statement more, with an empty name',
      [read],
      [read, { Sid: '', ...publish }],
      [{ kind: 'add', path: ['Statement'], element: publish }],
    ],
    [
      'an account and its root',
      [{ Effect: 'Allow', Principal: { AWS: '123456789012' }, Action: 'x' }],
      [{ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action: 'x' }],
      [],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});

const text = fc.constantFrom('a', 'b', 'c', 'd');
const texts = fc.oneof(text, fc.uniqueArray(text, { minLength: 1, maxLength: 3 }));
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined });

const statement = fc
  .record({
    Sid: optional(fc.constantFrom('One', 'Two', 'Three')),
    Effect: fc.constantFrom('Allow', 'Deny'),
    Action: texts,
    Resource: optional(texts),
    Principal: optional(
      fc.oneof(
        fc.constant('*'),
        fc.dictionary(fc.constantFrom('AWS', 'Service'), texts, { minKeys: 1 }),
      ),
    ),
    Condition: optional(
      fc.dictionary(
        fc.constantFrom('Bool', 'StringLike'),
        fc.dictionary(fc.constantFrom('k', 'l'), texts, { minKeys: 1 }),
        { minKeys: 1 },
      ),
    ),
  })
  .map((parts) =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
  );

const policies = fc
  .uniqueArray(statement, { maxLength: 4, selector: (each) => each['Sid'] ?? JSON.stringify(each) })
  .map((Statement) => ({ Version: '2012-10-17', Statement }) as unknown as JsonObject);

it('leads from any policy to any other, one change at a time', () => {
  fc.assert(
    fc.property(policies, policies, (before, after) => {
      let now: Json = before;
      for (let step = 0; step < 60; step += 1) {
        const [change] = documentChanges(now, after);
        if (change === undefined) break;
        now = applyDocumentChange(now, change);
      }

      expect(normalizePolicy(now as JsonObject)).toEqual(normalizePolicy(after));
    }),
    { numRuns: 300 },
  );
});

it('leads from any document to any other of its kind', () => {
  const document = fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
    // JSON text has no negative zero.
    .map((value): Json => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(document, document, (before, after) => {
      let now = before;
      for (const change of documentChanges(now, after)) now = applyDocumentChange(now, change);

      expect(now).toEqual(after);
    }),
    { numRuns: 300 },
  );
});
