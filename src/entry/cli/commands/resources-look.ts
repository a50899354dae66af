import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { stringify } from 'yaml';
import { createGitBlame } from '../../../adapters/forge/blame.ts';
import { wantedResource } from '../../../app/resource/file.ts';
import { pickVersion } from '../../../app/resource/pick.ts';
import { seenResource } from '../../../app/resource/seen.ts';
import { definedOnly } from '../../../app/run/environment.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { WantedResource } from '../../../model/resource.ts';
import { ok, type Result } from '../../../model/result.ts';
import { compareKeys } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import {
  type CodeStatus,
  resourceLines,
  resourceStatus,
} from '../../../present/terminal/resources.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import type { CatalogueEntry } from '../../../stages/resource/catalogue.ts';
import { codePath } from '../../../stages/resource/code.ts';
import { readOwnerLine } from '../../../stages/resource/owner-line.ts';
import { type ResourceOptions, readResource, withResources } from './resources.ts';

/** `parley resources list`: lists the declared resources, one per line. */
export function runResourcesList(
  io: Io,
  options: ResourceOptions & { readonly all?: boolean },
): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue }) => {
    const names = await catalogue.names();
    if (!names.ok) return names;
    const entries: CatalogueEntry[] = [];
    for (const name of names.value) {
      const entry = await catalogue.entry(name);
      if (!entry.ok) return entry;
      if (entry.value === undefined) continue;
      if (options.all || !entry.value.current.removed) entries.push(entry.value);
    }
    if (options.json) io.out(`${jsonText(entries, 2)}\n`);
    else io.out(terminalText(resourceLines(entries), false));
    return ok(0);
  });
}

/** `parley resources pull NAME[@VERSION]`: prints a version in the form in which it is pushed. */
export function runResourcesPull(
  io: Io,
  named: string,
  options: ResourceOptions & { readonly out?: string },
): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue }) => {
    const [name = '', which] = named.split(/@(.*)/s);
    const picked = await pickVersion(catalogue, name, which);
    if (!picked.ok) return picked;
    const { facts, version } = picked.value;
    const text = options.json
      ? `${jsonText({ ...version, digest: facts.digest, number: facts.number }, 2)}\n`
      : `# version ${facts.number}, ${facts.digest}${facts.removed ? ', removed' : ''}\n${yamlOf(version)}`;
    if (options.out === undefined) io.out(terminalText(text, false));
    else await writeFile(resolve(io.cwd, options.out), text);
    return ok(0);
  });
}

export interface DiffOptions extends ResourceOptions {
  readonly file?: string;
}

/** `parley resources diff NAME [FROM] [TO]`: prints the differences as a unified diff. */
export function runResourcesDiff(
  io: Io,
  name: string,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  options: DiffOptions,
): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue, tenant }): Promise<Result<ExitCode>> => {
    const after = options.file === undefined ? await pickVersion(catalogue, name, to) : undefined;
    if (after !== undefined && !after.ok) return after;
    const written = options.file === undefined ? undefined : await readResource(io, options.file);
    if (written !== undefined && !written.ok) return written;
    const parent = after?.value.facts.parents.at(0);
    if (from === undefined && after !== undefined && parent === undefined) {
      const text = yamlOf(after.value.version);
      return ok(
        printDiff(
          io,
          name,
          { text: '', title: 'nothing' },
          { text, title: title(after.value.facts) },
        ),
      );
    }
    const before = await pickVersion(catalogue, name, from ?? parent);
    if (!before.ok) return before;
    const old = { text: yamlOf(before.value.version), title: title(before.value.facts) };
    const next =
      after === undefined
        ? {
            text: yamlOf(wantedResource(tenant, written?.value ?? before.value.version)),
            title: options.file ?? '',
          }
        : { text: yamlOf(after.value.version), title: title(after.value.facts) };
    return ok(printDiff(io, name, old, next));
  });
}

interface Side {
  readonly text: string;
  readonly title: string;
}

function printDiff(io: Io, name: string, old: Side, next: Side): ExitCode {
  if (old.text !== next.text) {
    const patch = createTwoFilesPatch(name, name, old.text, next.text, old.title, next.title);
    io.out(terminalText(patch.replace(/^Index:.*\n=+\n/, ''), false));
  }
  return 0;
}

function title({ number, digest }: { readonly number: number; readonly digest: string }): string {
  return `version ${number} ${digest}`;
}

export interface ResourceStatusOptions extends ResourceOptions {
  readonly code?: string;
}

/** `parley resources status NAME`: shows where a resource stands, one line for each aspect. */
export function runResourcesStatus(
  io: Io,
  name: string,
  options: ResourceStatusOptions,
): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue, kinds, store, tenant }) => {
    const picked = await pickVersion(catalogue, name, undefined);
    if (!picked.ok) return picked;
    const { entry } = picked.value;
    const receipts: { readonly version: string; readonly digest: string }[] = [];
    for (const { digest: version } of entry.versions) {
      const attached = await store.referrers(`${tenant}/${name}`, version);
      if (!attached.ok) return attached;
      receipts.push(...attached.value.map(({ digest }) => ({ version, digest })));
    }
    const kind = kinds.get(entry.current.kind);
    const path = kind && codePath(kind, name);
    const code = path && options.code ? await codeOf(io, options.code, path, entry) : undefined;
    const seen =
      kind && options.code
        ? await seenResource(io, options.code, kind, picked.value.version)
        : undefined;
    if (options.json) {
      const more = { ...(code && { code }), ...(seen && { seen }) };
      io.out(`${jsonText({ ...entry, receipts, ...more }, 2)}\n`);
    } else {
      const shown = { receipts: receipts.length, location: store.location, code, seen };
      io.out(terminalText(resourceStatus(entry, shown), false));
    }
    return ok(0);
  });
}

/** The version that the code has, and the commit that introduced it. */
async function codeOf(
  io: Io,
  folder: string,
  path: string,
  { name, current, versions }: CatalogueEntry,
): Promise<CodeStatus> {
  const root = resolve(io.cwd, folder);
  const text = await readFile(join(root, path), 'utf8').catch(() => '');
  const owner = readOwnerLine(text);
  if (owner?.tenant !== current.tenant || owner.name !== name) return { path };
  const digest = owner.version;
  const lines = new Map([[path, [{ from: 1, to: 1 }]]]);
  const blame = await createGitBlame(root, definedOnly(io.env))(lines);
  const commit = blame.get(path)?.get(1)?.commit;
  const number = versions.find((one) => one.digest === digest)?.number;
  return {
    path,
    digest,
    isCurrent: digest === current.digest,
    ...(number === undefined ? {} : { number }),
    ...(commit === undefined ? {} : { commit }),
  };
}

function yamlOf({ kind, name, spec }: WantedResource): string {
  return stringify({ kind, name, spec: sorted(spec) });
}

/** Sorts members as in the artifact, so that a diff shows only real differences. */
function sorted(spec: JsonObject): unknown {
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(compareKeys));
  });
}
