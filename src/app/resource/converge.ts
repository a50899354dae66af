import type { ResourceVersion } from '../../model/resource.ts';
import { ok, type Result } from '../../model/result.ts';
import { packVersion } from '../../stages/resource/manifest.ts';
import type { PublishedVersion, TenantCatalogue } from './catalogue.ts';
import type { DueVersion } from './counted.ts';
import type { ResourceServices } from './open.ts';
import type { Push } from './push.ts';
import type { SyncedFile } from './sync.ts';

type Services = Pick<ResourceServices, 'catalogue' | 'kinds' | 'templates'>;

/** Publishes versions that the code already has. A trial only shows what would be published. */
export async function publishDue(
  { catalogue }: Pick<Services, 'catalogue'>,
  due: readonly DueVersion[],
  isTrial: boolean,
): Promise<Result<readonly Push[]>> {
  const pushes: Push[] = [];
  const numbers = new Map<string, number>();
  for (const { digest, version } of due) {
    const { tenant, kind, name, parents } = version;
    const published = isTrial
      ? await asIfPublished(catalogue, version)
      : await catalogue.publish(version);
    if (!published.ok) return published;
    const { artifact, entry } = published.value;
    const known = entry?.versions ?? [];
    const before = parents.map(
      (one) => numbers.get(one) ?? known.find((each) => each.digest === one)?.number ?? 1,
    );
    const number = 1 + Math.max(0, ...before);
    numbers.set(digest, number);
    const change = version.removed ? ('removed' as const) : ('updated' as const);
    const pushed = { tenant, kind, name, change, digest, number, parents, contested: [] };
    pushes.push({ pushed, artifact });
  }
  return ok(pushes);
}

async function asIfPublished(
  catalogue: TenantCatalogue,
  version: ResourceVersion,
): Promise<Result<PublishedVersion>> {
  const entry = await catalogue.entry(version.name);
  return entry.ok ? ok({ artifact: await packVersion(version), entry: entry.value }) : entry;
}

/** Keeps the templates of files before the files are written. */
export async function keepTemplates(
  { kinds, templates }: Pick<Services, 'kinds' | 'templates'>,
  files: readonly Pick<SyncedFile, 'kind' | 'change'>[],
): Promise<Result<undefined>> {
  const used = new Set(files.filter(({ change }) => change !== 'remove').map(({ kind }) => kind));
  for (const kind of [...used].sort()) {
    const template = kinds.get(kind)?.template;
    const kept = template === undefined ? ok(undefined) : await templates.keep(template);
    if (!kept.ok) return kept;
  }
  return ok(undefined);
}
