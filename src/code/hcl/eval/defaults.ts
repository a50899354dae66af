import { convertValue } from './convert.ts';
import type { Failure } from './failure.ts';
import type { Type } from './type.ts';
import type { Value } from './value.ts';
import { objectValue } from './value.ts';

/** Values for optional attributes, nested like the type. */
export interface Defaults {
  /** Defaults by attribute name. */
  readonly values?: ReadonlyMap<string, Value>;
  /** Defaults inside an attribute, or inside an element of a tuple. */
  readonly children?: ReadonlyMap<string, Defaults>;
  /** Defaults for every element of a list, set or map. */
  readonly elements?: Defaults;
}

/** Converts a value given for a variable. Defaults are filled in first, as in Terraform. */
export function convertInput(
  value: Value,
  type: Type,
  defaults: Defaults | undefined,
): Value | Failure {
  return convertValue(defaults === undefined ? value : fillDefaults(value, defaults), type);
}

function fillDefaults(value: Value, defaults: Defaults): Value {
  switch (value.kind) {
    case 'list':
    case 'set':
    case 'tuple': {
      const elements = value.elements.map((item, index) => {
        const inner = defaults.elements ?? defaults.children?.get(String(index));
        return inner === undefined ? item : fillDefaults(item, inner);
      });
      // Until they are converted, elements may differ in type.
      return { kind: 'tuple', elements, ...(value.sensitive && { sensitive: true }) };
    }
    case 'map':
    case 'object':
      return fillEntries(value.entries, defaults, value.sensitive);
    default:
      return value;
  }
}

function fillEntries(
  given: ReadonlyMap<string, Value>,
  defaults: Defaults,
  sensitive: true | undefined,
): Value {
  const entries = new Map<string, Value>();
  for (const [name, item] of given) {
    entries.set(
      name,
      defaults.elements === undefined ? item : fillDefaults(item, defaults.elements),
    );
  }
  for (const [name, fallback] of defaults.values ?? []) {
    const own = entries.get(name);
    if (own === undefined || own.kind === 'null') entries.set(name, fallback);
  }
  for (const [name, inner] of defaults.children ?? []) {
    const own = entries.get(name);
    if (own !== undefined) entries.set(name, fillDefaults(own, inner));
  }
  const filled = objectValue(entries);
  return sensitive === true ? { ...filled, sensitive } : filled;
}
