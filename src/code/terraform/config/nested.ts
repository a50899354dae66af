import { collectionEntries } from '../../hcl/eval/comprehension.ts';
import { unmark } from '../../hcl/eval/marks.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { objectValue, openReason, tupleValue, unknownValue } from '../../hcl/eval/value.ts';
import type { Block } from '../../hcl/syntax/ast.ts';
import type { Layers } from './body.ts';
import { lastAttribute, mergedAttributes, mergedBlocks, nestedType, plainString } from './body.ts';
import type { Engine, Occurrences } from './engine.ts';
import { evaluateSource, inFile } from './engine.ts';
import type { BlockOccurrence } from './location.ts';
import type { Binding, Scope } from './scope.ts';
import type { SourceBlock, SourceExpression } from './source.ts';

/** Static and generated blocks of one type, in order of appearance. The result is cached. */
export function blockOccurrences(
  engine: Engine,
  sources: readonly SourceBlock[],
  scope: Scope,
): Occurrences {
  const [first] = sources;
  if (first === undefined) return { list: [] };
  const known = engine.occurrences.get(scope) ?? new Map<Block, Occurrences>();
  engine.occurrences.set(scope, known);
  const found = known.get(first.block) ?? findOccurrences(engine, sources, scope);
  known.set(first.block, found);
  return found;
}

function findOccurrences(
  engine: Engine,
  sources: readonly SourceBlock[],
  scope: Scope,
): Occurrences {
  const list: BlockOccurrence[] = [];
  let unknown: string | undefined;
  for (const { file, block } of sources) {
    const here = inFile(scope, file);
    if (block.type !== 'dynamic') {
      list.push({ file, content: block, scope: here, index: list.length });
      continue;
    }
    const generated = generate(engine, { file, block }, here);
    if (typeof generated === 'string') unknown ??= generated;
    else for (const each of generated) list.push({ ...each, index: list.length });
  }
  return unknown === undefined ? { list } : { list, unknown };
}

/** The blocks that a dynamic block generates, or why they cannot be determined. */
function generate(
  engine: Engine,
  source: SourceBlock,
  scope: Scope,
): readonly Omit<BlockOccurrence, 'index'>[] | string {
  const { file, block } = source;
  const attributes = mergedAttributes([source]);
  const collection = attributes.get('for_each');
  const content = block.body.items.find((item) => item.kind === 'block' && item.type === 'content');
  if (collection === undefined || content?.kind !== 'block') {
    const message = 'A dynamic block needs for_each and a content block.';
    engine.report.at(file, { message, start: block.start }, 'invalid-block');
    return message;
  }
  const value = unmark(evaluateSource(engine, collection, scope));
  const open = openReason(value);
  if (open !== undefined) return open;
  const entries = collectionEntries(value);
  if (entries === undefined) {
    const message = 'for_each of a dynamic block must be a collection.';
    engine.report.at(file, { message, start: collection.expr.start }, 'invalid-expression');
    return message;
  }
  const iterator = iteratorName(source);
  const from: SourceExpression = { file, expr: collection.expr };
  return entries.map(([key, item]) => {
    const binding: Binding = { shape: 'entry', key, value: item, collection: from, scope };
    const bindings = new Map([...scope.bindings, [iterator, binding]]);
    const dynamic = { block, iterator, collection: from, scope, key, value: item };
    return { file, content, scope: { ...scope, bindings }, dynamic };
  });
}

function iteratorName(source: SourceBlock): string {
  const attribute = mergedAttributes([source]).get('iterator');
  const { expr } = attribute ?? {};
  if (expr?.kind === 'variable') return expr.name;
  const quoted = expr && plainString(expr, source.file.text);
  return quoted ?? nestedType(source.block);
}

/** Names that `attributes` omits at the top level of a resource. */
const metaArguments: ReadonlySet<string> = new Set([
  'count',
  'for_each',
  'provider',
  'depends_on',
  'lifecycle',
  'connection',
  'provisioner',
]);

/** Attributes and nested blocks with their values. */
export function bodyValues(
  engine: Engine,
  layers: Layers,
  scope: Scope,
  top: boolean,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, attribute] of mergedAttributes(layers)) {
    if (top && metaArguments.has(name)) continue;
    values.set(name, evaluateSource(engine, attribute, scope));
  }
  for (const [type, sources] of mergedBlocks(layers)) {
    if (top && metaArguments.has(type)) continue;
    values.set(type, blocksValue(engine, sources, scope));
  }
  return values;
}

/** One value of a resource's body: an argument, or all nested blocks of a type. */
export function bodyValue(
  engine: Engine,
  layers: Layers,
  scope: Scope,
  name: string,
): Value | undefined {
  if (metaArguments.has(name)) return undefined;
  const sources = mergedBlocks(layers).get(name);
  if (sources !== undefined) return blocksValue(engine, sources, scope);
  const attribute = lastAttribute(layers, name);
  return attribute && evaluateSource(engine, attribute, scope);
}

/** All blocks of a type as a tuple of objects. */
export function blocksValue(engine: Engine, sources: readonly SourceBlock[], scope: Scope): Value {
  const { list, unknown } = blockOccurrences(engine, sources, scope);
  if (unknown !== undefined) return unknownValue(unknown);
  return tupleValue(list.map((occurrence) => occurrenceValue(engine, occurrence)));
}

export function occurrenceValue(engine: Engine, occurrence: BlockOccurrence): Value {
  const known = engine.blocks.get(occurrence);
  if (known !== undefined) return known;
  const { file, content, scope } = occurrence;
  const value = objectValue(bodyValues(engine, [{ file, block: content }], scope, false));
  engine.blocks.set(occurrence, value);
  return value;
}
