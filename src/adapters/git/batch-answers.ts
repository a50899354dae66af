/** What `git cat-file --batch` reports for a name. */
export type BatchObject =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'object';
      readonly id: string;
      readonly type: string;
      readonly content: Buffer;
    };

const newline = 10;
/** Largest object in bytes; a larger one is read by a process of its own. */
const largest = 1024 * 1024;

/**
 * Parses the output of `git cat-file --batch`, however it is cut: a line `ID TYPE SIZE`, the
 * content, and a line end; or `NAME missing`. Returns false for anything else and for an object
 * that is too large: nothing after it can be parsed.
 */
export function batchParser(answered: (answer: BatchObject) => void): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  let header: { readonly id: string; readonly type: string; readonly size: number } | undefined;
  const step = (): boolean | undefined => {
    if (header !== undefined) {
      const { id, type, size } = header;
      if (rest.length <= size) return undefined;
      if (rest[size] !== newline) return false;
      const content = rest.subarray(0, size);
      rest = rest.subarray(size + 1);
      header = undefined;
      answered({ kind: 'object', id, type, content });
      return true;
    }
    const end = rest.indexOf(newline);
    if (end === -1) return undefined;
    const line = rest.subarray(0, end).toString();
    rest = rest.subarray(end + 1);
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? [];
    if (id !== undefined && type !== undefined) {
      header = { id, type, size: Number(size) };
      return header.size <= largest;
    }
    if (line.endsWith(' missing')) answered({ kind: 'missing' });
    else return false;
    return true;
  };
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const more = step();
      if (more !== true) return more !== false;
    }
  };
}
