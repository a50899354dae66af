import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import { knownEnd, memberStart, parsedAt } from '../../../model/json-bytes.ts';
import type { AttributePath } from '../../../model/path.ts';
import { formatKey, type InstanceKey } from '../address.ts';
import { stateAddress } from './resource-address.ts';
import { readSensitiveAttributes, withCopies } from './sensitive.ts';
import type { StateResource } from './types.ts';

/** Flags of an instance, known without reading the bytes again. */
export const part = { key: 1, sensitive: 2, tainted: 4 } as const;

/** Flags of a resource: whether it is managed, and which of its members exist. */
export const head = { managed: 1, module: 2, provider: 4 } as const;

/** Where the instances of a state are in its bytes: one row for each, in parallel lists. */
export interface StateRows {
  readonly bytes: Uint8Array;
  /** For each row, the offset of the instance, the index of its resource, and its `part` flags. */
  readonly starts: ArrayLike<number>;
  readonly owners: ArrayLike<number>;
  readonly parts: ArrayLike<number>;
  /** For each resource, its offset, its type and its `head` flags. */
  readonly resources: ArrayLike<number>;
  readonly types: readonly string[];
  readonly heads: ArrayLike<number>;
}

const none: readonly AttributePath[] = [];

/**
 * An instance that stays in the bytes of the state until it is used: states have up to a hundred
 * thousand, and a run uses few. The bytes of its row were parsed and checked before.
 */
export class ByteResource implements StateResource {
  readonly #rows: StateRows;
  readonly #row: number;

  constructor(rows: StateRows, row: number) {
    this.#rows = rows;
    this.#row = row;
  }

  get address(): string {
    return this.resourceAddress + formatKey(this.key);
  }

  get resourceAddress(): string {
    return stateAddress(this);
  }

  get module(): string {
    return this.#shared('module', head.module);
  }

  get mode(): 'managed' | 'data' {
    return (this.#head & head.managed) === 0 ? 'data' : 'managed';
  }

  get type(): string {
    return this.#rows.types[this.#owner] ?? '';
  }

  get name(): string {
    return this.#shared('name');
  }

  get provider(): string {
    return this.#shared('provider', head.provider);
  }

  get key(): InstanceKey {
    if ((this.#part & part.key) === 0) return undefined;
    return this.#member('index_key') as string | number;
  }

  get tainted(): boolean {
    return (this.#part & part.tainted) !== 0;
  }

  get sensitivePaths(): readonly AttributePath[] {
    const isMarked = (this.#part & part.sensitive) !== 0;
    const marked = isMarked ? this.#member('sensitive_attributes') : undefined;
    return marked === undefined ? none : withCopies(this.type, readSensitiveAttributes(marked));
  }

  get attributes(): JsonObject {
    return objectOr(this.#member('attributes'));
  }

  attribute(name: string): Json | undefined {
    const attributes = memberStart(this.#rows.bytes, this.#start, 'attributes');
    return attributes < 0 ? undefined : this.#valueIn(attributes, name);
  }

  get identity(): JsonObject {
    return objectOr(this.#member('identity'));
  }

  get dependencies(): readonly string[] {
    return (this.#member('dependencies') ?? []) as readonly string[];
  }

  get #start(): number {
    return this.#rows.starts[this.#row] ?? 0;
  }

  get #part(): number {
    return this.#rows.parts[this.#row] ?? 0;
  }

  get #owner(): number {
    return this.#rows.owners[this.#row] ?? 0;
  }

  get #head(): number {
    return this.#rows.heads[this.#owner] ?? 0;
  }

  /**
   * A text member of the resource. If its flag says that it is missing, the bytes are not searched.
   */
  #shared(name: string, flag?: number): string {
    if (flag !== undefined && (this.#head & flag) === 0) return '';
    const value = this.#valueIn(this.#rows.resources[this.#owner] ?? 0, name);
    return typeof value === 'string' ? value : '';
  }

  #member(name: string): Json | undefined {
    return this.#valueIn(this.#start, name);
  }

  #valueIn(object: number, name: string): Json | undefined {
    const { bytes } = this.#rows;
    const start = memberStart(bytes, object, name);
    return start < 0 ? undefined : parsedAt(bytes, start, knownEnd(bytes, start));
  }
}

function objectOr(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}
