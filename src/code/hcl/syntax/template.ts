import { characterCode } from './characters.ts';
import type { Scanner } from './scanner.ts';
import { checkBalance, type ParseExpression, parseSequence, pushText } from './sequence.ts';
import type { HeredocTemplate, QuotedTemplate, TemplatePart } from './template-ast.ts';

/** Parses `"..."`, with the cursor on the opening quote. */
export function parseQuoted(scanner: Scanner, parse: ParseExpression): QuotedTemplate {
  const start = scanner.offset;
  const parts: TemplatePart[] = [];
  scanner.offset++;
  let literal = scanner.offset;
  for (;;) {
    const unit = scanner.unit();
    if (unit === characterCode.quote) break;
    if (unit === characterCode.backslash) skipEscape(scanner);
    else if (unit === characterCode.dollar || unit === characterCode.percent) {
      literal = parseSequence(scanner, parse, parts, literal);
    } else if (
      unit === characterCode.newline ||
      unit === characterCode.carriageReturn ||
      scanner.atEnd()
    ) {
      const span = { start, end: scanner.offset };
      scanner.fail('This string is not closed on its line: expected a quote (").', span);
    } else scanner.offset++;
  }
  pushText(parts, literal, scanner.offset);
  scanner.offset++;
  checkBalance(scanner, parts);
  return { kind: 'quoted', start, end: scanner.offset, parts };
}

/** Parses the entire text as a template without quotes, as in a template file. */
export function parseTemplateText(scanner: Scanner, parse: ParseExpression): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = scanner.offset;
  while (!scanner.atEnd()) {
    const unit = scanner.unit();
    if (unit === characterCode.dollar || unit === characterCode.percent) {
      literal = parseSequence(scanner, parse, parts, literal);
    } else scanner.offset++;
  }
  pushText(parts, literal, scanner.offset);
  checkBalance(scanner, parts);
  return parts;
}

/** Parses `<<EOT` or `<<-EOT`, with the cursor on the first `<`. */
export function parseHeredoc(scanner: Scanner, parse: ParseExpression): HeredocTemplate {
  const start = scanner.offset;
  scanner.offset += 2;
  const flush = scanner.unit() === characterCode.minus;
  if (flush) scanner.offset++;
  const marker = scanner.takeIdentifier();
  if (marker === undefined) scanner.fail('Expected the name that ends this heredoc.');
  if (!scanner.skipNewline()) {
    scanner.fail(`Expected a new line right after the heredoc marker "${marker}".`);
  }
  const bodyStart = scanner.offset;
  const parts: TemplatePart[] = [];
  let literal = bodyStart;
  let close = closingMarker(scanner, marker);
  while (close < 0) {
    literal = parseHeredocLine(scanner, parse, parts, literal, start);
    close = closingMarker(scanner, marker);
  }
  const bodyEnd = scanner.offset;
  pushText(parts, literal, bodyEnd);
  scanner.offset = close;
  checkBalance(scanner, parts);
  const end = scanner.offset;
  return { kind: 'heredoc', start, end, flush, marker, bodyStart, bodyEnd, parts };
}

/**
 * End of the line at the cursor if it contains only `marker` and ends with a newline; otherwise -1.
 */
function closingMarker(scanner: Scanner, marker: string): number {
  const { text } = scanner;
  let at = scanner.offset;
  while (isLineBlank(text.charCodeAt(at))) at++;
  if (!text.startsWith(marker, at)) return -1;
  let end = at + marker.length;
  while (isLineBlank(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) !== characterCode.newline) return -1;
  return text.charCodeAt(end - 1) === characterCode.carriageReturn ? end - 1 : end;
}

function isLineBlank(unit: number): boolean {
  // The characters that Go's TrimSpace removes, except the newline.
  if (unit <= characterCode.space)
    return unit === characterCode.space || (unit > 8 && unit < 14 && unit !== 10);
  return unit > 0x7f && (unit === 0x85 || /^[\p{Z}]$/u.test(String.fromCharCode(unit)));
}

function parseHeredocLine(
  scanner: Scanner,
  parse: ParseExpression,
  parts: TemplatePart[],
  literalStart: number,
  heredocStart: number,
): number {
  let literal = literalStart;
  for (;;) {
    const unit = scanner.unit();
    if (unit === characterCode.newline) {
      scanner.offset++;
      return literal;
    }
    if (unit === characterCode.dollar || unit === characterCode.percent) {
      literal = parseSequence(scanner, parse, parts, literal);
    } else if (unit === characterCode.carriageReturn && scanner.peek(1) !== characterCode.newline) {
      scanner.fail('A carriage return cannot stand alone.');
    } else if (scanner.atEnd()) {
      scanner.failForGood('This heredoc is never closed.', heredocStart, heredocStart + 2);
    } else scanner.offset++;
  }
}

function skipEscape(scanner: Scanner): void {
  const start = scanner.offset;
  const selector = scanner.text.charAt(start + 1);
  let length = 2;
  if (selector === 'u') length = 6;
  else if (selector === 'U') length = 10;
  else if (!'nrt"\\'.includes(selector) || selector === '') length = 0;
  if (length === 0) failEscape(scanner, 2);
  if (length > 2 && !isCharacterCode(scanner.text.slice(start + 2, start + length), length - 2)) {
    failEscape(scanner, length);
  }
  scanner.offset += length;
}

function isCharacterCode(digits: string, length: number): boolean {
  if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits)) return false;
  const point = Number.parseInt(digits, 16);
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  return point <= 0x10ffff && !surrogate;
}

function failEscape(scanner: Scanner, length: number): never {
  const start = scanner.offset;
  return scanner.fail(
    'This is not an escape sequence: use \\n, \\r, \\t, \\", \\\\, \\uNNNN or \\UNNNNNNNN.',
    { start, end: Math.min(start + length, scanner.text.length) },
  );
}
