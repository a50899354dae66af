import { Parser } from 'yaml';
import type { YamlSpan } from '../../yaml/tree.ts';

export interface ManifestDocuments {
  /** Where each document with content is written; together with its `---`. */
  readonly spans: readonly YamlSpan[];
  /** Offset of a `%` directive. */
  readonly directive?: number;
}

/** Where the documents of a YAML text begin and end; text that is not YAML has documents, too. */
export function documentsOf(text: string): ManifestDocuments {
  const starts: number[] = [];
  let directive: number | undefined;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'directive') directive ??= token.offset;
    if (token.type === 'document') starts.push(token.offset);
  }
  const spans = starts
    .map((start, i) => ({ start, end: starts[i + 1] ?? text.length }))
    .filter(({ start, end }) => !isBlank(text.slice(start, end)));
  return { spans, ...(directive === undefined ? {} : { directive }) };
}

/** Nothing but comments and marks. */
function isBlank(text: string): boolean {
  return text.split(/\r?\n/).every((line) => /^(?:---|\.\.\.)?[ \t]*(?:#.*)?$/.test(line));
}
