import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import type { Conversion, KnowledgeEntry } from '../../model/knowledge.ts';
import { isComputedOnly, isSensitive } from '../schema/query.ts';
import type { AttributeType, ProviderSchema } from '../schema/types.ts';
import { tableEntries } from './calls.ts';
import type { Converter } from './convert.ts';
import { toBool, toNumber, toText, toTextMap, toTextSet, toTexts } from './convert.ts';
import { type RequestType, requestReader } from './request-table.ts';
import { via } from './sources.ts';
import type { CatalogEntry } from './types.ts';

const converters: Readonly<Record<Conversion, Converter>> = {
  text: toText,
  number: toNumber,
  bool: toBool,
  set: toTextSet,
  list: toTexts,
  map: toTextMap,
};

/** Converts a learned entry to catalog entries. */
export function learnedEntries({
  service,
  operation,
  type,
  key,
  changes,
}: KnowledgeEntry): readonly CatalogEntry[] {
  const spec: RequestType = {
    service,
    type,
    identity: [{ [key.attribute]: key.member === 'resourceName' ? googleName : key.member }],
    fields: Object.fromEntries(
      changes.map(({ attribute, member, as }) => [attribute, via(member, converters[as])]),
    ),
    calls: { [operation]: 'patch' },
  };
  return tableEntries(spec, requestReader);
}

/** The name of a Google Cloud resource, which most calls have outside the request. */
function googleName({ request, details, scope }: AuditEvent): Json | undefined {
  const name = request['resourceName'] ?? details['resourceName'];
  if (typeof name !== 'string') return name;
  return name.replace(/^projects\/\d+(?=\/)/, `projects/${scope}`);
}

/** The conversion to a type, or undefined for types too complex for a plain mapping. */
function conversionTo(type: AttributeType): Conversion | undefined {
  switch (type.kind) {
    case 'string':
      return 'text';
    case 'number':
    case 'bool':
      return type.kind;
    case 'set':
    case 'list':
    case 'map':
      return type.element.kind === 'string' ? type.kind : undefined;
    default:
      return undefined;
  }
}

/** The attributes of a type that a plain mapping may set, sorted by name. */
export function learnableAttributes(
  schema: ProviderSchema,
  type: string,
): ReadonlyMap<string, Conversion> {
  const attributes = schema.resource(type)?.attributes ?? new Map();
  const names = [...attributes.keys()].sort();
  return new Map(
    names.flatMap((name) => {
      const as = conversionTo(attributes.get(name)?.type ?? { kind: 'dynamic' });
      const isOpen = !isComputedOnly(schema, type, [name]) && !isSensitive(schema, type, [name]);
      return as !== undefined && isOpen && name !== 'id' ? [[name, as] as const] : [];
    }),
  );
}

/**
 * The mistake in an entry that a person wrote, with its place in the entry, or undefined if there
 * is none.
 */
export function entryIssue(
  schema: ProviderSchema,
  { type, key, changes }: KnowledgeEntry,
): { readonly path: readonly (string | number)[]; readonly message: string } | undefined {
  if (schema.resource(type) === undefined) {
    return { path: ['type'], message: `There is no resource type ${type}` };
  }
  if (schema.resource(type)?.attributes.has(key.attribute) !== true) {
    return { path: ['key', 'attribute'], message: `${type} has no attribute ${key.attribute}` };
  }
  const open = learnableAttributes(schema, type);
  for (const [index, { attribute, as }] of changes.entries()) {
    const fits = open.get(attribute);
    if (fits === undefined) {
      return {
        path: ['changes', index, 'attribute'],
        message: `${attribute} of ${type} cannot be set from a log`,
      };
    }
    if (fits !== as) {
      return { path: ['changes', index, 'as'], message: `${attribute} of ${type} is a ${fits}` };
    }
  }
  return undefined;
}
