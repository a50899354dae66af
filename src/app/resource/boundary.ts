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
import type {
  Boundary,
  ChangedFile,
  DeclaredChange,
  DeclaredResources,
} from '../../ports/boundary.ts';
import { packVersion } from '../../stages/resource/manifest.ts';
import {
  type OwnerLine,
  readOwnerLine,
  withoutOwnerLine,
} from '../../stages/resource/owner-line.ts';
import { readSpecBack } from '../../stages/resource/read-back.ts';
import { templateDigest } from '../../stages/resource/template-record.ts';
import { checkResource } from '../../stages/resource/validate.ts';
import type { ResourceServices } from './open.ts';

/** Reads code back into the tenants' resources that it was generated from. */
export function createBoundary(
  resourcesOf: (tenant: string) => Promise<Result<DeclaredResources>>,
): Boundary {
  return {
    async readBack(file) {
      const owner = readOwnerLine(file.before);
      if (owner === undefined) return { kind: 'none' };
      const opened = await resourcesOf(owner.tenant);
      const change = opened.ok ? await readOne(opened.value, owner, file) : opened;
      return change.ok ? change.value : refusedBy(file, change.error);
    },
  };
}

/**
 * The declared resources of a desk. With `keeps`, versions that code may contain are kept in the
 * registry.
 */
export function declaredResources(
  { catalogue, kinds, templates }: Pick<ResourceServices, 'catalogue' | 'kinds' | 'templates'>,
  keeps: boolean,
): DeclaredResources {
  return {
    read: (name, version) => catalogue.read(name, version),
    async numberOf(name, version) {
      const entry = await catalogue.entry(name);
      if (!entry.ok) return entry;
      return ok(entry.value?.versions.find(({ digest }) => digest === version)?.number);
    },
    async template(kind, digest) {
      const template = kinds.get(kind)?.template;
      if (template === undefined || digest === undefined) return ok(template);
      if (digest === templateDigest(template)) return ok(template);
      const kept = await templates.read(digest);
      return kept.ok && kept.value ? ok({ ...kept.value, file: template.file }) : kept;
    },
    async check(version) {
      const kind = checkResource(kinds, version);
      return kind.ok ? ok(undefined) : kind;
    },
    async suggest(version) {
      const artifact = keeps ? await catalogue.suggest(version) : ok(await packVersion(version));
      return artifact.ok ? ok(artifact.value.digest) : artifact;
    },
  };
}

async function readOne(
  resources: DeclaredResources,
  owner: OwnerLine,
  file: ChangedFile,
): Promise<Result<DeclaredChange>> {
  const version = await resources.read(owner.name, owner.version);
  if (!version.ok) return version;
  const template = await resources.template(version.value.kind, owner.template);
  if (!template.ok) return template;
  if (template.value === undefined) return ok(unknownKind(file, version.value));
  const read = readSpecBack({
    template: template.value,
    resource: version.value,
    before: withoutOwnerLine(file.before),
    after: withoutOwnerLine(file.after),
  });
  if (!read.ok) {
    const { what, why, place } = read.error;
    return ok(refused(file, owner, `${what} ${why}`, place));
  }
  if (read.value.kind === 'none') return ok({ kind: 'none' });
  const { tenant, kind, name } = version.value;
  const plain = { tenant, kind, name, parents: [owner.version] };
  const next: ResourceVersion =
    read.value.kind === 'removed'
      ? { ...plain, spec: {}, removed: true }
      : { ...plain, spec: read.value.spec };
  const checked = next.removed ? ok(undefined) : await resources.check(next);
  if (!checked.ok) {
    const why = `the kind ${kind} does not accept it: ${checked.error.message}`;
    return ok(refused(file, owner, why, { file: template.value.file }));
  }
  const digest = await resources.suggest(next);
  if (!digest.ok) return digest;
  const before = await resources.numberOf(name, owner.version);
  if (!before.ok) return before;
  return ok({
    kind: 'accepted',
    tenant,
    name,
    version: digest.value,
    number: (before.value ?? 0) + 1,
    summary: next.removed ? 'removed' : differences(version.value.spec, next.spec),
    after: file.after.replace(owner.version, digest.value),
  });
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
  const because = `${path} is the code of ${name}, and the template of ${kind}, which is needed to read it, is missing.`;
  return { kind: 'refused', because };
}

function refusedBy({ path }: ChangedFile, { message }: Problem): DeclaredChange {
  return {
    kind: 'refused',
    because: `${path} was generated from a declared resource, which cannot be read: ${message} PARLEY_REGISTRY says where its artifacts are, PARLEY_KINDS where its kinds are.`,
  };
}

/** The changed members, one by one: `size: small -> large`. */
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
