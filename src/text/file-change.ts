import { diffWordsWithSpace } from 'diff';
import { hexDigest } from '../model/digest.ts';
import type { FileChange, TextEdit } from '../model/patch.ts';
import { editsBetween } from './between.ts';
import { applyEdits } from './edits.ts';

/** Ranges that differ in more words than this are replaced by one edit. */
const maxEditLength = 400;

/**
 * The change that turns one text of a file into the other; `before` is undefined for a new file. It
 * contains only the changed words, so that other content of the file, including secrets, is not
 * copied.
 */
export function fileChange(path: string, before: string | undefined, after: string): FileChange {
  const text = before ?? '';
  const edits = editsBetween(text, after).flatMap((edit) => wordEdits(text, edit));
  return { path, ...(before === undefined ? {} : { digest: hexDigest(before) }), edits };
}

/** The change that deletes a file. */
export function fileRemoval(path: string, before: string): FileChange {
  return { path, digest: hexDigest(before), edits: [], gone: true };
}

/** The text of a file after a change, or undefined if the change was not made for this text. */
export function changedText(
  { digest, edits }: FileChange,
  before: string | undefined,
): string | undefined {
  if (digest !== (before === undefined ? undefined : hexDigest(before))) return undefined;
  const changed = applyEdits(before ?? '', edits);
  return changed.ok ? changed.value : undefined;
}

function wordEdits(before: string, { offset, length, text }: TextEdit): readonly TextEdit[] {
  const changes = diffWordsWithSpace(before.slice(offset, offset + length), text, {
    maxEditLength,
  });
  if (changes === undefined) return [{ offset, length, text }];
  const edits: TextEdit[] = [];
  let at = offset;
  for (const { added, removed, value } of changes) {
    if (added) edits.push({ offset: at, length: 0, text: value });
    if (removed) edits.push({ offset: at, length: value.length, text: '' });
    if (!added) at += value.length;
  }
  return edits;
}
