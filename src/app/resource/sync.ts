import { type ArtifactDigest, isArtifactDigest } from '../../model/artifact.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CatalogueEntry } from '../../stages/resource/catalogue.ts';
import type { ResourceKind } from '../../stages/resource/kind.ts';
import { type CodeConflict, mergeCode } from '../../stages/resource/merge-code.ts';
import { renderResource } from '../../stages/resource/template.ts';
import { credentialProblem } from '../../stages/resource/validate.ts';
import type { TenantCatalogue } from './catalogue.ts';
import type { PushDeps } from './push.ts';

/** What becomes of the file of one resource. */
export interface SyncedFile {
  readonly name: string;
  readonly kind: string;
  readonly digest: ArtifactDigest;
  /** Relative to the folder of the code. */
  readonly path: string;
  readonly change: 'create' | 'update' | 'remove';
  /** Undefined for a file that is new. */
  readonly before: string | undefined;
  /** Undefined for a file that goes. */
  readonly after: string | undefined;
}

/** Why the code of a resource stays as it is. */
export interface RefusedSync {
  readonly name: string;
  readonly path: string;
  /** None where the file is not Parley's at all. */
  readonly conflicts: readonly CodeConflict[];
}

export interface SyncPlan {
  readonly files: readonly SyncedFile[];
  readonly refused: readonly RefusedSync[];
}

export interface SyncDeps extends PushDeps {
  readonly tenant: string;
  /** The text of a file of the code; undefined where there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
}

/** What has to be written, so that the code has what is declared. Nothing is written here. */
export async function planSync(deps: SyncDeps, isForced: boolean): Promise<Result<SyncPlan>> {
  const names = await deps.catalogue.names();
  if (!names.ok) return names;
  const files: SyncedFile[] = [];
  const refused: RefusedSync[] = [];
  for (const name of names.value) {
    const entry = await deps.catalogue.entry(name);
    if (!entry.ok) return entry;
    if (entry.value === undefined) continue;
    const kind = deps.kinds.get(entry.value.current.kind);
    if (kind === undefined) return fail(noKind(entry.value));
    const planned = await planOne(deps, entry.value, kind, isForced);
    if (!planned.ok) return planned;
    if (planned.value === undefined) continue;
    if ('conflicts' in planned.value) refused.push(planned.value);
    else files.push(planned.value);
  }
  return ok({ files, refused });
}

async function planOne(
  { catalogue, read, tenant }: SyncDeps,
  { name, current }: CatalogueEntry,
  kind: ResourceKind,
  isForced: boolean,
): Promise<Result<SyncedFile | RefusedSync | undefined>> {
  const path = `${kind.area}/${name}.tf`;
  const before = await read(path);
  if (before === undefined && current.removed) return ok(undefined);
  const owned = before === undefined ? undefined : syncedVersion(before, `${tenant}/${name}`);
  if (before !== undefined && owned === undefined) {
    return ok(current.removed ? undefined : { name, path, conflicts: [] });
  }
  if (owned === current.digest) return ok(undefined);
  const secret = current.removed ? undefined : await secretOf(catalogue, current);
  if (secret !== undefined) return fail(secret);
  const base = owned === undefined ? ok('') : await rendered(catalogue, kind, name, owned);
  if (!base.ok) return base;
  const ours = current.removed ? ok('') : await rendered(catalogue, kind, name, current.digest);
  if (!ours.ok) return ours;
  const facts = { name, kind: kind.name, digest: current.digest, path, before };
  const header = `${ownerPrefix}${tenant}/${name} ${current.digest}\n`;
  if (before === undefined) {
    return ok({ ...facts, change: 'create', after: `${header}\n${ours.value.trim()}\n` });
  }
  const theirs = before.replace(/^.*\r?\n?/, '');
  const merged = mergeCode({ base: base.value, ours: ours.value, theirs, isForced });
  if (merged.conflicts.length > 0) {
    const conflicts = merged.conflicts.map((one) => ({ ...one, line: one.line + 1 }));
    return ok({ name, path, conflicts });
  }
  if (!current.removed) return ok({ ...facts, change: 'update', after: `${header}${merged.text}` });
  // What people put beside it stays, and is theirs from now on.
  const rest = merged.text.trim() === '' ? undefined : merged.text.replace(/^\s+/, '');
  return ok({ ...facts, change: 'remove', after: rest });
}

const ownerPrefix = '# parley: ';

/** The version that a file was written for; undefined for a file that is not that resource's. */
export function syncedVersion(text: string, resource: string): ArtifactDigest | undefined {
  const [first = ''] = text.split(/\r?\n/, 1);
  const start = `${ownerPrefix}${resource} `;
  const digest = first.startsWith(start) ? first.slice(start.length).trim() : '';
  return isArtifactDigest(digest) ? digest : undefined;
}

/** Whoever published it may not have looked: what is written goes into commits. */
async function secretOf(
  catalogue: TenantCatalogue,
  { name, digest }: CatalogueEntry['current'],
): Promise<Problem | undefined> {
  const version = await catalogue.read(name, digest);
  return version.ok ? credentialProblem(name, version.value.spec) : version.error;
}

async function rendered(
  catalogue: TenantCatalogue,
  kind: ResourceKind,
  name: string,
  digest: ArtifactDigest,
): Promise<Result<string>> {
  const version = await catalogue.read(name, digest);
  return version.ok ? renderResource(kind, version.value) : version;
}

function noKind({ name, current }: CatalogueEntry): Problem {
  return {
    code: 'resource-kind',
    message: `${name} is a ${current.kind}, which is no kind that is registered here.`,
    hint: 'Add its folder to the kinds, or give the right folder with --kinds.',
  };
}
