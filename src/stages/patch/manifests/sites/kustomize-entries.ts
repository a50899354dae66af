import { formatImage, parseImage } from '../../../../code/manifests/sources/kustomize/sizes.ts';
import type { KustomizeStep, ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { type AttributePath, pathKey } from '../../../../model/path.ts';
import type { ManifestEditSite } from '../types.ts';
import { entrySite } from './entry.ts';
import { entryAt, isFor } from './kustomize-steps.ts';

/** A new entry of `replicas:` in the overlay itself. */
export function replicasEntry(
  files: ManifestFiles,
  file: string,
  finalName: string,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
): ManifestEditSite | undefined {
  if (pathKey(path) !== pathKey(['spec', 'replicas'])) return undefined;
  if (steps.some((step) => step.kind === 'replicas' && step.file === file)) return undefined;
  const resource = steps.find((step) => step.kind === 'resource');
  const name = resource?.object.name ?? finalName;
  const element = { name, count: value };
  const at: AttributePath = ['replicas', { element: { name } }];
  return entrySite(files, 'replicas entry', { file, path: at }, element);
}

/**
 * A new entry of `images:` in the overlay itself, for an image of which only tag or digest differ.
 */
export function imageEntry(
  files: ManifestFiles,
  file: string,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
  current: Json | undefined,
): ManifestEditSite | undefined {
  if (path.at(-1) !== 'image' || typeof value !== 'string' || typeof current !== 'string')
    return undefined;
  if (
    steps.some((step) => step.kind === 'image' && step.file === file && isFor(files, step, current))
  ) {
    return undefined;
  }
  const name = parseImage(current).name;
  if (parseImage(value).tag === undefined && parseImage(value).digest === undefined)
    return undefined;
  if (formatImage(parseImage(value)) !== value) return undefined;
  const at: AttributePath = ['images', { element: { name } }];
  return entrySite(files, 'images entry', { file, path: at }, withImage({ name }, value));
}

/** A new literal for the generator of the object. */
export function literalEntry(
  files: ManifestFiles,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
): ManifestEditSite | undefined {
  const [field, key] = path;
  const last = steps.findLast((step) => step.kind === 'literal' && step.path.length > 0);
  if (last?.kind !== 'literal' || field !== 'data' || typeof key !== 'string' || path.length !== 2)
    return undefined;
  const within = pathKey(last.path.slice(0, -1));
  const isThere = steps.some(
    (step) =>
      step.kind === 'literal' &&
      step.key === key &&
      step.file === last.file &&
      pathKey(step.path.slice(0, -1)) === within,
  );
  // A generator below may have the key: the new literal is merged over it.
  if (isThere) return undefined;
  const list = entryAt(files, { file: last.file, path: last.path.slice(0, -1) });
  const count = isJsonArray(list) ? list.length : 0;
  const literal = `${key}=${String(value)}`;
  const at: AttributePath = [...last.path.slice(0, -1)];
  const all = isJsonArray(list) ? [...list, literal] : [literal];
  return entrySite(files, `generator literal ${count + 1}`, { file: last.file, path: at }, all);
}

/** The `images:` entry changed so that it results in the wanted image. */
export function withImage(entry: Readonly<Record<string, Json>>, image: string): Json {
  const wanted = parseImage(image);
  const kept = Object.entries(entry).filter(([name]) => {
    if (name === 'newTag') return wanted.tag !== undefined;
    if (name === 'digest') return wanted.digest !== undefined;
    return true;
  });
  const isRenamed = wanted.name !== (entry['newName'] ?? entry['name']);
  return {
    ...Object.fromEntries(kept),
    ...(isRenamed ? { newName: wanted.name } : {}),
    ...(wanted.tag === undefined ? {} : { newTag: wanted.tag }),
    ...(wanted.digest === undefined ? {} : { digest: wanted.digest }),
  };
}
