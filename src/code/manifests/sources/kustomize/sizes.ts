import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import type { KustomizeStep } from '../types.ts';
import type { Item, Kustomization } from './types.ts';
import { kustomizeTextAt, listAt, withAt } from './values.ts';

const sized: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
]);

/**
 * Applies `replicas:`, which sets counts by name. Any name that the object had in an earlier step
 * matches.
 */
export function withReplicas(
  items: readonly Item[],
  { file, value }: Kustomization,
): readonly Item[] {
  return listAt(value, 'replicas').reduce<readonly Item[]>((all, one, index) => {
    const name = kustomizeTextAt(one, 'name');
    const count = isJsonObject(one) ? one['count'] : undefined;
    if (name === undefined || count === undefined) return all;
    const step: KustomizeStep = { kind: 'replicas', file, path: ['replicas', index, 'count'] };
    return all.map((item) => {
      if (!sized.has(item.kind) || !item.names.includes(name)) return item;
      const made = withAt(item.value, ['spec', 'replicas'], () => count);
      return { ...item, value: made, steps: [...item.steps, step] };
    });
  }, items);
}

/** The parts of an image name. */
export interface ImageName {
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

export function parseImage(text: string): ImageName {
  const [rest = '', digest] = text.split('@');
  const colon = rest.lastIndexOf(':');
  const isTag = colon > rest.lastIndexOf('/');
  return {
    name: isTag ? rest.slice(0, colon) : rest,
    ...(isTag ? { tag: rest.slice(colon + 1) } : {}),
    ...(digest === undefined ? {} : { digest }),
  };
}

export function formatImage({ name, tag, digest }: ImageName): string {
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Applies `images:`, which sets names, tags and digests by image name. */
export function withImages(
  items: readonly Item[],
  { file, value }: Kustomization,
): readonly Item[] {
  return listAt(value, 'images').reduce<readonly Item[]>((all, entry, index) => {
    const step: KustomizeStep = { kind: 'image', file, path: ['images', index] };
    return all.map((item) => {
      const made = inContainers(item.value, entry);
      return made === item.value ? item : { ...item, value: made, steps: [...item.steps, step] };
    });
  }, items);
}

function inContainers(value: JsonObject, entry: Json): JsonObject {
  let changed = false;
  const visit = (at: Json, name: string): Json => {
    if (isJsonArray(at)) {
      const isList = name === 'containers' || name === 'initContainers';
      return at.map((one) => (isList ? withImage(one, entry, mark) : visit(one, '')));
    }
    if (!isJsonObject(at)) return at;
    return Object.fromEntries(Object.entries(at).map(([key, inner]) => [key, visit(inner, key)]));
  };
  const mark = (): void => {
    changed = true;
  };
  const made = visit(value, '');
  return changed && isJsonObject(made) ? made : value;
}

function withImage(container: Json, entry: Json, mark: () => void): Json {
  if (!isJsonObject(container) || typeof container['image'] !== 'string') return container;
  const old = parseImage(container['image']);
  if (old.name !== kustomizeTextAt(entry, 'name')) return container;
  mark();
  return { ...container, image: formatImage(renamedImage(old, entry)) };
}

/** Applies an entry to an image. A new tag replaces a digest, and vice versa. */
export function renamedImage(old: ImageName, entry: Json): ImageName {
  const name = kustomizeTextAt(entry, 'newName') ?? old.name;
  const [tag, digest] = [kustomizeTextAt(entry, 'newTag'), kustomizeTextAt(entry, 'digest')];
  if (digest !== undefined) return { name, ...(tag === undefined ? {} : { tag }), digest };
  if (tag !== undefined) return { name, tag };
  return { ...old, name };
}
