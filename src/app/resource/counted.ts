import type { ArtifactDigest } from '../../model/artifact.ts';
import type { ResourceVersion, VersionFacts } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import {
  type CatalogueEntry,
  foldCatalogue,
  type NumberedVersion,
  versionHeads,
} from '../../stages/resource/catalogue.ts';
import { packVersion } from '../../stages/resource/manifest.ts';
import { mergeValues } from '../../stages/resource/merge-values.ts';
import { checkResource } from '../../stages/resource/validate.ts';
import type { SyncDeps } from './sync.ts';

type CountDeps = Pick<SyncDeps, 'catalogue' | 'kinds'>;

/** A version that is current and that nobody has published yet. */
export interface DueVersion {
  readonly digest: ArtifactDigest;
  readonly version: ResourceVersion;
}

/** The entry of a resource, including the version that its code has. */
export interface ResourceStatus {
  readonly entry: CatalogueEntry;
  /** Versions that have to be published for this, in this order. */
  readonly due: readonly DueVersion[];
  /** Members of the spec on which the code and the declaration disagree, both intentionally. */
  readonly unsettled: readonly string[];
}

/**
 * Counts the version in the code as accepted, whether or not it was ever published. Whatever was
 * declared in the meantime is merged with it, member by member.
 */
export async function determineResourceStatus(
  deps: CountDeps,
  entry: CatalogueEntry,
  inCode: ArtifactDigest | undefined,
): Promise<Result<ResourceStatus>> {
  if (inCode === undefined) return ok({ entry, due: [], unsettled: [] });
  const isListed = entry.versions.some(({ digest }) => digest === inCode);
  if (isListed) return settled(deps, { entry, due: [], unsettled: [] }, inCode);
  const version = await deps.catalogue.read(entry.name, inCode);
  if (!version.ok)
    return version.error.code === 'resource-version' ? fail(lost(entry.name, inCode)) : version;
  const isTaken = version.value.removed || checkResource(deps.kinds, version.value).ok;
  if (!isTaken) return ok({ entry, due: [], unsettled: ['spec'] });
  const more = withVersion(entry, version.value, inCode);
  return settled(
    deps,
    { entry: more, due: [{ digest: inCode, version: version.value }], unsettled: [] },
    inCode,
  );
}

async function settled(
  deps: CountDeps,
  counted: ResourceStatus,
  inCode: ArtifactDigest,
): Promise<Result<ResourceStatus>> {
  const { entry, due } = counted;
  const heads = versionHeads(entry);
  const others = heads.filter(({ digest }) => digest !== inCode);
  const [other] = others;
  if (other === undefined || others.length === heads.length) return ok(counted);
  const [mine, theirs] = [
    await deps.catalogue.read(entry.name, inCode),
    await deps.catalogue.read(entry.name, other.digest),
  ];
  if (!mine.ok) return mine;
  if (!theirs.ok) return theirs;
  const isPlain = others.length === 1 && !mine.value.removed && !theirs.value.removed;
  if (!isPlain || mine.value.kind !== theirs.value.kind) {
    return ok({ ...counted, unsettled: ['spec'] });
  }
  const base = await commonSpec(deps, entry, [inCode, other.digest]);
  if (!base.ok) return base;
  const unsettled: string[] = [];
  const spec = mergeValues(
    { old: base.value, wanted: mine.value.spec, found: theirs.value.spec },
    { isForced: false, conflict: (path) => void unsettled.push(['spec', ...path].join('.')) },
  ) as ResourceVersion['spec'];
  if (unsettled.length > 0) return ok({ ...counted, unsettled });
  const { tenant, kind, name } = mine.value;
  const joined = { tenant, kind, name, spec, parents: [inCode, other.digest].sort(compareText) };
  if (!checkResource(deps.kinds, joined).ok) return ok({ ...counted, unsettled: ['spec'] });
  const { digest } = await packVersion(joined);
  return ok({
    entry: withVersion(entry, joined, digest),
    due: [...due, { digest, version: joined }],
    unsettled,
  });
}

/** The spec of the newest version that both descend from. */
async function commonSpec(
  { catalogue }: CountDeps,
  entry: CatalogueEntry,
  [one, other]: readonly [ArtifactDigest, ArtifactDigest],
): Promise<Result<ResourceVersion['spec']>> {
  const [mine, theirs] = [before(entry, one), before(entry, other)];
  const common = entry.versions.findLast(({ digest }) => mine.has(digest) && theirs.has(digest));
  if (common === undefined) return ok({});
  const version = await catalogue.read(entry.name, common.digest);
  return version.ok ? ok(version.value.spec) : version;
}

/** All ancestors of a version. */
function before(entry: CatalogueEntry, digest: ArtifactDigest): ReadonlySet<ArtifactDigest> {
  const parents = new Map(entry.versions.map((one) => [one.digest, one.parents]));
  const found = new Set<ArtifactDigest>();
  const open = [...(parents.get(digest) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    open.push(...(parents.get(at) ?? []));
  }
  return found;
}

function withVersion(
  entry: CatalogueEntry,
  { spec: _, source: __, ...version }: ResourceVersion,
  digest: ArtifactDigest,
): CatalogueEntry {
  const plain: readonly VersionFacts[] = entry.versions.map(factsOf);
  return foldCatalogue([...plain, { ...version, digest }])[0] ?? entry;
}

function factsOf({ number: _, ...facts }: NumberedVersion): VersionFacts {
  return facts;
}

function lost(name: string, digest: string): Problem {
  return {
    code: 'resource-version-lost',
    message: `The code of ${name} was written for ${digest}, which is not among its artifacts.`,
    hint: 'Name the registry that it came from with --registry.',
  };
}
