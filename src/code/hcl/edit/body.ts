import type { TextEdit } from '../../../model/patch.ts';
import {
  hasNewline,
  indentAt,
  isBlankLine,
  isBlankLineAt,
  lineStartAt,
  newlineOf,
  nextLineAt,
  startsLine,
} from '../../../text/lines.ts';
import type { Body, BodyItem, HclFile } from '../syntax/ast.ts';
import { bodyShape, shapeOfText, wantsBlankBetween } from './body-spacing.ts';
import { indentUnitOf } from './indent-unit.ts';
import { endOfLines } from './region.ts';
import { areApart, withSpareBlanks } from './spacing.ts';
import { endOfLineAfter, leadStart } from './trivia.ts';
import { type FoundInFile, foundEdit, type RefusedEdit, refuseEdit } from './types.ts';

/** The item that a new one is inserted after; `start` is the top of the body. */
export type BodyPosition = BodyItem | 'start';

/** Renders a body item at a given indentation. */
export type RenderItem = (indent: string) => FoundInFile<string>;

export function itemIndent(file: HclFile, body: Body): string {
  if (body === file.body) return '';
  const first = body.items.find((item) => startsLine(file.text, item.start));
  if (first !== undefined) return indentAt(file.text, first.start);
  return indentAt(file.text, body.start) + indentUnitOf(file);
}

/**
 * Inserts an item into a body on lines of its own; a one-line block is split into several lines.
 */
export function insertItem(
  file: HclFile,
  body: Body,
  after: BodyPosition,
  render: RenderItem,
): FoundInFile<readonly TextEdit[]> {
  const refused = checkPosition(file, body, after);
  if (refused !== undefined) return refused;
  const indent = itemIndent(file, body);
  const item = render(indent);
  if (!item.ok) return item;
  const { text } = file;
  const isOneLine = body !== file.body && !hasNewline(text, endOfItems(body), body.end);
  if (isOneLine) return foundEdit(openUp(file, body, indent, item.value));
  return foundEdit([insertLines(file, body, after, indent, item.value)]);
}

function endOfItems(body: Body): number {
  return body.items.at(-1)?.end ?? body.start;
}

function checkPosition(file: HclFile, body: Body, after: BodyPosition): RefusedEdit | undefined {
  if (after === 'start') return undefined;
  if (!body.items.includes(after)) {
    return refuseEdit(file, 'not-found', after, 'The item to insert behind is not in this body.');
  }
  if (after.kind !== 'broken') return undefined;
  return refuseEdit(file, 'broken', after, 'This does not parse, so nothing is written after it.');
}

/** Splits `b {}` and `b { a = 1 }` into lines for the existing content and the new item. */
function openUp(file: HclFile, body: Body, indent: string, item: string): readonly TextEdit[] {
  const newline = newlineOf(file.text);
  const outer = indentAt(file.text, body.start);
  const edits: TextEdit[] = [];
  const [only] = body.items;
  const apart =
    only !== undefined &&
    wantsBlankBetween(file, body, bodyShape(file, only), shapeOfText(item), 'below');
  const last = `${newline}${apart ? newline : ''}${indent}${item}${newline}${outer}`;
  if (only !== undefined) {
    edits.push(...replaceBlanks(file, body.start, only.start, newline + indent));
  }
  edits.push(...replaceBlanks(file, only?.end ?? body.start, body.end, last));
  return edits;
}

/** Replaces the blanks between `start` and `end`; a comment there stays, before the new text. */
function replaceBlanks(
  file: HclFile,
  start: number,
  end: number,
  text: string,
): readonly TextEdit[] {
  const kept = file.text.slice(start, end).trimEnd().length;
  return [{ offset: start + kept, length: end - start - kept, text }];
}

function insertLines(
  file: HclFile,
  body: Body,
  after: BodyPosition,
  indent: string,
  item: string,
): TextEdit {
  const { text } = file;
  const newline = newlineOf(text);
  const index = after === 'start' ? -1 : body.items.indexOf(after);
  const next = body.items[index + 1];
  const fresh = shapeOfText(item);
  const isApart = after !== 'start' && next !== undefined && areApart(text, after, next);
  const blankBelow =
    next !== undefined &&
    !isApart &&
    wantsBlankBetween(file, body, fresh, bodyShape(file, next), 'above');
  const below = blankBelow ? newline : '';
  if (after === 'start') {
    const offset = insertOffset(file, body, blankBelow);
    // The empty line below the opening brace then separates the new item from the next one.
    if (blankBelow && isBlankLineAt(text, offset)) {
      return { offset, length: 0, text: indent + item + newline };
    }
    // If the last line has no newline, the newline goes before the new item instead.
    const isOpen = offset > body.start && text[offset - 1] !== '\n';
    const lines = isOpen ? newline + indent + item : indent + item + newline;
    return { offset, length: 0, text: lines + below };
  }
  const blankAbove = wantsBlankBetween(file, body, bodyShape(file, after), fresh, 'below');
  const above = blankAbove ? newline : '';
  const offset = endOfLineAfter(text, after.end);
  return { offset, length: 0, text: `${newline}${above}${indent}${item}${below}` };
}

/**
 * Where a new first item goes: above the old first item and its comment, below all other comments.
 * With `apart`, also above empty lines that follow the opening brace directly.
 */
export function insertOffset(file: HclFile, body: Body, apart = false): number {
  const { text } = file;
  const isRoot = body === file.body;
  const top = isRoot ? body.start : nextLineAt(text, endOfLineAfter(text, body.start));
  const [first] = body.items;
  if (first !== undefined) {
    const lead = leadStart(text, first.start, top);
    return apart && !isRoot && isBlankLine(text, top, lead) ? top : lead;
  }
  return isRoot ? body.end : lineStartAt(text, body.end);
}

/** Where the deletion of an item begins, given its end and the end of the item before it. */
export type LeadOf = (item: BodyItem, end: number, floor: number) => number;

/**
 * The stretch to delete for an item: its lines, its comments, and the empty lines that become
 * superfluous.
 */
export function removalEdit(file: HclFile, body: Body, item: BodyItem, lead: LeadOf): TextEdit {
  const { text } = file;
  const isRoot = body === file.body;
  const before = body.items[body.items.indexOf(item) - 1];
  if (!startsLine(text, item.start)) {
    // The only argument of a one-line block.
    return { offset: body.start, length: body.end - body.start, text: '' };
  }
  const top = isRoot ? body.start : nextLineAt(text, endOfLineAfter(text, body.start));
  const floor = before === undefined ? top : endOfLines(text, before);
  const end = endOfLines(text, item);
  const start = lead(item, end, floor);
  const span = withSpareBlanks(text, start, end, top, isRoot ? text.length : body.end);
  const lostNewline = end === text.length && !text.endsWith('\n') && span.start > body.start;
  const from = lostNewline ? endOfPreviousLine(text, span.start) : span.start;
  return { offset: from, length: span.end - from, text: '' };
}

function endOfPreviousLine(text: string, lineStart: number): number {
  return lineStart - (text[lineStart - 2] === '\r' ? 2 : 1);
}
