import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
    .map((operation) => {
      const text = readFileSync(join(folder, `${operation}.txt`), 'utf8');
      // There is an empty line between two cases.
      const [, ...all] = `${text}\n`.split(/^=== /m);
      return [operation, all.map((one) => readCase(one.slice(0, -1)))] as const;
    });
}

function readCase(text: string): EditCase {
  const [head = '', ...parts] = text.split(/^--- /m);
  const [name = '', before] = cut(head);
  const sections = new Map(parts.map(cut));
  const form = formOf(name);
  const refused = [...sections.keys()].find((title) => title.startsWith('refused: '));
  const after = refused ?? sections.get('becomes');
  if (after === undefined) throw new Error(`"${name}" does not say what the file becomes.`);
  return {
    name,
    before: form(withoutMark(before)),
    asked: sections.get('asked')?.trimEnd() ?? '',
    after: after === refused ? after : form(withoutMark(after)),
  };
}

/** `[BOM]` and `[CRLF]` in front of a name say how both texts are encoded. */
function formOf(name: string): (text: string) => string {
  const mark = name.includes('[BOM] ') ? '\uFEFF' : '';
  const end = name.includes('[CRLF] ') ? '\r\n' : '\n';
  return (text) => `${mark}${text.replaceAll('\n', end)}`;
}

function cut(text: string): readonly [line: string, rest: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Removes the final newline if the text marks it as missing, in the words of patches. */
function withoutMark(text: string): string {
  return text.replace(/\n\\ no newline at the end\n$/, '');
}
