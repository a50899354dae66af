import type { ResourceRef } from '../../../model/effect.ts';
import { identifyingAttributes } from '../../../providers/traits/identity.ts';
import { type CloudLocation, parseArn, plainArn, scopeInText, scopesAgree } from './names.ts';
import type { CleanResource } from './resource.ts';
import { parseSpelling, type Spelling } from './spelling.ts';
import { type AttributeTables, attributeText } from './tables.ts';
import type { FindResult } from './types.ts';

type Key = Readonly<Record<string, string>>;
type Matches = readonly CleanResource[];

/** Ids that AWS generates; two different ones identify two different resources. */
const generatedId = /^[a-z]+(?:-[a-z]+)*-[0-9a-f]{8,17}$/;

/**
 * The single resource that a ref identifies. Its keys are tried in order, and the first one that
 * matches exactly one resource decides. If a key matches several (a name used in two regions), they
 * are narrowed down by the account and region in the ref's ARNs and by its other keys.
 */
export function findResource(tables: AttributeTables, ref: ResourceRef): FindResult {
  if (!tables.has(ref.type)) return { kind: 'none' };
  const matches = new Map<Key, Matches>();
  const matchesOf = (key: Key): Matches => {
    const found =
      matches.get(key) ??
      matchKey(tables, ref.type, key).filter((resource) => !contradicts(resource, ref));
    matches.set(key, found);
    return found;
  };
  const several: Matches[] = [];
  // Usually the first key decides; a table is only built for keys that are used.
  for (const key of ref.keys) {
    const own = matchesOf(key);
    const left = own.length < 2 ? own : narrow(own, ref, ref.keys.map(matchesOf));
    const [only] = left;
    if (only !== undefined && left.length === 1) return { kind: 'found', resource: only };
    if (left.length > 1) several.push(left);
  }
  const [fewest] = several.sort((a, b) => a.length - b.length);
  if (fewest === undefined) return { kind: 'none' };
  return { kind: 'ambiguous', addresses: fewest.map(({ address }) => address).sort() };
}

function narrow(found: Matches, ref: ResourceRef, all: readonly Matches[]): Matches {
  if (found.length < 2) return found;
  const scope = refScope(ref);
  let left = found.filter((resource) => scopesAgree(resource.scope, scope));
  for (const others of all) {
    if (left.length < 2) break;
    const members = new Set(others);
    const both = left.filter((resource) => members.has(resource));
    if (both.length > 0) left = both;
  }
  return left;
}

/** Resources that match every attribute of the key; an empty text matches a missing value. */
function matchKey(tables: AttributeTables, type: string, key: Key): Matches {
  const given = Object.entries(key).filter(([, value]) => value !== '');
  const [first, ...others] = given;
  if (first === undefined) return [];
  if (Object.keys(key).length === 1) return matchAlone(tables, type, ...first);
  const blank = Object.keys(key).filter((attribute) => key[attribute] === '');
  const rows = [first, ...others].map(([attribute, value]) =>
    matchAttribute(tables, type, attribute, parseSpelling(value)),
  );
  const [shortest = [], ...rest] = rows.sort((a, b) => a.length - b.length);
  return shortest.filter(
    (resource) =>
      rest.every((row) => tables.members(row).has(resource)) &&
      blank.every((attribute) => (attributeText(resource, attribute) ?? '') === ''),
  );
}

/**
 * An identifying value may be in another attribute than in the log, e.g. an id that is also the
 * name.
 */
function matchAlone(
  tables: AttributeTables,
  type: string,
  attribute: string,
  value: string,
): Matches {
  const spelling = parseSpelling(value);
  const direct = matchAttribute(tables, type, attribute, spelling);
  const identifying = identifyingAttributes(type);
  if (direct.length > 0 || !(attribute === 'name' || identifying.includes(attribute))) {
    return direct;
  }
  for (const other of identifying) {
    const found = other === attribute ? [] : matchAttribute(tables, type, other, spelling);
    if (found.length > 0) return found;
  }
  return [];
}

/** Matches the value itself, or else the name in an ARN or URL on either side. */
function matchAttribute(
  tables: AttributeTables,
  type: string,
  attribute: string,
  spelling: Spelling,
): Matches {
  const { value, arn, queue } = spelling;
  const direct = tables.withValue(type, attribute, value);
  if (direct.length > 0) return direct;
  if (arn === undefined) {
    const named = tables.withNameInside(type, attribute, queue ?? value);
    return queue === undefined ? named : within(named, spelling, attribute);
  }
  const plain = tables.withValue(type, attribute, arn.plain);
  if (plain.length > 0) return plain;
  for (const name of arn.names) {
    const named = tables.withValue(type, attribute, name);
    const found = within(named, spelling, attribute).filter(
      (resource) => !hasOtherArn(resource, attribute, arn.plain),
    );
    if (found.length > 0) return found;
  }
  return [];
}

function within(found: Matches, { scope }: Spelling, attribute: string): Matches {
  // An ARN in an attribute such as `policy_arn` contains the account and region of that object, not
  // of the resource itself.
  if (attribute.endsWith('_arn')) return found;
  return found.filter((resource) => scopesAgree(resource.scope, scope));
}

/** True if the resource has an own ARN, and it is not the given one. */
function hasOtherArn(resource: CleanResource, attribute: string, plain: string): boolean {
  if (!identifyingAttributes(resource.type).includes(attribute)) return false;
  const own = ['arn', 'id']
    .map((name) => attributeText(resource, name) ?? '')
    .find((text) => parseArn(text) !== undefined);
  return own !== undefined && plainArn(own) !== plain;
}

/** The account and region in the ref itself. */
function refScope(ref: ResourceRef): CloudLocation {
  const scopes = ownKeys(ref).map(([, value]) => scopeInText(value));
  const account = scopes.find((scope) => scope.account !== undefined)?.account;
  const region = scopes.find((scope) => scope.region !== undefined)?.region;
  return { ...(account !== undefined && { account }), ...(region !== undefined && { region }) };
}

/** True if one key identifies another resource than the one that a second key led to. */
function contradicts(resource: CleanResource, ref: ResourceRef): boolean {
  return ownKeys(ref).some(([attribute, value]) => {
    if (!scopesAgree(resource.scope, scopeInText(value))) return true;
    const actual = attributeText(resource, attribute);
    if (actual === undefined || actual === value) return false;
    return generatedId.test(value) && generatedId.test(actual);
  });
}

/** The attributes of the ref that identify the resource itself, not one that it belongs to. */
function ownKeys(ref: ResourceRef): readonly (readonly [string, string])[] {
  const own = new Set([...identifyingAttributes(ref.type), 'name']);
  return ref.keys.flatMap((key) => Object.entries(key).filter(([attribute]) => own.has(attribute)));
}
