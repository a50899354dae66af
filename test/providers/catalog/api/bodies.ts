import type { Json, JsonObject } from '../../../../src/model/json.ts';

/** Called for each member that is looked up, with its path and whether the model has it. */
export type Asked = (path: string, isKnown: boolean) => void;

/** Model -> member -> model or kind of value, after `[]` for a list and `{}` for a map. */
export type ApiModels = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Dialect {
  readonly models: ApiModels;
  /** True if a reader that asks for `name` finds one of the members, perhaps under another name. */
  readonly isNamed: (name: string, members: ReadonlySet<string>) => boolean;
  /** Values that tables interpret rather than merely copy, by their path. */
  readonly wanted: Readonly<Record<string, Json>>;
  readonly maxDepth: number;
}

/** The members of an object; `words` are what is left of their dotted names. */
type Members = readonly (readonly [words: readonly string[], model: string])[];

const values: Readonly<Record<string, Json>> = { any: {}, bool: true, number: 1, text: 'example' };

/** Generates bodies with every member of a model, which report each member that is looked up. */
export class ApiBodies {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of(model: ApiModels[string], asked: Asked): JsonObject {
    return this.#bodyAt(membersOf(model), '', 0, asked);
  }

  #bodyAt(members: Members, path: string, depth: number, asked: Asked): JsonObject {
    const { isNamed, maxDepth } = this.#dialect;
    const names = new Set(members.map(([[word = '']]) => word));
    const body: Record<string, Json> = {};
    for (const name of names) {
      if (depth >= maxDepth) break;
      const inner = members.filter(([[word]]) => word === name);
      body[name] = this.#valueAt(inner, `${path}.${name}`, depth + 1, asked);
    }
    return new Proxy(body, {
      getOwnPropertyDescriptor: (target, name) => {
        if (typeof name === 'string') asked(`${path}.${name}`.slice(1), isNamed(name, names));
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
  }

  #valueAt(members: Members, path: string, depth: number, asked: Asked): Json {
    const deeper = members.flatMap(([[, ...rest], model]) =>
      rest.length === 0 ? [] : [[rest, model] as const],
    );
    if (deeper.length > 0) return this.#bodyAt(deeper, path, depth, asked);
    return this.#exampleOf(members[0]?.[1] ?? 'text', path, depth, asked);
  }

  #exampleOf(model: string, path: string, depth: number, asked: Asked): Json {
    const { wanted } = this.#dialect;
    if (Object.hasOwn(wanted, path)) return wanted[path] ?? null;
    if (model.startsWith('[]')) return [this.#exampleOf(model.slice(2), path, depth, asked)];
    if (model.startsWith('{}')) return { key: this.#exampleOf(model.slice(2), path, depth, asked) };
    return (
      values[model] ??
      this.#bodyAt(membersOf(this.#dialect.models[model] ?? {}), path, depth, asked)
    );
  }
}

function membersOf(model: ApiModels[string]): Members {
  return Object.entries(model).map(([name, of]) => [name.split('.'), of]);
}
