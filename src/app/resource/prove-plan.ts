import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import { findTop } from '../../code/terraform/repository/top.ts';
import type { PlannedChange, TerraformPlan } from '../../code/terraform/run/plan.ts';
import type { TerraformRunner } from '../../code/terraform/run/types.ts';
import { planAsIs, planValid } from '../../code/terraform/run/verify-plan.ts';
import { ok, type Result } from '../../model/result.ts';
import { compareKeys } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import { terminalText } from '../../present/terminal/safe.ts';
import { openRoot, type PlanGround, type PlanRoot } from './plan-root.ts';
import type { PlannedCounts, RefusedSync, SyncedFile, SyncPlan } from './sync.ts';
import { addressOfBlock, rootBlockOf, rootBlocksIn } from './top-block.ts';

const ownGround: PlanGround = { workspace: 'default', varFiles: [] };

/**
 * Leaves out files that Terraform's own plan does not confirm. The plan has to be valid, and has to
 * change what the file declares and nothing else.
 */
export async function provePlan(
  io: Io,
  code: string,
  plan: SyncPlan,
  terraform: TerraformRunner,
  groundOf: (folder: string) => PlanGround = () => ownGround,
): Promise<Result<SyncPlan>> {
  const wrong = new Map<string, string>();
  const counts = new Map<string, PlannedCounts>();
  for (const [folder, files] of byFolder(plan.files)) {
    io.err(`Planning ${terminalText(folder, false)}\n`);
    const ground = groundOf(folder);
    const top = await realpath(ground.within ?? (await findTop(code)));
    const root = await openRoot(io, { code, top, folder, ground }, terraform);
    if (!root.ok) return root;
    const judged = await judgeFolder(root.value, files);
    if (!judged.ok) return judged;
    for (const [path, one] of judged.value) {
      if (typeof one === 'string') wrong.set(path, one);
      else counts.set(path, added(counts.get(path), one));
    }
  }
  const refused = plan.files.flatMap(({ name, path }): readonly RefusedSync[] => {
    const because = wrong.get(path);
    return because === undefined ? [] : [{ name, path, conflicts: [], because }];
  });
  const files = plan.files
    .filter(({ path }) => !wrong.has(path))
    .map((file): SyncedFile => {
      const planned = counts.get(file.path);
      return planned === undefined ? file : { ...file, planned };
    });
  return ok({ ...plan, files, refused: [...plan.refused, ...refused] });
}

/** Folders of Terraform code that the files are in or were in. */
export function touchedFolders(files: readonly SyncedFile[]): readonly string[] {
  return [...byFolder(files).keys()];
}

function byFolder(files: readonly SyncedFile[]): ReadonlyMap<string, readonly SyncedFile[]> {
  const folders = new Map<string, SyncedFile[]>();
  for (const file of files) {
    if (!file.path.endsWith('.tf')) continue;
    for (const folder of new Set([file.path, file.from?.path ?? file.path].map(posix.dirname))) {
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
  }
  return new Map([...folders].sort(compareKeys));
}

/** By path: why a file is not written, or what Terraform would do. */
type Judged = ReadonlyMap<string, string | PlannedCounts>;

/** Plans all files together, and each alone if that plan fails. */
async function judgeFolder(root: PlanRoot, files: readonly SyncedFile[]): Promise<Result<Judged>> {
  const together = await judgeFiles(root, files);
  const isRight = together.ok && ![...together.value.values()].some(isReason);
  if (isRight || files.length === 1) return together;
  const judged = new Map<string, string | PlannedCounts>();
  for (const file of files) {
    const alone = await judgeFiles(root, [file]);
    if (!alone.ok) return alone;
    for (const [path, one] of alone.value) judged.set(path, one);
  }
  return ok(judged);
}

function isReason(judged: string | PlannedCounts): judged is string {
  return typeof judged === 'string';
}

async function judgeFiles(root: PlanRoot, files: readonly SyncedFile[]): Promise<Result<Judged>> {
  const texts = new Map(files.flatMap((file) => textsIn(root.folder, file)));
  const blocks = files.map((file) => ({ file, own: blocksOf(file) }));
  const addresses = [...new Set(blocks.flatMap(({ own }) => [...own].map(addressOfBlock)))].sort();
  const planned = await planValid(root.terraform, root.request(texts, addresses));
  const all = (because: string): Result<Judged> =>
    ok(new Map(files.map(({ path }) => [path, because])));
  if (!planned.ok) {
    const { code, message, hint } = planned.error;
    // A problem that has nothing to do with these files is reported as such.
    if (code !== 'terraform-failed') return planned;
    return all(hint === undefined ? message : `${message} ${hint}`);
  }
  if ('level' in planned.value) return all(planned.value.findings.join(' '));
  const known = new Set(blocks.flatMap(({ own }) => [...own]));
  const stray = await strayIn(root, planned.value, known);
  if (!stray.ok) return stray;
  if (stray.value !== undefined) return all(stray.value);
  return ok(
    new Map(
      blocks.map(({ file, own }) => [
        file.path,
        judgeOne(planned.value as TerraformPlan, file, own),
      ]),
    ),
  );
}

function textsIn(
  folder: string,
  { path, from, after }: SyncedFile,
): readonly (readonly [string, string])[] {
  const moved = from === undefined ? [] : [[from.path, ''] as const];
  return [...moved, [path, after ?? ''] as const].flatMap(([whole, text]) =>
    posix.dirname(whole) === folder ? [[posix.basename(whole), text] as const] : [],
  );
}

function blocksOf({ before, from, after }: SyncedFile): ReadonlySet<string> {
  const texts = [before, from?.before, after].map((text) => text ?? '');
  return new Set(texts.flatMap(rootBlocksIn));
}

/** A change elsewhere that Terraform would not plan without the files. */
async function strayIn(
  root: PlanRoot,
  plan: TerraformPlan,
  own: ReadonlySet<string>,
): Promise<Result<string | undefined>> {
  const others = changesIn(plan).filter(({ address }) => !own.has(rootBlockOf(address) ?? ''));
  if (others.length === 0) return ok(undefined);
  const before = await planAsIs(root.terraform, root.request(new Map(), []));
  if (!before.ok) return before;
  const known = new Set(changesIn(before.value).map(keyOf));
  const stray = others.find((change) => !known.has(keyOf(change)));
  return ok(stray && `Terraform would ${stray.actions.join(' and ')} ${stray.address} as well.`);
}

function keyOf({ address, actions, differences }: PlannedChange): string {
  return JSON.stringify([address, actions, differences]);
}

function judgeOne(
  plan: TerraformPlan,
  { change }: SyncedFile,
  own: ReadonlySet<string>,
): string | PlannedCounts {
  const changes = changesIn(plan).filter(({ address }) => own.has(rootBlockOf(address) ?? ''));
  const destroyed = changes.find(({ actions }) => actions.includes('delete'));
  if (change === 'create' && destroyed !== undefined) {
    return `Terraform would destroy ${destroyed.address}, which the state has already.`;
  }
  const made = changes.find(({ actions }) => actions.includes('create'));
  if (change === 'remove' && made !== undefined) return `Terraform would create ${made.address}.`;
  const count = (action: string) =>
    changes.filter(({ actions }) => actions.includes(action)).length;
  return { add: count('create'), change: count('update'), destroy: count('delete') };
}

function changesIn({ resourceChanges }: TerraformPlan): readonly PlannedChange[] {
  return resourceChanges.filter(
    ({ mode, actions }) => mode === 'managed' && !['no-op', 'read'].includes(actions.join()),
  );
}

/** Adds up the counts, since a move appears in the plans of two root modules. */
function added(one: PlannedCounts | undefined, other: PlannedCounts): PlannedCounts {
  if (one === undefined) return other;
  const { add, change, destroy } = one;
  return {
    add: add + other.add,
    change: change + other.change,
    destroy: destroy + other.destroy,
  };
}
