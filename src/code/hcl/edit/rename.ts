import type { TextEdit } from '../../../model/patch.ts';
import type { Attribute, Block, BlockLabel, HclFile } from '../syntax/ast.ts';
import { isIdentifier } from '../syntax/characters.ts';
import { keepAlignment } from './align.ts';
import { attributesInBody, checkEditTarget, pathTo } from './find.ts';
import { quoteHcl } from './render.ts';
import { type EditResult, refuseEdit } from './types.ts';

/** Gives an argument another name; its value and comments stay. */
export function renameAttribute(file: HclFile, attribute: Attribute, name: string): EditResult {
  const refused = checkEditTarget(file, attribute);
  if (refused !== undefined) return refused;
  if (name === attribute.name) return { ok: true, edits: [] };
  if (!isIdentifier(name)) return invalidName(file, attribute, name);
  const body = pathTo(file, attribute).at(-2);
  const siblings = body?.kind === 'body' ? attributesInBody(body) : [];
  const twin = siblings.find((one) => one.name === name);
  if (twin !== undefined) {
    return refuseEdit(file, 'ambiguous', twin, `The argument "${name}" is set here already.`);
  }
  const { start, nameEnd } = attribute;
  const edit = { offset: start, length: nameEnd - start, text: name };
  return { ok: true, edits: keepAlignment(file, [edit]) };
}

function invalidName(file: HclFile, attribute: Attribute, name: string): EditResult {
  return refuseEdit(
    file,
    'invalid-input',
    attribute,
    `${JSON.stringify(name)} is no argument name.`,
  );
}

/** Gives a block another type or other labels; labels that stay keep their form. */
export function renameBlock(
  file: HclFile,
  block: Block,
  type: string,
  labels: readonly string[],
): EditResult {
  const refused = checkEditTarget(file, block);
  if (refused !== undefined) return refused;
  if (!isIdentifier(type)) {
    return refuseEdit(file, 'invalid-input', block, `${JSON.stringify(type)} is no block type.`);
  }
  const edits: TextEdit[] = [];
  if (type !== block.type) {
    edits.push({ offset: block.start, length: block.typeEnd - block.start, text: type });
  }
  edits.push(...changeLabels(block, labels));
  return { ok: true, edits };
}

function changeLabels(block: Block, labels: readonly string[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [index, label] of block.labels.entries()) {
    const text = labels[index];
    if (text === undefined || text === label.text) continue;
    edits.push({
      offset: label.start,
      length: label.end - label.start,
      text: labelText(label, text),
    });
  }
  const last = block.labels.at(-1)?.end ?? block.typeEnd;
  const more = labels.slice(block.labels.length).map((label) => ` ${quoteHcl(label)}`);
  if (more.length > 0) edits.push({ offset: last, length: 0, text: more.join('') });
  if (labels.length < block.labels.length) {
    const kept = block.labels[labels.length - 1]?.end ?? block.typeEnd;
    edits.push({ offset: kept, length: last - kept, text: '' });
  }
  return edits;
}

function labelText(label: BlockLabel, text: string): string {
  return !label.quoted && isIdentifier(text) ? text : quoteHcl(text);
}
