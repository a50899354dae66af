import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import { isClusterWide } from '../../../../providers/kubernetes/names.ts';
import type { KustomizeStep } from '../types.ts';
import type { Item, Kustomization } from './types.ts';
import { itemType, kustomizeName, kustomizeTextAt, listAt, mapAt, withAt } from './values.ts';

/** Applies `namespace`, `namePrefix` and `nameSuffix`. */
export function renamed(items: readonly Item[], { value }: Kustomization): readonly Item[] {
  const namespace = kustomizeTextAt(value, 'namespace');
  const prefix = kustomizeTextAt(value, 'namePrefix') ?? '';
  const suffix = kustomizeTextAt(value, 'nameSuffix') ?? '';
  const placed = namespace === undefined ? items : inNamespace(items, namespace);
  if (prefix === '' && suffix === '') return placed;
  return placed.map((item) => {
    if (unnamed.has(item.kind)) return item;
    const name = `${prefix}${kustomizeName(item)}${suffix}`;
    const made = withAt(item.value, ['metadata', 'name'], () => name);
    return { ...item, names: [...item.names, name], value: made };
  });
}

/** Kinds whose names have a meaning outside the kustomization, so they are not changed. */
const unnamed: ReadonlySet<string> = new Set([
  'Namespace',
  'CustomResourceDefinition',
  'APIService',
]);

function inNamespace(items: readonly Item[], namespace: string): readonly Item[] {
  const accounts = new Set(
    items.filter(({ kind }) => kind === 'ServiceAccount').flatMap(({ names }) => names),
  );
  return items.map((item) => {
    if (item.kind === 'Namespace') {
      const value = withAt(item.value, ['metadata', 'name'], () => namespace);
      return { ...item, names: [...item.names, namespace], value };
    }
    const value = isClusterWide(item.kind)
      ? item.value
      : withAt(item.value, ['metadata', 'namespace'], () => namespace);
    const bound = withAt(value, ['subjects'], (subjects) =>
      isJsonArray(subjects) ? subjects.map((one) => subjectIn(one, namespace, accounts)) : subjects,
    );
    return { ...item, value: bound };
  });
}

function subjectIn(subject: Json, namespace: string, accounts: ReadonlySet<string>): Json {
  if (!isJsonObject(subject) || subject['kind'] !== 'ServiceAccount') return subject;
  const name = kustomizeTextAt(subject, 'name') ?? '';
  return name === 'default' || accounts.has(name) ? { ...subject, namespace } : subject;
}

interface LabelSet {
  readonly pairs: JsonObject;
  readonly path: readonly (string | number)[];
  readonly selectors: boolean;
  readonly templates: boolean;
}

/** Applies `commonLabels`, `labels` and `commonAnnotations`. */
export function labeled(items: readonly Item[], { file, value }: Kustomization): readonly Item[] {
  const sets: LabelSet[] = [
    {
      pairs: mapAt(value, 'commonLabels'),
      path: ['commonLabels'],
      selectors: true,
      templates: true,
    },
    ...listAt(value, 'labels').map((one, index) => {
      const selectors = isJsonObject(one) && one['includeSelectors'] === true;
      const templates = selectors || (isJsonObject(one) && one['includeTemplates'] === true);
      return { pairs: mapAt(one, 'pairs'), path: ['labels', index, 'pairs'], selectors, templates };
    }),
  ];
  const used = sets.filter(({ pairs }) => Object.keys(pairs).length > 0);
  const annotations = mapAt(value, 'commonAnnotations');
  return items.map((item) => {
    const steps: KustomizeStep[] = [...item.steps];
    let made = item.value;
    for (const set of used) {
      made = withLabels({ ...item, value: made }, set);
      steps.push({ kind: 'labels', file, path: set.path });
    }
    if (Object.keys(annotations).length > 0) {
      made = addAll(made, annotated(item), annotations);
      steps.push({ kind: 'annotations', file, path: ['commonAnnotations'] });
    }
    return { ...item, value: made, steps };
  });
}

function annotated(item: Item): readonly (readonly string[])[] {
  const templates = templatesOf(item).map((at) => [...at, 'metadata', 'annotations']);
  return [['metadata', 'annotations'], ...templates];
}

function withLabels(item: Item, { pairs, selectors, templates }: LabelSet): JsonObject {
  const paths: (readonly string[])[] = [['metadata', 'labels']];
  if (selectors) paths.push(...selectorsOf(item));
  if (templates) paths.push(...templatesOf(item).map((at) => [...at, 'metadata', 'labels']));
  return addAll(item.value, paths, pairs);
}

function addAll(
  value: JsonObject,
  paths: readonly (readonly string[])[],
  pairs: JsonObject,
): JsonObject {
  return paths.reduce((at, path) => {
    return withAt(withParent(at, path), path, (old) => ({
      ...(isJsonObject(old) ? old : {}),
      ...pairs,
    }));
  }, value);
}

/** Ensures that the parent map exists, since a pod template may have no metadata yet. */
function withParent(value: JsonObject, path: readonly string[]): JsonObject {
  return withAt(value, path.slice(0, -1), (old) => old ?? {});
}

const workloads: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/DaemonSet',
  'apps/StatefulSet',
  'batch/Job',
  'core/ReplicationController',
]);

function templatesOf(item: Item): readonly (readonly string[])[] {
  const type = itemType(item);
  if (workloads.has(type)) return [['spec', 'template']];
  if (type !== 'batch/CronJob') return [];
  return [
    ['spec', 'jobTemplate'],
    ['spec', 'jobTemplate', 'spec', 'template'],
  ];
}

function selectorsOf(item: Item): readonly (readonly string[])[] {
  switch (itemType(item)) {
    case 'core/Service':
    case 'core/ReplicationController':
      return [['spec', 'selector']];
    case 'apps/Deployment':
    case 'apps/ReplicaSet':
    case 'apps/DaemonSet':
    case 'apps/StatefulSet':
      return [['spec', 'selector', 'matchLabels']];
    case 'policy/PodDisruptionBudget':
      return [['spec', 'selector', 'matchLabels']];
    case 'networking.k8s.io/NetworkPolicy':
      return [['spec', 'podSelector', 'matchLabels']];
    default:
      return [];
  }
}
