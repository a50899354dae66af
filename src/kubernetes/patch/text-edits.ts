import type { TextEdit } from '../../model/patch.ts';

/** Texts with more lines that differ than this are one edit. */
const mostLines = 2000;

/** Edits that make one text the other, line by line. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end += 1;
  }
  const left = old.slice(start, old.length - end);
  const right = now.slice(start, now.length - end);
  const offset = old.slice(0, start).join('').length;
  if (left.length > mostLines || right.length > mostLines) {
    return [{ offset, length: left.join('').length, text: right.join('') }];
  }
  return hunks(left, right, offset);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunks(
  left: readonly string[],
  right: readonly string[],
  from: number,
): readonly TextEdit[] {
  const common = table(left, right);
  const edits: TextEdit[] = [];
  let [i, j, offset] = [0, 0, from];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      offset += left[i]?.length ?? 0;
      i += 1;
      j += 1;
      continue;
    }
    let [length, text] = [0, ''];
    while (i < left.length || j < right.length) {
      if (i < left.length && j < right.length && left[i] === right[j]) break;
      const takesLeft =
        j >= right.length || (i < left.length && at(common, i + 1, j) >= at(common, i, j + 1));
      if (takesLeft) {
        length += left[i]?.length ?? 0;
        i += 1;
      } else {
        text += right[j] ?? '';
        j += 1;
      }
    }
    edits.push({ offset, length, text });
    offset += length;
  }
  return edits;
}

/** Lengths of the longest common rest, by how much of each is behind. */
function table(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      if (row === undefined) continue;
      row[j] =
        left[i] === right[j]
          ? at(rows, i + 1, j + 1) + 1
          : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
