import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { createGitBlame } from '../../../../adapters/forge/blame.ts';
import { pickVersion } from '../../../../app/resource/pick.ts';
import { seenResource } from '../../../../app/resource/seen.ts';
import { definedOnly } from '../../../../app/run/environment.ts';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { type CodeStatus, resourceStatus } from '../../../../present/terminal/resources.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import type { CatalogueEntry } from '../../../../stages/resource/catalogue.ts';
import { codePath } from '../../../../stages/resource/code.ts';
import { readOwnerLine } from '../../../../stages/resource/owner-line.ts';
import type { Cli } from '../../program/command.ts';
import { type ResourceOptions, withPlace, withResources } from './place.ts';

interface ResourceStatusOptions extends ResourceOptions {
  readonly code?: string;
}

/** Defines `parley resources status`. */
export function defineResourcesStatus(command: Command, { io, finish }: Cli): void {
  withPlace(command)
    .description('show the current version, its history and its receipts')
    .argument('<name>', 'name of the resource')
    .option('--code <folder>', 'folder of the code that `parley sync` writes')
    .action(async (name: string, options: ResourceStatusOptions) =>
      finish(await runResourcesStatus(io, name, options)),
    );
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
