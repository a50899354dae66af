import type { Attribute, Body, BodyItem, HclFile } from '../syntax/ast.ts';
import { isIdentifier } from '../syntax/characters.ts';
import { keepAlignment } from './align.ts';
import { type BodyPosition, insertItem, itemIndent, removalEdit } from './body.ts';
import { attributesInBody, checkEditTarget, pathTo } from './find.ts';
import { heredocStyleAt } from './heredoc.ts';
import { inputText } from './input.ts';
import { quotesObjectKeys } from './key-style.ts';
import { startOfLines } from './region.ts';
import {
  type EditResult,
  type FoundInFile,
  foundEdit,
  type HclInput,
  refuseEdit,
} from './types.ts';

export interface InsertOptions {
  /** The item to insert after. Defaults to the last argument that is not one of `closing`. */
  readonly after?: BodyPosition;
}

/** Adds an argument. Refused if the body sets it already. */
export function insertAttribute(
  file: HclFile,
  body: Body,
  name: string,
  value: HclInput,
  options: InsertOptions = {},
): EditResult {
  const refused = checkEditTarget(file, body);
  if (refused !== undefined) return refused;
  const duplicate = attributesInBody(body).find((attribute) => attribute.name === name);
  if (duplicate !== undefined) {
    return refuseEdit(file, 'ambiguous', duplicate, `The argument "${name}" is set here already.`);
  }
  const after = options.after ?? defaultPlace(body);
  const edits = insertItem(file, body, after, (indent) => {
    return attributeText(file, body, name, value, indent);
  });
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

/** The text `name = value` for a body with this indentation. */
function attributeText(
  file: HclFile,
  body: Body,
  name: string,
  value: HclInput,
  indent: string = itemIndent(file, body),
): FoundInFile<string> {
  if (!isIdentifier(name)) {
    return refuseEdit(
      file,
      'invalid-input',
      body,
      `${JSON.stringify(name)} is not an argument name.`,
    );
  }
  const head = `${name} = `;
  const column = indent.length + head.length;
  const heredoc = heredocStyleAt(file, body, name);
  const quotedKeys = quotesObjectKeys(file, name);
  const text = inputText(file, value, { indent, column, heredoc, quotedKeys }, body);
  return text.ok ? foundEdit(head + text.value) : text;
}

/** Arguments that are usually kept at the end of a block. */
const closing = new Set(['tags', 'tags_all', 'depends_on', 'labels']);

function defaultPlace(body: Body): BodyPosition {
  const firstBlock = body.items.findIndex((item) => item.kind === 'block');
  const head = firstBlock < 0 ? body.items : body.items.slice(0, firstBlock);
  return lastOrdinary(head) ?? lastOrdinary(body.items) ?? 'start';
}

function lastOrdinary(items: readonly BodyItem[]): BodyItem | undefined {
  return items.findLast((item) => item.kind === 'attribute' && !closing.has(item.name));
}

/** Removes an argument together with the comments that belong to it alone. */
export function removeAttribute(file: HclFile, attribute: Attribute): EditResult {
  const refused = checkEditTarget(file, attribute);
  if (refused !== undefined) return refused;
  const body = pathTo(file, attribute).at(-2);
  if (body?.kind !== 'body') {
    return refuseEdit(file, 'not-found', attribute, 'The argument is not in a body of this file.');
  }
  const edit = removalEdit(file, body, attribute, (item, end, floor) => {
    return startOfLines(file.text, item, end, floor);
  });
  return { ok: true, edits: keepAlignment(file, [edit]) };
}
