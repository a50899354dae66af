import { appendTopLevel } from '../../../../src/code/hcl/edit/block.ts';
import { renderHclValue } from '../../../../src/code/hcl/edit/render.ts';
import { type BlockInput, raw } from '../../../../src/code/hcl/edit/types.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import type { Json } from '../../../../src/model/json.ts';
import { blocksAt, segmentsOf } from './addresses.ts';
import type { ToolCase } from './tool-verdicts.ts';
import {
  apply,
  createAt,
  dropAttributeOrKey,
  dropBlock,
  type Replayed,
  setAttributeOrKey,
  text,
} from './tools.ts';

export function replayMercari(one: ToolCase): Replayed | undefined {
  const { op, input } = one;
  const query = text(op['query']);
  const value = renderHclValue((op['value'] ?? 'C') as Json);
  switch (op.type) {
    case 'TestCreate':
      return create(input, query, goText(op['value']) ?? value, optionsOf(op['opts']));
    case 'TestWithAfter':
      return apply(input, createAt(query, value, text(op['after'])));
    case 'TestWithComment':
    case 'TestWithNewLine':
      return createByCall(input, goText(op['exec']) ?? '');
    case 'TestCustomEdit':
      return appendByCalls(input, goText(op['function']) ?? '');
    case 'TestUpdate':
      return apply(input, setAttributeOrKey(query, value));
    case 'TestDelete': {
      const { body } = parseHcl(input);
      // Labels omitted at the end of a query match any label.
      const block = [query, `${query}.*`, `${query}.*.*`].find(
        (each) => blocksAt(body, segmentsOf(each)).length > 0,
      );
      return apply(input, block === undefined ? dropAttributeOrKey(query) : dropBlock(block));
    }
    default:
      return undefined;
  }
}

/** The Go code of a value that is given as code instead of data. */
function goText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$go' in value)) return undefined;
  return text(value.$go);
}

function optionsOf(options: unknown): string {
  return Array.isArray(options) ? options.map((each) => goText(each) ?? '').join(', ') : '';
}

function create(
  input: string,
  query: string,
  value: string,
  options: string,
): Replayed | undefined {
  const separator = /WithQuerySeparator\('(.)'\)/.exec(options)?.[1];
  const isPlainName = separator === undefined || !query.includes('.');
  if (options.includes('WithComment') || !isPlainName) return undefined;
  const labels = /^hcledit\.BlockVal\((.*)\)$/.exec(value)?.[1];
  if (labels !== undefined) {
    return append(input, { type: query, labels: stringsIn(labels), attributes: [], blocks: [] });
  }
  const source = /^hcledit\.RawVal\(`(.*)`\)$/s.exec(value)?.[1] ?? value;
  return apply(input, createAt(query.replaceAll(separator ?? '.', '.'), source));
}

function createByCall(input: string, code: string): Replayed | undefined {
  const call = /editor\.Create\("([^"]*)", ("[^"]*")(.*)\)/.exec(code);
  const [, query = '', value = '', options = ''] = call ?? [];
  return create(input, query, value, options);
}

function appendByCalls(input: string, code: string): Replayed {
  const [type = '', ...labels] = stringsIn(/AppendNewBlock\((.*)\)/.exec(code)?.[1] ?? '');
  const [name = '', value = ''] = stringsIn(/SetAttributeValue\((.*)\)/.exec(code)?.[1] ?? '');
  const attributes = [{ name, value: raw(renderHclValue(value)) }];
  return append(input, { type, labels, attributes, blocks: [] });
}

function append(input: string, block: BlockInput): Replayed {
  return apply(input, () => [(now) => appendTopLevel(now, block)]);
}

function stringsIn(code: string): readonly string[] {
  return [...code.matchAll(/"([^"]*)"/g)].map(([, string = '']) => string);
}
