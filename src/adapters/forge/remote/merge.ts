import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitCommand } from '../../git/run.ts';
import { gitOutput, readBlob, stageBlobs, type TreeFile, withIndex, writeBlob } from './objects.ts';

export interface MergeSides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Lines of `ours` that `theirs` changes, too; left out if the entire file is in conflict. */
export interface MergeConflict {
  readonly path: string;
  readonly lines?: { readonly from: number; readonly to: number };
}

export type Merged =
  | { readonly kind: 'tree'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly conflicts: readonly MergeConflict[] };

/** Versions of a file that both sides changed: 1 is the base, 2 ours, 3 theirs. */
type Stages = ReadonlyMap<number, TreeFile>;

/**
 * Merges two trees over a third. Lines that both sides changed, and changes that touch, are a
 * conflict.
 */
export function mergeTrees(git: GitCommand, { base, ours, theirs }: MergeSides): Promise<Merged> {
  return withIndex(git, async (indexed, scratch) => {
    await gitOutput(indexed, ['read-tree', '-i', '-m', '--aggressive', base, ours, theirs]);
    const solved = new Map<string, TreeFile>();
    const conflicts: MergeConflict[] = [];
    for (const [path, stages] of await unmerged(indexed)) {
      const merged = await mergeFile(indexed, scratch, path, stages);
      if (Array.isArray(merged)) conflicts.push(...merged);
      else solved.set(path, merged as TreeFile);
    }
    if (conflicts.length > 0) return { kind: 'conflict', conflicts };
    if (solved.size > 0) await stageBlobs(indexed, solved);
    return { kind: 'tree', tree: (await gitOutput(indexed, ['write-tree'])).trim() };
  });
}

async function unmerged(indexed: GitCommand): Promise<ReadonlyMap<string, Stages>> {
  const text = await gitOutput(indexed, ['ls-files', '--unmerged', '-z']);
  const files = new Map<string, Map<number, TreeFile>>();
  for (const line of text.split('\0')) {
    const [, mode, blob, side, path] = /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line) ?? [];
    if (mode === undefined || blob === undefined || path === undefined) continue;
    files.set(path, (files.get(path) ?? new Map()).set(Number(side), { mode, blob }));
  }
  return files;
}

async function mergeFile(
  git: GitCommand,
  scratch: string,
  path: string,
  stages: Stages,
): Promise<TreeFile | readonly MergeConflict[]> {
  const [base, ours, theirs] = [1, 2, 3].map((side) => stages.get(side));
  const isPlain = [base, ours, theirs].every((one) => one?.mode.startsWith('100'));
  if (!base || !ours || !theirs || !isPlain) return [{ path }];
  const text = await readBlob(git, ours.blob);
  const files = [ours, base, theirs].map((_, index) => join(scratch, `side-${index}`));
  for (const [index, { blob }] of [ours, base, theirs].entries()) {
    await writeFile(files[index] ?? '', index === 0 ? text : await readBlob(git, blob));
  }
  const args = ['merge-file', '-p', '--diff3', `--marker-size=${markerSize}`, ...files];
  const { code = -1, out } = await git(args);
  // A code above 127 is not a number of conflicts, but a failure.
  if (code < 0 || code > 127) return [{ path }];
  if (code > 0) return conflictsIn(path, text, out);
  const mode = base.mode === theirs.mode ? ours.mode : theirs.mode;
  return { mode, blob: await writeBlob(git, out) };
}

/** Longer than any row of marker characters in a file that people write. */
const markerSize = 60;

/** The lines, from 1, of each conflict in the file of `ours`. */
function conflictsIn(path: string, ours: string, merged: string): readonly MergeConflict[] {
  const marks = ['<', '|', '>'].map((mark) => mark.repeat(markerSize));
  const [start = '', base = '', end = ''] = marks;
  const own = ours.split('\n');
  const found: MergeConflict[] = [];
  let part: string[] | undefined;
  let isIn = false;
  let at = 0;
  for (const line of merged.split('\n')) {
    if (line.startsWith(start)) [part, isIn] = [[], true];
    else if (line.startsWith(base) && part !== undefined) {
      const from = placeOf(own, part, at);
      at = from + part.length;
      found.push({ path, lines: { from: from + 1, to: Math.max(from + 1, at) } });
      part = undefined;
    } else if (line.startsWith(end)) isIn = false;
    else if (part !== undefined) part.push(line);
    else if (!isIn && own[at] === line) at += 1;
  }
  return found;
}

function placeOf(own: readonly string[], part: readonly string[], at: number): number {
  if (part.length === 0) return Math.min(at, own.length - 1);
  for (let from = at; from + part.length <= own.length; from += 1) {
    if (part.every((line, index) => own[from + index] === line)) return from;
  }
  return at;
}
