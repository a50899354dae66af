import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '../../config/service/stacks.ts';
import type { FileChange } from '../../model/patch.ts';
import { changedText } from '../../text/file-change.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

/**
 * True where the code after the merge differs from what Parley proposed because somebody changed
 * it. False where that cannot be determined. `tip` is the commit of the branch that was merged.
 */
export async function wasEdited(
  deps: FeedbackDeps,
  { key, stack, known }: Concerned,
  tip: string,
): Promise<boolean> {
  const { store } = deps;
  const run = await store.runs.latestHead(key);
  if (run === undefined) return false;
  const plan = (await store.runs.planned(key, run.id)).find(
    ({ intent, digest }) => intent === known.intent && digest === known.digest,
  );
  if (run.revision === undefined || plan === undefined || plan.files.length === 0) {
    // A later run no longer plans this, so the only sign left is whether people committed to the
    // branch.
    return plan === undefined && known.commit !== '' && tip !== '' && tip !== known.commit;
  }
  const before = await textsOf(deps, stack, plan.files, run.revision);
  const merged = await textsOf(deps, stack, plan.files);
  if (before === undefined || merged === undefined) return false;
  return plan.files.some(({ path, ...change }) => {
    const was = before.get(path);
    const after = changedText({ path, ...change }, was);
    // Where the file is gone, the proposal was not merged as it was.
    return after !== undefined && !hasChange(was ?? '', after, merged.get(path) ?? '');
  });
}

/** The texts of the files that exist, by path; undefined where the code cannot be checked out. */
async function textsOf(
  { checkouts }: FeedbackDeps,
  stack: Stack,
  files: readonly FileChange[],
  revision?: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const checkout = await checkouts.open(stack, revision === undefined ? {} : { revision });
  if (!checkout.ok) return undefined;
  const { root, release } = checkout.value;
  try {
    const texts = new Map<string, string>();
    for (const { path } of files) {
      const text = await readFile(join(root, path), 'utf8').catch(() => undefined);
      if (text !== undefined) texts.set(path, text);
    }
    return texts;
  } finally {
    await release();
  }
}

/**
 * True where a text has the lines that a change adds and lacks those that it removes, regardless of
 * other changes.
 */
export function hasChange(before: string, after: string, text: string): boolean {
  if (text === after) return true;
  const [was, wanted, is] = [before, after, text].map(countLines);
  if (was === undefined || wanted === undefined || is === undefined) return false;
  return [...new Set([...was.keys(), ...wanted.keys()])].every((line) => {
    const delta = (wanted.get(line) ?? 0) - (was.get(line) ?? 0);
    const found = is.get(line) ?? 0;
    if (delta > 0) return found >= delta;
    return delta === 0 || found < (was.get(line) ?? 0);
  });
}

/** Counts each line, without its margins. Blank lines are left out. */
function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r\n|\n/).map((each) => each.trim())) {
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
