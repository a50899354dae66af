import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { ByteResource, type StateRows } from './byte-resource.ts';
import type { AddressHashes, StateResource, TerraformState } from './types.ts';

/**
 * Where the resources of a state are in its bytes, cached so that a later run need not parse them
 * all.
 */
export interface FoundRows {
  readonly rows: StateRows;
  readonly hashes: AddressHashes;
}

/** The header before the lists of numbers. A digest of header and lists precedes it. */
interface Head extends Pick<TerraformState, 'serial' | 'lineage' | 'terraformVersion'> {
  readonly key: string;
  readonly order: string;
  /** Length of each list of numbers, in the order of `packed`. */
  readonly lengths: readonly number[];
  /** Distinct types; resources refer to them by index. */
  readonly types: readonly string[];
}

/**
 * Serializes everything that was found in the bytes of a state. `key` identifies the bytes and the
 * version of Parley; with the same key, the result can be reused instead of parsing.
 */
export function packRows(state: TerraformState, key: string): Uint8Array | undefined {
  const { found, serial, lineage, terraformVersion } = state;
  if (found === undefined) return undefined;
  const { rows, hashes } = found;
  const types = [...new Set(rows.types)];
  const places = new Map(types.map((type, place) => [type, place]));
  const lists = [
    Float64Array.from(rows.starts),
    Float64Array.from(rows.resources),
    Uint32Array.from(rows.owners),
    Uint32Array.from(rows.types, (type) => places.get(type) ?? 0),
    Int32Array.from(hashes.addresses),
    Int32Array.from(hashes.resourceAddresses),
    Uint8Array.from(rows.parts),
    Uint8Array.from(rows.heads),
  ];
  const body = Buffer.concat(lists.map(bytesOf));
  const head: Head = {
    ...{ key, serial, lineage, terraformVersion, types },
    order: endianness(),
    lengths: lists.map(({ length }) => length),
  };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
  return Buffer.concat([digestOf(content), content]);
}

/** The state of these bytes, if `packed` is intact and was stored under this key. */
export function unpackRows(
  bytes: Uint8Array,
  packed: Uint8Array,
  key: string,
): TerraformState | undefined {
  const content = packed.subarray(digestBytes);
  if (!digestOf(content).equals(packed.subarray(0, digestBytes))) return undefined;
  const end = content.indexOf(0x0a);
  const head = JSON.parse(Buffer.from(content.subarray(0, end)).toString()) as Head;
  if (head.key !== key || head.order !== endianness()) return undefined;
  const { types, lengths } = head;
  const next = reader(content.subarray(end + 1), lengths);
  const starts = new Float64Array(next(8));
  const resources = new Float64Array(next(8));
  const owners = new Uint32Array(next(4));
  const places = new Uint32Array(next(4));
  const addresses = new Int32Array(next(4));
  const resourceAddresses = new Int32Array(next(4));
  const [parts, heads] = [new Uint8Array(next(1)), new Uint8Array(next(1))];
  const named = Array.from(places, (place) => types[place] ?? '');
  const rows = { bytes, starts, owners, parts, resources, types: named, heads };
  return stateOfRows({ rows, hashes: { addresses, resourceAddresses } }, head);
}

/** A state in which all resources stay in its bytes. */
function stateOfRows(
  found: FoundRows,
  { serial, lineage, terraformVersion }: Pick<Head, 'serial' | 'lineage' | 'terraformVersion'>,
): TerraformState {
  const resources: StateResource[] = [];
  for (let row = 0; row < found.rows.starts.length; row += 1) {
    resources.push(new ByteResource(found.rows, row));
  }
  const about = { serial, lineage, terraformVersion };
  return { format: 'v4', ...about, resources, hashes: found.hashes, found };
}

/**
 * Returns the lists one after the other. Each is copied, so that it is aligned for numbers of its
 * size.
 */
function reader(body: Uint8Array, lengths: readonly number[]): (size: number) => ArrayBuffer {
  let [at, list] = [0, 0];
  return (size) => {
    const length = (lengths[list] ?? 0) * size;
    const own = new Uint8Array(body.subarray(at, at + length));
    [at, list] = [at + length, list + 1];
    return own.buffer;
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const digestBytes = 32;

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
