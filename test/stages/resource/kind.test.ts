import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { readKind } from '../../../src/stages/resource/kind.ts';
import { checkResource } from '../../../src/stages/resource/validate.ts';

const text = `
kind: VirtualMachine
description: A machine of the platform
area: apps
schema:
  type: object
  additionalProperties: false
  required: [size]
  properties:
    size: { enum: [small, large] }
    count: { type: integer, minimum: 1 }
    owner: { type: string, format: email }
`;

const template = { language: 'terraform', text: '', file: 'kinds/vm/template.tf' } as const;

const kind = readKind(text, template, 'kinds/vm/kind.yaml');
if (!kind.ok) throw new Error(kind.error.message);
const kinds = new Map([[kind.value.name, kind.value]]);

const machine = {
  tenant: 'team-a',
  kind: 'VirtualMachine',
  name: 'my-app',
  spec: { size: 'small' },
};

describe('a declared resource', () => {
  it.each<[string, object, string | undefined, string]>([
    ['fits', {}, undefined, ''],
    [
      'of another size',
      { spec: { size: 'huge' } },
      'resource-spec',
      'spec/size: must be equal to one of the allowed values: small, large.',
    ],
    [
      'without what is required',
      { spec: {} },
      'resource-spec',
      "must have required property 'size'",
    ],
    [
      'with more than is known',
      { spec: { size: 'small', cpu: 1 } },
      'resource-spec',
      'additional properties: cpu',
    ],
    [
      'wrong twice',
      { spec: { size: 'small', count: 0, owner: 'x' } },
      'resource-spec',
      '(and 1 more)',
    ],
    ['of an unknown kind', { kind: 'Database' }, 'resource-kind', 'there are VirtualMachine'],
    ['with a path for a name', { name: '../x' }, 'resource-name', '../x'],
    ['with a dash at the end', { name: 'x-' }, 'resource-name', 'x-'],
    ['with two dashes', { name: 'a--b' }, 'resource-name', 'a--b'],
    ['of no tenant', { tenant: 'Team A' }, 'resource-tenant', 'Team A'],
    [
      'with a token',
      { spec: { size: 'small', notes: ['a', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'] } },
      'resource-credential',
      'spec/notes/1 of my-app looks like a GitHub token.',
    ],
    [
      'with a password',
      { spec: { size: 'small', database: { password: 'correct-horse-9' } } },
      'resource-credential',
      'spec/database/password of my-app looks like a value that its name calls secret.',
    ],
    [
      'with a token for a key',
      { spec: { size: 'small', a: { ghp_abcdefghijklmnopqrstuvwxyz0123456789: 1 } } },
      'resource-credential',
      'A key in spec/a of my-app looks like a GitHub token.',
    ],
    ['of great size', { spec: { size: 'x'.repeat(70_000) } }, 'resource-size', '64 KiB'],
  ])('%s', (_, change, code, said) => {
    const checked = checkResource(kinds, { ...machine, ...change } as typeof machine & {
      spec: JsonObject;
    });

    expect(checked.ok ? undefined : checked.error.code).toBe(code);
    expect(checked.ok ? '' : checked.error.message).toContain(said);
  });
});

describe('a pattern of a schema', () => {
  const read = readKind(
    'kind: A\nschema: { type: object, properties: { x: { type: string, pattern: "^(a+)+$" } } }',
    template,
    'kind.yaml',
  );

  it.each([
    ['a'.repeat(50_000), 0],
    [`${'a'.repeat(50_000)}!`, 1],
  ])('takes time that grows with the text alone', (x, issues) => {
    expect(read.ok && read.value.check({ x })).toHaveLength(issues);
  });
});

describe('the file of a kind', () => {
  it.each([
    ['no kind', 'schema: {}', 'invalid-configuration'],
    ['an area that leads out', 'kind: A\narea: ../x\nschema: {}', 'invalid-configuration'],
    ['a schema with unknown words', 'kind: A\nschema: { typo: 1 }', 'kind-schema'],
    ['a type that there is not', 'kind: A\nschema: { type: number, minimum: x }', 'kind-schema'],
    [
      'a reference to another file',
      'kind: A\nschema: { $ref: "https://example.com/s" }',
      'kind-schema',
    ],
  ])('is refused with %s', (_, yaml, code) => {
    const read = readKind(yaml, template, 'kinds/a/kind.yaml');

    expect(read).toMatchObject({
      ok: false,
      error: { code, place: { file: 'kinds/a/kind.yaml' } },
    });
  });
});
