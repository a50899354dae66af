import type { ToolCase } from './tool-verdicts.ts';
import {
  appendAttribute,
  appendBlock,
  appendNested,
  apply,
  dropAttribute,
  dropBlock,
  type Replayed,
  relabel,
  renameTo,
  setAttribute,
  text,
} from './tools.ts';

const argumentCounts: Readonly<Record<string, number>> = {
  'attribute.append': 2,
  'attribute.set': 2,
  'attribute.remove': 1,
  'attribute.rename': 2,
  'attribute.replace': 3,
  'block.append': 2,
  'block.new': 1,
  'block.remove': 1,
  'block.rename': 2,
};

/** Reading, listing and formatting are no edits; a wrong count of arguments is the command line's. */
export function replayHcledit(one: ToolCase): Replayed | undefined {
  const { type, cli_args: given } = one.op;
  const args = Array.isArray(given) ? given.filter((arg) => arg !== '--newline') : argumentsOf(one);
  const [a = '', b = '', c = ''] = args.map(text);
  if (args.length !== argumentCounts[type] || a === '') return undefined;
  switch (type) {
    case 'attribute.append':
      return apply(one.input, appendAttribute(a, b));
    case 'attribute.set':
      return apply(one.input, setAttribute(a, b));
    case 'attribute.remove':
      return apply(one.input, dropAttribute(a));
    case 'attribute.rename':
      return renameWithin(one.input, a, b);
    case 'attribute.replace':
      return replaceAttribute(one.input, a, b, c);
    case 'block.append':
      return apply(one.input, appendNested(a, b));
    case 'block.new':
      return apply(one.input, appendBlock(a));
    case 'block.remove':
      return apply(one.input, dropBlock(a));
    default:
      return apply(one.input, relabel(a, b));
  }
}

function argumentsOf({ op }: ToolCase): readonly unknown[] {
  if (op.type === 'attribute.replace') return [op['address'], op['toName'], op['toValue']];
  if (op.type === 'block.append') return [op['parent'], op['child']];
  const second = op['value'] ?? op['to'];
  return [op['address'] ?? op['from'], ...(second === undefined ? [] : [second])];
}

/** Moving an argument to another block is not renaming, and refused by the tool as well. */
function renameWithin(input: string, from: string, to: string): Replayed {
  const parent = (address: string) => address.split('.').slice(0, -1).join('.');
  if (parent(from) !== parent(to)) return { kind: 'refused' };
  return apply(input, renameTo(from, to.split('.').at(-1) ?? ''));
}

function replaceAttribute(input: string, from: string, name: string, value: string): Replayed {
  const renamed = apply(input, renameTo(from, name));
  if (renamed.kind !== 'text') return renamed;
  const to = [...from.split('.').slice(0, -1), name].join('.');
  return apply(renamed.text, setAttribute(to, value));
}
