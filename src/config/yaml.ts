import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { Problem, Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';

/** Aliases may multiply a small file into a huge one; no configuration needs many. */
const mostAliases = 50;

/**
 * Reads YAML against a schema. Errors name the file, line and column of the value at fault, or of
 * the nearest thing around it that exists.
 */
export function readYaml<T>(text: string, file: string, schema: z.ZodType<T>): Result<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    return fail(invalid(file, line, col, `The YAML does not parse: ${syntax.message}.`));
  }
  const value = plainValue(document);
  if (!value.ok) return fail(invalid(file, 1, 1, value.error));
  const parsed = schema.safeParse(value.value ?? {});
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const { line, col } = placeOf(document, lines, path);
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
  return fail(invalid(file, line, col, `${where}${issue?.message ?? 'The value is not valid'}.`));
}

function plainValue(document: Document.Parsed): Result<unknown, string> {
  try {
    return ok(document.toJS({ maxAliasCount: mostAliases }));
  } catch (error) {
    return fail(`The YAML cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

function placeOf(
  document: Document.Parsed,
  lines: LineCounter,
  path: readonly PropertyKey[],
): { readonly line: number; readonly col: number } {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]);
  }
  return { line: 1, col: 1 };
}

function invalid(file: string, line: number, column: number, message: string): Problem {
  return {
    code: 'invalid-configuration',
    message,
    place: { file, line, column },
    hint: 'See the comments that `parley init` writes, or docs/configuration.md.',
  };
}
