/**
 * Terraform's types. `dynamic` is "any type": the type of unknown values whose type is not known,
 * of the untyped `null`, and of `any` in constraints.
 */
export type Type =
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'set'; readonly element: Type }
  | { readonly kind: 'map'; readonly element: Type }
  | { readonly kind: 'tuple'; readonly elements: readonly Type[] }
  | ObjectType;

export interface ObjectType {
  readonly kind: 'object';
  readonly attributes: ReadonlyMap<string, Type>;
  /** Attributes that a value may omit; only in constraints. */
  readonly optional: ReadonlySet<string>;
}

export const dynamicType: Type = { kind: 'dynamic' };
export const boolType: Type = { kind: 'bool' };
export const numberType: Type = { kind: 'number' };
export const stringType: Type = { kind: 'string' };

const noOptional: ReadonlySet<string> = new Set();

export function listType(element: Type): Type {
  return { kind: 'list', element };
}

export function setType(element: Type): Type {
  return { kind: 'set', element };
}

export function mapType(element: Type): Type {
  return { kind: 'map', element };
}

export function tupleType(elements: readonly Type[]): Type {
  return { kind: 'tuple', elements };
}

export function objectType(
  attributes: ReadonlyMap<string, Type>,
  optional: ReadonlySet<string> = noOptional,
): ObjectType {
  return { kind: 'object', attributes, optional };
}

/** True when both are the same type, including which attributes are optional. */
export function typesEqual(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'dynamic':
    case 'bool':
    case 'number':
    case 'string':
      return a.kind === b.kind;
    case 'list':
    case 'set':
    case 'map':
      return a.kind === b.kind && typesEqual(a.element, b.element);
    case 'tuple':
      return b.kind === 'tuple' && allEqual(a.elements, b.elements);
    case 'object':
      return b.kind === 'object' && objectsEqual(a, b);
  }
}

function allEqual(a: readonly Type[], b: readonly Type[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((type, index) => {
    const other = b[index];
    return other !== undefined && typesEqual(type, other);
  });
}

function objectsEqual(a: ObjectType, b: ObjectType): boolean {
  if (a.attributes.size !== b.attributes.size) return false;
  for (const [name, type] of a.attributes) {
    const other = b.attributes.get(name);
    if (other === undefined || !typesEqual(type, other)) return false;
    if (a.optional.has(name) !== b.optional.has(name)) return false;
  }
  return true;
}

/** A type as messages name it: `string`, `list of number`, `object`. */
export function friendlyType(type: Type): string {
  switch (type.kind) {
    case 'dynamic':
      return 'any type';
    case 'list':
    case 'set':
    case 'map':
      return type.element.kind === 'dynamic'
        ? `${type.kind} of any single type`
        : `${type.kind} of ${friendlyType(type.element)}`;
    default:
      return type.kind;
  }
}
