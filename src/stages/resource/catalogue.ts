import type { ArtifactDigest } from '../../model/artifact.ts';
import type { VersionFacts } from '../../model/resource.ts';
import { compareKeys, compareText } from '../../model/text.ts';

/** A version in the history of its resource. */
export interface NumberedVersion extends VersionFacts {
  /** 1 for the first version; concurrent versions share a number. */
  readonly number: number;
}

/** What a tenant declared under one name. */
export interface CatalogueEntry {
  readonly name: string;
  /** The version in effect. */
  readonly current: NumberedVersion;
  /** Versions written concurrently with `current` that still have to be reconciled. */
  readonly contested: readonly NumberedVersion[];
  /** All versions, oldest first. */
  readonly versions: readonly NumberedVersion[];
  /** Versions that others replace but that are missing. */
  readonly missing: readonly ArtifactDigest[];
}

/**
 * Folds versions into the entries in effect, by name. A name has none if each of its versions is
 * replaced, which takes versions that replace each other. Neither order nor duplicates matter, and
 * partial sets can be merged: writers only ever add versions, so they need no coordination.
 */
export function foldCatalogue(versions: Iterable<VersionFacts>): readonly CatalogueEntry[] {
  const byName = new Map<string, Map<ArtifactDigest, VersionFacts>>();
  for (const version of versions) {
    const same = byName.get(version.name) ?? new Map<ArtifactDigest, VersionFacts>();
    byName.set(version.name, same.set(version.digest, version));
  }
  return [...byName.entries()].sort(compareKeys).flatMap(([name, all]) => entryOf(name, all) ?? []);
}

function entryOf(
  name: string,
  all: ReadonlyMap<ArtifactDigest, VersionFacts>,
): CatalogueEntry | undefined {
  const numbers = numbersOf(all);
  const versions = [...all.values()]
    .map((version) => ({ ...version, number: numbers.get(version.digest) ?? 1 }))
    .sort((a, b) => a.number - b.number || compareText(a.digest, b.digest));
  const replaced = new Set(versions.flatMap(({ parents }) => parents));
  const heads = versions.filter(({ digest }) => !replaced.has(digest));
  const current = heads.at(-1);
  if (current === undefined) return undefined;
  return {
    name,
    current,
    contested: heads.slice(0, -1),
    versions,
    missing: [...replaced].filter((digest) => !all.has(digest)).sort(),
  };
}

/**
 * One more than the highest number of the parents; a missing parent counts as number 1. Where
 * versions name each other, which only an invented history does, one of them counts as missing.
 */
function numbersOf(
  all: ReadonlyMap<ArtifactDigest, VersionFacts>,
): ReadonlyMap<ArtifactDigest, number> {
  const numbers = new Map<ArtifactDigest, number>();
  const visited = new Set<ArtifactDigest>();
  // Sorted, since in a circle it matters where one begins.
  const open = [...all.keys()].sort();
  // Not recursive, since the length of a history is unlimited.
  for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
    if (numbers.has(digest)) continue;
    const parents = all.get(digest)?.parents ?? [];
    const unknown = visited.has(digest)
      ? []
      : parents.filter((parent) => all.has(parent) && !visited.has(parent));
    visited.add(digest);
    if (unknown.length > 0) open.push(digest, ...unknown);
    else numbers.set(digest, 1 + Math.max(0, ...parents.map((one) => numbers.get(one) ?? 1)));
  }
  return numbers;
}

/** The heads of an entry by digest, which the next version replaces. */
export function versionHeads(entry: CatalogueEntry | undefined): readonly NumberedVersion[] {
  if (entry === undefined) return [];
  return [...entry.contested, entry.current].sort((a, b) => compareText(a.digest, b.digest));
}
