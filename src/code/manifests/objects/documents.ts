import { Parser } from 'yaml';
import type { YamlSpan } from '../../yaml/tree.ts';

export interface ManifestDocuments {
  /** Span of each document that has content, including its `---`. */
  readonly spans: readonly YamlSpan[];
  /** Offset of the first `%` directive. */
  readonly directive?: number;
}

/**
 * Where the documents of a YAML text start and end. Text that is not valid YAML has documents, too.
 */
export function manifestDocuments(text: string): ManifestDocuments {
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

/** True for text with nothing but comments and document markers. */
function isBlank(text: string): boolean {
  return text.split(/\r?\n/).every((line) => /^(?:---|\.\.\.)?[ \t]*(?:#.*)?$/.test(line));
}
