import type { Candidate, FileEdit, TextEdit } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { editShift } from '../../text/edits.ts';
import { editTree, joinEdits } from './apply.ts';
import type { EditableCode } from './code-base.ts';
import { type GoalAttempt, isPickedIn } from './reach.ts';
import type { EditSearch } from './search.ts';

/**
 * Drops the edits that later ones have made unnecessary, the first one first: a variable that was
 * set for an entry, for example, if another goal then rewrote the entry without it. The declared
 * values stay the same, here and in other stacks.
 */
export function withoutUnneeded<C extends EditableCode>(
  search: EditSearch<C>,
  start: C,
  run: GoalAttempt<C>,
): GoalAttempt<C> {
  let lean = run;
  // Nothing follows the last edit that could have made it unnecessary.
  for (let index = 0; index < lean.choices.length - 1; ) {
    const without = droppedFrom(search, start, lean, index);
    if (without === undefined) index += 1;
    else lean = without;
  }
  return lean;
}

/** The run without one of its edits; undefined if that would make a difference. */
function droppedFrom<C extends EditableCode>(
  search: EditSearch<C>,
  start: C,
  run: GoalAttempt<C>,
  index: number,
): GoalAttempt<C> | undefined {
  const { base, picks = [] } = search;
  const dropped = run.choices[index];
  if (dropped === undefined || isPickedIn(picks, dropped)) return undefined;
  const kept = run.choices.slice(0, index);
  const before = kept.at(-1)?.code ?? start;
  const later = run.choices.slice(index + 1);
  const steps = rebasedEdits(
    before.tree,
    dropped.files,
    later.map(({ files }) => files),
  );
  if (steps === undefined) return undefined;
  const files = joinEdits(before.tree, steps);
  if (!isReadable(search, before, files)) return undefined;
  const whole = base.apply(before, files);
  if (!whole.ok) return undefined;
  if (!isAsGood(search, start, run, whole.value)) return undefined;
  const choices = [...kept];
  let code = before;
  for (const [at, choice] of later.entries()) {
    const own = steps[at] ?? [];
    const applied = base.apply(code, own);
    if (!applied.ok) return undefined;
    code = applied.value;
    choices.push({ ...choice, files: own, code });
  }
  const gone = new Set(dropped.candidates);
  const candidates = run.candidates.map((each) => (gone.has(each) ? passedOver(each) : each));
  return { ...run, code, choices, candidates };
}

/** False if later edits took for granted what the dropped one wrote, such as a comma. */
function isReadable<C extends EditableCode>(
  { base }: EditSearch<C>,
  before: C,
  files: readonly FileEdit[],
): boolean {
  const edited = editTree(before.tree, files);
  if (!edited.ok) return false;
  return files.every(({ path }) => {
    const text = edited.value.get(path) ?? '';
    return base.parseNotes(path, before.tree.get(path), text).length === 0;
  });
}

/** True if the code declares the same with fewer edits, and nothing counts against it. */
function isAsGood<C extends EditableCode>(
  { base, elsewhere }: EditSearch<C>,
  start: C,
  { code, goals }: GoalAttempt<C>,
  leaner: C,
): boolean {
  if (base.radius(code, leaner, (found) => found.length > 0).length > 0) return false;
  if (!goals.every(base.reached(leaner))) return false;
  if (base.forbids(start, leaner, []) !== undefined) return false;
  const stacks = elsewhere === undefined ? [] : elsewhere(code.tree, leaner.tree);
  if (stacks === undefined) return false;
  return stacks.every(
    ({ impacts, settled, broken }) =>
      impacts.length === 0 && settled.length === 0 && broken === undefined,
  );
}

function passedOver(candidate: Candidate): Candidate {
  if (!candidate.chosen) return candidate;
  return { ...candidate, chosen: false, because: 'Another edit of the patch made it unnecessary.' };
}

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
function rebasedEdits(
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
  return editShift(sorted).written.map(({ start, end }, index) => {
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
