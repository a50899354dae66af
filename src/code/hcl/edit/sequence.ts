import type { TextEdit } from '../../../model/patch.ts';
import type { HclFile } from '../syntax/ast.ts';
import type { Placement } from './input.ts';
import type { RegionMember } from './region.ts';
import { type FoundInFile, foundEdit, type RefusedEdit, refuseEdit } from './types.ts';

/** The elements of a list or the items of an object, between their brackets. */
export interface Sequence {
  readonly members: readonly RegionMember[];
  /** The offset just past the opening bracket. */
  readonly open: number;
  /** Offset of the closing bracket. */
  readonly close: number;
  /** `required` between list elements, and everywhere in JSON; in objects a newline is enough. */
  readonly commas: 'required' | 'optional';
  /** True if a list that is written over several lines gets a trailing comma. */
  readonly trailing: boolean;
  /** Blanks inside the brackets when everything is on one line: `{ a = 1 }`, but `[1]`. */
  readonly padding: string;
  /** Layout if there is no member to follow; `fit` means inline if the text is short. */
  readonly empty: 'inline' | 'lines' | 'fit';
}

/** Renders a new member for a place. */
export type FreshElement = (placement: Placement) => FoundInFile<string>;

export function replaceRange(start: number, end: number, text: string): TextEdit {
  return { offset: start, length: end - start, text };
}

export function refuseHeredoc(file: HclFile, { open, close }: Sequence): RefusedEdit {
  const span = { start: open, end: close };
  return refuseEdit(
    file,
    'invalid-input',
    span,
    'A heredoc cannot share its line with anything else.',
  );
}

export function renderAll(
  all: readonly FreshElement[],
  placement: Placement,
): FoundInFile<readonly string[]> {
  const texts: string[] = [];
  for (const fresh of all) {
    const text = fresh(placement);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return foundEdit(texts);
}
