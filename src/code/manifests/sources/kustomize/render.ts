import type { JsonObject } from '../../../../model/json.ts';
import { compareText } from '../../../../model/text.ts';
import {
  isClusterWide,
  type ObjectId,
  objectAddress,
} from '../../../../providers/kubernetes/names.ts';
import { manifestProblem } from '../../objects/problems.ts';
import { kustomizationIn } from '../paths.ts';
import { plainKey, withMetadata } from '../plain.ts';
import type {
  ManifestFiles,
  ManifestSource,
  Rendered,
  RenderedObject,
  UnclearObject,
} from '../types.ts';
import { accumulate } from './accumulate.ts';
import { hashSuffix } from './hash.ts';
import { collectRenames, withKustomizeReferences } from './references.ts';
import type { Item, KustomizeReader } from './types.ts';
import { kustomizeName, mapAt, objectNamespace } from './values.ts';

/**
 * Limit on the objects that one overlay visits, counting repeated visits, plus the characters that
 * it reads, in hundreds.
 */
const maxSteps = 1_000_000;

const spentText =
  'It takes more steps than Parley follows: kustomizations, patches and objects multiply.';

/** What `kustomize build` produces for a folder, with the origin of each part. */
export function renderKustomization(files: ManifestFiles, source: ManifestSource): Rendered {
  const reads = new Set<string>();
  let left = maxSteps;
  const reader: KustomizeReader = {
    spend(steps) {
      left -= steps;
      return left >= 0;
    },
    text(path) {
      reads.add(path);
      const text = files.get(path);
      // Counts repeated reads too, since they cost as much as reading a large file.
      return reader.spend((text?.length ?? 0) / 100) ? text : undefined;
    },
  };
  const { items, problems } = accumulate(files, reader, source.path, []);
  if (left < 0) {
    const place = { file: kustomizationIn(files, source.path) ?? source.path };
    const problem = manifestProblem('kustomize-unsupported', place, spentText);
    return { objects: [], unclear: [], problems: [problem], reads };
  }
  const final = collectRenames(items, finalName);
  const lasting = collectRenames(items, kustomizeName);
  const objects: RenderedObject[] = [];
  const unclear: UnclearObject[] = [];
  for (const item of items) {
    const id = idOf(item, source.namespace);
    if (item.unclear !== undefined) {
      unclear.push({ id, problem: item.unclear });
      continue;
    }
    const value = withKustomizeReferences(named(item, id.name), final);
    objects.push({
      id,
      key: plainKey({ ...id, name: kustomizeName(item) }),
      value,
      lasting: withKustomizeReferences(named(item, kustomizeName(item)), lasting),
      origin: { kind: 'kustomize', steps: item.steps },
    });
  }
  return { objects: objects.sort(byAddress), unclear, problems, reads };
}

function named(item: Item, name: string): JsonObject {
  return withMetadata(item.value, { name });
}

function finalName(item: Item): string {
  const name = kustomizeName(item);
  if (!item.isHashed || item.kind !== 'ConfigMap') return name;
  return `${name}-${hashSuffix(name, mapAt(item.value, 'data'))}`;
}

function idOf(item: Item, otherwise: string | undefined): ObjectId {
  const place = isClusterWide(item.kind) ? undefined : (objectNamespace(item) ?? otherwise);
  const { group, kind } = item;
  const name = finalName(item);
  return { group, kind, name, ...(place === undefined ? {} : { namespace: place }) };
}

function byAddress(a: RenderedObject, b: RenderedObject): number {
  return compareText(objectAddress(a.id), objectAddress(b.id));
}
