import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { isMasked, readLogValue } from '../../model/masked.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';
import { effect, omittedEffect, redactedEffect, setEffect } from './effects.ts';
import { items, member, RequestError, scalar } from './request.ts';
import type { DraftEffect } from './types.ts';

/** A tag of a request. Tags of AWS (`aws:...`) are filtered out, since Terraform ignores them. */
export interface Tag {
  readonly key: string;
  /** Undefined if the record lacks it, so that the value is unknown. */
  readonly value: string | undefined;
}

/**
 * Tags in any of the shapes in CloudTrail: a map, a list of `{key, value}` in either
 * capitalization, that list in `{items: [...]}`, or a single tag. XML bodies turn `"true"` into
 * `true`.
 */
export function readTags(raw: Json | undefined): readonly Tag[] {
  const tags = isTagMap(raw)
    ? Object.keys(raw).map((key) => tagOf(key, raw[key] ?? undefined))
    : items(withoutTagWrapper(raw)).map(tagOfObject);
  return tags
    .filter((tag) => !tag.key.startsWith('aws:'))
    .sort((a, b) => compareText(a.key, b.key));
}

/** A map has only scalars, and is not the single tag that XML made of a list. */
function isTagMap(raw: Json | undefined): raw is JsonObject {
  if (!isJsonObject(raw)) return false;
  const values = Object.values(raw);
  if (values.some((value) => typeof value === 'object')) return false;
  const names = Object.keys(raw).map((name) => name.toLowerCase());
  const loneTag = names.every((name) => ['key', 'value', 'tag'].includes(name));
  return !(loneTag && hasMember(raw, 'key') && hasMember(raw, 'value'));
}

/** XML bodies have the list in a member named after its elements: `{"Tag": [...]}`. */
function withoutTagWrapper(raw: Json | undefined): Json | undefined {
  const wrapped =
    isJsonObject(raw) && Object.keys(raw).length === 1 ? member(raw, 'tag') : undefined;
  return typeof wrapped === 'object' ? wrapped : raw;
}

function hasMember(value: JsonObject, name: string): boolean {
  return member(value, name) !== undefined;
}

function tagOfObject(value: Json): Tag {
  const key = scalar(member(value, 'key') ?? member(value, 'tagKey'));
  if (key === undefined) throw new RequestError('it has a tag without a key.');
  return tagOf(String(key), member(value, 'value') ?? member(value, 'tagValue'));
}

function tagOf(key: string, value: Json | undefined): Tag {
  if (value === undefined) return { key, value };
  const text = scalar(value);
  if (text === undefined) throw new RequestError(`the value of its tag ${key} is not text.`);
  return { key, value: String(text) };
}

/** Tags as the `tags` attribute of a created resource; null if there are none. */
export function tagMap(raw: Json | undefined): JsonObject | null {
  const tags = readTags(raw).flatMap(({ key, value }): [string, string][] =>
    value === undefined || isMasked(value) ? [] : [[key, value]],
  );
  return tags.length === 0 ? null : Object.fromEntries(tags);
}

/**
 * One `set` at `['tags', key]` for each tag of the request, or one at `['tags']` if all are masked.
 * `path` is where a resource has the tags of something else, such as its volumes.
 */
export function tagEffects(
  resource: ResourceRef,
  raw: Json | undefined,
  path: AttributePath = ['tags'],
): readonly DraftEffect[] {
  if (typeof raw === 'string' && isMasked(raw)) {
    return [redactedEffect(resource, path)];
  }
  return readTags(raw).map(({ key, value }) =>
    effect(resource, {
      kind: 'set',
      path: [...path, key],
      value: value === undefined ? { kind: 'omitted' } : readLogValue(value),
    }),
  );
}

/** A change of the tags whose new values the record does not have where they are expected. */
export function hiddenTags(resource: ResourceRef): DraftEffect {
  return omittedEffect(resource, ['tags']);
}

/** One `set` to null for each key of the request: a list of keys, or of tags. */
export function untagEffects(
  resource: ResourceRef,
  raw: Json | undefined,
  path: AttributePath = ['tags'],
): readonly DraftEffect[] {
  const keys = items(raw).map((item) => {
    const key = scalar(isJsonObject(item) ? (member(item, 'key') ?? item) : item);
    if (key === undefined) throw new RequestError('it has a tag key that is not text.');
    return String(key);
  });
  return keys
    .filter((key) => !key.startsWith('aws:'))
    .sort()
    .map((key) => setEffect(resource, [...path, key], null));
}
