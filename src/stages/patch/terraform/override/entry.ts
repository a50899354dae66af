import { rawExpression } from '../../../../code/hcl/edit/input.ts';
import { mapSet } from '../../../../code/hcl/edit/map.ts';
import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import type { Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import { isIdentifier } from '../../../../code/hcl/syntax/characters.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import { mentions } from '../dynamic/assign.ts';
import { bothSites, expressionSite, siteIn } from '../site.ts';
import { deepest, evaluated, type TraceContext } from '../trace/context.ts';
import { followTrace } from '../trace/follow.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { formText } from './form.ts';

/**
 * Changes an argument for one instance of a `for_each` over objects: its entry gets an attribute,
 * which the argument then looks up first. If a variable's type lists the attributes of the entries,
 * the attribute is added to it as optional, with the given type.
 */
export function* entryAttributeSites(
  use: TraceContext,
  name: string,
  want: Json,
  type: string | undefined,
): Generator<Site> {
  const { expr, rest, scope, label } = use;
  const { file, repetition } = scope;
  if (repetition?.kind !== 'for_each' || rest.length > 0 || want === null) return;
  if (!isIdentifier(name) || mentions(expr, 'each')) return;
  // The reference that the argument would need is not written anywhere yet.
  const eachValue = rawExpression('each.value');
  if (eachValue === undefined) return;
  const entry: TraceContext = { ...use, expr: eachValue, rest: [] };
  const value = evaluated(entry);
  if (!isJsonObject(value) || Object.keys(value).length === 0 || Object.hasOwn(value, name)) return;
  const reads = (text: string): Site =>
    expressionSite(file, expr, 'for_each entry', label, { kind: 'raw', text });
  const own = formText(use, expr);
  const constraint = type === undefined ? undefined : constraintOf(entry, name, type);
  const argument =
    constraint === undefined
      ? reads(`lookup(each.value, ${quoteHcl(name)}, ${own})`)
      : bothSites(constraint, reads(`coalesce(each.value.${name}, ${own})`));
  for (const site of valueSites({ ...entry, rest: [name] }, want)) {
    if (site.kind !== 'literal at the use') yield bothSites(site, argument);
  }
}

/** Adds the attribute to the type of the entries; undefined if no variable declares that type. */
function constraintOf(entry: TraceContext, name: string, type: string): Site | undefined {
  const { evaluation } = entry;
  for (
    let [at] = followTrace(entry);
    at !== undefined && at.depth < deepest;
    [at] = followTrace(at)
  ) {
    const definition = evaluation.define(at.scope, at.expr);
    if (definition?.kind !== 'variable' && definition?.kind !== 'argument') continue;
    const { file, block } = definition.declaration;
    const declared = attributeIn(block, 'type');
    const object = declared && entryType(declared.value);
    if (object === undefined) continue;
    const label = `type of var.${definition.declaration.name}`;
    return siteIn(file, object.start, 'variable default', label, () =>
      mapSet(file.hcl, object, name, { kind: 'raw', text: `optional(${type})` }),
    );
  }
  return undefined;
}

/** Finds `{ ... }` in `map(object({ ... }))`. */
function entryType(type: Expression): ObjectExpression | undefined {
  if (type.kind !== 'call' || type.name !== 'map') return undefined;
  const [entry] = type.args;
  const [object] = entry?.kind === 'call' && entry.name === 'object' ? entry.args : [];
  return object?.kind === 'object' ? object : undefined;
}
