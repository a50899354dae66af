import type { Artifact, ArtifactDigest } from '../../model/artifact.ts';
import { sameJson } from '../../model/json.ts';
import type { DeclaredResource, ResourceSource, ResourceVersion } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import {
  type CatalogueEntry,
  headsOf,
  type NumberedVersion,
} from '../../stages/resource/catalogue.ts';
import { artifactOf } from '../../stages/resource/manifest.ts';
import { checkResource, type Kinds } from '../../stages/resource/validate.ts';
import type { TenantCatalogue } from './catalogue.ts';

export interface PushDeps {
  readonly catalogue: TenantCatalogue;
  readonly kinds: Kinds;
}

export interface PushTerms {
  /** The version that is known to count: with another one it is a conflict. `none`: it is new. */
  readonly expect?: ArtifactDigest | 'none' | undefined;
  /** Tells what would be, and publishes nothing. */
  readonly isTrial: boolean;
  readonly source?: ResourceSource;
}

/** What became of a declared resource. */
export interface PushedResource extends Pick<DeclaredResource, 'tenant' | 'kind' | 'name'> {
  readonly change: 'created' | 'updated' | 'removed' | 'unchanged';
  /** Names the version for good. */
  readonly digest: ArtifactDigest;
  readonly number: number;
  /** What it takes the place of. */
  readonly parents: readonly ArtifactDigest[];
  /** Written by others at the same time; the next version settles it. */
  readonly contested: readonly ArtifactDigest[];
}

/** What was pushed, with its bytes where there is a new version. */
export interface Push {
  readonly pushed: PushedResource;
  readonly artifact?: Artifact;
}

/** Publishes a version of a resource, unless it is what counts already. */
export async function pushResource(
  { catalogue, kinds }: PushDeps,
  resource: DeclaredResource,
  terms: PushTerms,
): Promise<Result<Push>> {
  const kind = checkResource(kinds, resource);
  if (!kind.ok) return kind;
  const entry = await catalogue.entry(resource.name);
  if (!entry.ok) return entry;
  const conflict = conflictOf(entry.value, resource, terms.expect);
  if (conflict !== undefined) return fail(conflict);
  const current = entry.value?.current;
  if (entry.value !== undefined && current !== undefined && !current.removed) {
    const known = await catalogue.read(resource.name, current.digest);
    if (!known.ok) return known;
    const isSame = known.value.kind === resource.kind && sameJson(known.value.spec, resource.spec);
    if (isSame && entry.value.contested.length === 0) {
      return ok({ pushed: told(current, 'unchanged', entry.value) });
    }
  }
  const change = current === undefined || current.removed ? 'created' : 'updated';
  const source = terms.source === undefined ? {} : { source: terms.source };
  return publish(catalogue, entry.value, { ...resource, ...source }, change, terms);
}

/** Publishes that a resource is not wanted any more. */
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
  const conflict = conflictOf(entry.value, resource, terms.expect);
  if (conflict !== undefined) return fail(conflict);
  return publish(catalogue, entry.value, resource, 'removed', terms);
}

async function publish(
  catalogue: TenantCatalogue,
  before: CatalogueEntry | undefined,
  resource: Omit<ResourceVersion, 'parents'>,
  change: PushedResource['change'],
  { isTrial }: PushTerms,
): Promise<Result<Push>> {
  const heads = headsOf(before);
  const parents = heads.map(({ digest }) => digest);
  const version: ResourceVersion = { ...resource, parents };
  const artifact = isTrial ? ok(await artifactOf(version)) : await catalogue.publish(version);
  if (!artifact.ok) return artifact;
  const { digest } = artifact.value;
  const { tenant, kind, name } = resource;
  const number = 1 + Math.max(0, ...heads.map((head) => head.number));
  const facts = { tenant, kind, name, digest, parents, number };
  if (isTrial) return ok({ pushed: told(facts, change, undefined), artifact: artifact.value });
  const after = await catalogue.entry(name);
  if (!after.ok) return after;
  return ok({ pushed: told(facts, change, after.value), artifact: artifact.value });
}

function told(
  { tenant, kind, name, digest, number, parents }: NumberedVersion,
  change: PushedResource['change'],
  entry: CatalogueEntry | undefined,
): PushedResource {
  const heads = headsOf(entry).map((head) => head.digest);
  const isHead = heads.includes(digest);
  const contested = isHead ? heads.filter((other) => other !== digest) : [];
  return { tenant, kind, name, change, digest, number, parents, contested };
}

function conflictOf(
  entry: CatalogueEntry | undefined,
  { kind, name }: Pick<DeclaredResource, 'kind' | 'name'>,
  expect: PushTerms['expect'],
): Problem | undefined {
  const current = entry?.current;
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
