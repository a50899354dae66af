import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import type { AttributeInput, BlockParts, HclInput } from '../../../../code/hcl/edit/types.ts';
import type { Block } from '../../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import { listArguments } from '../../../../code/terraform/policy-document/types.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../../model/json.ts';
import { type DocumentWrite, writtenText } from './write.ts';

/** Elements of a statement that have their own blocks. */
export const principalBlocks: ReadonlyMap<string, string> = new Map([
  ['Principal', 'principals'],
  ['NotPrincipal', 'not_principals'],
]);

/** A statement as a block; undefined for one with elements that the block does not support. */
export function statementBlock(
  statement: JsonObject,
  write: DocumentWrite,
  neighbors: Block,
): BlockParts | undefined {
  const attributes: AttributeInput[] = [];
  const blocks: BlockParts[] = [];
  const { Sid: sid, Effect: effect } = statement;
  if (sid !== undefined) attributes.push({ name: 'sid', value: { kind: 'json', value: sid } });
  if (effect !== undefined && !(effect === 'Allow' && leavesOutEffect(neighbors))) {
    attributes.push({ name: 'effect', value: { kind: 'json', value: effect } });
  }
  for (const [name, argument] of listArguments) {
    const value = own(statement, name);
    if (value !== undefined) attributes.push({ name: argument, value: textsInput(value, write) });
  }
  for (const [name, value] of Object.entries(statement)) {
    if (['Sid', 'Effect', ...listArguments.keys()].includes(name)) continue;
    const type = principalBlocks.get(name);
    const made =
      type === undefined
        ? conditionBlocks(name, value, write)
        : writePrincipals(type, value, write);
    if (made === undefined) return undefined;
    blocks.push(...made);
  }
  return { type: 'statement', labels: [], attributes, blocks };
}

/** A new statement omits `effect` if none of the existing ones states it. */
function leavesOutEffect(block: Block): boolean {
  const statements = block.body.items.flatMap((item) =>
    item.kind === 'block' && item.type === 'statement' ? [item] : [],
  );
  const statesEffect = (each: Block): boolean => attributeIn(each, 'effect') !== undefined;
  return statements.length > 0 && !statements.some(statesEffect);
}

/** Policy variables are written so that HCL does not interpolate them. */
export function escapedVariables(text: string): string {
  return text.replaceAll('${', '&{');
}

/** A text or several texts as a list. */
export function textsInput(value: Json, write: DocumentWrite): HclInput {
  const texts = (isJsonArray(value) ? value : [value]).map((each) =>
    writtenText(escapedVariables(String(each)), write),
  );
  const inline = `[${texts.join(', ')}]`;
  if (inline.length < 80) return { kind: 'raw', text: inline };
  return { kind: 'raw', text: `[\n${texts.map((text) => `  ${text},\n`).join('')}]` };
}

/** `{ AWS = [...] }` as blocks, one for each type. */
export function writePrincipals(
  type: string,
  value: Json,
  write: DocumentWrite,
): readonly BlockParts[] | undefined {
  const entries: readonly (readonly [string, Json])[] | undefined =
    value === '*' ? [['*', '*']] : isJsonObject(value) ? Object.entries(value) : undefined;
  return entries?.map(([name, identifiers]) => ({
    type,
    labels: [],
    attributes: [
      { name: 'type', value: { kind: 'json', value: name } },
      { name: 'identifiers', value: textsInput(identifiers, write) },
    ],
    blocks: [],
  }));
}

/** `{ StringEquals = { key = ... } }` as blocks, one for each key. */
export function conditionBlocks(
  name: string,
  value: Json,
  write: DocumentWrite,
): readonly BlockParts[] | undefined {
  if (name !== 'Condition' || !isJsonObject(value)) return undefined;
  return Object.entries(value).flatMap(([test, keys]) =>
    isJsonObject(keys)
      ? Object.entries(keys).map(([variable, values]) =>
          conditionBlock(test, variable, values, write),
        )
      : [],
  );
}

export function conditionBlock(
  test: string,
  variable: string,
  values: Json,
  write: DocumentWrite,
): BlockParts {
  return {
    type: 'condition',
    labels: [],
    attributes: [
      { name: 'test', value: { kind: 'raw', text: quoteHcl(test) } },
      { name: 'variable', value: { kind: 'raw', text: quoteHcl(variable) } },
      { name: 'values', value: textsInput(values, write) },
    ],
    blocks: [],
  };
}
