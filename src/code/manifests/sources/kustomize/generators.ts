import { type Json, type JsonObject, jsonAt } from '../../../../model/json.ts';
import { manifestProblem } from '../../objects/problems.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import { joinManifestPath } from '../paths.ts';
import type { KustomizeStep } from '../types.ts';
import type { Item, Kustomization, KustomizeReader, Layer } from './types.ts';
import { kustomizeTextAt, listAt, mapAt } from './values.ts';

/** Applies `configMapGenerator` and `secretGenerator`. The content of secrets is not read. */
export function generated(
  items: readonly Item[],
  kustomization: Kustomization,
  reader: KustomizeReader,
): Layer {
  const { value } = kustomization;
  const problems: ManifestProblem[] = [];
  let all = items;
  for (const [index, entry] of listAt(value, 'configMapGenerator').entries()) {
    const made = configMap(kustomization, reader, index, entry);
    all = withGenerated(all, made, kustomizeTextAt(entry, 'behavior') ?? 'create');
  }
  for (const entry of listAt(value, 'secretGenerator'))
    all = [...all, secret(kustomization, entry)];
  return { items: all, problems };
}

function configMap(
  kustomization: Kustomization,
  reader: KustomizeReader,
  index: number,
  entry: Json,
): Item {
  const { file } = kustomization;
  const path = ['configMapGenerator', index] as const;
  const data = new Map<string, string>();
  const steps: KustomizeStep[] = [];
  let unclear: ManifestProblem | undefined;
  for (const [at, literal] of listAt(entry, 'literals').entries()) {
    const [, key, text] = /^([^=]+)=([\s\S]*)$/.exec(String(literal)) ?? [];
    if (key === undefined || text === undefined) continue;
    data.set(key, unquoted(text));
    steps.push({ kind: 'literal', key, file, path: [...path, 'literals', at] });
  }
  for (const named of listAt(entry, 'files')) {
    const [key, from] = fileKey(String(named));
    const found = joinManifestPath(kustomization.folder, from);
    const text = found === undefined ? undefined : reader.text(found);
    if (text === undefined || found === undefined) unclear = missing(file, from);
    else {
      data.set(key, text);
      steps.push({ kind: 'literal', key, file: found, path: [] });
    }
  }
  if (listAt(entry, 'envs').length > 0 || kustomizeTextAt(entry, 'env') !== undefined) {
    const message = 'The generator reads an environment file.';
    unclear = manifestProblem('kustomize-unsupported', { file }, message);
  }
  return {
    ...generatedItem('ConfigMap', kustomization, entry, { data: Object.fromEntries(data) }),
    steps,
    ...(unclear === undefined ? {} : { unclear }),
  };
}

function secret(kustomization: Kustomization, entry: Json): Item {
  const message = 'Parley does not look at the content of a secret.';
  const unclear = manifestProblem('kustomize-unsupported', { file: kustomization.file }, message);
  return { ...generatedItem('Secret', kustomization, entry, {}), unclear };
}

function generatedItem(
  kind: string,
  { value }: Kustomization,
  entry: Json,
  content: JsonObject,
): Item {
  const name = kustomizeTextAt(entry, 'name') ?? '';
  const namespace = kustomizeTextAt(entry, 'namespace');
  const options = { ...mapAt(value, 'generatorOptions'), ...mapAt(entry, 'options') };
  const labels = {
    ...mapAt(jsonAt(value, 'generatorOptions'), 'labels'),
    ...mapAt(options, 'labels'),
  };
  const annotations = mapAt(options, 'annotations');
  const metadata: JsonObject = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
  const isHashed = options['disableNameSuffixHash'] !== true;
  const object = { apiVersion: 'v1', kind, metadata, ...content };
  return { group: '', kind, names: [name], value: object, steps: [], isHashed };
}

function withGenerated(all: readonly Item[], made: Item, behavior: string): readonly Item[] {
  if (behavior === 'create') return [...all, made];
  return all.map((item) => {
    const isSame = item.kind === made.kind && item.names.includes(made.names[0] ?? '');
    if (!isSame) return item;
    const old = behavior === 'merge' ? mapAt(item.value, 'data') : {};
    const data = { ...old, ...mapAt(made.value, 'data') };
    const steps = behavior === 'merge' ? [...item.steps, ...made.steps] : made.steps;
    return { ...item, value: { ...item.value, data }, steps };
  });
}

/** Splits `key=path`. A path without a key uses its last segment as the key. */
function fileKey(text: string): readonly [key: string, path: string] {
  const equals = text.indexOf('=');
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
  return [text.slice(text.lastIndexOf('/') + 1), text];
}

function unquoted(text: string): string {
  const [, , inner] = /^(["'])([\s\S]*)\1$/.exec(text) ?? [];
  return inner ?? text;
}

function missing(file: string, path: string): ManifestProblem {
  return manifestProblem('kustomize-missing', { file }, `The file ${path} does not exist.`);
}
