import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
  sameJson,
} from '../../model/json.ts';
import type { WantedResource } from '../../model/resource.ts';
import type { Place } from '../../model/result.ts';

/** `spec.a.b` or `self.name`, as written in templates. */
interface TemplatePlaceholder {
  readonly root: 'spec' | 'self';
  readonly keys: readonly string[];
}

/** A change of code that no spec can express. */
export interface Unreadable {
  /** The place in the code: `module web/size`. */
  readonly what: string;
  /** The reason, to complete a sentence: `is written in the template`. */
  readonly why: string;
  /** The nearest place that a person could change so that a spec can express it. */
  readonly place: Place;
}

/** What a change of code means for the resource from which the code was made. */
export type SpecReading =
  | { readonly kind: 'spec'; readonly spec: JsonObject }
  /** The code no longer contains the resource. */
  | { readonly kind: 'removed' }
  /** The change does not concern the resource. */
  | { readonly kind: 'none' };

/** Collects the values that changed code gives to members of a spec. */
export class Bindings {
  readonly #resource: WantedResource;
  readonly #bound = new Map<string, Bound>();

  constructor(resource: WantedResource) {
    this.#resource = resource;
  }

  get size(): number {
    return this.#bound.size;
  }

  /** Assigns a value to a placeholder, or returns why that is not possible. */
  bind({ root, keys }: TemplatePlaceholder, value: Json | undefined): string | undefined {
    const name = [root, ...keys].join('.');
    if (root === 'self') {
      return sameJson(this.#self(keys), value) ? undefined : `is ${name}, which never changes`;
    }
    const known = this.#bound.get(name);
    if (known !== undefined && !sameJson(known.value, value)) {
      return `is ${name}, which another place changes to something else`;
    }
    this.#bound.set(name, { keys, value });
    return undefined;
  }

  /** The same for a text with placeholders, one of which has to account for the change. */
  bindText(parts: readonly (string | TemplatePlaceholder)[], text: string): string | undefined {
    const texts = parts.map((part) => (typeof part === 'string' ? part : this.#textOf(part)));
    if (texts.join('') === text) return undefined;
    const found = parts.flatMap((part, index) => {
      if (typeof part === 'string' || part.root === 'self') return [];
      const [start, end] = [texts.slice(0, index).join(''), texts.slice(index + 1).join('')];
      const isLong = text.length >= start.length + end.length;
      if (!isLong || !text.startsWith(start) || !text.endsWith(end)) return [];
      const value = text.slice(start.length, text.length - end.length);
      return [{ part, value: likeOld(jsonAt(this.#resource.spec, ...part.keys), value) }];
    });
    const [only] = found;
    if (only === undefined) return 'is written in the template around what the spec says';
    if (found.length > 1) return 'could come from several members of the spec';
    return this.bind(only.part, only.value);
  }

  /** The spec with all assigned values. */
  spec(): JsonObject {
    let { spec } = this.#resource;
    for (const { keys, value } of this.#bound.values()) spec = withMember(spec, keys, value);
    return spec;
  }

  #textOf({ root, keys }: TemplatePlaceholder): string {
    const value = root === 'self' ? this.#self(keys) : jsonAt(this.#resource.spec, ...keys);
    return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  }

  #self(keys: readonly string[]): Json | undefined {
    const { name, tenant } = this.#resource;
    return jsonAt({ name, tenant }, ...keys);
  }
}

interface Bound {
  readonly keys: readonly string[];
  readonly value: Json | undefined;
}

/** A number if the old value is one, since a number in a text is written without quotes. */
function likeOld(old: Json | undefined, text: string): Json {
  return typeof old === 'number' && String(Number(text)) === text ? Number(text) : text;
}

function withMember(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const { [key]: _, ...others } = object;
  if (rest.length === 0) return value === undefined ? others : { ...others, [key]: value };
  const inner = own(object, key);
  return { ...others, [key]: withMember(isJsonObject(inner) ? inner : {}, rest, value) };
}
