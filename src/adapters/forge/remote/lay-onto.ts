import { compareText } from '../../../model/text.ts';
import type { GitCommand } from '../../git/run.ts';
import { parsePorcelain } from '../blame.ts';
import { formatMessage, makeSeal } from '../seal.ts';
import { type MergeConflict, mergeTrees } from './merge.ts';
import { type GitIdentity, gitOutput, resolveTree, writeCommit } from './objects.ts';
import type { ProtectedLines, Pushed, PushRequest } from './types.ts';

export interface LayInput {
  /** Tip of the work of people. */
  readonly tip: string;
  /** The patch of Parley that they worked on; undefined if it is no longer known. */
  readonly last: string | undefined;
  /** The new patch. */
  readonly commit: string;
  readonly base: string;
  readonly request: PushRequest;
}

export type Laid =
  | { readonly kind: 'laid'; readonly commit: string }
  | Extract<Pushed, { kind: 'protected' }>;

/**
 * Merges a new patch into the work of people: their tip with the commit of the patch, over the
 * patch before. Lines that they changed stay; if the new patch changes these, too, nothing is
 * merged. The second parent, the patch, shows later runs what was Parley's.
 */
export async function layOnto(git: GitCommand, by: GitIdentity, input: LayInput): Promise<Laid> {
  const { tip, commit, request } = input;
  const base = input.last ?? (await commonCommit(git, tip, commit));
  const ours = await resolveTree(git, tip);
  const sides = {
    base: await resolveTree(git, base),
    ours,
    theirs: await resolveTree(git, commit),
  };
  const merged = await mergeTrees(git, sides);
  if (merged.kind === 'conflict') {
    const lines = await Promise.all(merged.conflicts.map((one) => authorOf(git, input, one)));
    return { kind: 'protected', tip, lines: lines.toSorted(byPlace) };
  }
  if (merged.tree === ours) return { kind: 'laid', commit: tip };
  const { message, intent, date } = request;
  const text = formatMessage(message, makeSeal(merged.tree, intent));
  const parents = [tip, commit];
  const made = await writeCommit(git, { tree: merged.tree, parents, message: text, date, by });
  return { kind: 'laid', commit: made };
}

async function commonCommit(git: GitCommand, a: string, b: string): Promise<string> {
  const { code, out } = await git(['merge-base', a, b]);
  // Without a common commit, everything there is the work of people.
  return code === 0 ? out.trim() : b;
}

/** Finds who changed the lines last. */
async function authorOf(
  git: GitCommand,
  { tip, base }: LayInput,
  { path, lines }: MergeConflict,
): Promise<ProtectedLines> {
  if (lines !== undefined) {
    const range = `${lines.from},${lines.to}`;
    const blamed = await git(['blame', '--porcelain', '-L', range, tip, '--', path]);
    const found = blamed.code === 0 ? parsePorcelain(blamed.out, false) : undefined;
    const first = found?.get(lines.from);
    if (first !== undefined) return { path, lines, commit: first.commit, author: first.author };
  }
  const args = ['log', '-1', '--format=%H%n%ae', tip, '--not', base, '--', path];
  const [commit = '', author = ''] = (await gitOutput(git, args)).split('\n');
  const place = lines === undefined ? { path } : { path, lines };
  return { ...place, commit: commit === '' ? tip : commit, author };
}

function byPlace(a: ProtectedLines, b: ProtectedLines): number {
  return compareText(a.path, b.path) || (a.lines?.from ?? 0) - (b.lines?.from ?? 0);
}
