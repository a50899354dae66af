import type { ResourceVersion } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { CatalogueEntry, NumberedVersion } from '../../stages/resource/catalogue.ts';
import type { TenantCatalogue } from './catalogue.ts';
import { noResource } from './push.ts';

/** The requested version of a resource, with its content. */
export interface PickedVersion {
  readonly entry: CatalogueEntry;
  readonly facts: NumberedVersion;
  readonly version: ResourceVersion;
}

/**
 * The version of a resource with a given number or digest prefix; defaults to the current version.
 */
export async function pickVersion(
  catalogue: TenantCatalogue,
  name: string,
  which: string | undefined,
): Promise<Result<PickedVersion>> {
  const entry = await catalogue.entry(name);
  if (!entry.ok) return entry;
  if (entry.value === undefined) return fail(noResource(name));
  const facts = factsOf(entry.value, which);
  if (!facts.ok) return facts;
  const version = await catalogue.read(name, facts.value.digest);
  if (!version.ok) return version;
  return ok({ entry: entry.value, facts: facts.value, version: version.value });
}

function factsOf(entry: CatalogueEntry, which: string | undefined): Result<NumberedVersion> {
  if (which === undefined) return ok(entry.current);
  const start = which.replace(/^sha256:/, '');
  const found = entry.versions.filter(({ number, digest }) =>
    /^\d{1,5}$/.test(which) ? number === Number(which) : isStart(start, digest),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return ok(only);
  const several = found.map(({ digest }) => digest).join(', ');
  return fail({
    code: 'resource-version',
    message:
      only === undefined
        ? `${entry.name} has no version ${displayText(which, 80)}.`
        : `${entry.name} has several versions ${displayText(which, 80)}: ${several}.`,
    hint: `\`parley resources status ${entry.name}\` lists its versions; the first digits of a digest are enough, six at least.`,
  });
}

function isStart(start: string, digest: string): boolean {
  return /^[0-9a-f]{6,64}$/.test(start) && digest.startsWith(`sha256:${start}`);
}
