import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { createGitBlame } from '../../../adapters/forge/blame.ts';
import { commitFile } from '../../../adapters/forge/commit-file.ts';
import { openGitRepository } from '../../../adapters/forge/git.ts';
import { hasErrorCode } from '../../../adapters/store/holder.ts';
import { keepReceipts } from '../../../app/receipt/keep.ts';
import { keepTemplates, publishDue } from '../../../app/resource/converge.ts';
import { keepPush } from '../../../app/resource/keep-push.ts';
import { proveSync } from '../../../app/resource/prove.ts';
import type { Push } from '../../../app/resource/push.ts';
import { planSync, type RefusedSync, type SyncedFile } from '../../../app/resource/sync.ts';
import { definedOnly } from '../../../app/run/environment.ts';
import type { JsonObject } from '../../../model/json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { dueLine, refusedLines, syncedLine, syncMessage } from '../../../present/terminal/sync.ts';
import { plainJson } from '../../../stages/receipt/digest.ts';
import { type ResourceOptions, withResources } from './resources.ts';

export interface SyncOptions extends ResourceOptions {
  /** Folder of the code. */
  readonly code: string;
  readonly write?: boolean;
  readonly commit?: boolean;
  readonly force?: boolean;
}

/** `parley sync`: brings what is declared into code. */
export function runSync(io: Io, options: SyncOptions): Promise<ExitCode> {
  return withResources(io, options, async (desk): Promise<Result<ExitCode>> => {
    const root = resolve(io.cwd, options.code);
    const env = definedOnly(io.env);
    if (options.commit && (await openGitRepository(root, env)) === undefined) {
      return fail(noRepository(options.code));
    }
    const read = (path: string) => textOf(join(root, path));
    const planned = await planSync({ ...desk, read }, options.force === true);
    if (!planned.ok) return planned;
    const plan = await proveSync(root, planned.value);
    if (!plan.ok) return plan;
    const { files, refused, due } = plan.value;
    const isWriting = options.write === true || options.commit === true;
    const published = await publishDue(desk, due, !isWriting);
    if (!published.ok) return published;
    for (const push of isWriting ? published.value : []) {
      const kept = await keepPush(io, options.dir, desk.store, push);
      if (!kept.ok) return kept;
    }
    const shelved = isWriting ? await keepTemplates(desk, files) : ok(undefined);
    if (!shelved.ok) return shelved;
    const commits = new Map<string, string>();
    for (const file of isWriting ? files : []) {
      const written = await write(root, file);
      if (!written.ok) return written;
      if (!options.commit) continue;
      const message = syncMessage(desk.tenant, file);
      commits.set(file.path, await commitFile(root, env, { path: file.path, message }));
    }
    const kept = await keepSyncReceipts(io, options, desk.tenant, files, commits);
    if (!kept.ok) return kept;
    await say(io, options, { root, env, files, refused, published: published.value });
    return ok(refused.length === 0 ? 0 : 1);
  });
}

interface Said {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly SyncedFile[];
  readonly refused: readonly RefusedSync[];
  readonly published: readonly Push[];
}

async function say(io: Io, options: SyncOptions, { root, env, files, refused, published }: Said) {
  const isDone = options.write === true || options.commit === true;
  const blame = await createGitBlame(
    root,
    env,
  )(
    new Map(
      refused
        .filter(({ conflicts }) => conflicts.length > 0)
        .map(({ path, conflicts }) => [
          path,
          conflicts.map(({ line }) => ({ from: line, to: line })),
        ]),
    ),
  );
  const named = refused.map(({ conflicts, ...one }) => ({
    ...one,
    conflicts: conflicts.map((each) => {
      const commit = blame.get(one.path)?.get(each.line)?.commit;
      return { ...each, ...(commit === undefined ? {} : { commit }) };
    }),
  }));
  if (options.json) {
    const told = files.map(({ before: _, after: __, ...file }) => file);
    const versions = published.map(({ pushed }) => pushed);
    io.out(`${jsonText({ published: versions, files: told, refused: named }, 2)}\n`);
    return;
  }
  const lines = [
    ...published.map(({ pushed }) => dueLine(pushed, isDone)),
    ...files.map((file) => syncedLine(file, isDone)),
  ];
  io.out(terminalText(`${lines.length === 0 ? 'Nothing to write.' : lines.join('\n')}\n`, false));
  if (named.length > 0) io.err(terminalText(refusedLines(named), false));
}

function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return undefined;
    throw error;
  });
}

/** A link in the code leads nowhere out of it. */
async function write(root: string, { path, after }: SyncedFile): Promise<Result<undefined>> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  const [whole, real] = [await realpath(root), await realpath(dirname(file))];
  const target = await realpath(file).catch(() => join(real, 'new'));
  for (const place of [real, target]) {
    if (relative(whole, place).startsWith('..')) return fail(leadsOut(path));
  }
  if (after === undefined) await rm(file);
  else await writeFile(file, after);
  return ok(undefined);
}

async function keepSyncReceipts(
  io: Io,
  { dir, write: isWritten, commit }: SyncOptions,
  tenant: string,
  files: readonly SyncedFile[],
  commits: ReadonlyMap<string, string>,
): Promise<Result<unknown>> {
  if (!isWritten && !commit) return ok(undefined);
  const drafts = files.map(({ name, kind, digest, path, change }) => {
    const where = commits.has(path) ? { commit: commits.get(path) } : { at: io.now() };
    const about = plainJson({ tenant, kind, name, digest, path, change, ...where }) as JsonObject;
    const title = `${tenant}/${name} ${digest}`;
    return { kind: 'sync' as const, name: title, about, inputs: {}, facts: {} };
  });
  return keepReceipts(io, dir, drafts);
}

function noRepository(folder: string): Problem {
  return {
    code: 'sync-repository',
    message: 'There is no git repository to commit to.',
    place: { file: folder },
    hint: 'Give its folder with --code, or use --write.',
  };
}

function leadsOut(path: string): Problem {
  return {
    code: 'sync-link',
    message: 'The file is behind a link that leads out of the folder of the code.',
    place: { file: path },
    hint: 'Remove the link.',
  };
}
