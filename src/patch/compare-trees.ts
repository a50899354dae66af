import { diffLines } from 'diff';
import type { FileEdit, TextEdit } from '../model/patch.ts';
import type { SourceTree } from '../terraform/config/types.ts';

/** The edits, line by line, that lead from one tree to another. */
export function editsBetween(before: SourceTree, after: SourceTree): readonly FileEdit[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const old = before.get(path) ?? '';
    const now = after.get(path) ?? '';
    return old === now ? [] : [{ path, edits: lineEdits(old, now) }];
  });
}

function lineEdits(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let offset = 0;
  let open: { offset: number; length: number; text: string } | undefined;
  for (const part of diffLines(before, after)) {
    if (part.added || part.removed) {
      open ??= { offset, length: 0, text: '' };
      if (part.removed) open.length += part.value.length;
      if (part.added) open.text += part.value;
    } else if (open !== undefined) {
      edits.push(open);
      open = undefined;
    }
    if (!part.added) offset += part.value.length;
  }
  if (open !== undefined) edits.push(open);
  return edits;
}
