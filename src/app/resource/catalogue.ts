import type { Artifact, ArtifactDigest, Blob } from '../../model/artifact.ts';
import { isResourceName, type ResourceVersion } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { type CatalogueEntry, foldCatalogue } from '../../stages/resource/catalogue.ts';
import {
  packVersion,
  type ReadManifest,
  readVersionLayer,
  readVersionManifest,
} from '../../stages/resource/manifest.ts';
import { wrongName } from '../../stages/resource/validate.ts';
import { markName, namesRepository } from './names.ts';

/** The resources of a tenant, as versions in an append-only store. */
export interface TenantCatalogue {
  /** Sorted. Includes names that were registered but have no version yet. */
  names(): Promise<Result<readonly string[]>>;
  /** Undefined for a name without versions. */
  entry(name: string): Promise<Result<CatalogueEntry | undefined>>;
  read(name: string, digest: ArtifactDigest): Promise<Result<ResourceVersion>>;
  /** Resolves when everybody can see the version; `latest` then points to the current one. */
  publish(version: ResourceVersion): Promise<Result<PublishedVersion>>;
  /**
   * Stores a version that may be published later: it can be read by its digest but is not current.
   */
  suggest(version: ResourceVersion): Promise<Result<Artifact>>;
}

/** The part of a catalogue that reading resources needs. */
export type ReadCatalogue = Pick<TenantCatalogue, 'names' | 'entry' | 'read'>;

export interface PublishedVersion {
  readonly artifact: Artifact;
  /** The entry of the name when this version was first visible. */
  readonly entry: CatalogueEntry | undefined;
}

/** How often a registry may lose what was published before that counts as a failure. */
const tries = 4;
/** Number of manifests that are requested at the same time. */
const atOnce = 8;

const latest = 'latest';

export function openCatalogue(store: ArtifactStore, tenant: string): TenantCatalogue {
  // Cached without limit of time, since the content behind a digest never changes.
  const seen = new Map<ArtifactDigest, ReadManifest>();
  const repositoryOf = (name: string) => `${tenant}/${name}`;

  /** Undefined where the reference is not a version of this resource. */
  const look = async (
    name: string,
    reference: string,
  ): Promise<Result<ReadManifest | undefined>> => {
    const known = seen.get(reference as ArtifactDigest);
    const found: Result<Blob | undefined> =
      known === undefined ? await store.manifest(repositoryOf(name), reference) : ok(undefined);
    if (!found.ok) return found;
    const read =
      known ?? (found.value === undefined ? undefined : readVersionManifest(found.value.bytes));
    if (read === undefined) return ok(undefined);
    if (read.facts.tenant !== tenant || read.facts.name !== name) return ok(undefined);
    seen.set(read.facts.digest, read);
    return ok(read);
  };

  const fold = async (
    name: string,
    tags: readonly string[],
  ): Promise<Result<CatalogueEntry | undefined>> => {
    const found = new Map<ArtifactDigest, ReadManifest>();
    const asked = new Set<string>();
    // A version whose tag was lost is found through the versions that replace it, or through
    // `latest`.
    let open: readonly string[] = tags.flatMap(referenceOf);
    while (open.length > 0) {
      for (const reference of open) asked.add(reference);
      const read = await inBatches(open, (reference) => look(name, reference));
      if (!read.ok) return read;
      for (const one of read.value) if (one !== undefined) found.set(one.facts.digest, one);
      const parents = [...found.values()].flatMap(({ facts }) => facts.parents);
      open = [...new Set(parents)].filter((one) => !asked.has(one) && !found.has(one));
    }
    return ok(foldCatalogue([...found.values()].map(({ facts }) => facts))[0]);
  };

  const catalogue: TenantCatalogue = {
    names: () => store.tags(namesRepository(tenant)),
    async entry(name) {
      if (!isResourceName(name)) return fail(wrongName('name', name));
      const tags = await store.tags(repositoryOf(name));
      return tags.ok ? fold(name, tags.value) : tags;
    },
    async read(name, digest) {
      const manifest = await look(name, digest);
      if (!manifest.ok) return manifest;
      if (manifest.value === undefined) return fail(noVersion(name, digest));
      const layer = await store.blob(repositoryOf(name), manifest.value.layer);
      if (!layer.ok) return layer;
      if (layer.value === undefined) return fail(noVersion(name, digest));
      const version = await readVersionLayer(layer.value, digest);
      return version.ok ? version : fail(wrongVersion(name, digest));
    },
    async publish(version) {
      const repository = repositoryOf(version.name);
      const artifact = await packVersion(version);
      const marked = await markName(store, tenant, version.name);
      if (!marked.ok) return marked;
      const tag = tagOf(artifact.digest);
      let listed: readonly string[];
      for (let attempt = 0; ; attempt += 1) {
        const put = await store.put(repository, artifact, [tag]);
        if (!put.ok) return put;
        const tags = await store.tags(repository);
        if (!tags.ok) return tags;
        listed = tags.value;
        if (listed.includes(tag)) break;
        if (attempt + 1 >= tries) return fail(forgetful(store.location, version.name));
      }
      const own = readVersionManifest(artifact.bytes);
      if (own !== undefined) seen.set(artifact.digest, own);
      const seenNow = await fold(version.name, listed);
      if (!seenNow.ok) return seenNow;
      const entry = await pointLatest({ store, catalogue, fold }, artifact, seenNow.value);
      return entry.ok ? ok({ artifact, entry: entry.value }) : entry;
    },
    async suggest(version) {
      const artifact = await packVersion(version);
      const tag = artifact.digest.replace('sha256:', 's-');
      const put = await store.put(repositoryOf(version.name), artifact, [tag]);
      return put.ok ? ok(artifact) : put;
    },
  };
  return catalogue;
}

interface Pointing {
  readonly store: ArtifactStore;
  readonly catalogue: Pick<TenantCatalogue, 'read'>;
  readonly fold: (
    name: string,
    tags: readonly string[],
  ) => Promise<Result<CatalogueEntry | undefined>>;
}

/**
 * Points `latest` at the current version, and checks again afterwards. Whoever moves it last sees
 * everything published before, so it ends at the version that the fold selects.
 */
async function pointLatest(
  { store, catalogue, fold }: Pointing,
  own: Artifact,
  first: CatalogueEntry | undefined,
): Promise<Result<CatalogueEntry | undefined>> {
  let pointed: ArtifactDigest | undefined;
  for (let entry = first; ; ) {
    const current = entry?.current;
    if (current === undefined || current.digest === pointed) return ok(entry);
    let artifact = own;
    if (current.digest !== own.digest) {
      const version = await catalogue.read(current.name, current.digest);
      if (!version.ok) return version;
      artifact = await packVersion(version.value);
    }
    const repository = `${current.tenant}/${current.name}`;
    const put = await store.put(repository, artifact, [latest]);
    if (!put.ok) return put;
    pointed = current.digest;
    const tags = await store.tags(repository);
    if (!tags.ok) return tags;
    // `latest` is left out: whoever moved it in the meantime listed their version under its own tag
    // first.
    const listed = tags.value.filter((one) => one !== latest);
    const after = await fold(current.name, listed);
    if (!after.ok) return after;
    entry = after.value;
  }
}

function tagOf(digest: ArtifactDigest): string {
  return digest.replace('sha256:', 'v-');
}

/** Tags of versions are resolved by digest, so that the content is verified. */
function referenceOf(tag: string): readonly string[] {
  if (tag === latest) return [tag];
  return /^v-[0-9a-f]{64}$/.test(tag) ? [`sha256:${tag.slice(2)}`] : [];
}

async function inBatches<T, U>(
  items: readonly T[],
  work: (item: T) => Promise<Result<U>>,
): Promise<Result<readonly U[]>> {
  const done: U[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    for (const one of await Promise.all(items.slice(at, at + atOnce).map(work))) {
      if (!one.ok) return one;
      done.push(one.value);
    }
  }
  return ok(done);
}

function noVersion(name: string, digest: string): Problem {
  return {
    code: 'resource-version',
    message: `${name} has no version ${digest}.`,
    hint: `\`parley resources status ${name}\` lists its versions.`,
  };
}

function wrongVersion(name: string, digest: string): Problem {
  return {
    code: 'resource-broken',
    message: `The artifact ${digest}, stored as a version of ${name}, is not one.`,
    hint: 'Another version of Parley, or another program, must have put it there.',
  };
}

function forgetful(location: string, name: string): Problem {
  return {
    code: 'registry-forgets',
    message: `${location} accepted a version of ${name} ${tries} times, but does not list it.`,
    hint: 'Check its retention rules: versions must not be deleted.',
  };
}
