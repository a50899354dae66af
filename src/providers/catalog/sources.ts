import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { type AttributePath, dottedPath } from '../../model/path.ts';
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
import { effect, logged } from './effects.ts';
import { requestAt } from './request.ts';
import type { DraftEffect } from './types.ts';

/**
 * The source of a value: a dotted path in the request, one in the response, or a function for
 * everything else.
 */
export type CatalogSource =
  | string
  | { readonly response: string }
  | ((event: AuditEvent) => Json | undefined);

/**
 * The source of a value and its conversion to Terraform's type. A bare string in `attributes`
 * stands for `text`.
 */
export interface CatalogMember {
  readonly from: CatalogSource;
  readonly as: Converter;
}

export type CatalogAttributes = Readonly<Record<string, string | CatalogMember>>;

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

/** A value that its source already returns in Terraform's shape; mostly blocks. */
export const built = (from: CatalogSource): CatalogMember => ({ from, as: (value) => value });

/** The value at a source of the event, or undefined if absent. */
export function valueAtSource(event: AuditEvent, source: CatalogSource): Json | undefined {
  if (typeof source === 'string') return requestAt(event.request, source);
  if (typeof source === 'function') return source(event);
  return requestAt(event.response, source.response);
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
    const raw = valueAtSource(event, from);
    if (raw === undefined || (raw !== null && isBlankFor(raw, as))) return [];
    const path = [...base, ...dottedPath(dotted)];
    return [effect(resource, { kind: 'set', path, value: logged(raw, as, path) })];
  });
}

/** `{}` stands for an empty list, but not for a scalar. */
function isBlankFor(raw: Json, as: Converter): boolean {
  return typeof raw === 'object' && Object.keys(raw ?? {}).length === 0 && as(raw) === undefined;
}
