import { ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { nameMarker } from '../../stages/resource/manifest.ts';

/** Where the names of a tenant are, one tag each. No resource is called so: it has a dot. */
export function namesRepository(tenant: string): string {
  return `${tenant}/catalog.names`;
}

/** Registries have no list of repositories that all of them give; so names are written down. */
export async function markName(
  store: ArtifactStore,
  tenant: string,
  name: string,
): Promise<Result<undefined>> {
  const repository = namesRepository(tenant);
  const known = await store.manifest(repository, name);
  if (!known.ok) return known;
  return known.value === undefined
    ? store.put(repository, nameMarker(name), [name])
    : ok(undefined);
}
