import type { Artifact, ArtifactDigest } from '../../model/artifact.ts';
import { sameJson } from '../../model/json.ts';
import type { ResourceSource, ResourceVersion, WantedResource } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import {
  type CatalogueEntry,
  type NumberedVersion,
  versionHeads,
} from '../../stages/resource/catalogue.ts';
import { packVersion } from '../../stages/resource/manifest.ts';
import { checkResource, type Kinds } from '../../stages/resource/validate.ts';
import type { TenantCatalogue } from './catalogue.ts';

export interface PushDeps {
  readonly catalogue: TenantCatalogue;
  readonly kinds: Kinds;
}

export interface PushTerms {
  /**
   * The version that the caller expects to be current; any other one is a conflict. `none`: the
   * resource must be new.
   */
  readonly expect?: ArtifactDigest | 'none' | undefined;
  /** Reports what would happen, and publishes nothing. */
  readonly isTrial: boolean;
  readonly source?: ResourceSource;
  /** The versions to replace, where an earlier attempt of the same call determined them. */
  readonly onto?: readonly ArtifactDigest[];
}

/** The result of declaring a resource. */
export interface PushedResource extends Pick<WantedResource, 'tenant' | 'kind' | 'name'> {
  readonly change: 'created' | 'updated' | 'removed' | 'unchanged';
  /** Identifies the version permanently. */
  readonly digest: ArtifactDigest;
  readonly number: number;
  /** The versions that this one replaces. */
  readonly parents: readonly ArtifactDigest[];
  /** Versions that were written concurrently; the next version settles the conflict. */
  readonly contested: readonly ArtifactDigest[];
}

/** What was pushed, with its content. */
export interface Push {
  readonly pushed: PushedResource;
  readonly artifact: Artifact;
}

/** Publishes a version of a resource, unless it equals the current one. */
export async function pushResource(
  { catalogue, kinds }: PushDeps,
  resource: WantedResource,
  terms: PushTerms,
): Promise<Result<Push>> {
  const kind = checkResource(kinds, resource);
  if (!kind.ok) return kind;
  const entry = await catalogue.entry(resource.name);
  if (!entry.ok) return entry;
  const heads = basisOf(entry.value, terms.onto);
  const conflict = conflictOf(heads, resource, terms.expect);
  if (conflict !== undefined) return fail(conflict);
  const current = heads.at(-1);
  if (current !== undefined && !current.removed && heads.length === 1) {
    const known = await catalogue.read(resource.name, current.digest);
    if (!known.ok) return known;
    if (known.value.kind === resource.kind && sameJson(known.value.spec, resource.spec)) {
      const pushed = pushedEntry(current, 'unchanged', entry.value);
      return ok({ pushed, artifact: await packVersion(known.value) });
    }
  }
  const change = current === undefined || current.removed ? 'created' : 'updated';
  const source = terms.source === undefined ? {} : { source: terms.source };
  return publish(catalogue, heads, { ...resource, ...source }, change, terms);
}

/** Publishes that a resource is no longer wanted. */
export async function removeResource(
  catalogue: TenantCatalogue,
  name: string,
  terms: PushTerms,
): Promise<Result<Push>> {
  const entry = await catalogue.entry(name);
  if (!entry.ok) return entry;
  if (entry.value === undefined || entry.value.current.removed) return fail(noResource(name));
  const { tenant, kind } = entry.value.current;
  const resource = { tenant, kind, name, spec: {}, removed: true as const };
  const heads = basisOf(entry.value, undefined);
  const conflict = conflictOf(heads, resource, terms.expect);
  if (conflict !== undefined) return fail(conflict);
  return publish(catalogue, heads, resource, 'removed', terms);
}

/** The versions that the next one replaces, ending with the current one. */
function basisOf(
  entry: CatalogueEntry | undefined,
  onto: PushTerms['onto'],
): readonly NumberedVersion[] {
  if (entry === undefined) return [];
  if (onto === undefined) return [...entry.contested, entry.current];
  return entry.versions.filter(({ digest }) => onto.includes(digest));
}

async function publish(
  catalogue: TenantCatalogue,
  heads: readonly NumberedVersion[],
  resource: Omit<ResourceVersion, 'parents'>,
  change: PushedResource['change'],
  { isTrial }: PushTerms,
): Promise<Result<Push>> {
  const parents = heads.map(({ digest }) => digest).sort();
  const version: ResourceVersion = { ...resource, parents };
  const published = isTrial
    ? ok({ artifact: await packVersion(version), entry: undefined })
    : await catalogue.publish(version);
  if (!published.ok) return published;
  const { artifact, entry } = published.value;
  const { digest } = artifact;
  const { tenant, kind, name } = resource;
  const number = 1 + Math.max(0, ...heads.map((head) => head.number));
  const facts = { tenant, kind, name, digest, parents, number };
  return ok({ pushed: pushedEntry(facts, change, entry), artifact });
}

function pushedEntry(
  { tenant, kind, name, digest, number, parents }: NumberedVersion,
  change: PushedResource['change'],
  entry: CatalogueEntry | undefined,
): PushedResource {
  const heads = versionHeads(entry).map((head) => head.digest);
  const isHead = heads.includes(digest);
  const contested = isHead ? heads.filter((other) => other !== digest) : [];
  return { tenant, kind, name, change, digest, number, parents, contested };
}

function conflictOf(
  heads: readonly NumberedVersion[],
  { kind, name }: Pick<WantedResource, 'kind' | 'name'>,
  expect: PushTerms['expect'],
): Problem | undefined {
  const current = heads.at(-1);
  if (current !== undefined && !current.removed && current.kind !== kind) {
    return {
      code: 'resource-other-kind',
      message: `${name} is a ${current.kind} as of version ${current.number} (${current.digest}).`,
      hint: 'Give the other resource another name, or remove this one first.',
    };
  }
  const counts = current === undefined || current.removed ? 'none' : current.digest;
  if (expect === undefined || expect === counts || expect === current?.digest) return undefined;
  const now =
    current === undefined
      ? 'has no version'
      : `is at version ${current.number} (${current.digest})${current.removed ? ', which removed it' : ''}`;
  return {
    code: 'resource-conflict',
    message: `${name} ${now}, and not at ${expect === 'none' ? 'its beginning' : expect}.`,
    hint: 'Look at what changed with `parley resources diff`, and push on top of that version.',
  };
}

export function noResource(name: string): Problem {
  return {
    code: 'no-resource',
    message: `There is no resource ${name}.`,
    hint: '`parley resources list` shows what there is.',
  };
}
