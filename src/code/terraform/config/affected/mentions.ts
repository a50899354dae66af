import type { HclFile } from '../../../hcl/syntax/ast.ts';
import type { SourceFile } from '../source.ts';
import type { Name } from './references.ts';

type Files = ReadonlySet<SourceFile>;

/**
 * Finds the files that may mention a name by searching their texts, so that few of them have to be
 * parsed.
 */
export interface Mentions {
  /** The files whose text contains the name, or the last part of it. */
  naming(files: Files, name: Name): readonly SourceFile[];
  /** The files that may call functions that read files. */
  reading(files: Files): readonly SourceFile[];
}

/**
 * An identifier, recognized by its first character. In `1e5-b`, where `b` follows a number,
 * `wordsIn` also adds what comes after the dash.
 */
const word = /[A-Za-z_\u0080-\uffff][\w\-\u0080-\uffff]*/g;

const readsFiles = /(?:^|[^\w-])(?:file|templatefile)[\w-]*\s*\(/;

/** After this many searches through all texts, an index of their words is built. */
const searchedNames = 40;

export function createMentions(maxSearched = searchedNames): Mentions {
  let searched = 0;
  const byWord = new Map<string, SourceFile[]>();
  const known = new WeakSet<HclFile>();
  const added = new WeakSet<Files>();
  const reads = new WeakMap<HclFile, boolean>();
  const isReading = ({ hcl, text }: SourceFile): boolean => {
    const found = reads.get(hcl) ?? readsFiles.test(text);
    reads.set(hcl, found);
    return found;
  };
  const add = (file: SourceFile): void => {
    if (known.has(file.hcl)) return;
    known.add(file.hcl);
    for (const each of wordsIn(file.text)) {
      const files = byWord.get(each);
      if (files === undefined) byWord.set(each, [file]);
      else files.push(file);
    }
  };
  return {
    naming(files, name) {
      searched += 1;
      if (searched <= maxSearched) {
        return [...files].filter(({ text }) => text.includes(wordOf(name)));
      }
      if (!added.has(files)) for (const file of files) add(file);
      added.add(files);
      return (byWord.get(wordOf(name)) ?? []).filter((file) => files.has(file));
    },
    reading: (files) => [...files].filter(isReading),
  };
}

function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [found] of text.matchAll(word)) {
    words.add(found);
    for (let dash = found.indexOf('-'); dash >= 0; dash = found.indexOf('-', dash + 1)) {
      words.add(found.slice(dash + 1));
    }
  }
  return words;
}

/** The word to search for when looking for a name: the last part, `a` for `module.a|url`. */
function wordOf(name: Name): string {
  const [item = name] = name.split(/[|>]/, 1);
  return item.slice(item.lastIndexOf('.') + 1);
}
