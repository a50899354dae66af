import type { WireConversion, WireMembers } from '../../src/providers/derived/format.ts';
import type { AttributeType, BlockSchema, NestedBlock } from '../../src/providers/schema/types.ts';
import type { Member, MemberKind, Structure } from './models.ts';
import { nounOf, plain, sharesWord, singular, tailsOf } from './names.ts';

/**
 * Arguments that control the behavior of the provider. A member of the API with the same name means
 * something else.
 */
const knobs =
  /^(?:allow_overwrite|apply_immediately|bypass_|confirm_|delete_associated|deletion_window_in_days|fail_on|final_snapshot|force(?:_|$)|id$|overwrite|preserve|presigned_url$|publish$|region$|retain_|skip_|timeouts$|triggers$|wait_)/;

/** Members without a lasting effect. */
const idle =
  /^(?:client(?:request)?token|clientrequestid|idempotency(?:token|key)|requesttoken|dryrun|creatorrequestid|callerreference|etag|ifmatch|(?:aws)?accountid|catalogid|expectedbucketowner|domainowner|locktoken|updatetoken|revisionid|versiontoken|currentversion|registryid|expectedrevision|token)$/;

/** Structures that wrap the members of the resource itself. */
const wrapper =
  /(?:config|configuration|data|definition|details|input|options|properties|settings|spec|specification|update|updates|attributes|request)$/;

const deepest = 3;

/** The target of the members of one structure. */
export interface TerraformEditSite {
  readonly type: string;
  readonly operation: string;
  /** Members that identify the resource, which a call does not change. */
  readonly identity: ReadonlySet<string>;
  /** True where the call concerns the entire resource, not a part of it. */
  readonly whole: boolean;
}

/** The effect of the members of a call's input on the attributes of a type, according to rules. */
export function matchMembers(
  input: Structure,
  block: BlockSchema,
  site: TerraformEditSite,
): WireMembers {
  const places = placesOf(block);
  const direct = new Map(input.members.map((member) => [member, placeOf(member, places, site)]));
  const taken = new Set([...direct.values()].flatMap((place) => place?.name ?? []));
  const wrapped = wrappersOf(input, places, taken, site);
  const result: Record<string, string | WireMembers> = {};
  const claims = countClaims([...direct.values()]);
  for (const [member, place] of direct) {
    const inner = wrapped.get(member);
    if (site.identity.has(member.name) || isIdle(member)) result[member.wire] = '-';
    else if (place !== undefined) {
      const twice = (claims.get(place.name) ?? 0) > 1 && !place.exact;
      const unclear = twice || !isAbout(place.name, site);
      result[member.wire] = unclear ? `${place.name}:?` : codeOf(member, place, 1);
    } else if (inner !== undefined) result[member.wire] = inner;
  }
  return result;
}

function isAbout(attribute: string, { operation, whole }: TerraformEditSite): boolean {
  return whole || sharesWord(attribute, nounOf(operation));
}

function isIdle({ name, token }: Member): boolean {
  return token || idle.test(plain(name));
}

interface Place {
  readonly name: string;
  readonly exact: boolean;
  readonly attribute?: AttributeType;
  readonly nested?: NestedBlock;
}

/** Attributes and blocks that code may set, by the comparable form of their names. */
function placesOf(block: BlockSchema): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  for (const [name, schema] of block.attributes) {
    const settable = schema.required || schema.optional;
    if (!settable || schema.writeOnly || schema.deprecated || knobs.test(name)) continue;
    if (name === 'tags' || name === 'tags_all') continue;
    found.set(plain(name), { name, exact: true, attribute: schema.type });
  }
  for (const [name, nested] of block.blocks) {
    if (!knobs.test(name)) found.set(plain(name), { name, exact: true, nested });
  }
  return found;
}

function placeOf(
  { name }: Pick<Member, 'name'>,
  places: ReadonlyMap<string, Place>,
  { type, operation }: TerraformEditSite,
): Place | undefined {
  const own = plain(name);
  const exact = places.get(own);
  if (exact !== undefined) return exact;
  for (const noun of [nounOf(operation), ...tailsOf(type)]) {
    if (noun.length < 3) continue;
    const shorter = own.startsWith(noun) ? places.get(own.slice(noun.length)) : undefined;
    const found = shorter ?? places.get(`${noun}${own}`);
    if (found !== undefined) return { ...found, exact: false };
  }
  const one = singular(own);
  const plural = [...places].filter(([key]) => singular(key) === one);
  const [only] = plural.length === 1 ? plural : [];
  return only === undefined ? undefined : { ...only[1], exact: false };
}

function countClaims(places: readonly (Place | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) {
    if (place !== undefined) counts.set(place.name, (counts.get(place.name) ?? 0) + 1);
  }
  return counts;
}

/** Structures that only wrap members of the resource. */
function wrappersOf(
  input: Structure,
  places: ReadonlyMap<string, Place>,
  taken: ReadonlySet<string>,
  site: TerraformEditSite,
): ReadonlyMap<Member, WireMembers> {
  const noun = nounOf(site.operation);
  const outer = input.members.filter(
    (member) =>
      member.kind === 'structure' &&
      placeOf(member, places, site) === undefined &&
      (wrapper.test(plain(member.name)) || plain(member.name) === noun),
  );
  const own = outer.filter(({ name }) => isNamedFor(name, site.type));
  const found = new Map<Member, WireMembers>();
  const claimed = new Map<string, number>();
  const inner = (own.length > 0 ? own : outer).map((member) => {
    const matches = member.inner().members.flatMap((one) => {
      const place = placeOf(one, places, site);
      return place === undefined || taken.has(place.name) ? [] : [[one, place] as const];
    });
    for (const [, { name }] of matches) claimed.set(name, (claimed.get(name) ?? 0) + 1);
    return [member, matches] as const;
  });
  for (const [member, matches] of inner) {
    const members: Record<string, string | WireMembers> = { '': '' };
    for (const [one, place] of matches) {
      if (site.identity.has(`${member.name}.${one.name}`)) continue;
      members[one.wire] =
        (claimed.get(place.name) ?? 0) > 1 || !isAbout(place.name, site)
          ? `${place.name}:?`
          : codeOf(one, place, 1);
    }
    for (const one of member.inner().members) {
      const isIdentity = site.identity.has(`${member.name}.${one.name}`);
      if (members[one.wire] === undefined && (isIdle(one) || isIdentity)) members[one.wire] = '-';
    }
    if (matches.length > 0) found.set(member, members);
  }
  return found;
}

/**
 * Of members such as `OntapConfiguration`, the one that is named after `aws_fsx_ontap_file_system`.
 */
function isNamedFor(member: string, type: string): boolean {
  const word = plain(member).replace(wrapper, '');
  return word.length > 3 && type.replaceAll('_', '').includes(word);
}

/** The code of a matched member: its conversion, the members of its block, or unknown. */
function codeOf(member: Member, place: Place, depth: number): string | WireMembers {
  const { name, attribute, nested } = place;
  if (attribute !== undefined) {
    if (attribute.kind === 'object' && member.kind === 'structure' && depth < deepest) {
      return objectMembers(member, name, attribute.attributes, depth) ?? `${name}:?`;
    }
    return `${name}:${conversionOf(member.kind, attribute) ?? '?'}`;
  }
  if (nested === undefined || member.kind !== 'structure' || depth >= deepest) return `${name}:?`;
  const isOne = nested.nesting === 'single' || (nested.nesting === 'list' && nested.max === 1);
  if (!isOne) return `${name}:?`;
  const path = nested.nesting === 'single' ? `${name}.` : `${name}.0.`;
  return blockMembers(member, path, placesOf(nested.block), depth) ?? `${name}:?`;
}

/** Members of a block, matched by exact name only; undefined where none matches. */
function blockMembers(
  member: Member,
  path: string,
  places: ReadonlyMap<string, Place>,
  depth: number,
): WireMembers | undefined {
  const members: Record<string, string | WireMembers> = { '': path };
  let matches = 0;
  for (const one of member.inner().members) {
    const place = places.get(plain(one.name));
    if (place === undefined) continue;
    members[one.wire] = codeOf(one, place, depth + 1);
    matches += 1;
  }
  return matches === 0 ? undefined : members;
}

function objectMembers(
  member: Member,
  name: string,
  attributes: ReadonlyMap<string, AttributeType>,
  depth: number,
): WireMembers | undefined {
  const places = new Map(
    [...attributes].map(([inner, attribute]): [string, Place] => [
      plain(inner),
      { name: inner, exact: true, attribute },
    ]),
  );
  return blockMembers(member, `${name}.`, places, depth);
}

function conversionOf(kind: MemberKind, type: AttributeType): WireConversion | undefined {
  switch (type.kind) {
    case 'string':
      return kind === 'text' ? 't' : undefined;
    case 'number':
      return kind === 'number' ? 'n' : undefined;
    case 'bool':
      return kind === 'bool' ? 'b' : undefined;
    case 'list':
    case 'set':
      if (type.element.kind !== 'string' || kind !== 'texts') return undefined;
      return type.kind === 'list' ? 'l' : 's';
    case 'map':
      return type.element.kind === 'string' && kind === 'text-map' ? 'm' : undefined;
    default:
      return undefined;
  }
}
