import { insertBlock } from '../../../../code/hcl/edit/block.ts';
import type { BlockInput, BlockParts, EditResult } from '../../../../code/hcl/edit/types.ts';
import type { Block } from '../../../../code/hcl/syntax/ast.ts';
import { childNodes, type SyntaxNode } from '../../../../code/hcl/syntax/walk.ts';
import type { Repetition } from '../../../../code/terraform/config/scope.ts';
import type { SourceBlock, SourceFile } from '../../../../code/terraform/config/source.ts';
import { isInstance } from '../override/form.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';

/** A block for only one of several instances: a dynamic block that generates it for that one. */
export function ownBlockSite(
  { file, block }: SourceBlock,
  repetition: Repetition,
  input: () => BlockInput,
  label: string,
): Site {
  return siteIn(file, block.start, 'instance override', label, () => {
    const parts = input();
    if ('raw' in parts) return unable(block, 'This block has no parts.');
    const once = `${isInstance(repetition)} ? [1] : []`;
    return insertBlock(file.hcl, block.body, dynamicBlock(parts, once));
  });
}

/** The block, generated once for each member of a collection given as HCL. */
export function dynamicBlock(parts: BlockParts, text: string): BlockParts {
  return {
    type: 'dynamic',
    labels: [parts.type],
    attributes: [{ name: 'for_each', value: { kind: 'raw', text } }],
    blocks: [{ ...parts, type: 'content' }],
  };
}

/** A block for all instances but one: it becomes a dynamic block that leaves that one out. */
export function sharedBlockSite(
  file: SourceFile,
  block: Block,
  repetition: Repetition,
  label: string,
): Site {
  const once = `${isInstance(repetition)} ? [] : [1]`;
  return siteIn(file, block.start, 'instance override', label, () => switchable(file, block, once));
}

/**
 * Turns a block into a dynamic one that exists once or not at all, depending on a collection given
 * as HCL.
 */
export function switchable(file: SourceFile, block: Block, once: string): EditResult {
  const { text } = file;
  const lineStart = text.lastIndexOf('\n', block.start - 1) + 1;
  const indent = text.slice(lineStart, block.start);
  const source = text.slice(block.start, block.end);
  const isPlain = /^[ \t]*$/.test(indent) && source.includes('\n') && block.labels.length === 0;
  if (!isPlain || holdsHeredoc(block)) {
    return unable(block, 'This block is not laid out over lines that could be moved.');
  }
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const [, ...lines] = source.split(newline);
  const moved = lines.map((line) => (line.trim() === '' ? line : `  ${line}`));
  const head = [
    `dynamic "${block.type}" {`,
    `${indent}  for_each = ${once}`,
    `${indent}  content {`,
  ];
  const written = [...head, ...moved, `${indent}}`].join(newline);
  const edits = [{ offset: block.start, length: block.end - block.start, text: written }];
  return { ok: true, edits };
}

function holdsHeredoc(node: SyntaxNode): boolean {
  return node.kind === 'heredoc' || childNodes(node).some(holdsHeredoc);
}

function unable({ start, end }: Block, message: string): EditResult {
  return { ok: false, refusal: { code: 'not-literal', message, start, end, line: 1 } };
}
