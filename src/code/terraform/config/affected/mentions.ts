import type { HclFile } from '../../../hcl/syntax/ast.ts';
import type { SourceFile } from '../source.ts';
import type { Name } from './references.ts';

type Files = ReadonlySet<SourceFile>;

/** Which files may speak of a name, judged by their texts, so that few of them have to be looked into. */
export interface Mentions {
  /** Files that have the name in them, or the last part of it. */
  naming(files: Files, name: Name): readonly SourceFile[];
  /** Files that may call functions that read files. */
  reading(files: Files): readonly SourceFile[];
}

/** An identifier, as far as its first character shows; those of numbers (`1e5-b`) are excluded below. */
const word = /[A-Za-z_\u0080-\uffff][\w\-\u0080-\uffff]*/g;

const readsFiles = /(?:^|[^\w-])(?:file|templatefile)[\w-]*\s*\(/;

/** So many names are searched for in all texts before an index of their words is made. */
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

/** What a text that speaks of a name has in it: the last part, `a` of `module.a|url`. */
function wordOf(name: Name): string {
  const [item = name] = name.split(/[|>]/, 1);
  return item.slice(item.lastIndexOf('.') + 1);
}
