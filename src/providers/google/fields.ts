import type { ResourceRef } from '../../model/effect.ts';
import type { Json } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import { type AttributePath, valueAtPath } from '../../model/path.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { toBool } from '../catalog/convert.ts';
import { effect, logged, omittedEffect, setEffect } from '../catalog/effects.ts';
import { isBlank } from '../catalog/replace.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import { fieldKind } from './field-kinds.ts';
import { blanks, convertKind, type Kind } from './kinds.ts';
import { ownLabels } from './labels.ts';
import { apiName, memberValueAt } from './members.ts';

/**
 * The source of an attribute. A kind alone means the member of the same name in the API's spelling
 * (`source_ranges` from `sourceRanges`), which applies to nearly all attributes.
 */
export type GoogleField =
  | Kind
  /**
   * The first of several members that has a value of the kind, since services log calls in
   * different ways.
   */
  | { readonly as: Kind; readonly from: string | readonly string[] }
  /**
   * A block that exists at most once. `whole`: the call replaces the block, so that the value of
   * anything it lacks is unknown. `while`: Terraform has the block only as long as this member of
   * it is true.
   */
  | {
      readonly one: GoogleFields;
      readonly from?: string;
      readonly whole?: true;
      readonly while?: string;
    }
  /** A block for each element of a list, which the API replaces as a whole. */
  | { readonly many: GoogleFields; readonly from?: string }
  /** The same for blocks that Terraform keeps as a set. */
  | { readonly members: GoogleFields; readonly from?: string };

/** Terraform's attribute or block -> the source of its value. */
export type GoogleFields = Readonly<Record<string, GoogleField>>;

/** What a call does to members that its body lacks. */
export interface GoogleLocation {
  /**
   * False for a member that the call does not change, even if the body has it. Names are the API's.
   */
  speaksOf(api: string): boolean;
  /** True for a member that the call names, so that it becomes empty if the body lacks it. */
  resets(api: string): boolean;
  /**
   * True for an attribute that the call replaces, so that its value is unknown if the body lacks
   * it.
   */
  loses(attribute: string): boolean;
}

export const everything: GoogleLocation = {
  speaksOf: () => true,
  resets: () => false,
  loses: () => false,
};

export interface FieldReading {
  readonly resource: ResourceRef;
  readonly managed: ManagedResource | undefined;
  /** The project of names that do not include one. */
  readonly project: string;
  readonly scope: GoogleLocation;
}

interface FieldPlace {
  readonly path: AttributePath;
  readonly api: string;
}

/** A `set` for each attribute that has a value in the body or that the call empties. */
export function fieldEffects(
  reading: FieldReading,
  fields: GoogleFields,
  body: Json,
  { path, api }: FieldPlace = { path: [], api: '' },
): readonly DraftEffect[] {
  return Object.entries(fields).flatMap(([attribute, field]) => {
    const from = sourceOf(reading, attribute, field, body);
    const place = { path: [...path, attribute], api: api === '' ? from : `${api}.${from}` };
    if (!reading.scope.speaksOf(place.api)) return [];
    const raw = memberValueAt(body, from);
    return raw === undefined ? absent(reading, field, place) : read(reading, field, raw, place);
  });
}

function sourceOf(
  reading: FieldReading,
  attribute: string,
  field: GoogleField,
  body: Json,
): string {
  const from = (typeof field === 'object' ? field.from : undefined) ?? apiName(attribute);
  if (typeof from === 'string') return from;
  const fits = (one: string): boolean => {
    const raw = memberValueAt(body, one);
    const kind = typeof field === 'object' && 'as' in field ? field.as : undefined;
    return raw !== undefined && kind !== undefined && isOfKind(kind, raw, reading.project);
  };
  return from.find(fits) ?? from[0] ?? apiName(attribute);
}

function isOfKind(kind: Kind, raw: Json, project: string): boolean {
  return readLogValue(raw).kind !== 'known' || convertKind(kind, raw, project) !== undefined;
}

/**
 * What the body lacks is empty only if the call resets it, since logs leave out members
 * arbitrarily.
 */
function absent(
  { resource, scope, managed }: FieldReading,
  field: GoogleField,
  { path, api }: FieldPlace,
): readonly DraftEffect[] {
  const before = valueAtPath(managed?.attributes, path);
  if (!scope.resets(api)) {
    if (!scope.loses(dotted(path)) || before === undefined) return [];
    return isBlank(before) ? [setEffect(resource, path, before)] : [omittedEffect(resource, path)];
  }
  const blank = typeof field === 'object' && !('as' in field) ? [] : blanks[fieldKind(field)];
  return [setEffect(resource, path, before !== undefined && isBlank(before) ? before : blank)];
}

function read(
  reading: FieldReading,
  field: GoogleField,
  raw: Json,
  place: FieldPlace,
): readonly DraftEffect[] {
  if (typeof field === 'object' && 'one' in field) {
    const isOn = field.while === undefined ? true : toBool(memberValueAt(raw, field.while) ?? null);
    if (isOn === false) return [setEffect(reading.resource, place.path, [])];
    const scope = field.whole === true ? { ...reading.scope, loses: () => true } : reading.scope;
    const inner = { path: [...place.path, 0], api: place.api };
    const found = fieldEffects({ ...reading, scope }, field.one, raw, inner);
    if (field.while === undefined || found.length > 0 || isOn === undefined) return found;
    const isThere = !isBlank(valueAtPath(reading.managed?.attributes, place.path) ?? []);
    const value = { kind: 'omitted' } as const;
    return isThere ? [] : [effect(reading.resource, { kind: 'set', path: place.path, value })];
  }
  if (typeof field === 'object' && 'many' in field) {
    return blocks(reading, field.many, raw, place, true);
  }
  if (typeof field === 'object' && 'members' in field) {
    return blocks(reading, field.members, raw, place, false);
  }
  const kind = fieldKind(field);
  if (isNothing(raw, kind)) return [];
  const as = (value: Json): Json | undefined => {
    const converted = convertKind(kind, value, reading.project);
    if (kind !== 'labels' || !isJsonObject(converted)) return converted;
    return ownLabels(converted, reading.managed);
  };
  const value = logged(raw, as, place.path);
  return [effect(reading.resource, { kind: 'set', path: place.path, value })];
}

/** `{}` stands for a message without a value, and is ignored for a scalar. */
function isNothing(raw: Json, kind: Kind): boolean {
  if (kind === 'map' || kind === 'labels' || kind === 'json') return false;
  return isJsonObject(raw) && Object.keys(raw).length === 0;
}

/**
 * If the managed resource has as many blocks, each attribute is set in its place, so that what the
 * log does not mention stays. Otherwise the list is set as a whole, or hidden if a part of it is
 * hidden.
 */
function blocks(
  reading: FieldReading,
  fields: GoogleFields,
  raw: Json,
  { path, api }: FieldPlace,
  ordered: boolean,
): readonly DraftEffect[] {
  const elements = isJsonArray(raw) ? raw : [raw];
  const current = valueAtPath(reading.managed?.attributes, path);
  const inner = { ...reading, scope: everything };
  const sets = elements.map((element, index) =>
    fieldEffects(inner, fields, element, { path: [...path, index], api }),
  );
  const isSame = isJsonArray(current) && current.length === elements.length;
  if (ordered && isSame && elements.length > 0) return sets.flat();
  const hidden = sets
    .flat()
    .find(({ change }) => change.kind === 'set' && change.value.kind !== 'known');
  if (hidden?.change.kind === 'set') {
    const { value } = hidden.change;
    return [effect(reading.resource, { kind: 'set', path, value })];
  }
  const list = elements.map((element) =>
    attributesFrom(fieldEffects(inner, fields, element, { path: [], api })),
  );
  return [setEffect(reading.resource, path, list)];
}

function dotted(path: AttributePath): string {
  return path.filter((step) => typeof step === 'string').join('.');
}
