import type { ToolCase } from './tool-verdicts.ts';
import {
  appendAttribute,
  appendBlock,
  appendNested,
  apply,
  dropAttribute,
  dropBlock,
  type Replayed,
  setAttribute,
  text,
} from './tools.ts';

const argumentCounts: Readonly<Record<string, number>> = {
  'attribute.append': 2,
  'attribute.set': 2,
  'attribute.remove': 1,
  'block.append': 2,
  'block.new': 1,
  'block.remove': 1,
};

/**
 * Undefined for what is not an edit: reading, listing, formatting and renaming, and calls with a
 * wrong number of arguments, which the command line rejects.
 */
export function replayHcledit(one: ToolCase): Replayed | undefined {
  const { type, cli_args: given } = one.op;
  const args = Array.isArray(given) ? given.filter((arg) => arg !== '--newline') : argumentsOf(one);
  const [a = '', b = ''] = args.map(text);
  if (args.length !== argumentCounts[type] || a === '') return undefined;
  switch (type) {
    case 'attribute.append':
      return apply(one.input, appendAttribute(a, b));
    case 'attribute.set':
      return apply(one.input, setAttribute(a, b));
    case 'attribute.remove':
      return apply(one.input, dropAttribute(a));
    case 'block.append':
      return apply(one.input, appendNested(a, b));
    case 'block.new':
      return apply(one.input, appendBlock(a));
    default:
      return apply(one.input, dropBlock(a));
  }
}

function argumentsOf({ op }: ToolCase): readonly unknown[] {
  if (op.type === 'block.append') return [op['parent'], op['child']];
  const second = op['value'] ?? op['to'];
  return [op['address'] ?? op['from'], ...(second === undefined ? [] : [second])];
}
