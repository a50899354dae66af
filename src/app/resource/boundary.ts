import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  sameJson,
} from '../../model/json.ts';
import type { ResourceVersion } from '../../model/resource.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import type { Boundary, ChangedFile, DeclaredChange } from '../../ports/boundary.ts';
import type { KindTemplate, ResourceKind } from '../../stages/resource/kind.ts';
import { artifactOf } from '../../stages/resource/manifest.ts';
import {
  type OwnerLine,
  readOwnerLine,
  withoutOwnerLine,
} from '../../stages/resource/owner-line.ts';
import { readBack } from '../../stages/resource/read-back.ts';
import { templateDigest } from '../../stages/resource/template-record.ts';
import { checkResource } from '../../stages/resource/validate.ts';
import type { ResourceDesk } from './open.ts';

type Desk = Pick<ResourceDesk, 'catalogue' | 'kinds' | 'templates'>;

export interface BoundaryDeps {
  /** The resources of a tenant; why not, where they are not to be had. */
  readonly desk: (tenant: string) => Promise<Result<Desk>>;
  /** Whether versions are kept in the registry, for when the code that has them is accepted. */
  readonly keeps: boolean;
}

/** Reads code back into the resources that it was made of. */
export function createBoundary({ desk, keeps }: BoundaryDeps): Boundary {
  return {
    async readBack(file) {
      const owner = readOwnerLine(file.before);
      if (owner === undefined) return { kind: 'none' };
      const opened = await desk(owner.tenant);
      const change = opened.ok ? await readOne(opened.value, owner, file, keeps) : opened;
      return change.ok ? change.value : refusedBy(file, change.error);
    },
  };
}

async function readOne(
  { catalogue, kinds, templates }: Desk,
  owner: OwnerLine,
  file: ChangedFile,
  keeps: boolean,
): Promise<Result<DeclaredChange>> {
  const version = await catalogue.read(owner.name, owner.version);
  if (!version.ok) return version;
  const kind = kinds.get(version.value.kind);
  const template = kind && (await templateOf({ templates }, kind, owner));
  if (template !== undefined && !template.ok) return template;
  if (template?.value === undefined) return ok(unknownKind(file, version.value));
  const [before, after] = [file.before, file.after].map(withoutOwnerLine);
  const read = readBack({
    template: template.value,
    resource: version.value,
    before: before ?? '',
    after: after ?? '',
  });
  if (!read.ok) {
    const { what, why, place } = read.error;
    return ok(refused(file, owner, `${what} ${why}`, place));
  }
  if (read.value.kind === 'none') return ok({ kind: 'none' });
  const { tenant, name } = version.value;
  const parents = [owner.version];
  const plain = { tenant, kind: version.value.kind, name, parents };
  const next: ResourceVersion =
    read.value.kind === 'removed'
      ? { ...plain, spec: {}, removed: true }
      : { ...plain, spec: read.value.spec };
  const checked = next.removed ? ok(undefined) : checkResource(kinds, next);
  if (!checked.ok) {
    const why = `the kind ${next.kind} does not take it: ${checked.error.message}`;
    return ok(refused(file, owner, why, { file: template.value.file }));
  }
  const artifact = keeps ? await catalogue.suggest(next) : ok(await artifactOf(next));
  if (!artifact.ok) return artifact;
  const entry = await catalogue.entry(name);
  if (!entry.ok) return entry;
  const parent = entry.value?.versions.find(({ digest }) => digest === owner.version);
  const { digest } = artifact.value;
  return ok({
    kind: 'accepted',
    tenant,
    name,
    version: digest,
    number: (parent?.number ?? 0) + 1,
    said: next.removed ? 'removed' : differences(version.value.spec, next.spec),
    after: file.after.replace(owner.version, digest),
  });
}

/** The template that the file was made of; undefined for one that nobody has any more. */
async function templateOf(
  { templates }: Pick<Desk, 'templates'>,
  kind: ResourceKind,
  { template }: OwnerLine,
): Promise<Result<KindTemplate | undefined>> {
  if (template === undefined || template === templateDigest(kind.template))
    return ok(kind.template);
  const kept = await templates.read(template);
  if (!kept.ok || kept.value === undefined) return kept;
  return ok({ ...kept.value, file: kind.template.file });
}

function refused(
  { path }: ChangedFile,
  { name }: OwnerLine,
  why: string,
  place: { readonly file: string; readonly line?: number },
): DeclaredChange {
  const because = `${path} is the code of ${name}, and what would change cannot be declared: ${why}.`;
  return { kind: 'refused', because: because.replace(/\.\.$/, '.'), place };
}

function unknownKind({ path }: ChangedFile, { name, kind }: ResourceVersion): DeclaredChange {
  const because = `${path} is the code of ${name}, and the template of ${kind} is not there to read it by.`;
  return { kind: 'refused', because };
}

function refusedBy({ path }: ChangedFile, { message }: Problem): DeclaredChange {
  return {
    kind: 'refused',
    because: `${path} was made of a declared resource, which cannot be read: ${message}`,
  };
}

/** `size: small -> large`, member by member. */
function differences(old: JsonObject, next: JsonObject): string {
  const lines: string[] = [];
  const visit = (was: Json | undefined, is: Json | undefined, path: readonly string[]): void => {
    if (sameJson(was, is)) return;
    if (isJsonObject(was) && isJsonObject(is)) {
      const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort(compareText);
      for (const key of keys) visit(own(was, key), own(is, key), [...path, key]);
    } else lines.push(`${path.join('.')}: ${shown(was)} -> ${shown(is)}`);
  };
  visit(old, next, []);
  return displayText(lines.join(', '), 300);
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : canonicalJson(value);
}
