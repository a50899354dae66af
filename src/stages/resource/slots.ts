import type { Attribute, Block, Body, HclFile } from '../../code/hcl/syntax/ast.ts';

/** An argument or a block, with its parent. */
export interface Slot {
  readonly node: Attribute | Block;
  readonly body: Body;
  /** Key of the parent block; empty at the top level. */
  readonly parent: string;
  /** Text of the value, or of the block. */
  readonly text: string;
}

/**
 * The content of a file by keys that do not change while it is edited: `module web/size`. For a
 * template, `labelOf` replaces labels by the text that they will have.
 */
export function templateSlots(
  file: HclFile,
  labelOf: (label: string) => string = (label) => label,
): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  const visit = (body: Body, parent: string): void => {
    const counts = new Map<string, number>();
    for (const node of body.items) {
      if (node.kind === 'broken') continue;
      const own =
        node.kind === 'attribute'
          ? node.name
          : [node.type, ...node.labels.map(({ text }) => labelOf(text))].join(' ');
      const count = counts.get(own) ?? 0;
      counts.set(own, count + 1);
      const name = node.kind === 'block' && count > 0 ? `${own} ${count + 1}` : own;
      const key = parent === '' ? name : `${parent}/${name}`;
      const { start, end } = node.kind === 'attribute' ? node.value : node;
      slots.set(key, { node, body, parent, text: file.text.slice(start, end) });
      if (node.kind === 'block') visit(node.body, key);
    }
  };
  visit(file.body, '');
  return slots;
}
