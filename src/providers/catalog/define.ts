import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { nameInArn, splitArn } from './arn.ts';
import { attributesFrom } from './attributes.ts';
import type { Converter } from './convert.ts';
import {
  toBool,
  toInverse,
  toJsonText,
  toNumber,
  toText,
  toTextMap,
  toTextSet,
  toTexts,
} from './convert.ts';
import { createEffect, deleteEffect, effect, logged, refTo } from './effects.ts';
import { RequestError, requestAt, scalar } from './request.ts';
import { hiddenTags, tagEffects, tagMap, untagEffects } from './tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from './types.ts';

/**
 * Where a value comes from: a dotted path in the request, one in the response, or a function for
 * what needs thought.
 */
export type CatalogSource =
  | string
  | { readonly response: string }
  | ((event: AuditEvent) => Json | undefined);

/** A value and how it becomes Terraform's. A bare string in `attributes` stands for `text`. */
export interface CatalogMember {
  readonly from: CatalogSource;
  readonly as: Converter;
}

export type CatalogAttributes = Readonly<Record<string, string | CatalogMember>>;
export type Keys = readonly Readonly<Record<string, CatalogSource>>[];

export function response(path: string): { readonly response: string } {
  return { response: path };
}

export const textField = (from: CatalogSource): CatalogMember => ({ from, as: toText });
export const number = (from: CatalogSource): CatalogMember => ({ from, as: toNumber });
export const bool = (from: CatalogSource): CatalogMember => ({ from, as: toBool });
export const inverse = (from: CatalogSource): CatalogMember => ({ from, as: toInverse });
export const jsonField = (from: CatalogSource): CatalogMember => ({ from, as: toJsonText });
export const list = (from: CatalogSource): CatalogMember => ({ from, as: toTexts });
export const set = (from: CatalogSource): CatalogMember => ({ from, as: toTextSet });
export const map = (from: CatalogSource): CatalogMember => ({ from, as: toTextMap });
export const via = (from: CatalogSource, as: Converter): CatalogMember => ({ from, as });
/** A value that its source has brought into Terraform's shape already: blocks, mostly. */
export const built = (from: CatalogSource): CatalogMember => ({ from, as: (value) => value });

/** Finds the resource of an event where keys alone would not do. */
export type Naming = (event: AuditEvent, estate: Estate) => ResourceRef;

/** The type of a resource, and how to find it. */
export interface NamedEntry {
  readonly type: string;
  /** Alternatives, each of one or more attributes. Those the event does not carry are left out. */
  readonly keys: Keys | Naming;
  /** Types with the same ids, such as `aws_default_vpc`: the one that is managed is meant. */
  readonly aliases?: readonly string[];
}

interface OneType extends NamedEntry {
  readonly service: string;
  readonly operations: readonly string[];
}

export interface UpdateSpec extends OneType {
  /** State path, dotted (`vpc_config.0.subnet_ids`) -> where its value is. */
  readonly attributes: CatalogAttributes;
}

/** What a resource belongs to; some have a parent only sometimes. */
export type CatalogParent =
  | NamedEntry
  | ((event: AuditEvent, estate: Estate) => ResourceRef | undefined);

export interface CreateSpec extends UpdateSpec {
  readonly tags?: CatalogSource;
  /** Attributes that follow from the operation itself. */
  readonly constants?: Readonly<Record<string, Json>>;
  /** Values that nobody would write, since an absent attribute means the same. */
  readonly defaults?: Readonly<Record<string, Json>>;
  readonly importId?: CatalogSource;
  readonly parent?: CatalogParent;
}

/**
 * A call that changes attributes; only members that the request has are set.
 *
 * @example
 * updates({
 *   service: 'lambda.amazonaws.com',
 *   operations: ['UpdateFunctionConfiguration'],
 *   type: 'aws_lambda_function',
 *   keys: [{ function_name: 'functionName' }, { arn: response('functionArn') }],
 *   attributes: { timeout: number('timeout'), 'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds') },
 * })
 */
export function updates(spec: UpdateSpec): CatalogEntry {
  return entry(spec, (event, estate) => {
    const resource = catalogName(event, estate, spec);
    if (event.omitted.includes('request')) return [unknownChange(resource)];
    const sets = setMembers(event, resource, spec.attributes);
    return sets.length === 0 && saysMore(event, spec) ? [unknownChange(resource)] : sets;
  });
}

/** Whether the request has a member that neither names the resource nor is an attribute. */
function saysMore({ request }: AuditEvent, { keys, attributes }: UpdateSpec): boolean {
  if (typeof keys === 'function') return Object.keys(request).length > 1;
  const sources = [
    ...keys.flatMap((key) => Object.values(key)),
    ...Object.values(attributes).map((one) => (typeof one === 'string' ? one : one.from)),
  ];
  const known = new Set(
    sources.flatMap((one) => (typeof one === 'string' ? (one.split('.')[0] ?? []) : [])),
  );
  const lower = new Set([...known].map((name) => name.toLowerCase()));
  return Object.keys(request).some((name) => !lower.has(name.toLowerCase()));
}

/** A call that makes a resource. Masked members follow as a `set` of their own. */
export function creates(spec: CreateSpec): CatalogEntry {
  return entry(spec, (event, estate) =>
    creationEntry(event, estate, spec, catalogName(event, estate, spec)),
  );
}

/** The `create` of `resource` that `spec` describes, and a `set` for each masked member. */
export function creationEntry(
  event: AuditEvent,
  estate: Estate,
  spec: CreateSpec,
  resource: ResourceRef,
): readonly DraftEffect[] {
  const sets = setMembers(event, resource, spec.attributes);
  const tags = spec.tags === undefined ? null : tagMap(resolve(event, spec.tags));
  const found = {
    ...spec.constants,
    ...withoutDefaults(attributesFrom(sets), spec.defaults ?? {}),
    ...(tags === null ? {} : { tags }),
  };
  const attributes = spelledAs(found, estate.find(resource)?.attributes);
  const importId = spec.importId && scalar(resolve(event, spec.importId));
  return [
    createEffect(resource, attributes, {
      importId: importId === undefined ? undefined : String(importId),
      parent: spec.parent && parentOf(event, estate, spec.parent),
    }),
    ...sets.filter(({ change }) => change.kind === 'set' && change.value.kind !== 'known'),
  ];
}

/** A thing that is made again keeps the spelling of its references: by name, or by ARN. */
function spelledAs(attributes: JsonObject, before: JsonObject | undefined): JsonObject {
  if (before === undefined) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const old = Object.hasOwn(before, name) ? before[name] : undefined;
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

/** A `set` that says: something changed, and the log does not tell what. */
export function unknownChange(resource: ResourceRef): DraftEffect {
  return effect(resource, { kind: 'set', path: [], value: { kind: 'omitted' } });
}

/** The attributes that differ from what an absent one means; unset and empty ones mean nothing. */
export function withoutDefaults(
  attributes: JsonObject,
  defaults: Readonly<Record<string, Json>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      if (value === null || value === '') return false;
      if (typeof value === 'object' && Object.keys(value).length === 0) return false;
      const defaultValue = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
      return defaultValue === undefined || canonicalJson(defaultValue) !== canonicalJson(value);
    }),
  );
}

/** A call that deletes a resource. */
export function deletes(spec: OneType): CatalogEntry {
  return entry(spec, (event, estate) => [deleteEffect(catalogName(event, estate, spec))]);
}

/** Calls that are known to leave everything that Terraform sees as it was. */
export function ignores(service: string, operations: readonly string[]): CatalogEntry {
  return { service, operations, types: [], effects: () => [] };
}

export interface TaggingSpec {
  readonly service: string;
  readonly tag: readonly string[];
  readonly untag: readonly string[];
  readonly types: readonly string[];
  readonly tags: CatalogSource;
  readonly tagKeys: CatalogSource;
  /** The tagged resource; undefined when it is of a type that is not catalogued. */
  resource(event: AuditEvent, estate: Estate): ResourceRef | undefined;
}

/** The pair of calls that tag and untag the resources of a service. */
export function tagging(spec: TaggingSpec): readonly CatalogEntry[] {
  const { service, types } = spec;
  const forResource =
    (from: CatalogSource, effects: typeof tagEffects) =>
    (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
      const resource = spec.resource(event, estate);
      if (resource === undefined) return [];
      const raw = resolve(event, from);
      return raw === undefined ? [hiddenTags(resource)] : effects(resource, raw);
    };
  return [
    { service, types, operations: spec.tag, effects: forResource(spec.tags, tagEffects) },
    { service, types, operations: spec.untag, effects: forResource(spec.tagKeys, untagEffects) },
  ];
}

/** The value at a source of the event; undefined when absent. */
function resolve(event: AuditEvent, source: CatalogSource): Json | undefined {
  if (typeof source === 'string') return requestAt(event.request, source);
  if (typeof source === 'function') return source(event);
  return requestAt(event.response, source.response);
}

/** The resource that `keys` name in this event. */
export function catalogName(
  event: AuditEvent,
  estate: Estate,
  { type, keys, aliases = [] }: NamedEntry,
): ResourceRef {
  if (typeof keys === 'function') return keys(event, estate);
  const ref = resolveRef(event, type, keys);
  if (aliases.length === 0 || estate.find(ref) !== undefined) return ref;
  const alias = aliases.find((one) => estate.find({ ...ref, type: one }) !== undefined);
  return alias === undefined ? ref : { ...ref, type: alias };
}

/** The ref that `keys` give for this event. */
export function resolveRef(event: AuditEvent, type: string, keys: Keys): ResourceRef {
  const found = keys.map((key) =>
    Object.fromEntries(
      Object.entries(key).map(([attribute, source]) => {
        const value = scalar(resolve(event, source));
        return [attribute, value === undefined ? undefined : String(value)];
      }),
    ),
  );
  return refTo(type, ...found);
}

/** A `set` for each attribute whose member the event has, below `base`. */
export function setMembers(
  event: AuditEvent,
  resource: ResourceRef,
  attributes: CatalogAttributes,
  base: AttributePath = [],
): readonly DraftEffect[] {
  return Object.entries(attributes).flatMap(([dotted, spec]) => {
    const { from, as } = typeof spec === 'string' ? textField(spec) : spec;
    const raw = resolve(event, from);
    if (raw === undefined || (raw !== null && isBlankFor(raw, as))) return [];
    const path = [...base, ...catalogPath(dotted)];
    return [effect(resource, { kind: 'set', path, value: logged(raw, as, path) })];
  });
}

/** `{}` stands for an empty list, but says nothing about a scalar. */
function isBlankFor(raw: Json, as: Converter): boolean {
  return typeof raw === 'object' && Object.keys(raw ?? {}).length === 0 && as(raw) === undefined;
}

/** `vpc_config.0.subnet_ids` as a path; digits are list indexes. */
export function catalogPath(dotted: string): AttributePath {
  return dotted.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function entry(
  spec: OneType &
    Partial<Pick<CreateSpec, 'attributes' | 'defaults' | 'tags'>> & {
      readonly resets?: JsonObject;
    },
  effects: CatalogEntry['effects'],
): CatalogEntry {
  const { service, operations, type, aliases = [], attributes = {}, defaults } = spec;
  const paths = [...Object.keys(attributes), ...(spec.tags === undefined ? [] : ['tags'])];
  const resets = Object.keys(spec.resets ?? {});
  const made = { service, operations, types: [type, ...aliases], paths, resets, effects };
  return defaults === undefined ? made : { ...made, defaults };
}

/** Fails the event unless the value is there. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RequestError(`${what} is missing.`);
  return value;
}
