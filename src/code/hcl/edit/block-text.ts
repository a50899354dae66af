import { newlineOf } from '../../../text/lines.ts';
import type { Body, HclFile } from '../syntax/ast.ts';
import { isIdentifier } from '../syntax/characters.ts';
import { parseHcl } from '../syntax/parse.ts';
import { descendants } from '../syntax/walk.ts';
import { columnsOf } from './align.ts';
import { heredocStyleAt } from './heredoc.ts';
import { indentUnitOf } from './indent-unit.ts';
import { indentLike, inputText } from './input.ts';
import { quotesObjectKeys } from './key-style.ts';
import { alignEntries, quoteHcl, type RenderedEntry } from './render.ts';
import {
  type AttributeInput,
  type BlockInput,
  type BlockParts,
  type FoundInFile,
  foundEdit,
  refuseEdit,
} from './types.ts';

/**
 * A block as text: arguments first, aligned, then nested blocks, each after an empty line. The
 * first line is not indented. `at` is the body that a refusal points to.
 */
export function blockText(
  file: HclFile,
  input: BlockInput,
  indent: string,
  at: Body,
): FoundInFile<string> {
  if ('raw' in input) return rawBlock(file, input.raw, indent, at);
  const names = [input.type, ...input.attributes.map((attribute) => attribute.name)];
  const wrong = names.find((name) => !isIdentifier(name));
  if (wrong !== undefined) {
    return refuseEdit(file, 'invalid-input', at, `${JSON.stringify(wrong)} is not a name in HCL.`);
  }
  const inner = indent + indentUnitOf(file);
  const content = contentOf(file, input, inner, at);
  if (!content.ok) return content;
  const head = [input.type, ...input.labels.map(quoteHcl)].join(' ');
  if (content.value.length === 0) return foundEdit(`${head} {}`);
  const newline = newlineOf(file.text);
  const lines = content.value.map((line) => (line === '' ? '' : inner + line)).join(newline);
  return foundEdit(`${head} {${newline}${lines}${newline}${indent}}`);
}

/** The arguments and blocks of a body, one text for each; an empty text is an empty line. */
function contentOf(
  file: HclFile,
  input: BlockParts,
  indent: string,
  at: Body,
): FoundInFile<readonly string[]> {
  const entries = entriesOf(file, input.attributes, indent, at);
  if (!entries.ok) return entries;
  const lines: string[] = [...alignEntries(entries.value)];
  for (const nested of input.blocks) {
    const block = blockText(file, nested, indent, at);
    if (!block.ok) return block;
    if (lines.length > 0) lines.push('');
    lines.push(block.value);
  }
  return foundEdit(lines);
}

function entriesOf(
  file: HclFile,
  attributes: readonly AttributeInput[],
  indent: string,
  at: Body,
): FoundInFile<readonly RenderedEntry[]> {
  const entries: RenderedEntry[] = [];
  for (const { name, value } of attributes) {
    const column = indent.length + columnsOf(name) + 3;
    const heredoc = heredocStyleAt(file, at, name);
    const quotedKeys = quotesObjectKeys(file, name);
    const text = inputText(file, value, { indent, column, heredoc, quotedKeys }, at);
    if (!text.ok) return text;
    entries.push({ head: name, text: text.value });
  }
  return foundEdit(entries);
}

function rawBlock(file: HclFile, text: string, indent: string, at: Body): FoundInFile<string> {
  const trimmed = text.trim();
  const { body, errors } = parseHcl(`${trimmed}\n`);
  const [item] = body.items;
  const isOne = errors.length === 0 && body.items.length === 1 && item?.kind === 'block';
  if (!isOne) return refuseEdit(file, 'invalid-input', at, 'The text to insert is not one block.');
  const hasHeredoc = [...descendants(body)].some((node) => node.kind === 'heredoc');
  const placed = hasHeredoc ? trimmed : indentLike(trimmed, indent);
  return foundEdit(placed.replace(/\r?\n/g, newlineOf(file.text)));
}
