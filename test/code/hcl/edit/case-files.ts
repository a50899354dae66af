import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FileCase, readCaseFile } from '../../../case-file.ts';

/** One case of an edit: a file, the arguments of the operation, and the file after it. */
export interface EditCase {
  readonly name: string;
  readonly before: string;
  /** Empty if the operation needs no arguments. */
  readonly asked: string;
  /** The edited file, or `refused: CODE`. */
  readonly after: string;
}

const folder = join(import.meta.dirname, 'cases');

/** The cases of all operations; each operation has a file of its own. */
export function readEditCases(): readonly (readonly [
  operation: string,
  cases: readonly EditCase[],
])[] {
  return readdirSync(folder)
    .map((file) => file.replace(/\.txt$/, ''))
    .sort()
    .map((operation) => [operation, readCaseFile(join(folder, `${operation}.txt`)).map(editCase)]);
}

function editCase({ name, head, sections }: FileCase): EditCase {
  const texts = new Map(sections);
  const form = formOf(name);
  const refused = [...texts.keys()].find((title) => title.startsWith('refused: '));
  const after = refused ?? texts.get('becomes');
  if (after === undefined) throw new Error(`"${name}" does not say what the file becomes.`);
  return {
    name,
    before: form(head),
    asked: texts.get('asked')?.trimEnd() ?? '',
    after: after === refused ? after : form(after),
  };
}

/** `[BOM]` and `[CRLF]` in front of a name say how both texts are encoded. */
function formOf(name: string): (text: string) => string {
  const mark = name.includes('[BOM] ') ? '\uFEFF' : '';
  const end = name.includes('[CRLF] ') ? '\r\n' : '\n';
  return (text) => `${mark}${text.replaceAll('\n', end)}`;
}
