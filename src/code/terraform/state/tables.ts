import { HashTable, hashText } from '../../../model/hash-table.ts';
import { compareText } from '../../../model/text.ts';
import { foldIdentifier } from '../../../providers/traits/identity.ts';
import { nameInQueueUrl, namesInArn } from './names.ts';
import type { CleanResource } from './resource.ts';

/** By type and attribute. */
type Tables = Map<string, HashTable>;

const none: readonly CleanResource[] = [];

/** If more resources than this share a value (a zone, a bucket), their list is cached. */
const fewRows = 16;

/** The resources of a state, by position. */
export interface ResourceRows {
  /** The resource at a position; always returns the same object. */
  at(row: number): CleanResource;
  /** The resource at a position for temporary use; it is not cached. */
  glance(row: number): CleanResource;
  /** Positions of managed resources by type. */
  readonly byType: ReadonlyMap<string, readonly number[]>;
}

/** Managed resources by type and, built on first use, by the values of an attribute. */
export class AttributeTables {
  readonly #rows: ResourceRows;
  readonly #sorted = new Map<string, readonly CleanResource[]>();
  readonly #values: Tables = new Map();
  readonly #names: Tables = new Map();
  readonly #large = new Map<string, readonly CleanResource[]>();
  readonly #members = new WeakMap<readonly CleanResource[], ReadonlySet<CleanResource>>();

  constructor(rows: ResourceRows) {
    this.#rows = rows;
  }

  /** Whether there are resources of the type. */
  has(type: string): boolean {
    return this.#rows.byType.has(type);
  }

  /** All resources of a type, sorted by address. */
  ofType(type: string): readonly CleanResource[] {
    const known = this.#sorted.get(type);
    if (known !== undefined) return known;
    const sorted = sortedResources(this.#rows, this.#rows.byType.get(type) ?? []);
    this.#sorted.set(type, sorted);
    return sorted;
  }

  /**
   * Resources whose attribute has this value, or one that the cloud treats as equal; sorted by
   * address.
   */
  withValue(type: string, attribute: string, value: string): readonly CleanResource[] {
    const keysOf = (text: string) => [foldIdentifier(type, attribute, text)];
    const key = foldIdentifier(type, attribute, value);
    return this.#find(this.#values, { type, attribute, keysOf }, key);
  }

  /** Resources whose attribute contains an ARN or URL with this name; sorted by address. */
  withNameInside(type: string, attribute: string, name: string): readonly CleanResource[] {
    return this.#find(this.#names, { type, attribute, keysOf: namesInside }, name);
  }

  /** The set of these resources, cached for each row of a table. */
  members(row: readonly CleanResource[]): ReadonlySet<CleanResource> {
    const known = this.#members.get(row);
    if (known !== undefined) return known;
    const made = new Set(row);
    this.#members.set(row, made);
    return made;
  }

  #find(tables: Tables, column: Column, key: string): readonly CleanResource[] {
    const { type, attribute, keysOf } = column;
    if (!this.has(type)) return none;
    const name = `${type} ${attribute}`;
    const table = tables.get(name) ?? this.#build(column);
    tables.set(name, table);
    const entry = `${tables === this.#names} ${name} ${key}`;
    const large = this.#large.get(entry);
    if (large !== undefined) return large;
    const rows = table.withText(key).filter((row) => {
      const text = attributeText(this.#rows.glance(row), attribute);
      return text !== undefined && keysOf(text).includes(key);
    });
    const found = sortedResources(this.#rows, rows);
    if (found.length > fewRows) this.#large.set(entry, found);
    return found;
  }

  #build({ type, attribute, keysOf }: Column): HashTable {
    const hashes: number[] = [];
    const rows: number[] = [];
    for (const row of this.#rows.byType.get(type) ?? []) {
      const text = attributeText(this.#rows.glance(row), attribute);
      for (const key of text === undefined ? [] : keysOf(text)) {
        hashes.push(hashText(key));
        rows.push(row);
      }
    }
    return new HashTable(Int32Array.from(hashes), Int32Array.from(rows));
  }
}

interface Column {
  readonly type: string;
  readonly attribute: string;
  /** The keys under which a resource with this text is found. */
  readonly keysOf: (text: string) => readonly string[];
}

function namesInside(text: string): readonly string[] {
  const queue = nameInQueueUrl(text);
  return queue === undefined ? namesInArn(text) : [queue];
}

/** The value of a top-level attribute as text; undefined if it is missing, null or a collection. */
export function attributeText(resource: CleanResource, attribute: string): string | undefined {
  const value = resource.attribute(attribute);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function sortedResources(
  rows: ResourceRows,
  positions: readonly number[],
): readonly CleanResource[] {
  if (positions.length < 2) return positions.map((row) => rows.at(row));
  return positions
    .map((row) => ({ resource: rows.at(row), address: rows.at(row).address }))
    .sort((a, b) => compareText(a.address, b.address))
    .map(({ resource }) => resource);
}
