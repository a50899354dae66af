import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { Problem, Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { displayText } from '../model/text.ts';
import { describeIssues, type YamlIssue } from './yaml-issue.ts';

/** Aliases can expand a small file into a huge value; no configuration needs many. */
const maxAliases = 50;

/** A value that was read, with the places of its parts in the file. */
export interface Placed<T> {
  readonly value: T;
  /** Turns an issue with a part into a problem with its line and column. */
  readonly problem: (issue: YamlIssue) => Problem;
}

const settingsHint = 'See the comments that `parley init` writes, or docs/configuration.md.';

/**
 * Reads YAML and validates it with a schema. Errors name the file, line and column of the invalid
 * value, or of the nearest part around it that exists, and where such files are described: `hint`,
 * unless it is about settings.
 */
export function readYamlFile<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  hint = settingsHint,
): Result<T> {
  const read = readPlacedYaml(text, file, schema, hint);
  return read.ok ? ok(read.value.value) : fail(read.error[0]);
}

/** At least one problem. */
export type Wrong = readonly [Problem, ...Problem[]];

/**
 * Reads YAML for a value that is also checked later, when more is known. Returns everything that
 * violates the schema.
 */
export function readPlacedYaml<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  hint = settingsHint,
): Result<Placed<T>, Wrong> {
  const invalid = invalidIn(file, hint);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    const message =
      syntax.code === 'MULTIPLE_DOCS'
        ? 'The file holds several YAML documents; one is enough'
        : `The YAML does not parse: ${syntax.message}`;
    return fail([invalid(line, col, message)]);
  }
  const value = plainValue(document);
  if (!value.ok) return fail([invalid(1, 1, value.error)]);
  const parsed = schema.safeParse(value.value ?? {});
  const problem = (issue: YamlIssue): Problem => problemAt(document, lines, invalid, issue);
  if (parsed.success) return ok({ value: parsed.data, problem });
  const [first, ...more] = describeIssues(parsed.error);
  return fail([problem(first), ...more.map(problem)]);
}

function problemAt(
  document: Document.Parsed,
  lines: LineCounter,
  invalid: Invalid,
  issue: YamlIssue,
): Problem {
  const { line, col } = placeOf(document, lines, issue);
  const where = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  const found = invalid(line, col, where + issue.message);
  return issue.hint === undefined ? found : { ...found, hint: issue.hint };
}

function plainValue(document: Document.Parsed): Result<unknown, string> {
  try {
    return ok(document.toJS({ maxAliasCount: maxAliases }));
  } catch (error) {
    return fail(`The YAML cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function placeOf(
  document: Document.Parsed,
  lines: LineCounter,
  { path, key }: YamlIssue,
): { readonly line: number; readonly col: number } {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const name = length === path.length ? keyNode(node, key) : undefined;
    return lines.linePos(name?.range?.[0] ?? node.range[0]);
  }
  return { line: 1, col: 1 };
}

function keyNode(node: unknown, key: string | undefined) {
  if (key === undefined || !isMap(node)) return undefined;
  return node.items
    .map((pair) => pair.key)
    .find((name) => isScalar(name) && String(name.value) === key && isNode(name)) as
    | { readonly range?: readonly number[] | null }
    | undefined;
}

type Invalid = (line: number, column: number, message: string) => Problem;

function invalidIn(file: string, hint: string): Invalid {
  return (line, column, message) => ({
    code: 'invalid-configuration',
    // Messages quote the file, and some already end with a period.
    message: `${displayText(message, 400).replace(/\.+$/, '')}.`,
    place: { file, line, column },
    hint,
  });
}
