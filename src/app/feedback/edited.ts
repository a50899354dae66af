import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedFile } from '../../ports/store/planned-proposal.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

/**
 * True where the code, after the merge, has not what Parley proposed: somebody changed it on the
 * way. False where that cannot be told. `tip` is the commit of the branch that was merged.
 */
export async function wasEdited(
  { store, checkouts }: FeedbackDeps,
  { key, stack, known }: Concerned,
  tip: string,
): Promise<boolean> {
  const run = await store.runs.latestHead(key);
  if (run === undefined) return false;
  const plan = (await store.runs.planned(key, run.id)).find(
    ({ intent, digest }) => intent === known.intent && digest === known.digest,
  );
  if (plan === undefined || plan.files.length === 0) {
    // A later run wants it no more: what is left to see is whether people committed to the branch.
    return plan === undefined && known.commit !== '' && tip !== '' && tip !== known.commit;
  }
  const checkout = await checkouts.open(stack);
  if (!checkout.ok) return false;
  const { root, release } = checkout.value;
  try {
    for (const file of plan.files) {
      // A file that is gone was not merged as it was proposed.
      const text = await readFile(join(root, file.path), 'utf8').catch(() => '');
      if (!hasChange(file, text)) return true;
    }
    return false;
  } finally {
    await release();
  }
}

/**
 * True when a text has the lines that a change adds, and not those that it removes; whatever else
 * was changed beside them.
 */
export function hasChange({ before, after }: PlannedFile, text: string): boolean {
  if (text === after) return true;
  const [was, wanted, is] = [before ?? '', after, text].map(countLines);
  if (was === undefined || wanted === undefined || is === undefined) return false;
  return [...new Set([...was.keys(), ...wanted.keys()])].every((line) => {
    const delta = (wanted.get(line) ?? 0) - (was.get(line) ?? 0);
    const found = is.get(line) ?? 0;
    if (delta > 0) return found >= delta;
    return delta === 0 || found < (was.get(line) ?? 0);
  });
}

/** Blank lines and margins say nothing. */
function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r\n|\n/).map((each) => each.trim())) {
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
