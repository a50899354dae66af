import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../model/json.ts';
import { valueAtPath } from '../../model/path.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { tableEntries } from '../catalog/calls.ts';
import { createEffect, omittedEffect, refTo, unknownChange } from '../catalog/effects.ts';
import { items, scalar } from '../catalog/request.ts';
import type { ResourceSpec, TableReader } from '../catalog/resource.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { kindsByPath } from './field-kinds.ts';
import {
  everything,
  type FieldReading,
  fieldEffects,
  type GoogleFields,
  type GoogleLocation,
} from './fields.ts';
import { absoluteName, type Kind } from './kinds.ts';
import { memberValueAt, plainName, textIn } from './members.ts';
import { fill, type GoogleNames, namesIn } from './names.ts';
import { nonDefaultAttributes } from './non-default-attributes.ts';
import { maskScope, putScope, replacedScope } from './scope.ts';
import type { GoogleForms, GoogleIdentity, GoogleType } from './spec.ts';

interface ShownType {
  readonly fields: GoogleFields;
  /** Members of the details that show the resource after the call. */
  readonly shownIn?: readonly string[];
}

/**
 * The change in a log without requests, as the details show the resource after the call. They do
 * not show everything: if all that they show is unchanged, the call changed something else.
 */
function shownChange(
  { shownIn = [], fields }: ShownType,
  { details }: AuditEvent,
  reading: FieldReading,
): readonly DraftEffect[] {
  const unknown = [unknownChange(reading.resource)];
  const body = shownIn
    .map((path) => memberValueAt(details, path))
    .find((found) => isJsonObject(found));
  if (body === undefined) return unknown;
  const effects = fieldEffects(reading, fields, body);
  return effects.some((one) => isNew(one, reading)) ? effects : unknown;
}

function isNew({ change }: DraftEffect, { managed }: FieldReading): boolean {
  if (change.kind !== 'set' || change.value.kind !== 'known') return true;
  const before = valueAtPath(managed?.attributes, change.path) ?? null;
  return canonicalJson(before) !== canonicalJson(change.value.value);
}

/**
 * An entry with its sources, and with the kinds of the attributes that it can set, for the lint.
 */
export interface GoogleEntry extends CatalogEntry {
  readonly path: string;
  readonly fields: GoogleFields;
  readonly kinds: Readonly<Record<string, Kind>>;
}

/** The catalog entries of some types of a service. */
export function google(service: string, types: readonly GoogleType[]): readonly GoogleEntry[] {
  return types.flatMap((spec) => {
    const { path } = spec.identity;
    const defaults = topLevel(spec.defaults ?? {});
    return tableEntries({ ...spec, service }, reader).map((entry) => {
      const fields = entry.fields ?? {};
      return { ...entry, path, fields, kinds: kindsByPath(fields), defaults };
    });
  });
}

const reader: TableReader<GoogleForms, ResourceSpec<GoogleForms> & GoogleType> = {
  refOf: googleRefOf,
  write: (spec, { verb, only, fields, details, event, estate }) => {
    if (verb === 'create') return created(spec, event, estate);
    if (verb !== 'patch') return changed(spec, spec, event, estate, putScope(spec.replaces ?? []));
    if (!only) return changed(spec, spec, event, estate, maskScope(event));
    const { body, all } = details;
    const part = body === undefined ? { fields } : { fields, body };
    return changed(spec, part, event, estate, all === true ? replacedScope : everything);
  },
  valueAt: ({ request }, source) => memberValueAt(request, source),
  elementsAt: ({ request }, source) => {
    const raw = memberValueAt(request, source);
    return raw === undefined ? undefined : items(raw).flatMap((one) => scalar(one) ?? []);
  },
  pathsOf: (_, verb, fields) =>
    verb === 'delete' || verb === 'touch' ? [] : Object.keys(kindsByPath(fields)),
};

function topLevel(defaults: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(defaults).filter(([path]) => !path.includes('.')));
}

/** The resource that an event concerns. */
export function googleRefOf(spec: GoogleType, event: AuditEvent): ResourceRef {
  const { ref, path, given } = spec.identity;
  return ref === undefined ? refNamed(spec, namesIn(event, path, given), event) : ref(event);
}

function refNamed(
  { type, identity }: GoogleType,
  names: GoogleNames,
  event: AuditEvent,
): ResourceRef {
  const known = Object.entries(identity.known ?? {}).map(([attribute, member]) => ({
    [attribute]: textIn(event.request, member) ?? textIn(event.response, member),
  }));
  const id = identity.id === null ? undefined : fill(identity.id ?? identity.path, names);
  return refTo(type, { id }, ownNames(identity, names), ...known);
}

/** The attributes that identify the resource. */
function ownNames({ attributes }: GoogleIdentity, names: GoogleNames): GoogleNames {
  if (attributes === undefined) return names;
  const entries = Object.entries(attributes).map(([name, text]) => [name, fill(text, names)]);
  return Object.fromEntries(entries);
}

function changed(
  spec: GoogleType,
  { fields, body }: Pick<GoogleType, 'fields' | 'body'>,
  event: AuditEvent,
  estate: Estate,
  scope: GoogleLocation,
): readonly DraftEffect[] {
  const resource = googleRefOf(spec, event);
  const managed = estate.find(resource);
  if (event.omitted.includes('request')) {
    return shownChange(spec, event, { resource, managed, project: event.scope, scope: everything });
  }
  const found = bodyOf(event, body);
  const reading = { resource, managed, project: event.scope, scope };
  const sets = fieldEffects(reading, fields, found);
  // Whatever else it changed is not in the log in a readable form.
  if (sets.length === 0) return hasOtherMembers(found) ? [unknownChange(resource)] : [];
  return settledEffects(spec, sets, managed);
}

function settledEffects(
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

/** Members that only identify the resource or its version. */
const formal: ReadonlySet<string> = new Set(
  '@type,attypesign,etag,fingerprint,id,kind,labelfingerprint,name,project,projection,region,requestid,selflink,zone'.split(
    ',',
  ),
);

function hasOtherMembers(body: JsonObject): boolean {
  return Object.keys(body).some((member) => !formal.has(plainName(member)));
}

function created(spec: GoogleType, event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const names = namesIn(event, spec.identity.path, spec.identity.given);
  const resource = refNamed(spec, names, event);
  const managed = estate.find(resource);
  const body = bodyOf(event, spec.body);
  const reading = { resource, managed, project: event.scope, scope: everything };
  const sets = settledEffects(spec, fieldEffects(reading, spec.fields, body), managed);
  const parent = parentOf(spec, names, event, estate, body);
  const logged = nonDefaultAttributes(attributesFrom(sets), spec.defaults ?? {});
  const attributes = { ...labeledAttributes(spec, event), ...logged };
  const { project, ...rest } = ownNames(spec.identity, names);
  const isProjectDeclared = declaresProject(spec, parent, estate);
  return [
    createEffect(
      resource,
      {
        ...(isProjectDeclared && project !== undefined ? { project } : {}),
        ...rest,
        ...attributes,
      },
      { importId: fill(spec.importId ?? spec.identity.path, names), parent },
    ),
    ...sets.filter(({ change }) => change.kind === 'set' && change.value.kind !== 'known'),
    ...(spec.hides ?? []).map((name) => omittedEffect(resource, [name])),
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

/**
 * True if the code gives the project in similar resources: code that leaves it to the provider
 * usually does so everywhere.
 */
function declaresProject(
  spec: GoogleType,
  parent: ResourceRef | undefined,
  estate: Estate,
): boolean {
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
  const refs = (spec.parent ?? []).flatMap((parent): readonly ResourceRef[] => {
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
