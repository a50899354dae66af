import { deducedType, type FieldType } from '../../../../src/stages/ledger/field-type.ts';

/** The types of the random objects for the library; `fieldTypes` are the same in our terms. */
export const librarySchema = `
types:
- name: loose
  map:
    fields:
    - {name: text, type: {scalar: untyped}}
    - {name: atom, type: {namedType: atom}}
    - {name: list, type: {namedType: list}}
    - {name: set, type: {namedType: set}}
    - {name: labels, type: {namedType: labels}}
    - {name: part, type: {namedType: part}}
    - {name: items, type: {namedType: items}}
    - {name: pairs, type: {namedType: pairs}}
    - {name: named, type: {map: {elementType: {namedType: part}}}}
    - {name: any, type: {namedType: deduced}}
- name: strict
  map:
    fields:
    - {name: text, type: {scalar: untyped}}
    - {name: atom, type: {namedType: atom}}
    - {name: list, type: {namedType: list}}
    - {name: set, type: {list: {elementType: {scalar: untyped}, elementRelationship: atomic}}}
    - {name: labels, type: {namedType: atom}}
    - {name: part, type: {namedType: atom}}
    - {name: items, type: {namedType: list}}
    - {name: pairs, type: {namedType: pairs}}
    - {name: named, type: {map: {elementType: {namedType: atom}}}}
    - {name: any, type: {namedType: deduced}}
- name: part
  map:
    fields:
    - {name: x, type: {scalar: untyped}}
    - {name: w, type: {scalar: untyped}}
    - {name: inner, type: {map: {fields: [{name: z, type: {scalar: untyped}}]}}}
    - {name: set, type: {namedType: set}}
- name: labels
  map: {elementType: {scalar: untyped}}
- name: set
  list: {elementType: {scalar: untyped}, elementRelationship: associative}
- name: items
  list:
    elementType:
      map:
        fields:
        - {name: name, type: {scalar: untyped}}
        - {name: x, type: {scalar: untyped}}
        - {name: set, type: {namedType: set}}
        - {name: part, type: {namedType: part}}
    elementRelationship: associative
    keys: [name]
- name: pairs
  list:
    elementType:
      map:
        fields:
        - {name: a, type: {scalar: untyped}}
        - {name: b, type: {scalar: untyped}}
        - {name: x, type: {scalar: untyped}}
    elementRelationship: associative
    keys: [a, b]
- name: list
  list: {elementType: {namedType: whole}, elementRelationship: atomic}
- name: atom
  map: {elementType: {namedType: whole}, elementRelationship: atomic}
- name: whole
  scalar: untyped
  list: {elementType: {namedType: whole}, elementRelationship: atomic}
  map: {elementType: {namedType: whole}, elementRelationship: atomic}
- name: deduced
  scalar: untyped
  list: {elementType: {namedType: whole}, elementRelationship: atomic}
  map: {elementType: {namedType: deduced}, elementRelationship: separable}
`;

const scalar: FieldType = { scalar: true };
const list: FieldType = { list: { kind: 'atomic' } };
const atom: FieldType = { map: { kind: 'atomic' } };
const set: FieldType = { list: { kind: 'set' } };

function struct(fields: Readonly<Record<string, FieldType>>): FieldType {
  const known = new Map(Object.entries(fields));
  return { map: { kind: 'granular', field: (name) => known.get(name) } };
}

function mapOf(rest: FieldType): FieldType {
  return { map: { kind: 'granular', field: () => undefined, rest } };
}

const part = struct({ x: scalar, w: scalar, inner: struct({ z: scalar }), set });

const loose = {
  text: scalar,
  atom,
  list,
  set,
  labels: mapOf(scalar),
  part,
  items: {
    list: {
      kind: 'keyed',
      keys: ['name'],
      member: struct({ name: scalar, x: scalar, set, part }),
    },
  },
  pairs: {
    list: {
      kind: 'keyed',
      keys: ['a', 'b'],
      member: struct({ a: scalar, b: scalar, x: scalar }),
    },
  },
  named: mapOf(part),
  any: deducedType,
} as const satisfies Readonly<Record<string, FieldType>>;

export type TypeName = 'loose' | 'strict' | 'deduced';

/** `strict` is `loose` after a provider made some fields atomic. */
export const fieldTypes: Readonly<Record<TypeName, FieldType>> = {
  loose: struct(loose),
  strict: struct({
    ...loose,
    set: list,
    labels: atom,
    part: atom,
    items: list,
    named: mapOf(atom),
  }),
  deduced: deducedType,
};
