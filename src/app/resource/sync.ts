import type { ArtifactDigest } from '../../model/artifact.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CatalogueEntry } from '../../stages/resource/catalogue.ts';
import { codePath } from '../../stages/resource/code.ts';
import type { ResourceKind } from '../../stages/resource/kind.ts';
import type { CodeConflict } from '../../stages/resource/merge-code.ts';
import { type OwnerLine, readOwnerLine } from '../../stages/resource/owner-line.ts';
import type { TenantCatalogue } from './catalogue.ts';
import { type DueVersion, resourceStandingOf } from './counted.ts';
import type { PushDeps } from './push.ts';
import { planFile } from './sync-file.ts';
import type { TemplateShelf } from './templates.ts';

/** What becomes of the file of one resource. */
export interface SyncedFile {
  readonly name: string;
  readonly kind: string;
  /** The version that it has then. */
  readonly digest: ArtifactDigest;
  readonly number: number;
  /** `rollback`: says what an older version said. */
  readonly change: 'create' | 'update' | 'rollback' | 'remove';
  /** Relative to the folder of the code. */
  readonly path: string;
  /** Undefined for a file that is new. */
  readonly before: string | undefined;
  /** Undefined for a file that goes. */
  readonly after: string | undefined;
}

/** Why the code of a resource stays as it is. */
export interface RefusedSync {
  readonly name: string;
  readonly path: string;
  /** Where people changed the same; none where the file is not Parley's at all. */
  readonly conflicts: readonly CodeConflict[];
  /** Another reason, as a sentence. */
  readonly because?: string;
}

export interface SyncPlan {
  readonly files: readonly SyncedFile[];
  readonly refused: readonly RefusedSync[];
  /** Versions that the code has already, and nobody published yet; and what joins them with others. */
  readonly due: readonly DueVersion[];
}

export interface SyncDeps extends PushDeps {
  readonly tenant: string;
  readonly templates: Pick<TemplateShelf, 'read'>;
  /** The text of a file of the code; undefined where there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
}

/** What has to be written, so that the code has what is declared. Nothing is written here. */
export async function planSync(
  deps: SyncDeps,
  isForced: boolean,
  only?: ReadonlySet<string>,
): Promise<Result<SyncPlan>> {
  const names = await deps.catalogue.names();
  if (!names.ok) return names;
  const files: SyncedFile[] = [];
  const refused: RefusedSync[] = [];
  const due: DueVersion[] = [];
  for (const name of names.value) {
    if (only?.has(name) === false) continue;
    const entry = await deps.catalogue.entry(name);
    if (!entry.ok) return entry;
    if (entry.value === undefined) continue;
    const planned = await planOne(deps, entry.value, isForced);
    if (!planned.ok) return planned;
    files.push(...planned.value.files);
    refused.push(...planned.value.refused);
    due.push(...planned.value.due);
  }
  return ok({ files, refused, due });
}

async function planOne(
  deps: SyncDeps,
  entry: CatalogueEntry,
  isForced: boolean,
): Promise<Result<SyncPlan>> {
  const kind = deps.kinds.get(entry.current.kind);
  if (kind === undefined) return fail(noKind(entry));
  const path = codePath(kind, entry.name);
  const found = await ownedFiles(deps, entry, kind);
  const refuse = (because: string): Result<SyncPlan> =>
    ok({ files: [], refused: [{ name: entry.name, path, conflicts: [], because }], due: [] });
  const counted = await resourceStandingOf(deps, entry, found[0]?.owner.version);
  if (!counted.ok) return lost(counted.error) ? refuse(counted.error.message) : counted;
  const { due, unsettled } = counted.value;
  if (unsettled.length > 0 && !isForced) {
    return refuse(`The code and what is declared differ in ${unsettled.join(' and ')}.`);
  }
  const known = { ...deps, catalogue: withDue(deps.catalogue, due) };
  const files: SyncedFile[] = [];
  const refused: RefusedSync[] = [];
  const paths = new Set([path, ...found.map((one) => one.path)]);
  for (const each of paths) {
    const before = await deps.read(each);
    const place = {
      path: each,
      before,
      isWanted: each === path && !counted.value.entry.current.removed,
    };
    const planned = await planFile(known, counted.value.entry, kind, place, isForced);
    if (!planned.ok) return lost(planned.error) ? refuse(planned.error.message) : planned;
    if (planned.value === undefined) continue;
    if ('conflicts' in planned.value) refused.push(planned.value);
    else files.push(planned.value);
  }
  return ok({ files, refused, due });
}

/** What one resource lacks keeps no other from being written. */
function lost({ code }: Problem): boolean {
  return code === 'resource-version-lost' || code === 'template-lost';
}

function withDue(catalogue: TenantCatalogue, due: readonly DueVersion[]): TenantCatalogue {
  return {
    ...catalogue,
    async read(name, digest) {
      const own = due.find((one) => one.digest === digest);
      return own === undefined ? catalogue.read(name, digest) : ok(own.version);
    },
  };
}

interface OwnedFile {
  readonly path: string;
  readonly owner: OwnerLine;
}

/** Files of a resource: where it belongs now, and where it was while it was of another kind. */
async function ownedFiles(
  { kinds, read, tenant }: SyncDeps,
  { name, versions }: CatalogueEntry,
  kind: ResourceKind,
): Promise<readonly OwnedFile[]> {
  const known = [kind, ...versions.flatMap((one) => kinds.get(one.kind) ?? [])];
  const paths = known.flatMap((one) => {
    const other = one.template.language === 'yaml' ? 'terraform' : 'yaml';
    return [
      codePath(one, name),
      codePath({ ...one, template: { ...one.template, language: other } }, name),
    ];
  });
  const found: OwnedFile[] = [];
  for (const path of new Set(paths)) {
    const text = await read(path);
    const owner = text === undefined ? undefined : readOwnerLine(text);
    if (owner?.tenant === tenant && owner.name === name) found.push({ path, owner });
  }
  return found;
}

function noKind({ name, current }: CatalogueEntry): Problem {
  return {
    code: 'resource-kind',
    message: `${name} is a ${current.kind}, which is no kind that is registered here.`,
    hint: 'Add its folder to the kinds, or give the right folder with --kinds.',
  };
}
