import { keepAlignment } from '../../../code/hcl/edit/align.ts';
import { checkEdit } from '../../../code/hcl/edit/check.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { isConfiguration } from './text-proof.ts';

/** Combined edits with the lines aligned; undefined if the result would be invalid. */
export function laidOutEdits(
  path: string,
  text: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  if (!isConfiguration(path)) return edits;
  const file = parseHcl(text);
  const aligned = keepAlignment(file, edits);
  return checkEdit(file, aligned).ok ? aligned : undefined;
}

/** The edits without those that only change whitespace within a line. */
export function essentialEdits(
  path: string,
  text: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  if (!isConfiguration(path)) return edits;
  return edits.filter((edit) => {
    const old = text.slice(edit.offset, edit.offset + edit.length);
    return !/^[ \t]*$/.test(old) || !/^[ \t]*$/.test(edit.text);
  });
}
