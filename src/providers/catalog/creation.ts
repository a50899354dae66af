import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson, own } from '../../model/json.ts';
import { nameInArn, splitArn } from './arn.ts';
import { attributesFrom } from './attributes.ts';
import { createEffect } from './effects.ts';
import { catalogName, type Finding, type NamedEntry } from './identity.ts';
import { scalar } from './request.ts';
import {
  type CatalogAttributes,
  type CatalogSource,
  setMembers,
  valueAtSource,
} from './sources.ts';
import { tagMap } from './tags.ts';
import type { DraftEffect, Estate } from './types.ts';

/**
 * The resource that a new one belongs to; a function for types that have a parent only sometimes.
 */
export type CatalogParent = NamedEntry | Finding;

export interface CreateSpec extends NamedEntry {
  /** Dotted state path (`vpc_config.0.subnet_ids`) -> the source of its value. */
  readonly attributes: CatalogAttributes;
  readonly tags?: CatalogSource;
  /** Attribute values that follow from the operation itself. */
  readonly constants?: Readonly<Record<string, Json>>;
  /** Values that nobody would write, since leaving the attribute out means the same. */
  readonly defaults?: Readonly<Record<string, Json>>;
  readonly importId?: CatalogSource;
  /** The provider's id of a resource that `importId` names otherwise. */
  readonly newId?: CatalogSource;
  readonly parent?: CatalogParent;
}

/** The `create` of `resource` as `spec` describes it, and a `set` for each masked member. */
export function creationEntry(
  event: AuditEvent,
  estate: Estate,
  spec: Omit<CreateSpec, keyof NamedEntry>,
  resource: ResourceRef,
): readonly DraftEffect[] {
  const sets = setMembers(event, resource, spec.attributes);
  const tags = spec.tags === undefined ? null : tagMap(valueAtSource(event, spec.tags));
  const found = {
    ...spec.constants,
    ...withoutDefaults(attributesFrom(sets), spec.defaults ?? {}),
    ...(tags === null ? {} : { tags }),
  };
  const attributes = spelledAs(found, estate.find(resource)?.attributes);
  const textOf = (source: CatalogSource | undefined): string | undefined => {
    const value = source && scalar(valueAtSource(event, source));
    return value === undefined ? undefined : String(value);
  };
  return [
    createEffect(resource, attributes, {
      importId: textOf(spec.importId),
      id: textOf(spec.newId),
      parent: spec.parent && parentOf(event, estate, spec.parent),
    }),
    ...sets.filter(({ change }) => change.kind === 'set' && change.value.kind !== 'known'),
  ];
}

/** A resource that is created again keeps the form of its references, by name or by ARN. */
function spelledAs(attributes: JsonObject, before: JsonObject | undefined): JsonObject {
  if (before === undefined) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const old = own(before, name);
      const isText = typeof value === 'string' && typeof old === 'string';
      return [name, isText && isNameOfOther(value, old) ? old : value];
    }),
  );
}

function isNameOfOther(a: string, b: string): boolean {
  const isMixed = (splitArn(a) === undefined) !== (splitArn(b) === undefined);
  return isMixed && nameInArn(a) === nameInArn(b);
}

function parentOf(
  event: AuditEvent,
  estate: Estate,
  parent: CatalogParent,
): ResourceRef | undefined {
  return typeof parent === 'function' ? parent(event, estate) : catalogName(event, estate, parent);
}

/** Attributes of which some may have no value. */
export type PossibleAttributes = Readonly<Record<string, Json | undefined>>;

/** The attributes that differ from their default. Null and empty values count as left out. */
export function withoutDefaults(
  attributes: PossibleAttributes,
  defaults: JsonObject = {},
): JsonObject {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, Json][] => {
    if (value === undefined || value === null || value === '') return [];
    if (typeof value === 'object' && Object.keys(value).length === 0) return [];
    const defaultValue = own(defaults, name);
    const isDefault =
      defaultValue !== undefined && canonicalJson(defaultValue) === canonicalJson(value);
    return isDefault ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
