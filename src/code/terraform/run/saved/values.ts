import { decode, ExtensionCodec } from '@msgpack/msgpack';
import type { Json, JsonObject } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { readAttributeType } from '../../../../providers/schema/load.ts';
import type {
  AttributeType,
  BlockSchema,
  NestedBlock,
} from '../../../../providers/schema/types.ts';
import type { PackedPath, PackedValue } from './messages.ts';

/** A value as `terraform show -json` prints it, and the paths that are known only after apply. */
export interface ShownValue {
  readonly value: JsonObject | null;
  readonly unknown: readonly AttributePath[];
}

/** A value that does not match its type, perhaps because of another provider version. */
class UnreadableValue extends Error {}

/** Represents a value that is known only after apply. */
class Unknown {}

/**
 * MessagePack extensions that go-cty uses: 0 for an unknown value, 12 for one with some known
 * properties.
 */
const extensionCodec = new ExtensionCodec();
for (const type of [0, 12]) {
  extensionCodec.register({ type, encode: () => null, decode: () => new Unknown() });
}

/**
 * Reads an object that is described by a block of the schema, in go-cty's encoding: numbers that
 * are not exact floats are texts, and values of any type include their type. Throws
 * `UnreadableValue` if the schema does not match, and MessagePack errors.
 */
export function readShownValue(packed: PackedValue, block: BlockSchema): ShownValue {
  const unknown: AttributePath[] = [];
  const value = blockValue(unpack(packed), block, [], unknown);
  if (value === undefined || value === null) return { value: null, unknown };
  if (typeof value !== 'object' || Array.isArray(value)) throw new UnreadableValue();
  return { value: value as JsonObject, unknown };
}

/** The path up to the first set member, since set members have no name or position. */
export function readPackedPath(packed: PackedPath): AttributePath {
  const path: (string | number)[] = [];
  for (const step of packed) {
    const key = typeof step === 'string' ? step : keyIn(step);
    if (key === undefined) return path;
    path.push(key);
  }
  return path;
}

function keyIn(packed: PackedValue): string | number | undefined {
  const key = unpack(packed);
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

function unpack(packed: PackedValue): unknown {
  return decode(packed, { extensionCodec });
}

/** Undefined if the value is unknown; its path is then added to the list. */
type Read = Json | undefined;

function blockValue(
  raw: unknown,
  { attributes, blocks }: BlockSchema,
  path: AttributePath,
  unknown: AttributePath[],
): Read {
  return objectValue(raw, path, unknown, (name, member, at) => {
    const attribute = attributes.get(name);
    if (attribute !== undefined) return typeValue(member, attribute.type, at, unknown);
    const nested = blocks.get(name);
    if (nested === undefined) throw new UnreadableValue();
    return nestedValue(member, nested, at, unknown);
  });
}

function nestedValue(
  raw: unknown,
  { nesting, block }: NestedBlock,
  path: AttributePath,
  unknown: AttributePath[],
): Read {
  const member = (one: unknown, at: AttributePath) => blockValue(one, block, at, unknown);
  if (nesting === 'single' || nesting === 'group') return member(raw, path);
  if (nesting === 'map') return objectValue(raw, path, unknown, (_, one, at) => member(one, at));
  return listValue(raw, path, unknown, member);
}

function typeValue(
  raw: unknown,
  type: AttributeType,
  path: AttributePath,
  unknown: AttributePath[],
): Read {
  switch (type.kind) {
    case 'list':
    case 'set':
      return listValue(raw, path, unknown, (one, at) => typeValue(one, type.element, at, unknown));
    case 'tuple':
      return listValue(raw, path, unknown, (one, at, index) =>
        typeValue(one, known(type.elements[index]), at, unknown),
      );
    case 'map':
      return objectValue(raw, path, unknown, (_, one, at) =>
        typeValue(one, type.element, at, unknown),
      );
    case 'object':
      return objectValue(raw, path, unknown, (name, one, at) =>
        typeValue(one, known(type.attributes.get(name)), at, unknown),
      );
    case 'dynamic':
      return typedValue(raw, path, unknown);
    default:
      return primitiveValue(raw, type.kind, path, unknown);
  }
}

function primitiveValue(
  raw: unknown,
  kind: 'string' | 'number' | 'bool',
  path: AttributePath,
  unknown: AttributePath[],
): Read {
  if (!isGiven(raw)) return openValue(raw, path, unknown);
  if (kind === 'string' && typeof raw === 'string') return raw;
  if (kind === 'bool' && typeof raw === 'boolean') return raw;
  if (kind === 'number' && typeof raw === 'number') return raw;
  // A number that a float cannot represent exactly, such as 0.1, is written as text.
  const isNumber = kind === 'number' && typeof raw === 'string' && /^-?\d+(?:\.\d+)?$/.test(raw);
  if (!isNumber) throw new UnreadableValue();
  return Number(raw);
}

/** A value of any type is a pair of the type in JSON and the value. */
function typedValue(raw: unknown, path: AttributePath, unknown: AttributePath[]): Read {
  if (!isGiven(raw)) return openValue(raw, path, unknown);
  const [type, value] = Array.isArray(raw) && raw.length === 2 ? raw : [];
  if (!(type instanceof Uint8Array)) throw new UnreadableValue();
  const own = readAttributeType(JSON.parse(Buffer.from(type).toString('utf8')));
  if (own.kind === 'dynamic' && isGiven(value)) throw new UnreadableValue();
  return typeValue(value, own, path, unknown);
}

/** Positions are kept, so an unknown element becomes null. */
function listValue(
  raw: unknown,
  path: AttributePath,
  unknown: AttributePath[],
  member: (raw: unknown, path: AttributePath, index: number) => Read,
): Read {
  if (!isGiven(raw)) return openValue(raw, path, unknown);
  if (!Array.isArray(raw)) throw new UnreadableValue();
  return raw.map((one, index) => member(one, [...path, index], index) ?? null);
}

/** Unknown members are omitted. */
function objectValue(
  raw: unknown,
  path: AttributePath,
  unknown: AttributePath[],
  member: (name: string, raw: unknown, path: AttributePath) => Read,
): Read {
  if (!isGiven(raw)) return openValue(raw, path, unknown);
  if (typeof raw !== 'object' || Array.isArray(raw) || raw instanceof Uint8Array) {
    throw new UnreadableValue();
  }
  const entries = Object.entries(raw ?? {}).flatMap(([name, one]) => {
    const value = member(name, one, [...path, name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** True if the value is neither null nor known only after apply. */
function isGiven(raw: unknown): boolean {
  return raw !== null && !(raw instanceof Unknown);
}

function openValue(raw: unknown, path: AttributePath, unknown: AttributePath[]): null | undefined {
  if (raw === null) return null;
  unknown.push(path);
  return undefined;
}

function known<T>(type: T | undefined): T {
  if (type === undefined) throw new UnreadableValue();
  return type;
}
