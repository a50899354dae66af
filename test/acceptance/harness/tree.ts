import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffLines } from 'diff';

/**
 * Files of a project by path, including installed modules, without state and Terraform's own files.
 */
export type Tree = ReadonlyMap<string, string>;

export function readTree(root: string): Tree {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(^|\/)\.(terraform(?!\/modules\/)|parley)|\.tfstate/.test(path))
    .sort();
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

export interface TreeDiff {
  readonly files: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The diff as a person would read it. */
  readonly text: string;
}

export function diffTrees(before: Tree, after: Tree): TreeDiff {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const files = paths.filter((path) => before.get(path) !== after.get(path));
  const lines = files.flatMap((path) => [
    `--- ${path}`,
    ...changedLines(before.get(path) ?? '', after.get(path) ?? ''),
  ]);
  return {
    files,
    added: lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)),
    removed: lines
      .filter((line) => line.startsWith('-') && !line.startsWith('--- '))
      .map((line) => line.slice(1)),
    text: lines.join('\n'),
  };
}

function changedLines(before: string, after: string): readonly string[] {
  return diffLines(before, after).flatMap((part) => {
    if (!part.added && !part.removed) return [];
    const sign = part.added ? '+' : '-';
    return part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}`);
  });
}

export interface LostComment {
  readonly file: string;
  readonly comment: string;
}

/** Comments that occur less often than before. */
export function lostComments(before: Tree, after: Tree): readonly LostComment[] {
  return [...before].flatMap(([file, text]) => {
    const left = comments(file, after.get(file) ?? '');
    return [...comments(file, text)]
      .filter(([comment, count]) => (left.get(comment) ?? 0) < count)
      .map(([comment]) => ({ file, comment }));
  });
}

function comments(file: string, text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!/\.(tf|tfvars)$/.test(file)) return counts;
  for (const [comment] of text.matchAll(/(?<=^|\s)(#|\/\/).*$/gm)) {
    counts.set(comment, (counts.get(comment) ?? 0) + 1);
  }
  return counts;
}
