import { quoteHcl, renderHclValue } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { BlockOccurrence, Location } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import type { ValueGoal } from '../../types.ts';
import { bothSites, expressionSite } from '../site.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { mentions } from './assign.ts';
import { blockTemplate, collectionContext } from './template.ts';

/**
 * Changes an argument for one of the blocks that a dynamic block generates: the block's entry in
 * the collection gets an attribute, which the content then looks up first. If entries have no
 * attributes, or Parley must not edit the collection, a condition on the entry's key is used.
 */
export function* sharedContentSites(
  goal: ValueGoal,
  evaluation: Evaluation,
  location: Extract<Location, { kind: 'attribute' }>,
): Generator<Site> {
  const occurrence = location.through.at(-1);
  if (occurrence?.dynamic === undefined || location.rest.length > 0 || goal.value === null) return;
  const iterators = location.through.flatMap(({ dynamic }) => dynamic?.iterator ?? []);
  if (iterators.some((iterator) => mentions(location.expr, iterator))) return;
  const { file, expr, attribute } = location;
  const label = `${attribute.name} of ${goal.address}`;
  for (const entry of entryEdits(evaluation, goal, occurrence, attribute.name)) {
    const text = `lookup(${occurrence.dynamic.iterator}.value, ${quoteHcl(attribute.name)}, ${textOf(location, expr)})`;
    const content = expressionSite(file, expr, 'collection entry', label, { kind: 'raw', text });
    yield bothSites(entry, content);
  }
  // Within another dynamic block, the blocks of its other entries may have the same key.
  const condition = iterators.length > 1 ? undefined : conditionOn(occurrence);
  if (condition === undefined) return;
  const own = renderHclValue(goal.value, { layout: 'inline' });
  const text = `${condition} ? ${own} : ${textOf(location, expr)}`;
  yield expressionSite(file, expr, 'instance override', label, { kind: 'raw', text });
}

/** Adds an attribute to the entry behind a block. */
function* entryEdits(
  evaluation: Evaluation,
  goal: ValueGoal,
  { file, dynamic }: BlockOccurrence,
  name: string,
): Generator<Site> {
  const template = dynamic && blockTemplate({ file, block: dynamic.block });
  const key = dynamic && valueToJson(dynamic.key);
  if (dynamic === undefined || template === undefined) return;
  if (!isJsonObject(valueToJson(dynamic.value))) return;
  if (typeof key !== 'string' && typeof key !== 'number') return;
  const context = collectionContext(evaluation, template, dynamic.scope, goal.address);
  for (const site of valueSites({ ...context, rest: [key, name] }, goal.value)) {
    if (site.kind !== 'literal at the use') yield site;
  }
}

function conditionOn({ dynamic }: BlockOccurrence): string | undefined {
  if (dynamic === undefined) return undefined;
  const key = valueToJson(dynamic.key);
  const value = valueToJson(dynamic.value);
  if (typeof key === 'string' || typeof key === 'number') {
    return `${dynamic.iterator}.key == ${literal(key)}`;
  }
  return typeof value === 'string' ? `${dynamic.iterator}.value == ${literal(value)}` : undefined;
}

function literal(value: Json): string {
  return renderHclValue(value, { layout: 'inline' });
}

function textOf({ file }: { readonly file: { readonly text: string } }, expr: Expression): string {
  return file.text.slice(expr.start, expr.end);
}
