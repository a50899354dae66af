import type { JsonObject } from '../../../../model/json.ts';
import { addressOf, isClusterWide, type ObjectId } from '../../../../providers/kubernetes/names.ts';
import { manifestProblem } from '../../objects/problems.ts';
import { kustomizationIn } from '../paths.ts';
import { keyOf, withMetadata } from '../plain.ts';
import type { Files, ManifestSource, Rendered, RenderedObject, UnclearObject } from '../types.ts';
import { accumulate } from './accumulate.ts';
import { hashSuffix } from './hash.ts';
import { renamesOf, withReferences } from './references.ts';
import type { Item, Reader } from './types.ts';
import { mapAt, nameOf, namespaceOf } from './values.ts';

/** Objects that one overlay looks at, again and again, and hundreds of characters that it reads. */
const maxSteps = 1_000_000;

const spentText =
  'It takes more steps than are followed here: kustomizations, patches and objects multiply.';

/** What `kustomize build` makes of a folder, with where each part of it comes from. */
export function renderKustomization(files: Files, source: ManifestSource): Rendered {
  const reads = new Set<string>();
  let left = maxSteps;
  const reader: Reader = {
    spend(steps) {
      left -= steps;
      return left >= 0;
    },
    text(path) {
      reads.add(path);
      const text = files.get(path);
      // What is read again and again is as much as a large file.
      return reader.spend((text?.length ?? 0) / 100) ? text : undefined;
    },
  };
  const { items, problems } = accumulate(files, reader, source.path, []);
  if (left < 0) {
    const place = { file: kustomizationIn(files, source.path) ?? source.path };
    const problem = manifestProblem('kustomize-unsupported', place, spentText);
    return { objects: [], unclear: [], problems: [problem], reads };
  }
  const final = renamesOf(items, finalName);
  const lasting = renamesOf(items, nameOf);
  const objects: RenderedObject[] = [];
  const unclear: UnclearObject[] = [];
  for (const item of items) {
    const id = idOf(item, source.namespace);
    if (item.unclear !== undefined) {
      unclear.push({ id, problem: item.unclear });
      continue;
    }
    const value = withReferences(named(item, id.name), final);
    objects.push({
      id,
      key: keyOf({ ...id, name: nameOf(item) }),
      value,
      lasting: withReferences(named(item, nameOf(item)), lasting),
      origin: { kind: 'kustomize', steps: item.steps },
    });
  }
  return { objects: objects.sort(byAddress), unclear, problems, reads };
}

function named(item: Item, name: string): JsonObject {
  return withMetadata(item.value, { name });
}

function finalName(item: Item): string {
  const name = nameOf(item);
  if (!item.isHashed || item.kind !== 'ConfigMap') return name;
  return `${name}-${hashSuffix(name, mapAt(item.value, 'data'))}`;
}

function idOf(item: Item, otherwise: string | undefined): ObjectId {
  const place = isClusterWide(item.kind) ? undefined : (namespaceOf(item) ?? otherwise);
  const { group, kind } = item;
  const name = finalName(item);
  return { group, kind, name, ...(place === undefined ? {} : { namespace: place }) };
}

function byAddress(a: RenderedObject, b: RenderedObject): number {
  return addressOf(a.id) < addressOf(b.id) ? -1 : 1;
}
