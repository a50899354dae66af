import { describe, expect, it } from 'vitest';
import {
  CommittedDeclaration,
  DeclarationFile,
  intentDeclaration,
} from '../../src/config/declarations.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { readYamlFile } from '../../src/text/yaml-file.ts';
import { credentialSamples } from '../model/credential/samples.ts';

const entry = {
  by: 'arn:aws:iam::123456789012:role/load-test',
  at: 'aws_sqs_queue.orders',
  field: 'tags["Cost Center"]',
  want: { equals: 'shop' },
  because: 'Load test of the orders queue',
  from: '2026-03-14T02:00:00+01:00',
};

function parsed(more: object) {
  return intentDeclaration(CommittedDeclaration.parse({ ...entry, ...more }), 'trusted');
}

describe('a written declaration', () => {
  it('becomes an intent for arbitration, in UTC', () => {
    expect(parsed({ class: 'agent', until: '2026-03-15T00:00:00Z', ticket: 'OPS-1' })).toEqual({
      actor: {
        class: 'agent',
        principal: 'arn:aws:iam::123456789012:role/load-test',
        name: 'load-test',
        signature: 'declared',
        evidence: 'trusted',
      },
      address: 'aws_sqs_queue.orders',
      path: ['tags', 'Cost Center'],
      want: { kind: 'eq', value: 'shop' },
      purpose: 'change',
      summary: 'Load test of the orders queue',
      from: '2026-03-14T01:00:00.000Z',
      until: '2026-03-15T00:00:00.000Z',
      ticket: 'OPS-1',
    });
  });

  it.each([
    [{ equals: null }, { kind: 'eq', value: null }],
    [{ min: 2 }, { kind: 'range', min: 2 }],
    [
      { min: 2, max: 9, prefer: 4 },
      { kind: 'range', min: 2, max: 9, prefer: 4 },
    ],
    [
      { one_of: ['a', 'b'], prefer: 'b' },
      { kind: 'oneOf', values: ['a', 'b'], prefer: 'b' },
    ],
    [{ contains: ['x'] }, { kind: 'contains', elements: ['x'] }],
    [{ excludes: ['0.0.0.0/0'] }, { kind: 'excludes', elements: ['0.0.0.0/0'] }],
    [{ present: true }, { kind: 'present' }],
    [{ absent: true }, { kind: 'absent' }],
  ])('may want %j', (want, expected) => {
    expect(parsed({ want, or: want })).toMatchObject({ want: expected, relaxation: expected });
  });

  it.each([
    ['nothing wanted', 'want: {}', /3:11: .*Say one of equals, min/],
    ['two wants', 'want: { equals: 1, absent: true }', /Say one of equals/],
    ['bounds crossed', 'want: { min: 5, max: 2 }', /minimum is above the maximum/],
    ['a preference of nothing', 'want: { equals: 1, prefer: 2 }', /prefer is a number beside/],
    ['a preference elsewhere', 'want: { one_of: [1], prefer: 2 }', /prefer is a number beside/],
    ['a misspelled key', 'want: { equal: 1 }', /There is no setting called "equal"/],
  ])('is refused, with its place: %s', (_, want, message) => {
    const text = `declarations:\n  - by: me\n    ${want}\n    at: a.b\n    field: size\n    because: why\n`;
    const read = readYamlFile(text, 'wants.yaml', DeclarationFile);

    expect(read.ok).toBe(false);
    if (read.ok) return;
    const { file, line, column } = read.error.place ?? {};
    expect(`${file}:${line}:${column}: ${read.error.message}`).toMatch(message);
  });

  it.each(['', '[0]', 'a..b', 'a b', 'tags["x]', '.a', 'tags["\\q"]'])(
    'may not have the field %j',
    (field) => {
      expect(CommittedDeclaration.safeParse({ ...entry, field }).success).toBe(false);
    },
  );

  it('needs a start in parley.yaml, and must not end before it', () => {
    const { from: _, ...timeless } = entry;

    expect(ConfigFile.safeParse({ declarations: [entry] }).success).toBe(true);
    expect(ConfigFile.safeParse({ declarations: [timeless] }).success).toBe(false);
    expect(DeclarationFile.safeParse({ declarations: [timeless] }).success).toBe(true);
    const backwards = { ...entry, until: '2026-03-14T00:30:00Z' };
    expect(ConfigFile.safeParse({ declarations: [backwards] }).success).toBe(false);
  });

  it.each(credentialSamples())('may not contain $kind', ({ text, core }) => {
    const places: readonly object[] = [
      { because: `Since ${text} is here` },
      { ticket: text.slice(0, 200) },
      { by: `arn:aws:iam::123456789012:role/${text}` },
      { at: `module.m["${text}"]` },
      { field: `tags[${JSON.stringify(text)}]` },
      { want: { equals: text } },
      { want: { contains: [{ value: text }] } },
      { or: { one_of: ['x', text] } },
    ];
    for (const more of places) {
      const { error, success } = CommittedDeclaration.safeParse({ ...entry, ...more });

      expect([more, success]).toEqual([more, false]);
      expect(JSON.stringify(error?.issues)).not.toContain(core);
    }
  });

  it.each([
    ['master_password', false],
    ['environment[0].variables["API_TOKEN"]', false],
    ['tags["Team"]', true],
    ['secret_arn', true],
  ])('of the field %s may have a literal value: %s', (field, expected) => {
    const { success } = CommittedDeclaration.safeParse({
      ...{ ...entry, field },
      want: { equals: field === 'secret_arn' ? 'arn:aws:x' : 'hunter2-and-more' },
    });

    expect(success).toBe(expected);
  });
});
