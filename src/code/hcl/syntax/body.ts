import type { Attribute, Block, BlockLabel, Body, BodyItem, Span } from './ast.ts';
import { characterCode } from './characters.ts';
import { parseExpressionAt } from './expression.ts';
import { endOfBroken } from './recover.ts';
import { type Scanner, SyntaxFailure } from './scanner.ts';
import { decodeQuoted } from './strings.ts';
import { parseQuoted } from './template.ts';

/** A syntax error without line and column, which `parse.ts` adds. */
export interface Fault extends Span {
  readonly message: string;
}

/**
 * Parses the entire file. Never throws: text that does not parse becomes `broken` items and faults.
 */
export function parseRoot(scanner: Scanner, faults: Fault[]): Body {
  const start = scanner.offset;
  const items: BodyItem[] = [];
  parseItems(scanner, items, faults);
  while (!scanner.atEnd()) {
    const brace = { start: scanner.offset, end: scanner.offset + 1 };
    if (addBroken(items, brace.start, brace.end)) {
      faults.push({ message: 'There is no open block that this "}" could close.', ...brace });
    }
    scanner.offset++;
    parseItems(scanner, items, faults);
  }
  checkNames(items, faults);
  return { kind: 'body', start, end: scanner.offset, items };
}

/** Parses items up to a closing brace or the end of the text. */
function parseItems(scanner: Scanner, items: BodyItem[], faults: Fault[]): void {
  for (;;) {
    const { depth } = scanner;
    let start = -1;
    try {
      scanner.skip(true);
      if (scanner.atEnd() || scanner.unit() === characterCode.closeBrace) return;
      start = scanner.offset;
      items.push(parseItem(scanner, faults));
    } catch (failure) {
      if (!(failure instanceof SyntaxFailure)) throw failure;
      // Text without an end leaves all enclosing blocks open, so the root makes it one broken item.
      if (failure.resume > 0 && depth > 0) throw failure;
      scanner.restoreDepth(depth);
      const from = start < 0 ? failure.start : start;
      const end = failure.resume > 0 ? failure.resume : endOfBroken(scanner.text, from);
      if (addBroken(items, from, end)) faults.push(failure);
      scanner.offset = end;
    }
  }
}

/** Adds a broken item; false if it merely extends the previous one. */
function addBroken(items: BodyItem[], start: number, end: number): boolean {
  const last = items.at(-1);
  if (last?.kind !== 'broken') {
    items.push({ kind: 'broken', start, end });
    return true;
  }
  items[items.length - 1] = { kind: 'broken', start: last.start, end };
  return false;
}

function checkNames(items: readonly BodyItem[], faults: Fault[]): void {
  const names = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'attribute') continue;
    if (names.has(item.name)) {
      const { start, nameEnd } = item;
      const message = `The argument "${item.name}" is set twice in this block.`;
      faults.push({ message, start, end: nameEnd });
    }
    names.add(item.name);
  }
}

function parseItem(scanner: Scanner, faults: Fault[]): BodyItem {
  const start = scanner.offset;
  const name = scanner.takeIdentifier();
  if (name === undefined) scanner.fail('Expected an argument or a block.');
  const nameEnd = scanner.offset;
  scanner.skip(false);
  const isAttribute =
    scanner.unit() === characterCode.equals && scanner.peek(1) !== characterCode.equals;
  const item = isAttribute
    ? parseValue(scanner, start, name, nameEnd)
    : parseBlock(scanner, start, name, nameEnd, faults);
  scanner.skip(false);
  if (!scanner.atLineEnd()) {
    const what = isAttribute ? 'argument' : 'block';
    scanner.fail(`Expected a new line after this ${what}.`);
  }
  return item;
}

/** Parses the rest of `name = value`, with the cursor on the equals sign. */
function parseValue(scanner: Scanner, start: number, name: string, nameEnd: number): Attribute {
  const equals = scanner.offset;
  scanner.offset++;
  scanner.skip(false);
  scanner.height = 0;
  const value = parseExpressionAt(scanner, false);
  return { kind: 'attribute', start, end: value.end, name, nameEnd, equals, value };
}

function parseBlock(
  scanner: Scanner,
  start: number,
  type: string,
  typeEnd: number,
  faults: Fault[],
): Block {
  const labels = parseLabels(scanner);
  const open = scanner.offset;
  const body = parseBody(scanner, open, start, faults);
  const close = scanner.offset;
  scanner.offset++;
  return { kind: 'block', start, end: scanner.offset, type, typeEnd, labels, open, close, body };
}

/**
 * Parses the content between braces. The cursor starts on the opening one and ends on the closing
 * one.
 */
function parseBody(scanner: Scanner, open: number, blockStart: number, faults: Fault[]): Body {
  scanner.enter();
  scanner.offset++;
  const items = parseBlockItems(scanner, open, blockStart, faults);
  scanner.leave();
  return { kind: 'body', start: open + 1, end: scanner.offset, items };
}

/** The body of a top-level block whose brace is at `open`. The file must have no errors. */
export function bodyAt(scanner: Scanner, open: number, blockStart: number): Body {
  scanner.offset = open;
  return parseBody(scanner, open, blockStart, []);
}

/** The labels of a top-level block whose type ends at `typeEnd`. The file must have no errors. */
export function labelsAt(scanner: Scanner, typeEnd: number): readonly BlockLabel[] {
  scanner.offset = typeEnd;
  scanner.skip(false);
  return parseLabels(scanner);
}

/** Parses labels up to the brace, and leaves the cursor on it. */
function parseLabels(scanner: Scanner): readonly BlockLabel[] {
  const labels: BlockLabel[] = [];
  while (scanner.unit() !== characterCode.openBrace) {
    labels.push(parseLabel(scanner));
    scanner.skip(false);
  }
  return labels;
}

function parseLabel(scanner: Scanner): BlockLabel {
  const start = scanner.offset;
  if (scanner.unit() === characterCode.quote) {
    const label = parseQuoted(scanner, parseExpressionAt);
    const sequence = label.parts.find((part) => part.kind !== 'text');
    if (sequence !== undefined) scanner.fail('A block label cannot be computed.', sequence);
    const text = decodeQuoted(scanner.text.slice(start + 1, scanner.offset - 1));
    return { start, end: scanner.offset, text, quoted: true };
  }
  const text = scanner.takeIdentifier();
  if (text === undefined)
    scanner.fail('Expected "=" for an argument, or a label or "{" for a block.');
  return { start, end: scanner.offset, text, quoted: false };
}

/** Parses the content between the braces; the cursor ends on the closing one. */
function parseBlockItems(
  scanner: Scanner,
  open: number,
  blockStart: number,
  faults: Fault[],
): BodyItem[] {
  scanner.skip(false);
  const items: BodyItem[] = [];
  const oneLine = !scanner.atLineEnd() && scanner.unit() !== characterCode.closeBrace;
  if (oneLine) items.push(parseOnlyArgument(scanner));
  else {
    parseItems(scanner, items, faults);
    checkNames(items, faults);
  }
  if (scanner.unit() !== characterCode.closeBrace) {
    scanner.failForGood('This block is never closed: expected "}".', blockStart, open + 1);
  }
  return items;
}

/** Parses the argument of `name { argument = value }`, which may contain nothing else. */
function parseOnlyArgument(scanner: Scanner): Attribute {
  const start = scanner.offset;
  const name = scanner.takeIdentifier();
  const nameEnd = scanner.offset;
  scanner.skip(false);
  if (name === undefined || scanner.unit() !== characterCode.equals) {
    scanner.fail('A block on one line holds one argument: expected a new line after "{".');
  }
  const argument = parseValue(scanner, start, name, nameEnd);
  scanner.skip(false);
  if (scanner.unit() !== characterCode.closeBrace) {
    scanner.fail('A block on one line holds one argument: expected "}".');
  }
  return argument;
}
