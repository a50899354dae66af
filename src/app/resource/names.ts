import { ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { nameMarker } from '../../stages/resource/manifest.ts';

/**
 * The repository that lists the names of a tenant, one tag each. No resource can have its name,
 * since it contains a dot.
 */
export function namesRepository(tenant: string): string {
  return `${tenant}/catalog.names`;
}

/**
 * Records a name. Not all registries can list their repositories, so the names are kept separately.
 */
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
