import type { TextEdit } from '../../../model/patch.ts';
import { lineStartAt, newlineOf } from '../../../text/lines.ts';
import type { Block, Body, BodyItem, HclFile } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { blockText } from './block-text.ts';
import { type BodyPosition, insertItem, insertOffset, removalEdit } from './body.ts';
import { bodyShape, shapeOfText, wantsBlankBetween } from './body-spacing.ts';
import { blocksIn, checkEditTarget, pathTo } from './find.ts';
import { behindDisabledCode, startOfHeadings } from './headings.ts';
import { endOfLineAfter, hasRuler, leadStart } from './trivia.ts';
import {
  type BlockInput,
  type EditResult,
  type FoundInFile,
  foundEdit,
  refuseEdit,
} from './types.ts';

export interface InsertBlockOptions {
  /**
   * The item to insert after. Defaults to the last block of the same type, else to the last item.
   */
  readonly after?: BodyPosition;
}

/** Adds a block to the body of another one. */
export function insertBlock(
  file: HclFile,
  body: Body,
  input: BlockInput,
  options: InsertBlockOptions = {},
): EditResult {
  if (body === file.body) return appendTopLevel(file, input, options);
  const refused = checkEditTarget(file, body);
  if (refused !== undefined) return refused;
  const type = blockType(input);
  const after = options.after ?? blocksIn(body, type).at(-1) ?? body.items.at(-1) ?? 'start';
  const like = orderedAs(input, after);
  const edits = insertItem(file, body, after, (indent) => blockText(file, like, indent, body));
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

function blockType(input: BlockInput): string {
  return 'raw' in input ? (/^[\w-]+/.exec(input.raw.trim())?.[0] ?? '') : input.type;
}

/** The block with its arguments and blocks in the order that a similar block before it uses. */
function orderedAs(input: BlockInput, sibling: BodyPosition | undefined): BlockInput {
  if ('raw' in input || sibling === undefined || sibling === 'start') return input;
  const isLike =
    sibling.kind === 'block' &&
    sibling.type === input.type &&
    sibling.labels[0]?.text === input.labels[0];
  if (!isLike) return input;
  const names = sibling.body.items.map((item) =>
    item.kind === 'attribute' ? item.name : item.kind === 'block' ? item.type : '',
  );
  const { attributes, blocks } = input;
  const isRaw = blocks.some((block) => 'raw' in block);
  return {
    ...input,
    attributes: inOrder(attributes, ({ name }) => name, names),
    blocks: isRaw ? blocks : inOrder(blocks, blockType, names),
  };
}

/** Reorders the items that the sibling has among themselves; all others keep their positions. */
function inOrder<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  names: readonly string[],
): readonly T[] {
  const known = items.filter((item) => names.includes(nameOf(item)));
  const place = (item: T): number => names.indexOf(nameOf(item));
  const sorted = [...known].sort((a, b) => place(a) - place(b)).values();
  return items.map((item) => (names.includes(nameOf(item)) ? (sorted.next().value ?? item) : item));
}

/**
 * Adds a block at the top level of the file, after `after` or at the end. An empty line separates
 * it from its neighbors unless the blocks of the file follow each other without one.
 */
export function appendTopLevel(
  file: HclFile,
  input: BlockInput,
  options: InsertBlockOptions = {},
): EditResult {
  const { after } = options;
  const block = blockText(file, orderedAs(input, after), '', file.body);
  if (!block.ok) return block;
  const [first] = file.body.items;
  if (after === 'start' && first !== undefined) {
    const newline = newlineOf(file.text);
    const fresh = shapeOfText(block.value);
    const apart = wantsBlankBetween(file, file.body, fresh, bodyShape(file, first), 'above');
    const text = block.value + newline + (apart ? newline : '');
    return { ok: true, edits: [{ offset: insertOffset(file, file.body), length: 0, text }] };
  }
  const at = topLevelOffset(file, after === 'start' ? undefined : after);
  if (!at.ok) return at;
  return { ok: true, edits: [spaced(file, at.value, block.value)] };
}

function topLevelOffset(file: HclFile, after: BodyItem | undefined): FoundInFile<number> {
  const { body, text } = file;
  const last = body.items.at(-1);
  if (after !== undefined && !body.items.includes(after)) {
    return refuseEdit(file, 'not-found', after, 'The block to insert behind is not in this file.');
  }
  const neighbor: BodyItem | undefined = after ?? last;
  if (neighbor?.kind === 'broken') {
    return refuseEdit(
      file,
      'broken',
      neighbor,
      'This does not parse, so nothing is written after it.',
    );
  }
  if (after === undefined) return foundEdit(text.trimEnd().length);
  return foundEdit(behindDisabledCode(text, endOfLineAfter(text, after.end)));
}

/**
 * The block with the newlines that separate it from its neighbors at `offset`, which is the end of
 * a line or of the file.
 */
function spaced(file: HclFile, offset: number, block: string): TextEdit {
  const { text, body } = file;
  const newline = newlineOf(text);
  const rest = text.slice(offset);
  const isLast = rest.trim() === '';
  if (offset <= body.start) {
    const end = isLast ? (rest === '' ? newline : '') : newline + newline;
    return { offset, length: 0, text: block + end };
  }
  const fresh = shapeOfText(block);
  const previous = body.items.findLast((item) => item.end <= offset);
  const isBelow = previous !== undefined && endOfLineAfter(text, previous.end) === offset;
  const isApart =
    !isBelow || wantsBlankBetween(file, body, bodyShape(file, previous), fresh, 'below');
  const above = isApart ? newline + newline : newline;
  const blank = /^\r?\n[ \t]*\r?\n/.exec(rest)?.[0];
  // An empty line at the end of the file serves as the one between the blocks.
  if (isLast && blank !== undefined && isApart) {
    return { offset: offset + blank.length, length: 0, text: block + newline };
  }
  const next = body.items.find((item) => item.start >= offset);
  const isOpen =
    !isLast &&
    blank === undefined &&
    (next === undefined || wantsBlankBetween(file, body, fresh, bodyShape(file, next), 'above'));
  return { offset, length: 0, text: above + block + (isOpen ? newline : '') };
}

/**
 * Removes a block with the comment right above it. A heading stays as long as something below it
 * remains that it may describe.
 */
export function removeBlock(file: HclFile, block: Block): EditResult {
  const path = pathTo(file, block);
  const refused = checkEditTarget(file, path.at(-2) ?? block) ?? checkEditTarget(file, block);
  if (refused !== undefined) return refused;
  const body = path.at(-2);
  if (body?.kind !== 'body') {
    return refuseEdit(file, 'not-found', block, 'The block is not in a body of this file.');
  }
  const isFirst = body.items[0] === block;
  const edit = removalEdit(file, body, block, (member, end, floor) => {
    const own = lineStartAt(file.text, member.start);
    const lead = leadStart(file.text, member.start, floor);
    // A comment above the first block may describe the whole file.
    const orphans = isFirst ? lead : startOfHeadings(file.text, lead, end, floor);
    if (orphans < lead) return orphans;
    return hasRuler(file.text, lead, own) ? own : lead;
  });
  return { ok: true, edits: keepAlignment(file, [edit]) };
}
