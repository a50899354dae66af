import type { FileEdit, TextEdit } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { shiftOf } from '../../text/edits.ts';

/** A range of the current text that the dropped edit wrote. */
interface Written {
  readonly start: number;
  readonly end: number;
  /** How much longer the text became there. */
  readonly growth: number;
}

/**
 * The later edits as they would have been made without the dropped one, each step based on the one
 * before. Undefined if one of them changes or touches what the dropped edit wrote. `tree` is the
 * one before the dropped edit.
 */
export function rebasedEdits(
  tree: SourceTree,
  dropped: readonly FileEdit[],
  later: readonly (readonly FileEdit[])[],
): readonly (readonly FileEdit[])[] | undefined {
  const written = new Map(dropped.map(({ path, edits }) => [path, writtenBy(edits)]));
  const steps: FileEdit[][] = [];
  for (const files of later) {
    const step: FileEdit[] = [];
    for (const { path, edits } of files) {
      const ranges = written.get(path) ?? [];
      // A file that only the dropped edit created may no longer be what a later edit expects.
      if (ranges.length > 0 && !tree.has(path)) return undefined;
      const rebased = edits.map((edit) => rebasedEdit(ranges, edit));
      const whole = rebased.filter((edit) => edit !== undefined);
      if (whole.length < edits.length) return undefined;
      step.push({ path, edits: whole });
      written.set(
        path,
        ranges.map((range) => movedBy(edits, range)),
      );
    }
    steps.push(step);
  }
  return steps;
}

function writtenBy(edits: readonly TextEdit[]): readonly Written[] {
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  return shiftOf(sorted).written.map(({ start, end }, index) => {
    const length = sorted[index]?.length ?? 0;
    return { start, end, growth: end - start - length };
  });
}

function isBefore({ offset, length }: TextEdit, { start }: Written): boolean {
  return offset + length < start;
}

function rebasedEdit(ranges: readonly Written[], edit: TextEdit): TextEdit | undefined {
  const passed = ranges.filter((range) => !isBefore(edit, range));
  if (passed.some(({ end }) => edit.offset <= end)) return undefined;
  const grown = passed.reduce((sum, { growth }) => sum + growth, 0);
  return { ...edit, offset: edit.offset - grown };
}

function movedBy(edits: readonly TextEdit[], range: Written): Written {
  const moved = edits
    .filter((edit) => isBefore(edit, range))
    .reduce((sum, { length, text }) => sum + text.length - length, 0);
  return { ...range, start: range.start + moved, end: range.end + moved };
}
