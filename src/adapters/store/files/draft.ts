import { lineText, removalText } from './line.ts';
import type { StoredTable } from './table.ts';

/** What a transaction adds to one table. */
export interface Additions {
  /** Replaces the table instead of appending to it. */
  isWhole: boolean;
  lines: number;
  readonly texts: string[];
}

/** A transaction: its changes are written at its end, either all of them or none. */
export interface FileDraft {
  /** The content committed before. */
  table(name: string): Promise<StoredTable>;
  /** Bodies of lines of a table. */
  bodies(name: string, keys: readonly string[]): Promise<readonly unknown[]>;
  put(name: string, key: string, columns: readonly string[], body: unknown): void;
  remove(name: string, key: string): void;
  /** Removes everything that is in a table so far. */
  clear(name: string): void;
}

export interface DraftSource {
  table(name: string): Promise<StoredTable>;
  bodies(name: string, keys: readonly string[]): Promise<readonly unknown[]>;
}

export function createDraft(source: DraftSource): {
  readonly draft: FileDraft;
  readonly additions: ReadonlyMap<string, Additions>;
} {
  const additions = new Map<string, Additions>();
  const of = (name: string): Additions => {
    const known = additions.get(name);
    if (known !== undefined) return known;
    const made: Additions = { isWhole: false, lines: 0, texts: [] };
    additions.set(name, made);
    return made;
  };
  const add = (name: string, text: string): void => {
    const own = of(name);
    own.texts.push(text);
    own.lines += 1;
  };
  const draft: FileDraft = {
    ...source,
    put: (name, key, columns, body) => add(name, lineText(key, columns, JSON.stringify(body))),
    remove: (name, key) => add(name, removalText(key)),
    clear(name) {
      const own = of(name);
      own.isWhole = true;
      own.lines = 0;
      own.texts.length = 0;
    },
  };
  return { draft, additions };
}
