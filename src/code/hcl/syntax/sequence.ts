import type { Expression } from './ast.ts';
import { characterCode } from './characters.ts';
import type { Scanner } from './scanner.ts';
import type { Directive, Interpolation, TemplatePart } from './template-ast.ts';

/**
 * The expression rule. It is a parameter because expressions contain templates and templates
 * contain expressions.
 */
export type ParseExpression = (scanner: Scanner, multiline: boolean) => Expression;

/**
 * Parses at `$` or `%`: an escape or single character becomes part of the text, and an entire
 * `${...}` or `%{...}` becomes a part. Returns the offset at which the current literal text starts.
 */
export function parseSequence(
  scanner: Scanner,
  parse: ParseExpression,
  parts: TemplatePart[],
  literal: number,
): number {
  const unit = scanner.unit();
  const next = scanner.peek(1);
  if (next === characterCode.openBrace) {
    pushText(parts, literal, scanner.offset);
    parts.push(
      unit === characterCode.dollar
        ? parseInterpolation(scanner, parse)
        : parseDirective(scanner, parse),
    );
    return scanner.offset;
  }
  const escaped = next === unit && scanner.peek(2) === characterCode.openBrace;
  scanner.offset += escaped ? 3 : 1;
  return literal;
}

export function pushText(parts: TemplatePart[], start: number, end: number): void {
  if (end > start) parts.push({ kind: 'text', start, end });
}

function parseInterpolation(scanner: Scanner, parse: ParseExpression): Interpolation {
  const start = scanner.offset;
  const trimLeft = openSequence(scanner);
  if (scanner.unit() === characterCode.closeBrace) {
    scanner.fail('Expected a value before this "}".');
  }
  const value = parse(scanner, true);
  const trimRight = closeSequence(scanner);
  return { kind: 'interpolation', start, end: scanner.offset, value, trimLeft, trimRight };
}

function parseDirective(scanner: Scanner, parse: ParseExpression): Directive {
  const start = scanner.offset;
  const trimLeft = openSequence(scanner);
  const keywordStart = scanner.offset;
  const keyword = scanner.takeIdentifier();
  const keywordSpan = { start: keywordStart, end: scanner.offset };
  scanner.skip(true);
  switch (keyword) {
    case 'if': {
      const value = parse(scanner, true);
      const trimRight = closeSequence(scanner);
      return { kind: 'directive', start, end: scanner.offset, keyword, value, trimLeft, trimRight };
    }
    case 'for':
      return parseForDirective(scanner, parse, start, trimLeft);
    case 'else':
    case 'endif':
    case 'endfor': {
      const trimRight = closeSequence(scanner);
      return { kind: 'directive', start, end: scanner.offset, keyword, trimLeft, trimRight };
    }
    default:
      return scanner.fail(
        'Expected "if", "else", "endif", "for" or "endfor" after "%{".',
        keywordSpan,
      );
  }
}

function parseForDirective(
  scanner: Scanner,
  parse: ParseExpression,
  start: number,
  trimLeft: boolean,
): Directive {
  const names = parseForNames(scanner);
  const value = parse(scanner, true);
  const trimRight = closeSequence(scanner);
  const end = scanner.offset;
  return { kind: 'directive', start, end, keyword: 'for', value, ...names, trimLeft, trimRight };
}

export interface ForNames {
  readonly keyName?: string;
  readonly valueName: string;
}

/** Parses `value in` or `key, value in`, up to the collection; shared with `for` expressions. */
export function parseForNames(scanner: Scanner): ForNames {
  const first = parseForName(scanner);
  let names: ForNames = { valueName: first };
  if (scanner.unit() === characterCode.comma) {
    scanner.offset++;
    scanner.skip(true);
    names = { keyName: first, valueName: parseForName(scanner) };
  }
  if (!scanner.atWord('in')) scanner.fail('Expected "in" and the collection to go through.');
  scanner.offset += 2;
  scanner.skip(true);
  return names;
}

function parseForName(scanner: Scanner): string {
  const name = scanner.takeIdentifier();
  if (name === undefined) scanner.fail('Expected a variable name for "for".');
  scanner.skip(true);
  return name;
}

/** Consumes `${` or `%{` and an optional `~`; true if there was a `~`. */
function openSequence(scanner: Scanner): boolean {
  scanner.offset += 2;
  const trim = scanner.unit() === characterCode.tilde;
  if (trim) scanner.offset++;
  scanner.skip(true);
  return trim;
}

function closeSequence(scanner: Scanner): boolean {
  scanner.skip(true);
  const trim = scanner.unit() === characterCode.tilde;
  if (trim) scanner.offset++;
  scanner.expect(characterCode.closeBrace, 'Expected "}" at the end of this template sequence.');
  return trim;
}

/** Fails for `%{if}` and `%{for}` without their end, and vice versa. */
export function checkBalance(scanner: Scanner, parts: readonly TemplatePart[]): void {
  if (!parts.some((part) => part.kind === 'directive')) return;
  const open: Directive[] = [];
  const withElse = new Set<Directive>();
  for (const part of parts) {
    if (part.kind !== 'directive') continue;
    const last = open.at(-1);
    if (part.keyword === 'if' || part.keyword === 'for') open.push(part);
    else if (part.keyword === 'else') {
      if (last?.keyword !== 'if' || withElse.has(last)) failUnexpected(scanner, part);
      withElse.add(last);
    } else if (`end${last?.keyword}` === part.keyword) open.pop();
    else failUnexpected(scanner, part);
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    scanner.fail(`Expected "%{ end${unclosed.keyword} }" before the template ends.`, unclosed);
  }
}

function failUnexpected(scanner: Scanner, part: Directive): never {
  return scanner.fail(`There is nothing here that "%{ ${part.keyword} }" belongs to.`, part);
}
