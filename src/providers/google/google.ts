import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { createEffect, deleteEffect, effect, refTo, unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import {
  everything,
  fieldEffects,
  type GoogleFields,
  type GoogleScope,
  kindsOf,
  saidOnly,
} from './fields.ts';
import { absoluteName, type Kind } from './kinds.ts';
import { memberValueAt, plainName, textIn } from './members.ts';
import { fill, type GivenNames, type GoogleNames, namesIn } from './names.ts';
import { toldChange } from './told.ts';

/** What a resource belongs to. The first that is managed counts. */
export type GoogleParent =
  /** Named by a member of the body: the network of a firewall. */
  | { readonly type: string; readonly link: string }
  /** Named by the resource's own path: the cluster of a node pool. */
  | { readonly type: string; readonly path: string }
  /** The same where an id says too little: attribute -> value with variables. */
  | { readonly type: string; readonly key: Readonly<Record<string, string>> };

/** A call that changes only what it is for, such as `setLabels`. */
export interface Setter {
  readonly operations: readonly string[];
  readonly fields: GoogleFields;
  /** Where in the request the members are; the request itself by default. */
  readonly body?: string;
  /** The call gives all of them: what the log leaves out is not as it was. */
  readonly all?: true;
}

/** A resource type: how its calls are named, how it is named, and where its attributes come from. */
export interface GoogleType {
  readonly type: string;
  readonly service: string;
  /** The resource's name; its variables are attributes: `projects/{project}/topics/{name}`. */
  readonly path: string;
  readonly given?: GivenNames;
  /** Attributes that the path's variables make, where they are no attributes themselves. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The `id` in the state, where it is not the path; null for one that several projects may have. */
  readonly id?: string | null;
  /** What `terraform import` takes, where it is not the path. */
  readonly importId?: string;
  /** Further attributes that name it -> request or response member. */
  readonly known?: Readonly<Record<string, string>>;
  readonly create?: readonly string[];
  /** Only what the body has, or the mask names, changes. */
  readonly patch?: readonly string[];
  /** The body replaces the resource: attributes in `replaces` are not as they were when it lacks them. */
  readonly put?: readonly string[];
  readonly replaces?: readonly string[];
  readonly delete?: readonly string[];
  /** Member of the request that holds the resource; the request itself where it has none such. */
  readonly body?: string;
  readonly fields: GoogleFields;
  readonly setters?: readonly Setter[];
  /** What is left of the `set`s of a body that says one thing in several members. */
  readonly settled?: (
    sets: readonly DraftEffect[],
    managed: ManagedResource | undefined,
  ) => readonly DraftEffect[];
  /** Members of the details that show the resource as it is afterwards, where the log has no request. */
  readonly told?: readonly string[];
  /** Attributes that a creation gives a value, which no log has. */
  readonly hides?: readonly string[];
  /** Calls that change something of it that is not translated. */
  readonly touch?: readonly string[];
  /** Attributes that only the labels of the log entry give, in capitals: attribute -> label. */
  readonly labeled?: Readonly<Record<string, string>>;
  /** Calls that give an attribute a value, which no log has. */
  readonly rotate?: { readonly operations: readonly string[]; readonly attribute: string };
  /** Dotted path -> a value that nobody would write. */
  readonly defaults?: JsonObject;
  readonly parents?: readonly GoogleParent[];
}

/** An entry with what it is made of, and the kinds of the attributes that it can set, for the lint. */
export interface GoogleEntry extends CatalogEntry {
  readonly path: string;
  readonly fields: GoogleFields;
  readonly kinds: Readonly<Record<string, Kind>>;
}

/** The catalog entries of a type. */
export function google(spec: GoogleType): readonly GoogleEntry[] {
  const { service, type } = spec;
  const entry = (
    operations: readonly string[] | undefined,
    fields: GoogleFields,
    effects: CatalogEntry['effects'],
  ): readonly GoogleEntry[] => {
    if (operations === undefined) return [];
    const defaults = topLevel(spec.defaults ?? {});
    const kinds = kindsOf(fields);
    const data = { path: spec.path, fields, kinds, paths: Object.keys(kinds), defaults };
    return [{ service, operations, types: [type], ...data, effects }];
  };
  return [
    ...entry(spec.create, spec.fields, (event, estate) => created(spec, event, estate)),
    ...entry(spec.patch, spec.fields, (event, estate) =>
      changed(spec, spec, event, estate, maskScope(event)),
    ),
    ...entry(spec.put, spec.fields, (event, estate) =>
      changed(spec, spec, event, estate, putScope(spec.replaces ?? [])),
    ),
    ...entry(spec.delete, {}, (event) => [deleteEffect(googleRefOf(spec, event))]),
    ...entry(spec.touch, {}, (event) => [unknownChange(googleRefOf(spec, event))]),
    ...entry(spec.rotate?.operations, {}, (event) => [
      hiddenSet(googleRefOf(spec, event), spec.rotate?.attribute ?? ''),
    ]),
    ...(spec.setters ?? []).flatMap((setter) =>
      entry(setter.operations, setter.fields, (event, estate) =>
        changed(spec, setter, event, estate, setter.all === true ? replaced : everything),
      ),
    ),
  ];
}

function topLevel(defaults: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(defaults).filter(([path]) => !path.includes('.')));
}

function hiddenSet(resource: ResourceRef, name: string): DraftEffect {
  return effect(resource, { kind: 'set', path: [name], value: { kind: 'omitted' } });
}

/** The resource that an event is about. */
export function googleRefOf(spec: GoogleType, event: AuditEvent): ResourceRef {
  return refNamed(spec, namesIn(event, spec.path, spec.given), event);
}

function refNamed(spec: GoogleType, names: GoogleNames, event: AuditEvent): ResourceRef {
  const known = Object.entries(spec.known ?? {}).map(([attribute, member]) => ({
    [attribute]: textIn(event.request, member) ?? textIn(event.response, member),
  }));
  const id = spec.id === null ? undefined : fill(spec.id ?? spec.path, names);
  return refTo(spec.type, { id }, ownNames(spec, names), ...known);
}

/** The attributes that name the resource. */
function ownNames({ attributes }: GoogleType, names: GoogleNames): GoogleNames {
  if (attributes === undefined) return names;
  const entries = Object.entries(attributes).map(([name, text]) => [name, fill(text, names)]);
  return Object.fromEntries(entries);
}

function changed(
  spec: GoogleType,
  { fields, body }: Pick<GoogleType, 'fields' | 'body'>,
  event: AuditEvent,
  estate: Estate,
  scope: GoogleScope,
): readonly DraftEffect[] {
  const resource = googleRefOf(spec, event);
  const managed = estate.find(resource);
  if (event.omitted.includes('request')) {
    return toldChange(spec, event, { resource, managed, project: event.scope, scope: everything });
  }
  const found = bodyOf(event, body);
  const reading = { resource, managed, project: event.scope, scope };
  const sets = fieldEffects(reading, fields, found);
  // What else it changed is not in the log in a form that anybody could read.
  if (sets.length === 0) return saysMore(found) ? [unknownChange(resource)] : [];
  return settledOf(spec, sets, managed);
}

function settledOf(
  { settled }: GoogleType,
  sets: readonly DraftEffect[],
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  return settled === undefined ? sets : settled(sets, managed);
}

function bodyOf({ request }: AuditEvent, body: string | undefined): JsonObject {
  const found = memberValueAt(request, body ?? '');
  return isJsonObject(found) ? found : request;
}

/** Members that say which resource is meant, or which version of it, and no more. */
const formal: ReadonlySet<string> = new Set(
  '@type,attypesign,etag,fingerprint,id,kind,labelfingerprint,name,project,projection,region,requestid,selflink,zone'.split(
    ',',
  ),
);

function saysMore(body: JsonObject): boolean {
  return Object.keys(body).some((member) => !formal.has(plainName(member)));
}

function created(spec: GoogleType, event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const names = namesIn(event, spec.path, spec.given);
  const resource = refNamed(spec, names, event);
  const managed = estate.find(resource);
  const body = bodyOf(event, spec.body);
  const reading = { resource, managed, project: event.scope, scope: everything };
  const sets = settledOf(spec, fieldEffects(reading, spec.fields, body), managed);
  const parent = parentOf(spec, names, event, estate, body);
  const said = saidOnly(attributesFrom(sets), spec.defaults ?? {});
  const attributes = { ...labeledAttributes(spec, event), ...said };
  const { project, ...rest } = ownNames(spec, names);
  const isProjectSaid = saysProject(spec, parent, estate);
  return [
    createEffect(
      resource,
      { ...(isProjectSaid && project !== undefined ? { project } : {}), ...rest, ...attributes },
      { importId: fill(spec.importId ?? spec.path, names), parent },
    ),
    ...sets.filter(({ change }) => change.kind === 'set' && change.value.kind !== 'known'),
    ...(spec.hides ?? []).map((name) => hiddenSet(resource, name)),
    ...(event.omitted.includes('request') ? [unknownChange(resource)] : []),
  ];
}

function labeledAttributes({ labeled = {} }: GoogleType, event: AuditEvent): JsonObject {
  const entries = Object.entries(labeled).flatMap(([name, label]): [string, string][] => {
    const value = textIn(event.details, `resource.labels.${label}`);
    return value === undefined ? [] : [[name, value.toUpperCase()]];
  });
  return Object.fromEntries(entries);
}

/** Code that leaves the project to the provider leaves it out everywhere, as a rule. */
function saysProject(spec: GoogleType, parent: ResourceRef | undefined, estate: Estate): boolean {
  const whole = parent === undefined ? undefined : estate.find(parent);
  const [sibling] = estate.ofType(spec.type);
  const model = sibling ?? whole;
  return model === undefined || model.declares('project');
}

function parentOf(
  spec: GoogleType,
  names: GoogleNames,
  event: AuditEvent,
  estate: Estate,
  body: JsonObject,
): ResourceRef | undefined {
  const refs = (spec.parents ?? []).flatMap((parent): readonly ResourceRef[] => {
    const { type } = parent;
    if ('path' in parent) return [refTo(type, { id: fill(parent.path, names) })];
    if ('key' in parent) {
      const filled = Object.entries(parent.key).map(([name, text]) => [name, fill(text, names)]);
      return [refTo(type, Object.fromEntries(filled))];
    }
    const link = textIn(body, parent.link);
    if (link === undefined) return [];
    return [refTo(type, { id: absoluteName(link, event.scope) })];
  });
  return refs.find((ref) => estate.find(ref) !== undefined) ?? refs[0];
}

/** `updateMask` as text, or as the message that it is; absent, the body says all that changes. */
function maskScope({ request }: AuditEvent): GoogleScope {
  const raw = memberValueAt(request, 'updateMask') ?? memberValueAt(request, 'fieldMask');
  const mask = pathsIn(raw).map((path) => path.split('.').map(plainName).join('.'));
  if (mask.length === 0 || mask.includes('*')) return everything;
  const plain = (api: string): string => api.split('.').map(plainName).join('.');
  return {
    speaksOf: (api) =>
      mask.some((path) => isWithin(plain(api), path) || isWithin(path, plain(api))),
    resets: (api) => mask.some((path) => isWithin(plain(api), path)),
    loses: () => false,
  };
}

function pathsIn(raw: Json | undefined): readonly string[] {
  if (typeof raw === 'string') return raw.split(',').filter((path) => path !== '');
  const paths = memberValueAt(raw, 'paths');
  if (!isJsonArray(paths)) return [];
  return paths.filter((path): path is string => typeof path === 'string');
}

/** Masks may name members as `subscription.labels` or as `labels`. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

const replaced: GoogleScope = { ...everything, loses: () => true };

function putScope(whole: readonly string[]): GoogleScope {
  return { ...everything, loses: (attribute) => whole.includes(attribute) };
}
