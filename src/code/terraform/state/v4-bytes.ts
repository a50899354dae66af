import { hashText } from '../../../model/hash-table.ts';
import type { JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import {
  arrayEnd,
  blankEnd,
  isName,
  jsonTextAt,
  objectEnd,
  valueEnd,
} from '../../../model/json-bytes.ts';
import { Recent } from '../../../model/recent.ts';
import { formatKey } from '../address.ts';
import { ByteResource, head, part, type StateRows } from './byte-resource.ts';
import type { StateResource, TerraformState } from './types.ts';
import {
  InstanceV4,
  isCurrent,
  ResourceV4,
  StateV4,
  sharedParts,
  stateWith,
  valueResource,
} from './v4.ts';

const Header = StateV4.omit({ resources: true });
const ResourceHead = ResourceV4.omit({ instances: true });

/** Members that indicate an encrypted state, or a file that is not a state. */
const foreign = ['encrypted_data', 'encryption_version', 'backend'];

/**
 * A state of version 4 whose attributes stay in its bytes. Each part is parsed and discarded, so
 * that memory grows only with the bytes. Undefined if anything is unusual or wrong; parsing
 * everything then reports the problem.
 */
export function readV4Bytes(bytes: Uint8Array): TerraformState | undefined {
  try {
    const draft = createDraft(bytes);
    const start = blankEnd(bytes, 0);
    const top = readObject(bytes, start, 'resources', '[]', (at) => readResources(draft, at));
    if (top?.hasLarge !== true || blankEnd(bytes, top.end) < bytes.length) return undefined;
    const rest = parseRest(top);
    if (rest === undefined || foreign.some((name) => Object.hasOwn(rest, name))) return undefined;
    const header = Header.safeParse(rest);
    return header.success ? { ...stateWith(header.data, []), ...resourcesOf(draft) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The parts read so far; the lists of numbers are those of `StateRows`. */
interface Draft {
  readonly bytes: Uint8Array;
  readonly starts: number[];
  readonly owners: number[];
  readonly parts: number[];
  readonly resources: number[];
  readonly types: string[];
  readonly heads: number[];
  readonly all: StateResource[];
  readonly addresses: number[];
  readonly resourceAddresses: number[];
  /** The rows that instances refer to: the lists above, once they are complete. */
  readonly rows: { -readonly [K in keyof StateRows]: StateRows[K] };
  /** Returns a shared copy of a text that thousands of resources have in common. */
  readonly once: (text: string) => string;
  /** Parsed instances without their attributes, by text, since many are the same. */
  readonly instances: Recent<string, InstanceV4 | null>;
}

/** Number of such texts in the cache. */
const keptInstances = 1000;

function createDraft(bytes: Uint8Array): Draft {
  const known = new Map<string, string>();
  const once = (text: string): string => {
    const one = known.get(text);
    if (one === undefined) known.set(text, text);
    return one ?? text;
  };
  const lists = { bytes, starts: [], owners: [], parts: [], resources: [], types: [], heads: [] };
  const instances = new Recent<string, InstanceV4 | null>(keptInstances);
  const rest = { all: [], addresses: [], resourceAddresses: [], rows: { ...lists } };
  return { ...lists, ...rest, once, instances };
}

function resourcesOf(draft: Draft): Pick<TerraformState, 'resources' | 'hashes' | 'found'> {
  const { rows, starts, owners, parts, resources, types, heads } = draft;
  rows.starts = Float64Array.from(starts);
  rows.owners = Uint32Array.from(owners);
  rows.parts = Uint8Array.from(parts);
  rows.resources = Float64Array.from(resources);
  rows.types = types;
  rows.heads = Uint8Array.from(heads);
  const addresses = Int32Array.from(draft.addresses);
  const resourceAddresses = Int32Array.from(draft.resourceAddresses);
  const hashes = { addresses, resourceAddresses };
  const isWhole = draft.all.length === starts.length;
  return { resources: draft.all, hashes, ...(isWhole && { found: { rows, hashes } }) };
}

function readResources(draft: Draft, start: number): number {
  return arrayEnd(draft.bytes, start, (at) => readResource(draft, at));
}

/** An instance that was read before its resource was complete. */
interface Found {
  readonly start: number;
  readonly instance: InstanceV4;
}

function readResource(draft: Draft, start: number): number {
  const { bytes } = draft;
  const found: Found[] = [];
  const read = readObject(bytes, start, 'instances', '[]', (at) =>
    arrayEnd(bytes, at, (each) => readInstance(draft, each, found)),
  );
  const resource = ResourceHead.safeParse(read && parseRest(read));
  if (read?.hasLarge !== true || !resource.success) return -1;
  const shared = sharedParts(resource.data);
  const { module, mode, provider, resourceAddress } = shared;
  const owner = draft.resources.push(start) - 1;
  draft.types.push(draft.once(shared.type));
  draft.heads.push(
    (mode === 'managed' ? head.managed : 0) |
      (module === '' ? 0 : head.module) |
      (provider === '' ? 0 : head.provider),
  );
  const base = hashText(resourceAddress);
  for (const { start: at, instance } of found) {
    if (!isCurrent(instance)) continue;
    const key = instance.index_key ?? undefined;
    draft.addresses.push(key === undefined ? base : hashText(resourceAddress + formatKey(key)));
    draft.resourceAddresses.push(base);
    if (!isJsonObject(instance.attributes ?? null)) {
      draft.all.push(valueResource(shared, instance));
      continue;
    }
    draft.owners.push(owner);
    draft.parts.push(partsOf(instance));
    draft.all.push(new ByteResource(draft.rows, draft.starts.push(at) - 1));
  }
  return read.end;
}

function partsOf({ index_key: key, sensitive_attributes: marked, status }: InstanceV4): number {
  const isMarked = Array.isArray(marked) ? marked.length > 0 : (marked ?? null) !== null;
  return (
    ((key ?? undefined) === undefined ? 0 : part.key) |
    (isMarked ? part.sensitive : 0) |
    (status === 'tainted' ? part.tainted : 0)
  );
}

function readInstance({ bytes, instances }: Draft, start: number, found: Found[]): number {
  const read = readObject(bytes, start, 'attributes', '{}', (at) => valueEnd(bytes, at));
  if (read === undefined) return -1;
  const instance = instances.get(read.text, () => {
    const checked = InstanceV4.safeParse(parseRest(read));
    return checked.success ? checked.data : null;
  });
  if (instance === null) return -1;
  found.push({ start, instance });
  return read.end;
}

interface ReadObject {
  readonly end: number;
  /** True if the large member exists and is not null. */
  readonly hasLarge: boolean;
  /** JSON of the object, with an empty large member. */
  readonly text: string;
  /** Its number of members. */
  readonly count: number;
}

/** Undefined if a member occurs twice. */
function parseRest({ text, count }: ReadObject): JsonObject | undefined {
  const rest = JSON.parse(text) as JsonObject;
  return Object.keys(rest).length === count ? rest : undefined;
}

/**
 * Reads an object, of which one large member is traversed by `inside` instead of being parsed,
 * provided it is an object or array like `empty`. Undefined if it is not an object.
 */
function readObject(
  bytes: Uint8Array,
  start: number,
  name: string,
  empty: '{}' | '[]',
  inside: (value: number) => number,
): ReadObject | undefined {
  let large: { readonly from: number; readonly to: number } | undefined;
  let count = 0;
  const end = objectEnd(bytes, start, (nameStart, nameEnd, value) => {
    count += 1;
    const isLarge =
      bytes[value] === empty.charCodeAt(0) &&
      large === undefined &&
      isName(bytes, nameStart, nameEnd, name);
    if (!isLarge) return valueEnd(bytes, value);
    large = { from: value, to: inside(value) };
    return large.to;
  });
  if (end < 0) return undefined;
  const { from, to } = large ?? { from: end, to: end };
  const text =
    jsonTextAt(bytes, start, from) + (from === end ? '' : empty) + jsonTextAt(bytes, to, end);
  return { end, hasLarge: from !== end, text, count };
}
