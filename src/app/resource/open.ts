import { join, resolve } from 'node:path';
import { openArtifactStore } from '../../adapters/oci/open.ts';
import { isResourceName } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { openCatalogue } from './catalogue.ts';
import { type KindSource, readKindSources, resourceKinds } from './kinds.ts';
import type { PushDeps } from './push.ts';
import { openTemplates, type TemplateStore } from './templates.ts';

export interface ResourcePlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of the project or of the service. */
  readonly dir: string;
  /** URL or folder. Defaults to `PARLEY_REGISTRY`, else to a folder in `.parley`. */
  readonly registry?: string | undefined;
  /** Folder. Defaults to `PARLEY_KINDS`, else to `kinds`. */
  readonly kinds?: string | undefined;
}

/** The resources of a tenant, with the available kinds. */
export interface ResourceServices extends PushDeps {
  readonly tenant: string;
  readonly store: ArtifactStore;
  readonly templates: TemplateStore;
  readonly kindSources: readonly KindSource[];
}

export async function openResources(
  { env, cwd, dir, ...given }: ResourcePlaces,
  tenant: string,
): Promise<Result<ResourceServices>> {
  if (!isResourceName(tenant)) {
    return fail({
      code: 'resource-tenant',
      message: `${displayText(tenant, 80)} is not the name of a tenant.`,
      hint: 'Use up to 63 lower-case letters, digits and single dashes, a letter first and no dash last.',
    });
  }
  const root = resolve(cwd, dir);
  const registry = given.registry ?? (env['PARLEY_REGISTRY'] || join(root, '.parley', 'artifacts'));
  const store = openArtifactStore(registry, { env, cwd });
  if (!store.ok) return store;
  const folder = given.kinds ?? (env['PARLEY_KINDS'] || join(root, 'kinds'));
  const sources = await readKindSources(resolve(cwd, folder), cwd);
  if (!sources.ok) return sources;
  const kinds = resourceKinds(sources.value);
  if (!kinds.ok) return kinds;
  const catalogue = openCatalogue(store.value, tenant);
  const templates = openTemplates(store.value, tenant);
  return ok({
    tenant,
    store: store.value,
    catalogue,
    templates,
    kinds: kinds.value,
    kindSources: sources.value,
  });
}
