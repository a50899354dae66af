import { foldIdentifier } from './identity.ts';
import { nameInQueueUrl, namesInArn } from './names.ts';
import type { CleanResource } from './resource.ts';

type Table = ReadonlyMap<string, readonly CleanResource[]>;
/** By type and attribute. */
type Tables = Map<string, Map<string, Table>>;

const none: readonly CleanResource[] = [];

/** Managed resources by type and, built on first use, by the values of an attribute. */
export class AttributeTables {
  readonly #unsorted: ReadonlyMap<string, readonly CleanResource[]>;
  readonly #sorted = new Map<string, readonly CleanResource[]>();
  readonly #values: Tables = new Map();
  readonly #names: Tables = new Map();
  readonly #members = new WeakMap<readonly CleanResource[], ReadonlySet<CleanResource>>();

  constructor(byType: ReadonlyMap<string, readonly CleanResource[]>) {
    this.#unsorted = byType;
  }

  /** All of a type, by address. */
  ofType(type: string): readonly CleanResource[] {
    const known = this.#sorted.get(type);
    if (known !== undefined) return known;
    const sorted = [...(this.#unsorted.get(type) ?? none)].sort(byAddress);
    this.#sorted.set(type, sorted);
    return sorted;
  }

  /** Resources whose attribute has this value, as far as the cloud tells values apart. */
  withValue(type: string, attribute: string, value: string): readonly CleanResource[] {
    const build = (text: string) => [foldIdentifier(type, attribute, text)];
    const table = this.#table(this.#values, type, attribute, build);
    return table.get(foldIdentifier(type, attribute, value)) ?? none;
  }

  /** Resources whose attribute holds an ARN or URL of something with this name. */
  withNameInside(type: string, attribute: string, name: string): readonly CleanResource[] {
    const build = (text: string) => {
      const queue = nameInQueueUrl(text);
      return queue === undefined ? namesInArn(text) : [queue];
    };
    return this.#table(this.#names, type, attribute, build).get(name) ?? none;
  }

  /** The set of these resources, made once for a row of a table. */
  members(row: readonly CleanResource[]): ReadonlySet<CleanResource> {
    const known = this.#members.get(row);
    if (known !== undefined) return known;
    const made = new Set(row);
    this.#members.set(row, made);
    return made;
  }

  #table(
    tables: Tables,
    type: string,
    attribute: string,
    keysOf: (text: string) => readonly string[],
  ): Table {
    const ofType = tables.get(type) ?? new Map<string, Table>();
    const known = ofType.get(attribute);
    if (known !== undefined) return known;
    const table = new Map<string, CleanResource[]>();
    for (const resource of this.ofType(type)) {
      const text = attributeText(resource, attribute);
      for (const key of text === undefined ? [] : keysOf(text)) {
        const bucket = table.get(key);
        if (bucket === undefined) table.set(key, [resource]);
        else bucket.push(resource);
      }
    }
    tables.set(type, ofType.set(attribute, table));
    return table;
  }
}

/** The value of a top-level attribute as text; undefined for none, null, and collections. */
export function attributeText(resource: CleanResource, attribute: string): string | undefined {
  const value = resource.attribute(attribute);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function byAddress(a: CleanResource, b: CleanResource): number {
  if (a.address === b.address) return 0;
  return a.address < b.address ? -1 : 1;
}
