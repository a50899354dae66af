import { isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import { apiGroupOf } from '../../../../providers/kubernetes/names.ts';
import { parseYaml } from '../../../yaml/yaml-tree.ts';
import { manifestProblem } from '../../objects/problems.ts';
import { readManifests } from '../../objects/read.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import { joinManifestPath, kustomizationIn, manifestFolder } from '../paths.ts';
import type { ManifestFiles } from '../types.ts';
import { generated } from './generators.ts';
import { labeled, renamed } from './metadata.ts';
import { withLatePatches, withPatches } from './patches.ts';
import { withImages, withReplicas } from './sizes.ts';
import type { Item, Kustomization, KustomizeReader, Layer } from './types.ts';
import { kustomizeTextAt, listAt } from './values.ts';

/** A deeper nesting of kustomizations must be a cycle. */
const deepest = 20;

/** Fields that may change any object in ways that are not supported here. */
const opaque: readonly string[] = [
  'transformers',
  'replacements',
  'vars',
  'configurations',
  'openapi',
  'crds',
];
/** Fields that add objects that are not rendered here. */
const unseen: readonly string[] = ['generators', 'helmCharts', 'helmChartInflationGenerator'];

/** Reading a kustomization costs as much as visiting this many objects. */
const layerSteps = 200;

/** The objects of a kustomization, after its steps in kustomize's order. */
export function accumulate(
  files: ManifestFiles,
  reader: KustomizeReader,
  folder: string,
  given: readonly Item[],
  depth = 0,
): Layer {
  const file = kustomizationIn(files, folder);
  if (!reader.spend(layerSteps + given.length)) return { items: [], problems: [] };
  const value = file === undefined ? undefined : parseYaml(reader.text(file) ?? '')?.value;
  if (file === undefined || !isJsonObject(value) || depth > deepest) {
    const message = `The kustomization of ${folder === '' ? 'the root' : folder} cannot be read.`;
    const place = { file: file ?? folder };
    return { items: given, problems: [manifestProblem('kustomize-missing', place, message)] };
  }
  const kustomization: Kustomization = { file, folder, value };
  const problems: ManifestProblem[] = [];
  const keep = ({ items, problems: found }: Layer): readonly Item[] => {
    for (const one of found) problems.push(one);
    return items;
  };
  const resources = ['resources', 'bases'].flatMap((name) => listAt(value, name));
  let items = [
    ...given,
    ...resources.flatMap((one) => keep(resource(files, reader, kustomization, one, depth))),
  ];
  for (const one of listAt(value, 'components')) {
    const path = typeof one === 'string' ? joinManifestPath(folder, one) : undefined;
    if (path === undefined) problems.push(remote(file, one));
    else items = [...keep(accumulate(files, reader, path, items, depth + 1))];
  }
  if (!reader.spend(items.length * (1 + stepsOn(value)))) return { items: [], problems };
  items = [...keep(generated(items, kustomization, reader))];
  items = [...keep(withPatches(items, kustomization, reader))];
  items = [...labeled(renamed(items, kustomization), kustomization)];
  items = [...keep(withLatePatches(items, kustomization, reader))];
  items = [...withImages(withReplicas(items, kustomization), kustomization)];
  return { items: unclear(items, kustomization, problems), problems };
}

/** The number of entries that each visit all objects. */
function stepsOn(value: JsonObject): number {
  const fields = ['images', 'replicas', 'labels', 'configMapGenerator', 'secretGenerator'];
  return fields.reduce((sum, name) => sum + listAt(value, name).length, 0);
}

function resource(
  files: ManifestFiles,
  reader: KustomizeReader,
  { file, folder }: Kustomization,
  entry: Json,
  depth: number,
): Layer {
  const path =
    typeof entry === 'string' && !isRemote(entry) ? joinManifestPath(folder, entry) : undefined;
  if (path === undefined) return { items: [], problems: [remote(file, entry)] };
  if (kustomizationIn(files, path) !== undefined)
    return accumulate(files, reader, path, [], depth + 1);
  const text = reader.text(path);
  if (text === undefined) {
    const problem = manifestProblem(
      'kustomize-missing',
      { file },
      `The resource ${path} does not exist.`,
    );
    return { items: [], problems: [problem] };
  }
  const read = readManifests(path, text);
  const items = read.objects.map(
    (object): Item => ({
      group: apiGroupOf(object.apiVersion),
      kind: object.kind,
      names: [object.name],
      value: object.value,
      steps: [{ kind: 'resource', object }],
      isHashed: false,
    }),
  );
  return { items, problems: read.problems };
}

function isRemote(entry: string): boolean {
  return /^(?:[a-z+]+:\/\/|git@|git::|github\.com\/|gitlab\.com\/|bitbucket\.org\/)|[?&](?:ref|version)=/.test(
    entry,
  );
}

function remote(file: string, entry: Json): ManifestProblem {
  const name = typeof entry === 'string' ? entry : 'An entry';
  const message = `${name} is not in this project; its objects are not known.`;
  return manifestProblem('kustomize-unsupported', { file }, message);
}

/** Marks all objects of a kustomization as unclear if it uses unsupported features. */
function unclear(
  items: readonly Item[],
  { file, value }: Kustomization,
  problems: ManifestProblem[],
): readonly Item[] {
  const fields = Object.keys(value);
  for (const name of fields.filter((one) => unseen.includes(one))) {
    const message = `What ${name} adds is not known.`;
    problems.push(manifestProblem('kustomize-unsupported', { file }, message));
  }
  const bad = fields.find((one) => opaque.includes(one) && !isEmpty(value[one]));
  const withSuffix = listAt(value, 'images').some(
    (one) => kustomizeTextAt(one, 'tagSuffix') !== undefined,
  );
  const reason = bad ?? (withSuffix ? 'tagSuffix' : undefined);
  if (reason === undefined) return items;
  const message = `The kustomization uses ${reason}, which may change any of its objects.`;
  const problem = manifestProblem('kustomize-unsupported', { file }, message);
  problems.push(problem);
  return items.map((item) => ({ ...item, unclear: item.unclear ?? problem }));
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || Object.keys(value).length === 0;
}

/** The folders that kustomizations use as bases or components. */
export function usedFolders(files: ManifestFiles): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [path, text] of files) {
    if (!/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path)) continue;
    const value = parseYaml(text)?.value;
    for (const name of ['resources', 'bases', 'components']) {
      for (const entry of listAt(value, name)) {
        const folder =
          typeof entry === 'string' ? joinManifestPath(manifestFolder(path), entry) : undefined;
        if (folder !== undefined) used.add(folder);
      }
    }
  }
  return used;
}
