import { checkEdit } from '../../../code/hcl/edit/check.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { FileEdit } from '../../../model/patch.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { changedPart } from './changed-part.ts';

/** An independent parser that checks whether a text is valid. Undefined if it cannot tell. */
export type SecondOpinion = (text: string) => boolean | undefined;

/** True for files in Terraform's language. */
export function isConfiguration(path: string): boolean {
  return /\.(?:tf|tofu|tfvars)$/.test(path);
}

/**
 * Errors that the file did not have before, according to this parser and `hcl2-parser`. JSON must
 * stay JSON.
 */
export function parseNotes(
  path: string,
  old: string | undefined,
  text: string,
  secondOpinion: SecondOpinion,
): readonly string[] {
  if (!isConfiguration(path)) return documentNotes(path, old ?? '', text);
  const before = parseHcl(old ?? '');
  const after = parseHcl(text);
  const [error] = after.errors;
  const notes: string[] = [];
  if (error !== undefined && after.errors.length > before.errors.length) {
    notes.push(`${path}:${error.line}: ${error.message}`);
  }
  const part = changedPart(before, after);
  if (secondOpinion(part.after) === false && secondOpinion(part.before) === true) {
    notes.push(`${path}: hcl2-parser accepted the file before and refuses it now.`);
  }
  return notes;
}

/** For other files that the configuration reads. */
function documentNotes(path: string, old: string, text: string): readonly string[] {
  const breaks = parsedJson(old) !== undefined && parsedJson(text) === undefined;
  return breaks ? [`${path}: The edit breaks the JSON.`] : [];
}

/** What edits change outside the blocks and attributes that they edit. */
export function scopeNotes({ path, edits }: FileEdit, before: SourceTree): readonly string[] {
  if (!isConfiguration(path)) return [];
  const checked = checkEdit(parseHcl(before.get(path) ?? ''), edits);
  return checked.ok ? [] : [`${path}: ${checked.error.message}`];
}
