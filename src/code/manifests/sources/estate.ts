import type { JsonObject } from '../../../model/json.ts';
import { isJsonObject, jsonAt } from '../../../model/json.ts';
import type { ObjectRef } from '../../../model/object-change.ts';
import type { FoundObject, ObjectEstate } from '../../../providers/kubernetes/live/types.ts';
import {
  apiGroupOf,
  isClusterWide,
  kindResource,
  kindTypeOf,
  type ObjectId,
  objectAddress,
} from '../../../providers/kubernetes/names.ts';
import type { ManifestProblem } from '../objects/types.ts';
import { renderChart } from './helm/render.ts';
import { renderKustomization } from './kustomize/render.ts';
import { renderPlain } from './plain.ts';
import type { ManifestFiles, Rendered, RenderedObject, Unit } from './types.ts';

/** A unit with the objects that it renders to. */
export interface RenderedUnit extends Rendered {
  readonly unit: Unit;
}

/** All manifests of a run, rendered. Immutable: an edit creates a new one. */
export interface Manifests {
  readonly files: ManifestFiles;
  readonly units: readonly RenderedUnit[];
}

/** An object and the unit that renders it. */
export interface LocatedObject {
  readonly unit: RenderedUnit;
  readonly object: RenderedObject;
}

export function renderUnits(files: ManifestFiles, units: readonly Unit[]): Manifests {
  return { files, units: units.map((unit) => ({ unit, ...render(files, unit) })) };
}

/** Renders again with other files. Units that read no changed file are kept. */
export function rerender(manifests: Manifests, files: ManifestFiles): Manifests {
  if (manifests.units.length === 0) return { files, units: [] };
  const changed = new Set(
    [...new Set([...files.keys(), ...manifests.files.keys()])].filter(
      (path) => files.get(path) !== manifests.files.get(path),
    ),
  );
  const isNew = [...changed].some((path) => !manifests.files.has(path));
  const units = manifests.units.map((one) => {
    const isTouched = isNew || [...changed].some((path) => one.reads.has(path));
    return isTouched ? { unit: one.unit, ...render(files, one.unit) } : one;
  });
  return { files, units };
}

function render(files: ManifestFiles, { source }: Unit): Rendered {
  switch (source.kind) {
    case 'manifests':
      return renderPlain(files, source);
    case 'kustomize':
      return renderKustomization(files, source);
    case 'helm':
      return renderChart(files, source);
  }
}

/** The problems of all configured units. */
export function configuredProblems({ units }: Manifests): readonly ManifestProblem[] {
  return units.flatMap(({ unit, problems }) => (unit.isConfigured ? problems : []));
}

/** Looks up objects of the configured units by the names in an audit log. */
export function createManifestEstate(manifests: Manifests): ObjectEstate {
  const own = manifests.units.filter(({ unit }) => unit.isConfigured);
  const clusters = new Set(own.map(({ unit }) => unit.source.cluster));
  const near = (ref: ObjectRef): readonly RenderedUnit[] =>
    own.filter((one) => belongsToCluster(one, ref, clusters.size === 1));
  return {
    find: (ref) => findIn(near(ref), ref),
    namesOf: (ref, labels) => namesIn(near(ref), ref, labels),
    isNeighbor: (ref) => ref.namespace !== undefined && near(ref).some((one) => isIn(one, ref)),
    unmanagedAt: (ref, body) => {
      const id = unmanagedId(ref, body);
      const [cluster] = near(ref).map(({ unit }) => unit.source.cluster);
      return { address: objectAddress(id, cluster), type: kindTypeOf(id) };
    },
  };
}

function namesIn(
  units: readonly RenderedUnit[],
  ref: ObjectRef,
  labels: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  if (labels === undefined) return [];
  const found = candidates(units, ref).filter((one) => hasLabels(one, labels));
  return found.map(({ object }) => object.id.name);
}

function isIn({ unit, objects }: RenderedUnit, { namespace }: ObjectRef): boolean {
  return objects.some(({ id }) => (id.namespace ?? unit.source.namespace) === namespace);
}

/** The object with an address, among the configured units. */
export function locateObject({ units }: Manifests, address: string): LocatedObject | undefined {
  for (const unit of units.filter(({ unit: one }) => one.isConfigured)) {
    const { cluster } = unit.unit.source;
    const object = unit.objects.find(({ id }) => isAt(address, id, cluster));
    if (object !== undefined) return { unit, object };
  }
  return undefined;
}

/** True if the object has this address. One without a namespace may be in any namespace. */
export function isAt(address: string, id: ObjectId, cluster: string | undefined): boolean {
  if (objectAddress(id, cluster) === address) return true;
  if (id.namespace !== undefined || isClusterWide(id.kind)) return false;
  const parts = address.split('/');
  const namespace = parts.at(-2);
  return (
    parts.length === 4 &&
    namespace !== undefined &&
    objectAddress({ ...id, namespace }, cluster) === address
  );
}

/**
 * True if the manifests belong to the cluster of a log record. Managed clusters are named by a
 * path, of which the last part is enough. A record without a cluster name matches if there is only
 * one cluster.
 */
function belongsToCluster(
  { unit }: RenderedUnit,
  { cluster }: ObjectRef,
  isOnly: boolean,
): boolean {
  const own = unit.source.cluster;
  if (own === undefined || own === cluster) return true;
  return cluster === unnamedCluster ? isOnly : cluster.endsWith(`/${own.toLowerCase()}`);
}

/** The cluster name used for log records that have none. */
const unnamedCluster = 'unknown';

function candidates(units: readonly RenderedUnit[], ref: ObjectRef): readonly LocatedObject[] {
  return units.flatMap((unit) =>
    unit.objects
      .filter(({ id }) => id.group === ref.group && kindResource(id.kind) === ref.resource)
      .filter(({ id }) => id.namespace === undefined || id.namespace === ref.namespace)
      .map((object) => ({ unit, object })),
  );
}

function findIn(units: readonly RenderedUnit[], ref: ObjectRef): FoundObject {
  const named = candidates(units, ref).filter(({ object }) => object.id.name === ref.name);
  const exact = named.filter(({ object }) => object.id.namespace === ref.namespace);
  const fitting = exact.length > 0 ? exact : named;
  const [first, second] = fitting;
  if (first !== undefined && second === undefined) {
    const { object, unit } = first;
    const id = {
      ...object.id,
      ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }),
    };
    const address = objectAddress(id, unit.unit.source.cluster);
    return { kind: 'known', object: { address, type: kindTypeOf(id), value: object.value } };
  }
  const unclear = units.flatMap((unit) => unit.unclear).find(({ id }) => isRef(id, ref));
  if (first === undefined && unclear === undefined) return { kind: 'none' };
  const id = first?.object.id ?? unclear?.id;
  if (id === undefined) return { kind: 'none' };
  const reason =
    unclear?.problem.message ?? `The ${id.kind} ${id.name} is declared ${fitting.length} times.`;
  const { place, hint } = unclear?.problem ?? {};
  return {
    kind: 'unclear',
    address: objectAddress({
      ...id,
      ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }),
    }),
    unresolved: {
      code: unclear?.problem.code ?? 'manifest-ambiguous',
      reason,
      suggestion:
        hint ?? 'Say in parley.yaml which of them applies to which cluster and namespace.',
      ...(place === undefined ? {} : { place }),
    },
  };
}

function isRef(id: ObjectId, ref: ObjectRef): boolean {
  return (
    id.group === ref.group &&
    kindResource(id.kind) === ref.resource &&
    id.name === ref.name &&
    (id.namespace === undefined || id.namespace === ref.namespace)
  );
}

function hasLabels({ object }: LocatedObject, labels: Readonly<Record<string, string>>): boolean {
  const own = jsonAt(object.value, 'metadata', 'labels');
  return Object.entries(labels).every(
    ([key, value]) => isJsonObject(own) && String(own[key]) === value,
  );
}

/** Kind and API version come from the body; without them, those of the reference are used. */
function unmanagedId(ref: ObjectRef, body: JsonObject | undefined): ObjectId {
  const kind = jsonAt(body, 'kind');
  const version = jsonAt(body, 'apiVersion');
  const { namespace } = ref;
  return {
    group: typeof version === 'string' ? apiGroupOf(version) : ref.group,
    kind: typeof kind === 'string' ? kind : ref.resource,
    name: ref.name ?? '',
    ...(namespace === undefined ? {} : { namespace }),
  };
}
