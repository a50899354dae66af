import { canonicalJson, isJsonArray, isJsonObject, type Json, own } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { atomsOf, elementRule } from '../../../providers/catalog/elements.ts';

/** The attributes that identify the members of a collection; undefined if all of them do. */
export function namingAttributes(type: string, path: AttributePath): readonly string[] | undefined {
  const block = path.at(-1);
  return typeof block === 'string' ? elementRule(type, block)?.identity : undefined;
}

/**
 * The identity of a member: its identifying attributes if the collection has any, otherwise the
 * entire member.
 */
export function memberName(type: string, path: AttributePath, member: Json): Json {
  const naming = namingAttributes(type, path);
  if (naming === undefined || !isJsonObject(member)) return member;
  const entries = Object.entries(member).filter(
    ([name, value]) => naming.includes(name) && !isBlank(value),
  );
  return entries.length === 0 ? member : Object.fromEntries(entries);
}

/** Two members of a collection are the same exactly if their ids are equal. */
export function memberId(type: string, path: AttributePath, member: Json): string {
  return memberKey(memberName(type, path, member));
}

/** True when the member has every attribute of `part` with the same value. */
export function agreesWithMember(member: Json, part: Json): boolean {
  if (!isJsonObject(member) || !isJsonObject(part)) return memberKey(member) === memberKey(part);
  return Object.entries(part).every(([name, value]) => {
    const held = own(member, name) ?? null;
    return memberKey({ value: held }) === memberKey({ value });
  });
}

/**
 * The content of a member as text. Blank attributes are left out, and `22` equals `"22"`, since
 * Terraform converts them.
 */
export function memberKey(member: Json): string {
  return canonicalJson(plain(member));
}

function plain(value: Json): Json {
  if (isJsonArray(value)) return value.map(plain);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => !isBlank(inner))
        .map(([name, inner]) => [name, plain(inner)]),
    );
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function isBlank(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The members of a collection by identity, split into atoms if the type defines them. */
export function membersByIdentity(
  type: string,
  path: AttributePath,
  value: Json,
): ReadonlyMap<string, Json> {
  const block = path.at(-1);
  const items = isJsonArray(value) ? value : value === null ? [] : [value];
  const atoms =
    typeof block === 'string' ? items.flatMap((item) => atomsOf(type, block, item)) : items;
  return new Map(atoms.map((atom) => [memberId(type, path, atom), atom]));
}
