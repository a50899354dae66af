import type { GoogleField, GoogleFields } from './fields.ts';
import type { Kind } from './kinds.ts';

export function fieldKind(field: Kind | { readonly as: Kind }): Kind {
  return typeof field === 'string' ? field : field.as;
}

/** Every dotted path that the fields can set, with its kind, for the lint. */
export function kindsByPath(fields: GoogleFields, base = ''): Readonly<Record<string, Kind>> {
  const found = Object.entries(fields).flatMap(([attribute, field]): [string, Kind][] => {
    const path = base === '' ? attribute : `${base}.${attribute}`;
    const inner = innerOf(field);
    if (inner !== undefined) return Object.entries(kindsByPath(inner, `${path}.0`));
    return typeof field === 'string' || 'as' in field ? [[path, fieldKind(field)]] : [];
  });
  return Object.fromEntries(found);
}

export function googleFieldPaths(fields: GoogleFields): readonly string[] {
  return Object.keys(kindsByPath(fields));
}

function innerOf(field: GoogleField): GoogleFields | undefined {
  if (typeof field === 'string' || 'as' in field) return undefined;
  if ('one' in field) return field.one;
  return 'many' in field ? field.many : field.members;
}
