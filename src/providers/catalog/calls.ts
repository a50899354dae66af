import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import {
  addEffect,
  deleteEffect,
  effect,
  removeEffect,
  setEffect,
  unknownChange,
} from './effects.ts';
import { partTypes, toPart } from './parts.ts';
import { items, scalar } from './request.ts';
import type {
  CallVerb,
  CatalogForms,
  DetailedCall,
  ResourceSpec,
  TableEntry,
  TableReader,
} from './resource.ts';
import { catalogPath } from './sources.ts';
import { hiddenTags, tagEffects, untagEffects } from './tags.ts';
import type { DraftEffect, Estate } from './types.ts';

interface Table<F extends CatalogForms, S extends ResourceSpec<F>> {
  readonly spec: S;
  readonly reader: TableReader<F, S>;
}

/** The entries of a type: one for each thing that calls do to it. */
export function entriesOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  spec: S,
  reader: TableReader<F, S>,
): readonly TableEntry<F>[] {
  const operations = new Map<
    unknown,
    { readonly names: string[]; readonly call: DetailedCall<F> }
  >();
  for (const [name, call] of Object.entries(spec.calls)) {
    // What one function translates is one entry.
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
  const { service, type, aliases = [], defaults, resets = {}, parts } = table.spec;
  const paths = pathsOf(table, call);
  const also = 'special' in call ? (call.also ?? []) : [];
  const isWhole = 'does' in call && (call.does === 'replace' || call.does === 'put');
  return {
    service,
    operations,
    types: [...new Set([type, ...aliases, ...also, ...partTypes(parts, paths, call)])],
    paths,
    fields: fieldsOf(table.spec, call),
    resets: isWhole ? Object.keys(resets) : [],
    ...(defaults === undefined ? {} : { defaults }),
    effects: (event, estate) => {
      const drafts = effectsOf(table, call, event, estate);
      return parts === undefined ? drafts : drafts.map((one) => toPart(one, table.spec, estate));
    },
  };
}

/** The table that a call reads; undefined where it reads none. */
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
  { spec, reader }: Table<F, S>,
  call: DetailedCall<F>,
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  if ('special' in call) return call.special(event, estate);
  const verb: CallVerb = 'does' in call ? call.does : 'patch';
  const resource = reader.refOf(spec, event, estate, verb, call.by);
  if ('set' in call || 'does' in call) {
    if (verb === 'delete') return [deleteEffect(resource)];
    if (verb === 'touch') return [unknownChange(resource)];
    const fields = 'set' in call ? call.set : (call.fields ?? spec.fields);
    return reader.write(spec, {
      verb,
      resource,
      by: call.by,
      only: 'set' in call,
      fields,
      details: call,
      event,
      estate,
    });
  }
  if ('to' in call) {
    return Object.entries(call.to).map(([path, value]) =>
      setEffect(resource, catalogPath(path), value),
    );
  }
  if ('hides' in call) {
    const path = catalogPath(call.hides);
    return [effect(resource, { kind: 'set', path, value: { kind: 'omitted' } })];
  }
  const valueAt = (source: F['source']): Json | undefined => reader.valueAt(event, source);
  if ('tag' in call) return tagsOf(resource, valueAt(call.tag), tagEffects);
  if ('untag' in call) return tagsOf(resource, valueAt(call.untag), untagEffects);
  const [lists, change] = 'add' in call ? [call.add, addEffect] : [call.remove, removeEffect];
  return Object.entries(lists).flatMap(([path, source]) =>
    items(valueAt(source))
      .flatMap((one) => scalar(one) ?? [])
      .map((one) => change(resource, catalogPath(path), one)),
  );
}

function tagsOf(
  resource: ResourceRef,
  raw: Json | undefined,
  effects: typeof tagEffects,
): readonly DraftEffect[] {
  return raw === undefined ? [hiddenTags(resource)] : effects(resource, raw);
}
