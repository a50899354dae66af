import { renderHclValue } from '../../../../src/code/hcl/edit/render.ts';
import { ctyJson } from './cty.ts';
import type { ToolCase } from './tool-verdicts.ts';
import { appendBlock, apply, dropAttribute, putAttribute, type Replayed, text } from './tools.ts';

export function replayHclwrite(one: ToolCase): Replayed | undefined {
  const { op, input } = one;
  const labels = (key: string) => (Array.isArray(op[key]) ? op[key].map(text) : []);
  const block = [text(op['typeName']), ...labels('labels')].join('.');
  switch (op.type) {
    case 'attribute.setValue':
      return apply(input, putAttribute(text(op['name']), ctyText(op['val'])));
    case 'attribute.setTraversal':
      return apply(input, putAttribute(text(op['name']), text(op['trav'])));
    case 'attribute.setRaw':
      return apply(input, putAttribute(text(op['name']), text(op['tokens'])));
    case 'attribute.setValueInBlock':
      return apply(input, putAttribute(`${block}.${text(op['attr'])}`, ctyText(op['val'])));
    case 'attribute.setValueInNestedBlock': {
      const path = [op['parentTypeName'], op['childTypeName'], op['attr']].map(text).join('.');
      return apply(input, putAttribute(path, ctyText(op['val'])));
    }
    case 'attribute.remove':
      return apply(input, dropAttribute(text(op['name'])));
    case 'block.append':
      return apply(input, appendBlock([text(op['blockType']), ...labels('labels')].join('.')));
    default:
      // Reading tokens is not an edit, and Parley never renames anything.
      return undefined;
  }
}

/** A Go value, as the oracles write it, in HCL. */
export function ctyText(value: unknown): string {
  const json = ctyJson(value);
  if (json === undefined) throw new Error(`unknown value ${JSON.stringify(value)}`);
  return renderHclValue(json);
}
