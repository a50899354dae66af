import { discoverUnits, type GivenSource } from '../../code/manifests/sources/discover.ts';
import {
  configuredProblems,
  createManifestEstate,
  locateObject,
  type Manifests,
  renderUnits,
} from '../../code/manifests/sources/estate.ts';
import type { Actor } from '../../model/actor.ts';
import type { AdoptMode } from '../../model/adoption.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject, type Json, type JsonObject, jsonAt } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Unresolved } from '../../model/report.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { compareKeys } from '../../model/text.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import { readChange } from '../../providers/kubernetes/changes/read.ts';
import { netObjects } from '../../providers/kubernetes/live/net-objects.ts';
import type { ObjectEvent } from '../../providers/kubernetes/live/types.ts';
import { objectValueAt } from '../../providers/kubernetes/values/at.ts';
import { hasHidden } from '../../providers/kubernetes/values/hidden.ts';
import { compareOutcomes } from '../../stages/drift/outcomes.ts';
import type { EventOutcome, NetDriftResult } from '../../stages/drift/types.ts';
import { scalingBounds } from '../../stages/patch/manifests/release.ts';
import type { Translated } from '../ingest/translate.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import { deployRunOf } from './code-behind.ts';

/** The manifests of a run; undefined for a run with Terraform only. */
export function loadManifests(
  tree: SourceTree,
  sources: readonly GivenSource[] | undefined,
): Manifests | undefined {
  if (sources === undefined || sources.length === 0) return undefined;
  return renderUnits(tree, discoverUnits(tree, sources));
}

/**
 * Problems of manifests that cannot be read. Their objects are left out, and the rest is processed.
 */
export function manifestProblems(manifests: Manifests | undefined): readonly Unresolved[] {
  const problems = manifests === undefined ? [] : configuredProblems(manifests);
  const once = new Map(problems.map((one) => [JSON.stringify(one), unresolvedFrom(one)]));
  return [...once.values()];
}

/** The change that a request to a cluster made; undefined for events of other logs. */
export function translateObject(
  manifests: Manifests | undefined,
  event: AuditEvent,
): Translation | undefined {
  if (event.cloud !== 'kubernetes' || manifests === undefined) return undefined;
  const read = readChange(event);
  return read.kind === 'change'
    ? { kind: 'object', change: read.change }
    : { kind: 'nothing', because: read.because };
}

export interface ObjectDrift {
  readonly net: NetDriftResult;
  readonly unresolved: readonly Unresolved[];
}

/** Adds the drift of cluster objects to the drift of Terraform's resources. */
export function withObjects(
  manifests: Manifests | undefined,
  net: NetDriftResult,
  { objects }: Pick<Translated, 'objects'>,
  adopt: AdoptMode,
  deployers: readonly string[],
): ObjectDrift {
  if (manifests === undefined || objects.length === 0) return { net, unresolved: [] };
  const events = objects.map(
    ({ event: { id, time, actor }, change }): ObjectEvent => ({
      event: id,
      time,
      change,
      isDeployer: deployers.includes(actor.principal),
      isController: isController(actor),
      ...codeOf(actor, deployers, change.action.kind === 'create'),
    }),
  );
  const found = netObjects(createManifestEstate(manifests), events, adopt);
  return {
    net: {
      ...net,
      drifts: [...net.drifts, ...found.drifts],
      reverted: [...net.reverted, ...found.reverted],
      perEvent: joined(net.perEvent, found.outcomes),
    },
    unresolved: found.unresolved,
  };
}

function codeOf(
  actor: Actor,
  deployers: readonly string[],
  isBirth: boolean,
): Pick<ObjectEvent, 'code'> {
  const run = deployRunOf(actor, deployers);
  return run?.kind === 'other' ? { code: { ...run, did: isBirth ? 'made' : 'changed' } } : {};
}

/**
 * True for a controller whose class is trusted, because it is based on a name that the API server
 * verified or on a signature in the settings.
 */
function isController({ class: kind, evidence }: Actor): boolean {
  return (kind === 'controller' || kind === 'provider') && evidence === 'trusted';
}

function joined(
  perEvent: NetDriftResult['perEvent'],
  outcomes: readonly (readonly [event: string, outcome: EventOutcome])[],
): NetDriftResult['perEvent'] {
  const all = new Map([...perEvent].map(([event, found]) => [event, [...found]]));
  for (const [event, outcome] of outcomes) all.set(event, [...(all.get(event) ?? []), outcome]);
  const sorted = [...all].sort(compareKeys);
  return new Map(sorted.map(([event, found]) => [event, found.sort(compareOutcomes)]));
}

/** The value that manifests declare; undefined if they declare none, or none that is known. */
export function declaredObject(
  manifests: Manifests | undefined,
  address: string,
  path: AttributePath,
): Json | undefined {
  const located = manifests === undefined ? undefined : locateObject(manifests, address);
  const value = located === undefined ? undefined : objectValueAt(located.object.value, path);
  return hasHidden(value) ? undefined : value;
}

/** Bounds of an autoscaler for the object in the manifests. */
export function objectLimits(
  manifests: Manifests | undefined,
  address: string,
): Bounds | undefined {
  return manifests === undefined ? undefined : scalingBounds(manifests, address);
}

/** Labels and namespace of an object, used like tags to determine its environment. */
export function objectTags(manifests: Manifests | undefined, address: string): JsonObject {
  const object = manifests === undefined ? undefined : locateObject(manifests, address)?.object;
  if (object === undefined) return {};
  const labels = jsonAt(object.value, 'metadata', 'labels');
  const namespace = object.id.namespace ?? address.split('/').at(-2) ?? '';
  return { ...(isJsonObject(labels) ? labels : {}), namespace };
}
