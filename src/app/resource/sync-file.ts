import type { ArtifactDigest } from '../../model/artifact.ts';
import { sameJson } from '../../model/json.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CatalogueEntry } from '../../stages/resource/catalogue.ts';
import { fillKindTemplate, mergeFile } from '../../stages/resource/code.ts';
import type { KindTemplate, ResourceKind } from '../../stages/resource/kind.ts';
import {
  type OwnerLine,
  ownerLine,
  readOwnerLine,
  withoutOwnerLine,
} from '../../stages/resource/owner-line.ts';
import { templateDigest } from '../../stages/resource/template-record.ts';
import { credentialProblem } from '../../stages/resource/validate.ts';
import type { ReadCatalogue } from './catalogue.ts';
import type { RefusedSync, SyncDeps, SyncedFile } from './sync.ts';

export interface SyncPlace {
  readonly path: string;
  /** The current text. */
  readonly before: string | undefined;
  /** False for a file to remove. */
  readonly isWanted: boolean;
  /** The current file of the resource, until it is moved here. */
  readonly from?: { readonly path: string; readonly before: string };
}

/** The change to one file; undefined where it is already correct. */
export async function planFile(
  deps: SyncDeps,
  entry: CatalogueEntry,
  kind: ResourceKind,
  place: SyncPlace,
  isForced: boolean,
): Promise<Result<SyncedFile | RefusedSync | undefined>> {
  if (place.from !== undefined) return moveFile(deps, entry, kind, place, place.from, isForced);
  const { path, before, isWanted } = place;
  const { catalogue, tenant } = deps;
  const { name, current } = entry;
  if (before === undefined && !isWanted) return ok(undefined);
  const owner = before === undefined ? undefined : matchingOwnerLine(before, tenant, name);
  if (before !== undefined && owner === undefined) {
    return ok(isWanted ? { name, path, conflicts: [] } : undefined);
  }
  const { digest, number } = current;
  const template = templateDigest(kind.template);
  const made = owner?.template ?? template;
  if (isWanted && owner?.version === digest && made === template) return ok(undefined);
  const secret = isWanted ? await secretOf(catalogue, current) : undefined;
  if (secret !== undefined) return fail(secret);
  const ours = isWanted ? await filled(catalogue, kind.template, name, digest) : ok('');
  if (!ours.ok) return ours;
  const facts = { name, kind: kind.name, digest, number, path, before };
  const head = ownerLine({ tenant, name, version: digest, template });
  if (before === undefined || owner === undefined) {
    return ok({ ...facts, change: 'create', after: `${head}\n${ours.value.trim()}\n` });
  }
  const base = await lastFilled(deps, entry, kind, { owner, isForced });
  if (!base.ok) return base;
  const language = path.endsWith('.yaml') ? 'yaml' : 'terraform';
  const theirs = withoutOwnerLine(before);
  const merged = mergeFile(language, { base: base.value, ours: ours.value, theirs, isForced });
  if (merged.conflicts.length > 0) {
    const conflicts = merged.conflicts.map((one) => ({ ...one, line: one.line + 1 }));
    return ok({ name, path, conflicts });
  }
  if (isWanted) {
    const isBack = await isRollback(catalogue, entry);
    if (!isBack.ok) return isBack;
    const change = isBack.value ? 'rollback' : 'update';
    return ok({ ...facts, change, after: `${head}${merged.text}` });
  }
  // What people wrote next to the resource stays, and belongs to them from now on.
  const isEmpty = /^(?:\s|---)*$/.test(merged.text);
  const after = isEmpty ? undefined : merged.text.replace(/^\s+/, '');
  return ok({ ...facts, change: 'remove', after });
}

/**
 * Brings a file up to date while moving it to its new place, together with what people wrote in it.
 */
async function moveFile(
  deps: SyncDeps,
  entry: CatalogueEntry,
  kind: ResourceKind,
  { path }: SyncPlace,
  from: NonNullable<SyncPlace['from']>,
  isForced: boolean,
): Promise<Result<SyncedFile | RefusedSync | undefined>> {
  const there = { ...from, isWanted: true };
  const planned = await planFile(deps, entry, kind, there, isForced);
  if (!planned.ok || (planned.value !== undefined && 'conflicts' in planned.value)) return planned;
  const { name, current } = entry;
  const { digest, number } = current;
  const facts = { name, kind: kind.name, digest, number, path, before: undefined, from };
  return ok({ ...facts, change: 'move', after: planned.value?.after ?? from.before });
}

/**
 * Checks for credentials, since the text goes into commits and whoever published the version may
 * not have checked.
 */
async function secretOf(
  catalogue: ReadCatalogue,
  { name, digest }: CatalogueEntry['current'],
): Promise<Problem | undefined> {
  const version = await catalogue.read(name, digest);
  return version.ok ? credentialProblem(name, version.value.spec) : version.error;
}

function matchingOwnerLine(text: string, tenant: string, name: string): OwnerLine | undefined {
  const owner = readOwnerLine(text);
  return owner?.tenant === tenant && owner.name === name ? owner : undefined;
}

interface Written {
  readonly owner: OwnerLine;
  readonly isForced: boolean;
}

/** The text that Parley last wrote: the version of that time in the template of that time. */
async function lastFilled(
  { catalogue, kinds, templates }: SyncDeps,
  { name, versions }: CatalogueEntry,
  kind: ResourceKind,
  { owner: { version, template }, isForced }: Written,
): Promise<Result<string>> {
  const of = versions.find((one) => one.digest === version);
  if (of?.removed) return ok('');
  const own = kinds.get(of?.kind ?? kind.name) ?? kind;
  if (template === undefined || template === templateDigest(own.template)) {
    return filled(catalogue, own.template, name, version);
  }
  const kept = await templates.read(template);
  if (!kept.ok) return kept;
  if (kept.value === undefined && !isForced) return fail(noTemplate(name, template));
  return filled(catalogue, kept.value ?? own.template, name, version);
}

async function filled(
  catalogue: ReadCatalogue,
  template: KindTemplate,
  name: string,
  digest: ArtifactDigest,
): Promise<Result<string>> {
  const version = await catalogue.read(name, digest);
  return version.ok ? fillKindTemplate(template, version.value) : version;
}

/** Whether the current version repeats an older version that is not one of its parents. */
async function isRollback(
  catalogue: ReadCatalogue,
  { name, current, versions }: CatalogueEntry,
): Promise<Result<boolean>> {
  const now = await catalogue.read(name, current.digest);
  if (!now.ok) return now;
  for (const one of versions) {
    if (one.digest === current.digest || one.removed || current.parents.includes(one.digest))
      continue;
    const then = await catalogue.read(name, one.digest);
    if (!then.ok) return then;
    if (then.value.kind === now.value.kind && sameJson(then.value.spec, now.value.spec))
      return ok(true);
  }
  return ok(false);
}

function noTemplate(name: string, template: string): Problem {
  return {
    code: 'template-lost',
    message: `The code of ${name} was generated from ${template}, which the registry does not have.`,
    hint: 'With --force, it is treated as generated from the current template.',
  };
}
