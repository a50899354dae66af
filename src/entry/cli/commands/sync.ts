import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { createGitBlame } from '../../../adapters/forge/blame.ts';
import { commitFiles } from '../../../adapters/forge/commit-file.ts';
import { openGitRepository } from '../../../adapters/forge/git.ts';
import { keepReceipts } from '../../../app/receipt/keep.ts';
import { keepTemplates, publishDue } from '../../../app/resource/converge.ts';
import { keepPush } from '../../../app/resource/keep-push.ts';
import { planCode } from '../../../app/resource/plan-code.ts';
import { provePlan } from '../../../app/resource/prove-plan.ts';
import type { Push } from '../../../app/resource/push.ts';
import { syncDraft } from '../../../app/resource/receipt.ts';
import type { RefusedSync, SyncedFile, SyncPlan } from '../../../app/resource/sync.ts';
import { definedOnly } from '../../../app/run/environment.ts';
import { openTerraform } from '../../../app/verify/open.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { syncCommitText } from '../../../present/commit/sync.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { dueLine, refusedLines, syncedLine } from '../../../present/terminal/sync.ts';
import type { Cli } from '../program/command.ts';
import { type ResourceOptions, withPlace, withResources } from './resources/place.ts';

interface SyncOptions extends ResourceOptions {
  /** Folder of the code. */
  readonly code: string;
  readonly write?: boolean;
  readonly commit?: boolean;
  readonly force?: boolean;
  readonly verify: 'evaluate' | 'plan';
}

/** Defines `parley sync`. */
export function defineSync(command: Command, { io, finish }: Cli): void {
  withPlace(command)
    .option('--code <folder>', 'folder of the code', '.')
    .option('--write', 'write the files')
    .option('--commit', 'write the files, and commit each')
    .option('--force', 'overwrite what people changed in the same places')
    .addOption(
      new Option('--verify <level>', 'how far written code is proved')
        .choices(['evaluate', 'plan'])
        .default('evaluate'),
    )
    .action(async (options: SyncOptions) => finish(await runSync(io, options)));
}

/** `parley sync`: brings what is declared into code. */
export function runSync(io: Io, options: SyncOptions): Promise<ExitCode> {
  return withResources(io, options, async (desk): Promise<Result<ExitCode>> => {
    const root = resolve(io.cwd, options.code);
    const env = definedOnly(io.env);
    if (options.commit && (await openGitRepository(root, env)) === undefined) {
      return fail(noRepository(options.code));
    }
    const evaluated = await planCode({ ...desk, root, isForced: options.force === true });
    if (!evaluated.ok) return evaluated;
    const plan = await withPlan(io, options, root, evaluated.value);
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
      const message = syncCommitText(desk.tenant, file);
      const paths = [file.path, ...(file.from === undefined ? [] : [file.from.path])];
      commits.set(file.path, await commitFiles(root, env, { paths, message }));
    }
    const kept = await keepSyncReceipts(io, options, desk.tenant, files, commits);
    if (!kept.ok) return kept;
    await printSync(io, options, { root, env, files, refused, published: published.value });
    return ok(refused.length === 0 ? 0 : 1);
  });
}

/** Leaves out what Terraform's plan does not confirm, where that was requested. */
async function withPlan(
  io: Io,
  { verify }: SyncOptions,
  root: string,
  plan: SyncPlan,
): Promise<Result<SyncPlan>> {
  if (verify !== 'plan') return ok(plan);
  const terraform = await openTerraform(io, { verify });
  return terraform.ok ? provePlan(io, root, plan, terraform.value) : terraform;
}

interface SyncOutcome {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly SyncedFile[];
  readonly refused: readonly RefusedSync[];
  readonly published: readonly Push[];
}

async function printSync(
  io: Io,
  options: SyncOptions,
  { root, env, files, refused, published }: SyncOutcome,
) {
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
    const listed = files.map(({ before: _, after: __, from, ...file }) => ({
      ...file,
      ...(from === undefined ? {} : { from: from.path }),
    }));
    const versions = published.map(({ pushed }) => pushed);
    io.out(`${jsonText({ published: versions, files: listed, refused: named }, 2)}\n`);
    return;
  }
  const lines = [
    ...published.map(({ pushed }) => dueLine(pushed, isDone)),
    ...files.map((file) => syncedLine(file, isDone)),
  ];
  io.out(terminalText(`${lines.length === 0 ? 'Nothing to write.' : lines.join('\n')}\n`, false));
  if (named.length > 0) io.err(terminalText(refusedLines(named), false));
}

/** Makes sure that no link in the code leads out of it. */
async function write(
  root: string,
  { path, from, after }: Pick<SyncedFile, 'path' | 'from' | 'after'>,
): Promise<Result<undefined>> {
  if (from !== undefined) {
    const gone = await write(root, { path: from.path, after: undefined });
    if (!gone.ok) return gone;
  }
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
  const drafts = files.map((file) => {
    const commit = commits.get(file.path);
    return syncDraft(tenant, file, commit === undefined ? { at: io.now() } : { commit });
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
