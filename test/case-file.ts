import { readFileSync } from 'node:fs';

/** A case of a text file: sections, each a title and the text below it. */
export interface FileCase {
  readonly name: string;
  /** What stands between the name and the first section. */
  readonly head: string;
  readonly sections: readonly (readonly [title: string, text: string])[];
}

/**
 * The cases of a text file. `=== name` begins a case, `--- title` a section of it, and an empty line
 * ends a case.
 */
export function readCaseFile(path: string): readonly FileCase[] {
  const [, ...cases] = `${readFileSync(path, 'utf8')}\n`.split(/^=== /m);
  return cases.map((text) => {
    const [first = '', ...parts] = text.slice(0, -1).split(/^--- /m);
    const [name, head] = cut(first);
    const sections = parts.map(cut).map(([title, body]) => [title, withoutMark(body)] as const);
    return { name, head: withoutMark(head), sections };
  });
}

function cut(text: string): readonly [line: string, rest: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Removes the final newline if the text marks it as missing, in the words of patches. */
function withoutMark(text: string): string {
  return text.replace(/\n\\ no newline at the end\n$/, '');
}
