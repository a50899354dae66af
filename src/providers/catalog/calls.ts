import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { dottedPath } from '../../model/path.ts';
import {
  addEffect,
  deleteEffect,
  omittedEffect,
  removeEffect,
  setEffect,
  unknownChange,
} from './effects.ts';
import { listedChanges } from './listing-changes.ts';
import { partTypes, toPart } from './parts.ts';
import { items, RequestError } from './request.ts';
import type {
  CallVerb,
  CatalogForms,
  DetailedCall,
  ResourceSpec,
  TableEntry,
  TableReader,
} from './resource.ts';
import { hiddenTags, tagEffects, untagEffects } from './tags.ts';
import type { DraftEffect, Estate } from './types.ts';

interface Table<F extends CatalogForms, S extends ResourceSpec<F>> {
  readonly spec: S;
  readonly reader: TableReader<F, S>;
}

/** The entries of a type, one for each kind of change that its calls make. */
export function tableEntries<F extends CatalogForms, S extends ResourceSpec<F>>(
  spec: S,
  reader: TableReader<F, S>,
): readonly TableEntry<F>[] {
  const operations = new Map<
    unknown,
    { readonly names: string[]; readonly call: DetailedCall<F> }
  >();
  for (const [name, call] of Object.entries(spec.calls)) {
    // Operations that the same function translates form one entry.
    const key = typeof call === 'object' && 'special' in call ? call.special : call;
    const known = operations.get(key);
    if (known !== undefined) known.names.push(name);
    else {
      const detailed = typeof call === 'string' ? ({ does: call } as DetailedCall<F>) : call;
      operations.set(key, { names: [name], call: detailed });
    }
  }
  return [...operations.values()].map(({ names, call }) => entryOf({ spec, reader }, names, call));
}

function entryOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  table: Table<F, S>,
  operations: readonly string[],
  call: DetailedCall<F>,
): TableEntry<F> {
  const {
    service,
    type,
    aliases = [],
    also: others = [],
    defaults,
    resets = {},
    parts,
    within,
    listings = [],
  } = table.spec;
  const paths = pathsOf(table, call);
  const also = 'special' in call ? (call.also ?? []) : [];
  const holders =
    'special' in call
      ? []
      : [
          ...(within === undefined ? [] : [within.type]),
          ...('does' in call ? listings : []).flatMap((one) => [one.type, ...(one.aliases ?? [])]),
        ];
  const isWhole = 'does' in call && (call.does === 'replace' || call.does === 'put');
  return {
    service,
    operations,
    types: [
      ...new Set([
        type,
        ...aliases,
        ...others,
        ...also,
        ...holders,
        ...partTypes(parts, paths, call),
      ]),
    ],
    paths,
    fields: fieldsOf(table.spec, call),
    resets: isWhole ? Object.keys({ ...resets, ...within?.resets }) : [],
    ...(defaults === undefined ? {} : { defaults }),
    ...('ifDeclared' in call ? { asksNothing: true } : {}),
    effects: (event, estate) => {
      const { each } = call;
      const events = each === undefined ? [event] : oneByOne(table, each, event);
      const drafts = events.flatMap((one) => effectsOf(table, call, one, estate));
      return parts === undefined ? drafts : drafts.map((one) => toPart(one, table.spec, estate));
    },
  };
}

/** One copy of the call for each element of a list in the request, as if it concerned only that. */
function oneByOne<F extends CatalogForms, S extends ResourceSpec<F>>(
  { reader }: Table<F, S>,
  { in: list, as }: { readonly in: string; readonly as: string },
  event: AuditEvent,
): readonly AuditEvent[] {
  const found = items(reader.valueAt(event, list));
  if (found.length === 0) throw new RequestError(`${list} is missing.`);
  return found.map((one) => ({ ...event, request: { ...event.request, [as]: one } }));
}

/** The table that a call reads, or undefined if it reads none. */
function fieldsOf<F extends CatalogForms>(
  { fields }: ResourceSpec<F>,
  call: DetailedCall<F>,
): F['fields'] | undefined {
  if ('set' in call) return call.set;
  if ('special' in call) return call.reads;
  if (!('does' in call) || call.does === 'delete' || call.does === 'touch') return undefined;
  return call.fields ?? fields;
}

function pathsOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  { spec, reader }: Table<F, S>,
  call: DetailedCall<F>,
): readonly string[] {
  if ('does' in call) return reader.pathsOf(spec, call.does, call.fields ?? spec.fields);
  if ('set' in call) return reader.pathsOf(spec, 'patch', call.set);
  if ('to' in call) return Object.keys(call.to);
  if ('add' in call) return Object.keys(call.add);
  if ('remove' in call) return Object.keys(call.remove);
  if ('hides' in call) return [call.hides];
  const isTabled = 'special' in call && call.reads !== undefined;
  return isTabled ? reader.pathsOf(spec, 'create', call.reads) : [];
}

function effectsOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  table: Table<F, S>,
  call: DetailedCall<F>,
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  if ('special' in call) return call.special(event, estate);
  const { spec, reader } = table;
  const verb: CallVerb = 'does' in call ? call.does : 'patch';
  const resource = reader.refOf(spec, event, estate, verb, call.by);
  if (resource === undefined) return [];
  if ('set' in call || 'does' in call) {
    const { instead, beside } = listedChanges(table, { verb, resource, event, estate });
    return instead ?? [...written(table, call, verb, resource, event, estate), ...beside];
  }
  if ('to' in call) {
    const declares = estate.find(resource)?.declares;
    return Object.entries(call.to)
      .filter(([path]) => call.ifDeclared !== true || declares?.(path) === true)
      .map(([path, value]) => setEffect(resource, dottedPath(path), value));
  }
  if ('hides' in call) {
    const path = dottedPath(call.hides);
    return [omittedEffect(resource, path)];
  }
  const valueAt = (source: F['source']): Json | undefined => reader.valueAt(event, source);
  if ('tag' in call) return tagsOf(resource, valueAt(call.tag), tagEffects);
  if ('untag' in call) return tagsOf(resource, valueAt(call.untag), untagEffects);
  return listed(table, call, resource, event);
}

/** Elements added to or removed from sets. A record that has none of the lists was cut off. */
function listed<F extends CatalogForms, S extends ResourceSpec<F>>(
  { reader }: Table<F, S>,
  call: DetailedCall<F> & ({ add: Lists<F> } | { remove: Lists<F> }) & { all?: readonly Json[] },
  resource: ResourceRef,
  event: AuditEvent,
): readonly DraftEffect[] {
  const [lists, change] = 'add' in call ? [call.add, addEffect] : [call.remove, removeEffect];
  const { all } = call;
  const found = Object.entries(lists).map(
    ([path, list]) => [dottedPath(path), reader.elementsAt(event, list)] as const,
  );
  if (all !== undefined && found.every(([, elements = []]) => elements.length === 0)) {
    return found.map(([path]) => setEffect(resource, path, all));
  }
  if (found.every(([, elements]) => elements === undefined)) return [unknownChange(resource)];
  return found.flatMap(([path, elements = []]) =>
    elements.map((one) => change(resource, path, one)),
  );
}

type Lists<F extends CatalogForms> = Readonly<Record<string, F['list']>>;

function written<F extends CatalogForms, S extends ResourceSpec<F>>(
  { spec, reader }: Table<F, S>,
  call: DetailedCall<F> & ({ does: CallVerb; fields?: F['fields'] } | { set: F['fields'] }),
  does: CallVerb,
  own: ResourceRef,
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  const isManaged = estate.find(own) !== undefined;
  const isGone = 'deletes' in call && call.deletes?.(event, isManaged) === true;
  const holder = isManaged ? undefined : holderOf({ spec, reader }, event, estate);
  const resource = holder ?? own;
  const verb = isGone ? 'delete' : holder !== undefined && does === 'put' ? 'replace' : does;
  if (verb === 'touch') return [unknownChange(resource)];
  if (verb === 'delete') {
    const { within } = spec;
    if (holder === undefined || within === undefined) return [deleteEffect(own)];
    return [setEffect(holder, dottedPath(within.argument), within.gone)];
  }
  const named = { verb, resource, by: call.by, details: call, event, estate };
  if (holder !== undefined && spec.within !== undefined) {
    const { fields, resets = {} } = spec.within;
    return reader.write({ ...spec, resets }, { ...named, fields, only: false });
  }
  const fields = 'set' in call ? call.set : (call.fields ?? spec.fields);
  return reader.write(spec, { ...named, fields, only: 'set' in call });
}

/** The resource that declares what this type manages as an argument of its own. */
function holderOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  { spec, reader }: Table<F, S>,
  event: AuditEvent,
  estate: Estate,
): ResourceRef | undefined {
  const { within } = spec;
  if (within === undefined) return undefined;
  const { type, identity, argument } = within;
  const holder = reader.refOf({ ...spec, type, identity }, event, estate, 'patch', undefined);
  const isDeclared = holder !== undefined && estate.find(holder)?.declares(argument) === true;
  return isDeclared ? holder : undefined;
}

function tagsOf(
  resource: ResourceRef,
  raw: Json | undefined,
  effects: typeof tagEffects,
): readonly DraftEffect[] {
  return raw === undefined ? [hiddenTags(resource)] : effects(resource, raw);
}
