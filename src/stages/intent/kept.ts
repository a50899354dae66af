import type { DriftValue, Write } from '../../model/drift.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { parsedDocument } from '../../model/parsed-json.ts';
import { isPolicyDocument, normalizePolicy } from '../../model/policy-document.ts';

/** The parts of a value by their place; members without a name use their content as place. */
type Parts = ReadonlyMap<string, string>;

/** Attributes that identify members of a list, so that a changed member is still recognized. */
const names: readonly string[] = ['Sid', 'sid', 'name', 'Name', 'key', 'Key', 'id', 'Id'];

/**
 * True if everything that an actor changed in a document or list is still there: later actors only
 * added to it and took nothing back. A plain value has no parts, so a later value always replaces
 * it. `own` returns whether a write was the actor's.
 */
export function isKept(
  writes: readonly Write[],
  before: DriftValue,
  live: DriftValue,
  own: (write: Write) => boolean,
): boolean {
  const parts = [before, ...writes.map(({ value }) => value)].map(partsOf);
  const now = partsOf(live);
  const last = parts[writes.findLastIndex(own) + 1];
  if (now === undefined || last === undefined) return false;
  return writes.every((write, index) => {
    if (!own(write)) return true;
    const [earlier, later] = [parts[index], parts[index + 1]];
    if (earlier === undefined || later === undefined) return false;
    return changed(earlier, later).every((place) => now.get(place) === last.get(place));
  });
}

function changed(before: Parts, after: Parts): readonly string[] {
  const places = new Set([...before.keys(), ...after.keys()]);
  return [...places].filter((place) => before.get(place) !== after.get(place));
}

/** Undefined for a value without parts or a hidden one. */
function partsOf(side: DriftValue): Parts | undefined {
  if (side.kind === 'absent') return new Map();
  const value = side.kind === 'value' ? read(side.value) : undefined;
  if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
  const parts = new Map<string, string>();
  collect(value, '', parts);
  return parts;
}

/** Parses a text that contains a document. */
function read(value: Json): Json {
  const document = typeof value === 'string' ? (parsedDocument(value) ?? value) : value;
  return isPolicyDocument(document) ? normalizePolicy(document) : document;
}

function collect(value: Json, place: string, parts: Map<string, string>): void {
  if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${place}/${name}`, parts);
  } else if (isJsonArray(value)) {
    for (const member of value) {
      const name = nameOf(member);
      if (name === undefined) parts.set(`${place}/=${canonicalJson(member)}`, '');
      else collect(member, `${place}/${name}`, parts);
    }
  } else parts.set(place, canonicalJson(value));
}

function nameOf(member: Json): string | undefined {
  if (!isJsonObject(member)) return undefined;
  const name = names.find((one) => typeof member[one] === 'string' && member[one] !== '');
  return name === undefined ? undefined : `[${name}=${canonicalJson(member[name] ?? null)}]`;
}
