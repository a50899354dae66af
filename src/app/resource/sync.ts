import { posix } from 'node:path';
import type { ArtifactDigest } from '../../model/artifact.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CatalogueEntry } from '../../stages/resource/catalogue.ts';
import { codePath } from '../../stages/resource/code.ts';
import type { CodeConflict } from '../../stages/resource/merge-code.ts';
import { type OwnerLine, readOwnerLine } from '../../stages/resource/owner-line.ts';
import type { ReadCatalogue } from './catalogue.ts';
import { type DueVersion, determineResourceStatus } from './counted.ts';
import type { PushDeps } from './push.ts';
import { planFile, type SyncPlace } from './sync-file.ts';
import type { TemplateStore } from './templates.ts';

/** How many instances Terraform would add, change and destroy. */
export interface PlannedCounts {
  readonly add: number;
  readonly change: number;
  readonly destroy: number;
}

/** The change to the file of one resource. */
export interface SyncedFile {
  readonly name: string;
  readonly kind: string;
  /** The version that the file will have. */
  readonly digest: ArtifactDigest;
  readonly number: number;
  /** `rollback`: it repeats an older version. `move`: its kind now has another area. */
  readonly change: 'create' | 'update' | 'rollback' | 'move' | 'remove';
  /** Path relative to the folder of the code. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** The file that is moved here and removed. */
  readonly from?: { readonly path: string; readonly before: string };
  /** Counts of Terraform's plan, where one was made. */
  readonly planned?: PlannedCounts;
  /** Undefined for a file to remove. */
  readonly after: string | undefined;
}

/** Why the code of a resource is not changed. */
export interface RefusedSync {
  readonly name: string;
  readonly path: string;
  /** Places where people changed the same lines; empty where the file is not Parley's at all. */
  readonly conflicts: readonly CodeConflict[];
  /** Another reason, as a sentence. */
  readonly because?: string;
}

/** A resource whose code matches its declaration. */
export type CurrentCode = Pick<SyncedFile, 'name' | 'path' | 'digest' | 'number'>;

export interface SyncPlan {
  readonly files: readonly SyncedFile[];
  readonly current: readonly CurrentCode[];
  readonly refused: readonly RefusedSync[];
  /**
   * Versions that the code already has and nobody has published yet, and the versions that merge
   * them with others.
   */
  readonly due: readonly DueVersion[];
}

export interface SyncDeps extends Pick<PushDeps, 'kinds'> {
  readonly catalogue: ReadCatalogue;
  readonly tenant: string;
  readonly templates: Pick<TemplateStore, 'read'>;
  /** Reads a file of the code; undefined where there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Sorted paths of files that Parley wrote for the tenant, by resource. */
  readonly owned: ReadonlyMap<string, readonly string[]>;
  /** The areas in this code; defaults to all. */
  readonly areas?: ReadonlySet<string>;
}

/** What has to be written for the code to match what is declared. Nothing is written here. */
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
  const current: CurrentCode[] = [];
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
    current.push(...planned.value.current);
  }
  return ok({ files, refused, due, current });
}

const nothing: SyncPlan = { files: [], refused: [], due: [], current: [] };

async function planOne(
  deps: SyncDeps,
  entry: CatalogueEntry,
  isForced: boolean,
): Promise<Result<SyncPlan>> {
  const { name } = entry;
  const found = await ownedFiles(deps, name);
  const kind = deps.kinds.get(entry.current.kind);
  if (kind === undefined) return fail(noKind(entry));
  const isHere = deps.areas?.has(kind.area) !== false;
  if (!isHere && found.length === 0) return ok(nothing);
  const path = codePath(kind, name);
  const refuse = (because: string): Result<SyncPlan> =>
    ok({ ...nothing, refused: [{ name, path, conflicts: [], because }] });
  const counted = await determineResourceStatus(deps, entry, found[0]?.owner.version);
  if (!counted.ok) return lost(counted.error) ? refuse(counted.error.message) : counted;
  const { due, unsettled } = counted.value;
  if (unsettled.length > 0 && !isForced) {
    return refuse(`The code and what is declared differ in ${unsettled.join(' and ')}.`);
  }
  const known = { ...deps, catalogue: withDue(deps.catalogue, due) };
  const isWanted = isHere && !counted.value.entry.current.removed;
  const places = await placesOf(deps, { path, isWanted }, found);
  const files: SyncedFile[] = [];
  const refused: RefusedSync[] = [];
  for (const place of places) {
    const planned = await planFile(known, counted.value.entry, kind, place, isForced);
    if (!planned.ok) return lost(planned.error) ? refuse(planned.error.message) : planned;
    if (planned.value === undefined) continue;
    if ('conflicts' in planned.value) refused.push(planned.value);
    else files.push(planned.value);
  }
  const { digest, number } = counted.value.entry.current;
  const isCurrent = isWanted && files.length + refused.length === 0;
  return ok({ files, refused, due, current: isCurrent ? [{ name, path, digest, number }] : [] });
}

/** The place where the resource belongs, and all of its files elsewhere. */
async function placesOf(
  { read }: SyncDeps,
  { path, isWanted }: Pick<SyncPlace, 'path' | 'isWanted'>,
  found: readonly OwnedFile[],
): Promise<readonly SyncPlace[]> {
  const before = await read(path);
  const others = found.filter((one) => one.path !== path);
  const moved =
    isWanted && before === undefined
      ? others.find((one) => posix.extname(one.path) === posix.extname(path))
      : undefined;
  const own =
    moved === undefined
      ? { path, before, isWanted }
      : { path, before: undefined, isWanted, from: { path: moved.path, before: moved.text } };
  return [
    own,
    ...others
      .filter((one) => one !== moved)
      .map((one) => ({ path: one.path, before: one.text, isWanted: false })),
  ];
}

/** True for problems with one resource that must not keep the others from being written. */
function lost({ code }: Problem): boolean {
  return code === 'resource-version-lost' || code === 'template-lost';
}

function withDue(catalogue: ReadCatalogue, due: readonly DueVersion[]): ReadCatalogue {
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
  readonly text: string;
  readonly owner: OwnerLine;
}

/** The files of a resource: in its current place, and in those of its former kinds. */
async function ownedFiles(
  { read, owned, tenant }: SyncDeps,
  name: string,
): Promise<readonly OwnedFile[]> {
  const found: OwnedFile[] = [];
  for (const path of owned.get(name) ?? []) {
    const text = await read(path);
    const owner = text === undefined ? undefined : readOwnerLine(text);
    if (text === undefined || owner?.tenant !== tenant || owner.name !== name) continue;
    found.push({ path, text, owner });
  }
  return found;
}

function noKind({ name, current }: CatalogueEntry): Problem {
  return {
    code: 'resource-kind',
    message: `${name} is a ${current.kind}, which is not a registered kind.`,
    hint: 'Add its folder to the kinds, or give the right folder with --kinds.',
  };
}
